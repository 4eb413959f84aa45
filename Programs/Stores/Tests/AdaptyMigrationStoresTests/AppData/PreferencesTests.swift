@_spi(Tools) import AdaptyMigrationTools
import Foundation
import Testing

@testable import AdaptyMigrationStores

/// The XML of SharedPreferences: what is not set keeps its bytes, what is no such file is refused with its place.
@Suite("Android preferences")
struct PreferencesTests {
    private static let written = Array(
        """
        <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
        <!-- by hand -->
        <map>
            <string name="A">{&quot;x&quot;:&#10;&#x1F600;&lt;}</string>
        \t<int value='3'  name = "N"/>
            <set name="S">
                <string>one</string><string>two</string>
            </set>
            <null name="NULL" />
            <string name='B'/><string name="C"><![CDATA[<&>]]>x<!-- no --></string>
        </map>

        """.utf8)

    @Test("texts are read as Android reads them", arguments: [("A", "{\"x\":\n\u{1F600}<}"), ("B", ""), ("C", "<&>x")])
    func read(name: String, text: String) throws {
        let xml = try PreferencesXML(PreferencesTests.written)
        #expect(xml.text(try #require(xml.last(name))) == text)
    }

    @Test(
        "what is set is read again, every other byte stays, and taking it away gives the same file",
        arguments: ["plain", "", "<a b=\"c\">&amp;\n\t'\r\u{1}\u{1F600}"])
    func set(text: String) throws {
        let xml = try PreferencesXML(PreferencesTests.written), set = xml.setting([("PROFILE", text), ("NULL", text)])
        let again = try PreferencesXML(set)
        for name in ["PROFILE", "NULL"] { #expect(again.text(try #require(again.last(name))) == text) }
        #expect(
            set.starts(with: PreferencesTests.written.prefix(300))
                && set.suffix(8) == PreferencesTests.written.suffix(8))
        #expect(again.setting([("PROFILE", nil), ("NULL", nil)]) == PreferencesTests.written)
        let replaced = try PreferencesXML(xml.setting([("A", text), ("B", text), ("C", nil)]))
        for name in ["A", "B"] { #expect(replaced.text(try #require(replaced.last(name))) == text) }
        #expect(replaced.last("C") == nil)
    }

    @Test(
        "of two entries of one name the last counts",
        arguments: [
            ("<string name='A'>1</string><string name='A'>2</string>", "2"),
            ("<null name='A'/><string name='A'>1</string>", "1"),
        ])
    func doubled(entries: String, text: String) throws {
        let xml = try PreferencesXML(Array("<map>\(entries)</map>".utf8))
        #expect(xml.text(try #require(xml.last("A"))) == text)
    }

    @Test(
        "half a surrogate pair is no text, both halves are",
        arguments: [
            ("&#55357;&#56832;", "\u{1F600}"), ("&#xD83D;&#xDE00;", "\u{1F600}"), ("&#55357;", nil), ("&#55357;a", nil),
            ("&#56832;", nil), ("a\r\nb\rc", "a\nb\nc"),
        ])
    func surrogates(content: String, text: String?) throws {
        let xml = try PreferencesXML(Array("<map><string name='A'>\(content)</string></map>".utf8))
        #expect(xml.text(try #require(xml.last("A"))) == text)
    }

    @Test(
        "what Android could not read is refused with its place",
        arguments: [
            ("", "1:1: the file is empty"), ("<map>", "1:6: the file ends inside <map>"),
            ("<map>\n<string name='A'>x", "2:19: the file ends inside <string>"),
            ("<map><string name='A", "1:21: the file ends inside an attribute"),
            ("<map></string>", "1:6: </string> where </map> belongs"),
            ("<map/><map/>", "1:7: there is text after </map>"), ("<list/>", "1:1: the root element is not <map>"),
            ("{}", "1:1: text outside <map>"),
            ("<map><string>x</string></map>", "1:6: an entry without a name"),
            ("<map><string name='a'>&nbsp;</string></map>", "1:23: an invalid character reference"),
            ("<map><string name='a'>&</string></map>", "1:23: an invalid character reference"),
            ("<map><string name='a'>&#x110000;</string></map>", "1:23: an invalid character reference"),
            ("<map><string name='a'>\u{1}</string></map>", "1:23: a control character"),
            ("<map><string name='a' name='b'/></map>", "1:31: two attributes name"),
            ("<map><string name=a/></map>", "1:19: an attribute without quotes"),
            ("<map><string name='a'><b/></string></map>", "1:23: an element in the text of <string>"),
            ("<!DOCTYPE map><map/>", "1:1: a document type"), ("<map><!-- </map>", "1:6: <!-- without an end"),
            ("<?xml version='1.0' encoding='utf-16'?><map/>", "1:1: an encoding other than UTF-8"),
            ("ABX\0", "1:1: binary XML"),
        ])
    func malformed(text: String, reason: String) {
        #expect { try PreferencesXML(Array(text.utf8)) } throws: { "\($0)".hasPrefix(reason) }
    }

    @Test("cut off anywhere, it is refused")
    func truncated() {
        let end = PreferencesTests.written.count - 1
        for count in 0..<(end - 1) {
            #expect(throws: PreferencesXML.Malformed.self, "\(count) bytes") {
                try PreferencesXML(Array(PreferencesTests.written[..<count]))
            }
        }
        #expect { try PreferencesXML([0x3C, 0x6D, 0xFF]) } throws: { "\($0)" == "1:3: not UTF-8" }
    }

