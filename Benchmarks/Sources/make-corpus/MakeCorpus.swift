import Corpus

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@main
enum MakeCorpus {
    static let usage = """
        usage: make-corpus KIND MB SEED      KIND: \(Corpus.Kind.allCases.map(\.rawValue).joined(separator: " "))
               make-corpus wide|deep|big|non-ascii|escaped N [MB] [SEED]   one record, or MB of them

        """

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2, let size = Double(arguments[1]), size >= 0 else { fail() }
        if let kind = Corpus.Kind(rawValue: arguments[0]) {
            guard arguments.count == 3, let seed = UInt64(arguments[2]) else { fail() }
            var corpus = Corpus(kind, seed: seed)
            write(size) { corpus.append(to: &$0) }
        } else {
            guard let record = scaled(arguments[0], Int(size)),
                let megabytes = arguments.count > 2 ? Double(arguments[2]) : 0,
                var seed = arguments.count > 3 ? UInt64(arguments[3]) : 1
            else { fail() }
            write(max(megabytes, 0.000_001)) {
                $0 += record.bytes(seed: seed)
                $0.append(0x0A)
                seed &+= 1
            }
        }
    }

    static func scaled(_ name: String, _ count: Int) -> ScaledRecord? {
        switch name {
        case "wide": .wide(count)
        case "deep": .deep(count)
        case "big": .big(count)
        case "non-ascii": .nonASCII(count)
        case "escaped": .escaped(count)
        default: nil
        }
    }

    /// Hands out what `append` makes in pieces of about 1 MB until `megabytes` are written.
    static func write(_ megabytes: Double, _ append: (inout [UInt8]) -> Void) {
        let total = max(1, Int(megabytes * 1_000_000))
        var buffer: [UInt8] = [], written = 0
        while written < total {
            buffer.removeAll(keepingCapacity: true)
            while buffer.count < 1 << 20, written + buffer.count < total { append(&buffer) }
            var start = 0
            while start < buffer.count {
                let count = buffer.withUnsafeBytes { Platform.write($0[start...]) }
                guard count > 0 else {
                    perror("make-corpus")
                    exit(74)
                }
                start += count
            }
            written += buffer.count
        }
    }

    static func fail() -> Never {
        let text = Array(usage.utf8)
        _ = text.withUnsafeBytes { Platform.write($0[...], to: 2) }
        exit(64)
    }
}
