"""The versions of Adapty's SDK that are tried."""

OLD = ["1.7.0", "1.10.3", "1.12.7", "1.17.7"]
NEW = ["2.0.0", "2.4.3", "2.8.0", "2.11.3", "3.0.0", "3.3.0", "3.8.0", "3.12.0", "3.17.2"]


def number(version):
    """2.11.3 comes after 2.4.3."""
    return tuple(int(part) for part in version.split("."))


def since(version, first):
    return number(version) >= number(first)


def fallback_format(version):
    """The format of fallback files that a version takes; 0 for the lists of older versions."""
    formats = [("3.12", 9), ("3.8", 8), ("3.4", 7), ("3.0", 6), ("2.11", 5)]
    return next((number for first, number in formats if since(version, first)), 0)


def dialect(version, kind):
    """The dialect in which a version reads a kind."""
    return "sdk3" if since(version, "3.0" if kind == "profile" else "3.8") else "sdk2"
