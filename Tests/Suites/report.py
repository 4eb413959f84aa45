"""What a run prints at its end."""

import os
import textwrap
import time

from task import LINES, LOGS, ROOT

WIDTH = 80


def shown(task, failure):
    """A failure, cut to the size of a screen, and the command that repeats just that test."""
    suite, test, message = failure
    lines = []
    for part in message.splitlines():
        lines += textwrap.wrap(part, WIDTH, drop_whitespace=False) or [""]
    if len(lines) > LINES:
        more = f"… {len(lines) - LINES + 1} more lines in {task.log.relative_to(ROOT)}"
        lines = [*lines[: LINES - 1], more]
    name = f"{suite}.{test}" if suite else "failed"
    return "\n".join([f"{task.name}: {name}", *lines, f"again: {again(task, suite, test)}"])


def again(task, suite, test):
    if not task.again or not suite:
        return f"make test SUITES={task.name}"
    selection = [test] if task.again[-1] == "-k" else ["--filter", f"{suite}/{test.partition('(')[0]}"]
    # What the caller has set counts.
    sizes = {key: os.environ.get(key, value) for key, value in task.sizes.items()}
    settings = [f"{key}={value}" for key, value in (sizes | task.environment).items()]
    return " ".join(map(str, [*settings, *task.again, *selection]))


def summary(run):
    """Prints the table, the failures, and the closing line. Returns the number of failures."""
    suites = [task for task in run.tasks if not task.is_build or task.status == "failed"]
    print(f"\n{'suite':<14} {'tests':>6} {'seconds':>8} {'processor':>10}  result")
    for task in run.tasks:
        print(f"{task.name:<14} {task.tests or '':>6} {task.seconds:>8.1f} {task.processor:>10.1f}  {task.status}")
    total, elapsed = sum(task.tests for task in suites), time.monotonic() - run.start
    processor = sum(task.processor for task in run.tasks)
    print(f"{total} tests in {elapsed:.0f} s and {processor:.0f} s of processor time")
    print(f"logs are in {LOGS.relative_to(ROOT)}")
    for task in suites:
        for failure in task.failures[:5]:
            print(f"\n{shown(task, failure)}")
    failed = sum(max(1, len(task.failures)) for task in suites if task.status != "passed")
    print(f"\n{max(0, total - failed)} passed, {failed} failed")
    return failed
