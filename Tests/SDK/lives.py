"""The life of a record: stored by SDK 1, upgraded, read by SDK 2 or 3, taken back, read by SDK 1 again."""

import json

import expectation
from report import Failure

KINDS = {
    "profile": expectation.profile,
    "paywall": expectation.paywall,
    "paywalls": lambda stored, version: [expectation.paywall(value, version) for value in stored],
}


class Life:
    def __init__(self, tool, old, new, kind):
        self.tool, self.old, self.new, self.kind = tool, old, new, kind

    def run(self, answers):
        """For each stored record `None`, or what went wrong."""
        stored = [text for _, text in answers]
        upgraded = self.tool.convert("upgrade", stored, "--readable-by", self.new.tag)
        kept = [place for place, (is_upgraded, _) in enumerate(upgraded) if is_upgraded]
        texts = [upgraded[place][1] for place in kept]
        back = self.tool.convert("downgrade", texts)
        read, again = self.read(texts), self.old.ask(self.kind, [text for _, text in back], "stored")
        wrong = [None if is_upgraded else f"the upgrade refuses it: {said['reason']}" for is_upgraded, said in upgraded]
        for place, (_, returned), decoded, once in zip(kept, back, read, again):
            wrong[place] = self.wrong(stored[place], returned, decoded, once)
        return [
            Failure(document.name, f"SDK {self.old.tag} to {self.new.tag}", f"{self.kind}: {reason}")
            for (document, _), reason in zip(answers, wrong)
            if reason
        ]

    def read(self, texts):
        """A list is read an element at a time."""
        if self.kind != "paywalls":
            return self.new.ask(self.kind, texts)
        lists = [[json.dumps(value) for value in json.loads(text)] for text in texts]
        answers = iter(self.new.ask("paywall", [text for texts in lists for text in texts]))
        return [joined([next(answers) for _ in texts]) for texts in lists]

    def wrong(self, stored, returned, decoded, again):
        is_read, text = decoded
        if returned != stored:
            return f"comes back as {returned}, was {stored}"
        if again != (True, stored):
            return f"SDK 1 reads {again[1]}, stored {stored}"
        if not is_read:
            return f"is not read: {text}"
        return expectation.difference(KINDS[self.kind](json.loads(stored), self.new.tag), json.loads(text))


def joined(answers):
    """The answer to a list: the first reason why an element is not read, or all of them."""
    refusals = [answer for answer in answers if not answer[0]]
    return refusals[0] if refusals else (True, f"[{','.join(text for _, text in answers)}]")


def stored(old, kind, answers):
    """What a version stores of the answers that its model accepts."""
    said = old.ask(kind, [answer.text for answer in answers])
    return [(answer, text) for answer, (is_read, text) in zip(answers, said) if is_read]


def run(report, tool, olds, news, answers):
    """Every version of SDK 1 with every version of SDK 2 and 3."""
    for old in olds:
        for kind in KINDS:
            records = stored(old, kind, answers)
            for new in news if records else []:
                failures = Life(tool, old, new, kind).run(records)
                what = f"SDK {old.tag} to {new.tag}"
                report.step(what, len(records), failures, f"{kind} records read, taken back and read again")
