@_spi(Tools) import AdaptyMigrationTools
import Testing

@_spi(Tools) @testable import AdaptyMigrationTesting

@Suite("Redaction: its parts")
struct RedactionPartsTests {
    /// FIPS 180-4 and NIST's examples.
    @Test(
        "SHA-256 gives the published hashes, and those of another implementation at the ends of a block",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
            (String(repeating: "x", count: 55), "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"),
            (String(repeating: "x", count: 56), "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e"),
            (String(repeating: "x", count: 63), "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2"),
            (String(repeating: "x", count: 64), "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"),
            (String(repeating: "x", count: 65), "9537c5fdf120482f7d58d25e9ed583f52c02b4e304ea814db1633ad565aed7e9"),
        ])
    func sha256(text: String, hash: String) { #expect(SHA256Hash.hex(Array(text.utf8)) == hash) }

    /// RFC 4231, test cases 1, 2, 3 and 6; and, by another implementation, keys as long as a block and longer.
    @Test(
        "HMAC-SHA-256 gives the published codes",
        arguments: [
            (
                Array(repeating: 0x0B, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                Array(repeating: 0xAA, count: 20), Array(repeating: 0xDD, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                Array(repeating: 0xAA, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (
                Array(repeating: 0x6B, count: 64), Array("Hi There".utf8),
                "5869e1671d6aa2838f1028b78343e7ee54efe2c036d66bdb25451fcd74beca6e"
            ),
            (
                Array(repeating: 0x6B, count: 65), Array("Hi There".utf8),
                "a64d953034c2c752115ac1fec7be993fa739388556f1dc64cf82582f8d7d251c"
            ),
        ] as [([UInt8], [UInt8], String)])
    func hmac(key: [UInt8], message: [UInt8], code: String) {
        #expect(SHA256Hash.hex(of: HMAC(key: key).code(message)) == code)
    }

    @Test(
        "a permutation reaches every list once", arguments: [[7], [10, 10], [9, 3, 5], [2, 2, 2, 2, 2, 2, 2, 2, 2]])
    func permutation(limits: [UInt32]) {
        let permutation = Permutation(key: Array("a key for this test".utf8))
        let count = limits.reduce(1, *)
        let images = Set(
            (0..<count).map { number in
                var rest = number
                let values = limits.map { limit in
                    defer { rest /= limit }
                    return rest % limit
                }
                let image = permutation.apply(values, limits: limits, shape: [1])
                #expect(zip(image, limits).allSatisfy { $0 < $1 })
                return image
            })
        #expect(images.count == Int(count))
    }

    @Test(
        "texts are taken for what they are",
        arguments: [
            ("6f1c0a7e-3b9e-4d1a-9c55-0123456789ab", TextForm.Name.uuid),
            ("6F1C0A7E-3B9E-4D1A-9C55-0123456789AB", .uuid), ("6f1c0a7e-3b9e-4d1a-9c55-0123456789ag", .plain),
            ("203.0.113.9", .ipv4), ("256.0.0.1", .plain), ("01.2.3.4", .plain), ("1.2.3", .plain),
            ("2001:db8::1", .ipv6), ("::ffff:10.0.0.1", .ipv6), ("::", .ipv6),
            ("2001:db8:0:0:0:0:0:1", .ipv6), ("12:30:45", .plain), (":::", .plain), ("1::2::3", .plain),
            ("jane.doe+x@acme.co.uk", .email), ("žofie@пример.рф", .email), ("a@b", .plain),
            ("https://acme.com/a?b=c", .url), ("1000000630116569", .digits), ("0015551234567", .digits),
            ("9e107d9d372bb6826bd81d3542a419d6", .hexadecimal), ("deadbeefdeadbeef", .plain),
            ("com.app.month:base", .plain), ("", .plain),
        ])
    func forms(text: String, form: TextForm.Name) { #expect(TextForm(text.unicodeScalars.map(\.value)).name == form) }

    @Test(
        "a stand-in has the looks of its text, is its own, and another text's is another",
        arguments: [
            ["6f1c0a7e-3b9e-4d1a-9c55-0123456789ab", "6f1c0a7e-3b9e-4d1a-9c55-0123456789ac"],
            ["8.8.8.8", "8.8.4.4", "203.0.113.9"], ["2001:db8::1", "::ffff:10.0.0.1"],
            ["Jane Doe", "Jane Roe", "jane doe"], ["Žofie Nováková", "Žofie Novakova"], ["李小龍", "山田太郎", "Иван Петров"],
            ["com.acme.month:base", "com.acme.month:besa"],
            ["1000000630116569", "0000000630116569"], ["https://acme.com/user/12", "http://acme.com/user/12"],
            ["🎉🎂 Party", "🎂🎉 Party"],
        ])
    func standIns(texts: [String]) {
        let standIns = StandIns(key: Array("a key for this test".utf8)),
            others = StandIns(key: Array("another key for it".utf8))
        let originals = texts.map { $0.unicodeScalars.map(\.value) }
        let images = originals.map(standIns.text)
        for (text, image) in zip(originals, images) {
            #expect(image != text && standIns.text(text) == image && others.text(text) != image)
            let form = TextForm(text)
            #expect(TextForm(image).name == form.name && TextForm(image).shape(image) == form.shape(text))
        }
        #expect(Set(images).count == texts.count)
    }

    @Test(
        "an e-mail address stays one, at a domain that is nobody's",
        arguments: ["jane.doe@acme.com", "J+1@mail.acme.co.uk"])
    func email(address: String) {
        let image = StandIns(key: Array("a key for this test".utf8)).text(address.unicodeScalars.map(\.value))
        #expect(
            TextForm(image).name == .email && image.suffix(12).elementsEqual(".example.com".unicodeScalars.map(\.value))
        )
        #expect(
            TextForm(image.dropLast(12)).shape(image.dropLast(12))
                == TextForm(address.unicodeScalars.map(\.value)).shape(address.unicodeScalars.map(\.value)))
    }

    @Test("different texts of one length get different stand-ins: every two-letter word and every three-digit number")
    func oneToOne() {
        let standIns = StandIns(key: Array("a key for this test".utf8))
        let words = (0x61...0x7A as ClosedRange<UInt32>).flatMap { a in
            (0x61...0x7A as ClosedRange<UInt32>).map { [a, $0] }
        }
        #expect(Set(words.map(standIns.text)).count == 676)
        let numbers = (100...999).map { String($0).unicodeScalars.map(\.value) }
        #expect(Set(numbers.map(standIns.number)).count == 900)
        #expect(
            numbers.map(standIns.number) == numbers.map(standIns.text),
            "a number and the text of its digits have the same stand-in")
    }

    @Test(
        "a number keeps its form: zeros at its beginning and a fraction of zeros stay",
        arguments: [
            ("0", "0"), ("-0", "-0"), ("0.0", "0.0"), ("123.0", "ddd.0"), ("-17.50", "-dd.dd"), ("1e9", "de9"),
            ("6.022E+23", "d.dddE+23"), ("9007199254740993", "dddddddddddddddd"),
        ])
    func numbers(lexeme: String, form: String) {
        let image = StandIns(key: Array("a key for this test".utf8)).number(lexeme.unicodeScalars.map(\.value))
        #expect(image.count == form.unicodeScalars.count)
        for (scalar, wanted) in zip(image, form.unicodeScalars) {
            #expect(wanted == "d" ? (0x30...0x39).contains(scalar) : scalar == wanted.value)
        }
        #expect(image.first != 0x30 || form.hasPrefix("0"))
    }

    @Test(
        "the characters of a token are read and written as they were",
        arguments: [#"a\"b\\/\/\u00e9\u00E9\uD83D\ude00é😀\n"#, #"\ud83D\uDe00"#, ""])
    func units(token: String) {
        let units = TextUnit.parse(Array(token.utf8)[...])
        #expect(units.flatMap(\.bytes) == Array(token.utf8))
        #expect(units.written(units.scalars).flatMap(\.bytes) == Array(token.utf8))
    }

    @Test("another character is written in the manner of the one in its place")
    func manner() {
        let units = TextUnit.parse(Array(#"e\u00e9\u00E9\ud83d\ude00"#.utf8)[...])
        let other = units.written([0x66, 0xEA, 0xEB, 0x1F601])
        #expect(String(decoding: other.flatMap(\.bytes), as: UTF8.self) == #"f\u00ea\u00EB\ud83d\ude01"#)
    }
}
