extension UInt8 {
    /// White space of JSON.
    @inlinable public var isSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
