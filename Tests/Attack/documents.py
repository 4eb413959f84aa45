"""Nasty documents: fixtures and payloads, mutated. The generator knows nothing of the mapping table.

A document is kept as it is written: an object is a list of pairs, so that names may occur twice. A number or a literal
is its text.
"""

import json
import unicodedata
from pathlib import Path


class Lexeme(str):
    """A number, true, false or null, as it is written."""


class Members(list):
    """An object's members in order: [name, value]."""


def read(text):
    def literals(value):
        if isinstance(value, Members):
            return Members([name, literals(inner)] for name, inner in value)
        if isinstance(value, list):
            return [literals(inner) for inner in value]
        return Lexeme(json.dumps(value)) if value is None or isinstance(value, bool) else value

    pairs = lambda items: Members([name, value] for name, value in items)
    return literals(json.loads(text, object_pairs_hook=pairs, parse_int=Lexeme, parse_float=Lexeme))


LEXEMES = ["null", "true", "false", "0", "1", "-0", "1.0", "-1e-400", "1e400", "0.10", "12345678901234567890", "2"]
TEXTS = [
    "",
    "2030-01-01T00:00:00",
    "2030-01-01T00:00:00Z",
    "2030-01-01T00:00:00.000000+0000",
    "10000-01-01T00:00:00Z",
    "2020-02-30T00:00:00+0000",
    "subscription_cancelled",
    "trial_cancelled",
    "refund",
    '{"a": 1}',
    "\u00e9",
    "e\u0301",
    "\U0001f600",
]
NAMES = ["event_type", "id", "profile_id", "data", "attributes", "custom", "\u00e9", "e\u0301", "", "is_active", "type"]


