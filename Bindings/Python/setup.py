"""A wheel for one system and every Python 3: what is native in it is reached through ctypes."""

import os

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class NativeDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class NativeWheel(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", os.environ.get("WHEEL_PLATFORM") or super().get_tag()[2]


setup(distclass=NativeDistribution, cmdclass={"bdist_wheel": NativeWheel})
