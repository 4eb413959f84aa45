/// What the free texts of a corpus are made of.
struct Alphabet: Sendable {
    /// Words as they stand between the quotes: escapes are already written.
    let words: [[UInt8]]
    let separator: [UInt8]

    private init(_ words: [String], separator: String = " ") {
        self.words = words.map { Array($0.utf8) }
        self.separator = Array(separator.utf8)
    }

    static let ascii = Alphabet(
        [
            "alpha", "winter", "onboarding", "premium", "gold", "basic", "unlimited", "trial", "promo", "summer",
            "black_friday", "holiday", "family",
            "student", "plus", "weekly", "yearly", "lifetime", "banner", "variant",
        ], separator: "_")
    static let mixed = Alphabet([
        "Žofie Nováková", "Иван Петров", "山田太郎", "José Álvarez", "😀 smile", "Łukasz", "Zoë", "محمد", "naïve café",
        "Ελένη",
    ])
    static let escaped = Alphabet([
        #"line\nbreak"#, #"tab\there"#, #"say \"yes\""#, #"back\\slash"#, #"caf\u00e9"#, #"\ud83d\ude00"#,
        #"https:\/\/example.com\/p"#, #"\u0416\u0443\u043a"#,
    ])
    static let cyrillic = Alphabet([
        "подписка", "пробный", "период", "пользователь", "годовой", "ежемесячный", "премиум", "доступ", "возврат",
        "оплата", "скидка", "Ёлка", "съезд", "зима",
    ])
    static let cjk = Alphabet(
        ["購読", "無料体験", "期間", "利用者", "年額", "毎月", "高級", "访问权限", "退款", "支付", "折扣", "구독", "체험", "𠮷野家"], separator: "")
    static let unicodeEscapes = Alphabet(
        [
            #"\u043f\u043e\u0434\u043f\u0438\u0441\u043a\u0430"#, #"\u8cfc\u8aad"#, #"\u00e9t\u00e9"#,
            #"\ud83d\ude00\ud83c\udf81"#, #"\u0000\u001f"#,
        ], separator: #"\u0020"#)
    static let shortEscapes = Alphabet([#"\n\n\t"#, #"\"\\\""#, #"\/\/"#, #"\b\f\r"#, #"a\\b"#], separator: #"\t"#)
}