class Generator:
    def __init__(self, random, samples):
        self.random, self.samples = random, samples

    def document(self):
        """One document as a line of JSON."""
        random = self.random
        value = read(random.choice(self.samples))
        for _ in range(random.choice([0, 1, 1, 2, 2, 3, 5])):
            value = random.choice(self.MUTATIONS)(self, value)
        return self.write(value, random.choice([0, 0, 0, 0.02, 0.3]), random.choice(["", "", " "]))

    def write(self, value, escapes, space):
        if isinstance(value, Lexeme):
            return str(value)
        if isinstance(value, str):
            return self.quoted(value, escapes)
        if isinstance(value, Members):
            pairs = (
                f"{self.quoted(name, escapes)}:{space}{self.write(inner, escapes, space)}" for name, inner in value
            )
            return "{" + f",{space}".join(pairs) + "}"
        return "[" + f",{space}".join(self.write(inner, escapes, space) for inner in value) + "]"

    def quoted(self, text, escapes):
        plain = json.dumps(text, ensure_ascii=False)[1:-1]
        if escapes and "\\" not in plain:
            plain = "".join(
                f"\\u{ord(character):04x}" if ord(character) < 0xD800 and self.random.random() < escapes else character
                for character in plain
            )
        return f'"{plain}"'

    # Mutations

    def objects(self, value):
        """Every object of a document, the outer ones more likely to be changed."""
        found = [value] if isinstance(value, Members) else []
        children = [inner for _, inner in value] if isinstance(value, Members) else value
        if isinstance(value, list):
            for child in children:
                if isinstance(child, list):
                    found += self.objects(child)
        return found

    def some(self, value):
        """An object of the document that has members; `None` where there is none."""
        objects = [members for members in self.objects(value) if members]
        return self.random.choice(objects) if objects else None

    def value(self):
        return self.random.choice(
            [
                lambda: Lexeme(self.random.choice(LEXEMES)),
                lambda: Lexeme(self.random.choice(LEXEMES)),
                lambda: self.random.choice(TEXTS),
                lambda: Members(),
                lambda: [],
                lambda: Members([[self.random.choice(NAMES), self.random.choice(TEXTS)]]),
            ]
        )()

    def replaced(self, value):
        if members := self.some(value):
            self.random.choice(members)[1] = self.value()
        return value

    def nulled(self, value):
        if members := self.some(value):
            self.random.choice(members)[1] = Lexeme("null")
        return value

    def doubled(self, value):
        """A name twice: with the same value, another one, or that of another member."""
        if members := self.some(value):
            name, inner = self.random.choice(members)
            other = self.random.choice([inner, self.value(), self.random.choice(members)[1]])
            members.insert(self.random.randint(0, len(members)), [name, other])
        return value

    def respelled(self, value):
        if members := self.some(value):
            member = self.random.choice(members)
            words = member[0].split("_")
            camel = words[0] + "".join(word.capitalize() for word in words[1:])
            snake = "".join("_" + letter.lower() if letter.isupper() else letter for letter in member[0])
            respelled = [camel if camel != member[0] else snake, member[1]]
            if self.random.random() < 0.5:
                member[:] = respelled
            else:
                members.insert(self.random.randint(0, len(members)), respelled)
        return value

    def inserted(self, value):
        if members := self.some(value):
            members.insert(self.random.randint(0, len(members)), [self.random.choice(NAMES), self.value()])
        return value

    def removed(self, value):
        if members := self.some(value):
            members.pop(self.random.randrange(len(members)))
        return value

    def shuffled(self, value):
        if members := self.some(value):
            self.random.shuffle(members)
        return value

    def nested(self, value):
        """Another document in a member of this one."""
        if members := self.some(value):
            name = self.random.choice(["data", "profile", "attributes", "custom_attributes", "event_properties", "x"])
            members.insert(self.random.randint(0, len(members)), [name, read(self.random.choice(self.samples))])
        return value

    def repeated(self, value):
        """An element of an array twice, changed or not."""
        arrays = [inner for members in self.objects(value) for _, inner in members if type(inner) is list and inner]
        if arrays:
            array = self.random.choice(arrays)
            element = json.loads(json.dumps(self.random.choice(array))) if type(array[0]) is str else array[0]
            copy = Members([name, inner] for name, inner in element) if isinstance(element, Members) else element
            if isinstance(copy, Members) and copy and self.random.random() < 0.7:
                self.random.choice(copy)[1] = self.value()
            array.insert(self.random.randint(0, len(array)), copy)
        return value

    def normalised(self, value):
        """Two names that only Unicode calls the same."""
        if members := self.some(value):
            name = self.random.choice(["\u00e9", "\u00c5", "\u00f1"])
            inner = self.random.choice(members)[1]
            members.append([name, inner])
            members.append([unicodedata.normalize("NFD", name), self.random.choice([inner, self.value()])])
        return value

    def enveloped(self, value):
        wrap = self.random.choice(
            [
                lambda: Members([["data", value]]),
                lambda: Members([["type", "x"], ["data", value]]),
                lambda: Members([["data", Members([["type", "t"], ["id", "envelope"], ["attributes", value]])]]),
                lambda: Members([["attributes", value]]),
                lambda: Members([["success", value]]),
                lambda: Members([["type", "success"], ["profile", value]]),
                lambda: Members([["v", value], ["h", "0"]]),
                lambda: Members([["data", [value]]]),
            ]
        )
        return wrap()

    MUTATIONS = (
        [replaced] * 4
        + [doubled] * 4
        + [respelled] * 2
        + [inserted] * 2
        + [removed, shuffled, nested, nulled] * 2
        + [repeated, normalised, enveloped]
    )


def samples(*folders):
    """The documents of folders, one object each; lists are left out, and what is no JSON."""
    found = []
    for folder in folders:
        for path in sorted(Path(folder).rglob("*.json")):
            try:
                text = path.read_text(encoding="utf-8")
                if isinstance(json.loads(text), dict) and len(text) < 20_000:
                    found.append(text)
            except ValueError:
                continue
    return found
