"""What is printed: a line for each step, and the failures at the end."""

import collections
import time

SHOWN = 20

Failure = collections.namedtuple("Failure", "document versions what")


class Report:
    def __init__(self):
        self.began, self.steps, self.documents, self.failures = time.monotonic(), 0, 0, []

    def step(self, what, tried, failures, verb):
        """The first line of `what` says what is wrong; failures with the same one are shown once."""
        self.steps += 1
        self.documents += tried
        self.failures += failures
        print(f"{what}: {tried - len(failures)} of {tried} {verb}", flush=True)

    def summary(self):
        alike = collections.defaultdict(list)
        for failure in self.failures:
            alike[failure.document, failure.what.partition("\n")[0]].append(failure)
        for same in list(alike.values())[:SHOWN]:
            document, versions, what = same[0]
            more = f" and {len(same) - 1} more" if len(same) > 1 else ""
            print(f"\n{document}, {versions}{more}: {what}")
        if len(alike) > SHOWN:
            print(f"\n… and {len(alike) - SHOWN} more")
        took, passed = time.monotonic() - self.began, self.documents - len(self.failures)
        print(f"\n{self.steps} steps, {passed} of {self.documents} documents passed, {took:.0f} s")
        return 1 if self.failures else 0
