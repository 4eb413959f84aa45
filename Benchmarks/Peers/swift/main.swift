// JSONDecoder, typed models, JSONEncoder. usage: foundation profiles|events [--drop-unknown] < in > out
import Foundation

let decoder = JSONDecoder()
let encoder = JSONEncoder()
encoder.outputFormatting = .withoutEscapingSlashes
let isProfile = CommandLine.arguments.dropFirst().first == "profiles"
let opening = Data(#"{"data":"#.utf8)

func convert(_ line: Data) throws -> Data {
    guard isProfile else { return try encoder.encode(upgrade(decoder.decode(Open<Event>.self, from: line))) }
    // Envelopes open with `data`.
    if line.prefix(10).filter({ $0 != 0x20 }).starts(with: opening) {
        let envelope = try decoder.decode(Envelope.self, from: line).data
        return try encoder.encode(upgrade(envelope.attributes, envelope))
    }
    return try encoder.encode(upgrade(decoder.decode(Open<LegacyProfile>.self, from: line), nil))
}

var buffer = Data()
while true {
    let block = try FileHandle.standardInput.read(upToCount: 1 << 20) ?? Data()
    buffer.append(block)
    var output = Data()
    var start = buffer.startIndex
    while start < buffer.endIndex,
        let end = buffer[start...].firstIndex(of: 0x0A) ?? (block.isEmpty ? buffer.endIndex : nil)
    {
        output += try convert(buffer[start..<end])
        output.append(0x0A)
        start = min(end + 1, buffer.endIndex)
    }
    try FileHandle.standardOutput.write(contentsOf: output)
    if block.isEmpty { break }
    buffer = Data(buffer[start...])
}
