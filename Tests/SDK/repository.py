"""Files of Adapty's SDK at a tag, from a clone or a bundle."""

import re
import subprocess
from pathlib import Path

SOURCES = re.compile(r"Adapty/Classes/|Sources/")
OTHERS = re.compile(r"Plugin|CodableModels|DeveloperTools")


class Repository:
    def __init__(self, path, scratch):
        """A bundle is cloned into the folder `scratch`."""
        self.path = Path(path)
        if self.path.is_file():
            subprocess.run(["git", "clone", "--quiet", "--bare", path, scratch / "clone"], check=True)
            self.path = scratch / "clone"

    def git(self, *arguments):
        done = subprocess.run(["git", "-C", self.path, *arguments], capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"git {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def names(self, tag):
        """The paths of what apps are built from; code for other languages has models of the same names."""
        listed = self.git("ls-tree", "-r", "--name-only", f"refs/tags/{tag}").splitlines()
        return [name for name in listed if SOURCES.match(name) and not OTHERS.search(name)]

    def text(self, tag, name):
        # Some branches are named like tags.
        return self.git("show", f"refs/tags/{tag}:{name}")
