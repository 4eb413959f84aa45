/// A text that is equal to texts of the same bytes alone. To Swift two strings are equal that Unicode calls equivalent;
/// in JSON they are two names.
///
/// Worked example: `é` is C3 A9 or 65 CC 81 (`e` and an accent). As strings the two are one key of a dictionary; two
/// access levels may be called so.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (a: ExactText, b: ExactText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
