"""A wheel for one system and every Python 3: its library is reached through ctypes, and its program is put on the path."""

import os
from distutils.command.build_scripts import build_scripts

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class NativeDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class NativeWheel(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", os.environ.get("WHEEL_PLATFORM") or super().get_tag()[2]


class NativeScripts(build_scripts):
    """Copies the program as it is. For a script, its first line would be rewritten."""

    def copy_scripts(self) -> tuple[list[str], list[str]]:
        self.mkpath(self.build_dir)
        copies = [self.copy_file(script, self.build_dir)[0] for script in self.scripts]
        return copies, copies


setup(
    distclass=NativeDistribution,
    cmdclass={"bdist_wheel": NativeWheel, "build_scripts": NativeScripts},
    # The build writes it there.
    scripts=["bin/adapty-migrate"],
)
