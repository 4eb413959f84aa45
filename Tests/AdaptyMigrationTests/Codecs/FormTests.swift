import Testing

@testable import AdaptyMigrationCore

/// Every answer about a value follows from one table: ``Codec/forms``.
@Suite("Forms: how columns write values")
struct FormTests {
    static let codecs: [Codec] = [
        .text, .number, .integer, .flag, .sandbox, .timestamp, .eligibility, .periodUnit, .paymentMode, .attributes,
        .eventName,
    ]
    private static let dates = [
        #""2022-09-30T15:14:32.000000+0000""#, #""2022-09-30T15:14:32.000Z""#, #""2022-09-30 15:14:32+02""#,
        "648073710",
    ]

    /// Values of all forms that a codec has.
    private static func samples(_ codec: Codec) -> [String] {
        let dates = codec == .timestamp ? dates : []
        return codec.forms.flatMap { $0.form.words + ($0.form.placeholder.map { [$0] } ?? []) } + dates
    }

    private static func tape<Result>(_ text: String, _ body: (Tape) throws -> Result) throws -> Result {
        let index = try JSONScanner.index(Array(text.utf8))
        return try index.withTape { (tape) throws -> Result in try body(tape) }
    }

    @Test("what a column writes, it reads; it stays, and does not speak against the column", arguments: codecs)
    func own(codec: Codec) throws {
        for column in Column.allCases {
            let form = codec.form(in: column)
            for text in form.words + (form.placeholder.map { [$0] } ?? []) {
                try Self.tape(text) { tape in
                    guard form.fits(tape, 0) else { return }
                    #expect(codec.read(tape, 0) != nil, "\(codec) \(text)")
                    #expect(codec.objection(tape, 0, in: column) == nil, "\(codec) \(text) in \(column)")
                }
            }
        }
    }

    @Test(
        "what a conversion writes is in a form of the target, which reads it as it is",
        arguments: codecs.filter { $0 != .eventName })
    func written(codec: Codec) throws {
        var count = 0
        for from in Column.objects {
            for to in Column.objects {
                for text in Self.samples(codec) {
                    let made = try Self.tape(text) { codec.recode($0, 0, from: from, to: to) }
                    guard let new = made.said.new else { continue }
                    count += 1
                    try Self.tape(String(decoding: new, as: UTF8.self)) { tape in
                        #expect(codec.isReadable(tape, 0, in: to), "\(codec) \(text) from \(from) to \(to)")
                        #expect(codec.objection(tape, 0, in: to) == nil)
                        guard case .same = codec.recode(tape, 0, from: to, to: to) else {
                            Issue.record("\(codec) \(text) from \(from) to \(to) is changed again")
                            return
                        }
                    }
                }
            }
        }
        #expect(count > 0 || [.text, .number, .integer].contains(codec))
    }

    @Test(
        "a value in a form that others have speaks against a column; one that nobody writes does not",
        arguments: [
            (Codec.flag, "1", Column.sdk3, Form.bool), (.timestamp, "648073710", .sdk2, .serverDate),
            (.timestamp, #""2022-09-30T15:14:32.000Z""#, .sdk1Stored, .seconds),
            (.eligibility, "true", .sdk2Bridge, .eligibility), (.sandbox, "true", .serverV2, .environment),
            (.attributes, "[1]", .sdk3, .object), (.periodUnit, "1", .sdk3, .word(.periodUnit)),
        ])
    func against(codec: Codec, text: String, column: Column, form: Form) throws {
        try Self.tape(text) { #expect(codec.objection($0, 0, in: column) == form) }
        try Self.tape(#"{"a":1}"#) { tape in
            if codec != .attributes { #expect(codec.objection(tape, 0, in: column) == nil) }
            #expect(codec == .attributes || codec.read(tape, 0) == nil)
        }
    }
}
