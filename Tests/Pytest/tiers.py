"""A plugin of pytest: tests that are marked `long` run with TEST_ALL=1 alone."""

import os

import pytest

LONG = os.environ.get("TEST_ALL") == "1"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: runs with TEST_ALL=1 alone")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [] if LONG else [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
