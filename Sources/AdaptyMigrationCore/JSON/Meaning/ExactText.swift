/// A text that is equal to texts of the same bytes alone. To Swift two strings are equal that Unicode calls equivalent;
/// in JSON they are two names.
///
/// Worked example: `é` is C3 A9 or 65 CC 81 (`e` and an accent). As strings the two are one key of a dictionary; two
/// access levels may be called so.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    // Texts of the same bytes are equal strings, which is quicker to see than that bytes are the same.
    package static func == (a: ExactText, b: ExactText) -> Bool {
        a.text == b.text && a.text.utf8.elementsEqual(b.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
