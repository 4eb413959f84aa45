@_spi(Tools) import AdaptyMigrationTools
import Testing

@Suite("The name that was meant") struct NearestNameTests {
    @Test(
        "up to a third of the letters may differ",
        arguments: [
            ("sdk2", "sdk2"), ("sdk1", "sdk2"), ("sxx2", nil), ("prafilo", "profile"), ("xrafilo", nil),
            ("s2", nil), ("sd2", "sdk2"), ("dsk2", "sdk2"),
        ] as [(String, String?)])
    func nearest(word: String, name: String?) { #expect(NearestName.of(word, among: ["sdk2", "profile"]) == name) }
}