    @Test("a copy that Android would restore is not passed over")
    func backupOfAndroid() throws {
        let bench = try AppDataBench(.preferences)
        try Data(bench.original).write(to: bench.folder.appendingPathComponent("AdaptySDKPrefs.xml.bak"))
        #expect { try bench.open().apply() } throws: {
            ($0 as? StoreFailure)?.kind == .refused && "\($0)".contains(".bak exists")
        }
        #expect(try bench.bytes() == bench.original)
    }

    @Test(
        "what is no text, or nothing, is not written over",
        arguments: [
            ("<int name=\"PROFILE\" value=\"1\" />", "PROFILE: refused (it is not text)"),
            ("<string name=\"PROFILE\">&#55357;</string>", "PROFILE: refused (it is not text)"),
        ])
    func otherTypes(entry: String, report: String) throws {
        let bench = try AppDataBench(.preferences),
            text = String(decoding: bench.original, as: UTF8.self).replacingOccurrences(
                of: "<map>", with: "<map>\(entry)")
        try bench.write(Array(text.utf8))
        #expect(try bench.open().apply().description == report)
        #expect(try bench.bytes() == Array(text.utf8))
    }

    @Test("null is as if nothing were there, and stays beside what is written")
    func null() throws {
        let bench = try AppDataBench(.preferences),
            text = String(decoding: bench.original, as: UTF8.self).replacingOccurrences(
                of: "<map>", with: "<map><null name=\"PROFILE\" />")
        try bench.write(Array(text.utf8))
        #expect(try bench.open().apply()[.androidProfile]?.outcome == .upgraded)
        #expect(try bench.open().verify().isClean)
        _ = try bench.open().rollback()
        #expect(try bench.bytes() == Array(text.utf8))
    }

    @Test("a value of five megabytes goes there and back")
    func large() throws {
        let names = (0..<500).map { #""attribute-\#($0)":"\#(String(repeating: "v", count: 10_000))""# }.joined(
            separator: ",")
        let info = String(AppDataBench.info.dropLast()) + ",\"customAttributes\":{\(names)}}"
        #expect(info.utf8.count > 5_000_000)
        let bench = try AppDataBench(
            .preferences, AppDataBench.preferences(["PROFILE_ID": "p", "PURCHASER_INFO": info]))
        #expect(try bench.open(sdk: "3.11.0").apply()[.androidProfile]?.outcome == .upgraded)
        _ = try bench.open().rollback()
        #expect(try bench.bytes() == bench.original)
    }
}
