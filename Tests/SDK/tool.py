"""The tool under test, asked many documents at a time."""

import json
import subprocess


class Tool:
    def __init__(self, program):
        self.program = program

    def run(self, *arguments, text=""):
        return subprocess.run([self.program, *arguments], input=text.encode(), capture_output=True)

    def convert(self, command, lines, *options):
        """For each line (True, the record) or (False, why it is rejected)."""
        if not lines:
            return []
        text = "".join(f"{line}\0" for line in lines)
        done = self.run(command, "--format", "ndjson", "--in-step", *options, text=text)
        found, reason = [], None
        for answer in done.stdout.decode().split("\0")[:-1]:
            if answer.startswith("!"):
                reason = json.loads(answer[1:])
            else:
                found.append((False, reason) if answer == "-" else (True, answer))
        if len(found) != len(lines):
            raise SystemExit(
                f"{command} answered {len(found)} of {len(lines)} documents: {done.stderr.decode()[-500:]}"
            )
        return found
