"""What `--readable-by` takes and refuses, beside what the decoder of that version reads."""

import documents
import parts
from report import Failure
from versions import dialect

KINDS = ["profile", "paywall", "product", "paywalls", "products"]


class Readable:
    def __init__(self, tool, new, scratch):
        self.tool, self.new, self.scratch = tool, new, scratch

    def run(self, report, kind):
        found = documents.fixtures(kind)
        lines = [document.text for document in found]
        said = self.tool.convert("upgrade", lines, "--readable-by", self.new.tag)
        taken = [(document, text) for document, (is_taken, text) in zip(found, said) if is_taken]
        refused = [(document, reason) for document, (is_taken, reason) in zip(found, said) if not is_taken]
        self.check_taken(report, kind, taken)
        self.check_refused(report, kind, refused)

    def check_taken(self, report, kind, taken):
        reasons = self.reasons(kind, [text for _, text in taken])
        failures = [
            self.failure(document, f"is taken, and the decoder refuses it: {reason}\n  {text}")
            for (document, text), reason in zip(taken, reasons)
            if reason
        ]
        report.step(f"SDK {self.new.tag}", len(taken), failures, f"{kind} fixtures read that are taken")

    def check_refused(self, report, kind, refused):
        """The plain upgrade of what is refused. Where it refuses as well, there is nothing to read."""
        upgraded = self.plain(kind, refused)
        tried = [(*pair, text) for pair, (is_upgraded, text) in zip(refused, upgraded) if is_upgraded]
        reasons = self.reasons(kind, [text for _, _, text in tried])
        failures = [
            self.failure(document, f"is refused ({said['reason']}), and the decoder reads it:\n  {text}")
            for (document, said, text), reason in zip(tried, reasons)
            if not reason
        ]
        if tried:
            report.step(f"SDK {self.new.tag}", len(tried), failures, f"{kind} fixtures not read that are refused")

    def plain(self, kind, refused):
        """What has a value that cannot be read is filled, so that the decoder has no other reason to refuse it."""
        lines, target = [document.text for document, _ in refused], dialect(self.new.tag, kind)
        plain = self.tool.convert("upgrade", lines, "--to", target)
        filled = self.tool.convert("upgrade", lines, "--to", target, "--fill-required")
        is_there = ["cannot read" in said["reason"] for _, said in refused]
        return [two if has_value else one for one, two, has_value in zip(plain, filled, is_there)]

    def failure(self, document, what):
        return Failure(document.name, f"SDK {self.new.tag}", what)

    def reasons(self, kind, texts):
        """For each document `None` when all of its parts are read, or why one is not."""
        pieces = [(number, *part) for number, text in enumerate(texts) for part in parts.of(kind, text)]
        reasons = [None] * len(texts)
        for reader in {reader for _, reader, _ in pieces}:
            chosen = [(number, text) for number, name, text in pieces if name == reader]
            said = self.new.ask(reader, [text for _, text in chosen], self.scratch / "fallback.json")
            for (number, _), (is_read, text) in zip(chosen, said):
                reasons[number] = reasons[number] or (None if is_read else text)
        return reasons


def run(report, tool, news, scratch):
    for new in news:
        for kind in KINDS:
            Readable(tool, new, scratch).run(report, kind)
