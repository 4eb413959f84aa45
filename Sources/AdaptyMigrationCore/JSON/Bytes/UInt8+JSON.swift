/// The bytes of JSON's grammar (RFC 8259, 2).
extension UInt8 {
    package static let openBrace = UInt8(ascii: "{"), closeBrace = UInt8(ascii: "}")
    package static let openBracket = UInt8(ascii: "["), closeBracket = UInt8(ascii: "]")
    package static let colon = UInt8(ascii: ":"), comma = UInt8(ascii: ",")
    package static let quote = UInt8(ascii: "\""), backslash = UInt8(ascii: "\\")
    package static let minus = UInt8(ascii: "-"), point = UInt8(ascii: ".")
    package static let space = UInt8(ascii: " "), newline = UInt8(ascii: "\n")
}
