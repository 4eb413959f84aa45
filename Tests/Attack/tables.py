"""Tables of every kind of key and column that SQLite and PostgreSQL have, filled with nasty documents: after `store
apply` every original can be had back, and after `store rollback` it is there again."""

import base64
import os
import sqlite3
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import streams

TEXT_KEYS = ["", "a", "A", "a ", " a", "\u00e9", "e\u0301", "1", "01", "'", "\U0001f600", "x" * 60]


@dataclass
class Case:
    """A table `t` with a key `k` and a documents' column `doc`."""

    name: str
    key: str
    values: list
    column: str
    # Statements before and after the rows are in; the type of a column may need one, and an obstacle is one.
    before: str = ""
    after: str = ""
    table: str = "CREATE TABLE t (k {key}, doc {column}, note text){options}"
    options: str = ""
    # Whether the database refuses or rewrites what is written: then rows may stay, if the run says so.
    is_obstructed: bool = False
    mode: list = field(default_factory=list)


class SQLite:
    def __init__(self, folder):
        self.file = Path(folder, "db.sqlite")

    def url(self):
        return f"sqlite:{self.file}?table=t&column=doc&key=k"

    def fill(self, case, lines):
        self.file.unlink(missing_ok=True)
        with sqlite3.connect(self.file) as database:
            database.executescript(case.before + ";" + statement(case))
            encode = (lambda line: line.encode()) if case.column == "BLOB" else str
            database.executemany(
                "INSERT INTO t (k, doc) VALUES (?, ?)", [(key, encode(line)) for key, line in zip(case.values, lines)]
            )
            database.executescript(case.after)

    def rows(self, column="doc"):
        with sqlite3.connect(self.file) as database:
            rows = database.execute(f"SELECT typeof(k), quote(k), {column} FROM t").fetchall()
        return {(kind, key): doc.decode() if isinstance(doc, bytes) else doc for kind, key, doc in rows}


class PostgreSQL:
    def __init__(self, server):
        self.server = server

    def url(self):
        return f"{self.server}?table=t&column=doc&key=k"

    def sql(self, text):
        run = subprocess.run(
            ["psql", "-qtA", "-F", "\x01", "-R", "\x02", self.server, "-v", "ON_ERROR_STOP=1"],
            input=text.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PGCLIENTENCODING": "UTF8", "PGOPTIONS": "-c client_min_messages=error"},
        )
        if run.returncode:
            raise RuntimeError(run.stderr.decode())
        return run.stdout.decode()

    def fill(self, case, lines):
        self.sql(
            "DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS adapty_migration CASCADE;"
            + f"{case.before};{statement(case)};"
        )
        rows = ",".join(f"({quoted(str(key))}, {quoted(line)})" for key, line in zip(case.values, lines))
        self.sql(f"INSERT INTO t (k, doc) VALUES {rows}; {case.after}")

    def rows(self, column="doc"):
        """By key; a document that is null is none."""
        encoded = f"replace(encode(convert_to({column}::text, 'UTF8'), 'base64'), chr(10), '')"
        text = self.sql(f"SELECT k::text, coalesce({encoded}, '-') FROM t")
        rows = (row.split("\x01") for row in text.rstrip("\n").split("\x02") if row)
        return {key: None if doc == "-" else base64.b64decode(doc).decode() for key, doc in rows}


def statement(case):
    return case.table.format(key=case.key, column=case.column, options=case.options) + ";"


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def sqlite_cases():
    numbers = [-1, 0, 1, 2, 2**62, 17]
    blobs = [bytes([byte]) * 16 for byte in range(8)] + [b"", b"\0", b"a"]
    keys = [
        ("integer", "INTEGER PRIMARY KEY", numbers),
        ("text", "TEXT PRIMARY KEY", TEXT_KEYS),
        ("blob", "BLOB PRIMARY KEY", blobs),
        ("real", "REAL PRIMARY KEY", [0.5, 1.0, 1e300, -2.5, 0.1]),
        ("numeric", "NUMERIC PRIMARY KEY", [1, 1.5, 2**53, -3]),
        ("no type", "PRIMARY KEY", [1, "1", 1.5, b"1", "", b"", "a", "a ", 2]),
        ("collated", "TEXT COLLATE NOCASE PRIMARY KEY", ["a", "b", "C", "\u00e9"]),
        ("unique", "TEXT NOT NULL UNIQUE", TEXT_KEYS),
    ]
    columns = ["TEXT", "BLOB", "", "JSON", "VARCHAR(40)"]
    for name, key, values in keys:
        for column in columns if name in ("text", "blob") else columns[:1]:
            yield Case(f"SQLite, key {name}, column {column or 'without type'}", key, values, column)
        if "PRIMARY" in key and name != "integer":
            yield Case(f"SQLite, key {name}, WITHOUT ROWID", key, values, "TEXT", options=" WITHOUT ROWID")
        yield Case(f"SQLite, key {name}, expand", key, values, "TEXT", mode=["--mode", "expand"])
    obstacles = {
        "rewriting trigger": "CREATE TRIGGER r AFTER UPDATE OF doc ON t "
        "BEGIN UPDATE t SET doc = lower(new.doc) || ' ' WHERE k = new.k; END",
        "raising trigger": "CREATE TRIGGER r BEFORE UPDATE OF doc ON t BEGIN SELECT RAISE(ABORT, 'no'); END",
        "ignoring trigger": "CREATE TRIGGER r BEFORE UPDATE OF doc ON t BEGIN SELECT RAISE(IGNORE); END",
        "foreign key": "CREATE TABLE child (k REFERENCES t(k)); INSERT INTO child SELECT k FROM t",
    }
    for name, obstacle in obstacles.items():
        yield Case(
            f"SQLite, {name}", "TEXT PRIMARY KEY", TEXT_KEYS, "TEXT", after=obstacle, is_obstructed="trigger" in name
        )
    yield Case(
        "SQLite, CHECK",
        "TEXT PRIMARY KEY",
        TEXT_KEYS,
        """TEXT CHECK (doc NOT LIKE '%migration"%')""",
        is_obstructed=True,
    )


def postgres_cases():
    uuids = [f"{number:08x}-0000-4000-8000-00000000c0de" for number in (0, 1, 255, 2**31, 2**32 - 1)]
    keys = {
        "integer": [-1, 0, 1, 2],
        "bigint": [0, 2**62, -(2**62)],
        "smallint": [0, 1, -5],
        "text": TEXT_KEYS,
        "varchar(60)": TEXT_KEYS,
        "char(8)": ["a", "b", "", "A"],
        '"char"': ["a", "b"],
        "name": ["a", "b", ""],
        "uuid": uuids,
        "numeric": ["0", "1.10", "1e40", "-0.5"],
        "real": [0.5, 1, 3.4e38],
        "double precision": [0.1, 1, "1e308", "-0.30000000000000004"],
        "money": [1, "2.50"],
        "bytea": ["\\x", "\\x00", "\\xff00ff", "\\x61"],
        "timestamptz": ["2024-01-01 00:00:00.123456+00", "1999-12-31 23:59:59+05", "infinity"],
        "timestamp": ["2024-01-01 00:00:00", "0044-03-15 12:00:00 BC"],
        "date": ["2024-01-01", "infinity"],
        "time": ["00:00:00", "23:59:59.5"],
        "interval": ["1 day", "1 mon"],
        "boolean": ["true", "false"],
        "inet": ["127.0.0.1", "::1", "10.0.0.0/8"],
        "macaddr": ["08:00:2b:01:02:03"],
        "bit(4)": ["0000", "1010"],
        "key_domain": ["a", "b", ""],
        "key_enum": ["low", "high", ""],
        "int4range": ["[1,5)", "empty"],
        "oid": [1, 2**31 + 1],
    }
    types = "CREATE DOMAIN key_domain AS text; CREATE TYPE key_enum AS ENUM ('low', '', 'high');"
    types += "CREATE DOMAIN doc_domain AS varchar(4000)"
    for key, values in keys.items():
        yield Case(f"PostgreSQL, key {key}", f"{key} PRIMARY KEY", values, "text", before=types)
    columns = ["json", "jsonb", "varchar", "varchar(4000)", "char(6000)", "doc_domain"]
    for column in columns:
        yield Case(f"PostgreSQL, column {column}", "text PRIMARY KEY", TEXT_KEYS, column, before=types)
        yield Case(
            f"PostgreSQL, column {column}, expand",
            "text PRIMARY KEY",
            TEXT_KEYS,
            column,
            types,
            mode=["--mode", "expand"],
        )
    function = "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {} END $$;"
    function += "CREATE TRIGGER r BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION f()"
    bodies = {
        "rewriting": "new.doc := lower(new.doc) || ' '; RETURN new;",
        "ignoring": "RETURN NULL;",
        "raising": "RAISE 'no';",
    }
    for name, body in bodies.items():
        yield Case(
            f"PostgreSQL, {name} trigger",
            "text PRIMARY KEY",
            TEXT_KEYS,
            "text",
            after=function.format(body),
            is_obstructed=True,
        )
    for column in ("""text CHECK (doc NOT LIKE '%migration"%')""", "varchar(700)", "char(700)"):
        yield Case(f"PostgreSQL, column {column}", "text PRIMARY KEY", TEXT_KEYS, column, is_obstructed=True)
    yield Case(
        "PostgreSQL, foreign key",
        "text PRIMARY KEY",
        TEXT_KEYS,
        "text",
        after="CREATE TABLE child (k text REFERENCES t); INSERT INTO child SELECT k FROM t",
    )


def attack(tool, generator, server):
    """Yields (what is wrong, the table)."""
    with tempfile.TemporaryDirectory() as folder:
        for case in sqlite_cases():
            for what in one(tool, SQLite(folder), case, generator):
                yield what, case.name
    for case in postgres_cases() if server else []:
        for what in one(tool, PostgreSQL(server), case, generator):
            yield what, case.name


def fitting(generator, case):
    """Documents that the column takes; every third is one that an upgrade changes for sure."""
    sure = '{"profile_id":"p","paid_access_levels":{"a":{"id":"a","is_active":1,"vendor_transaction_id":"%d"}}}'
    # A row with its original inside is up to three times as long.
    limit = 650 if "(700)" in case.column else 1300 if "000)" in case.column or "domain" in case.column else 3000
    lines = []
    while len(lines) < len(case.values):
        line = sure % len(lines) if len(lines) % 3 == 0 else generator.document()
        if len(line) <= limit and "\\u0000" not in line and "1e" not in line and "_adapty" not in line:
            lines.append(line)
    return lines


def one(tool, database, case, generator):
    lines = fitting(generator, case)
    try:
        database.fill(case, lines)
    except RuntimeError as error:
        yield f"the table could not be made: {error}"
        return
    before, url = database.rows(), database.url()
    residue = ["--residue", generator.random.choice(["embed", "beside"])]
    try:
        tool.run("store", "plan", *residue, url)
        apply = tool.run("store", "apply", *case.mode, *residue, url)
        after = database.rows()
        if case.mode:
            if after != before:
                yield "expand changed the old column"
            yield from applied(tool, case, before, database.rows("doc_current"), apply, residue)
        else:
            yield from applied(tool, case, before, after, apply, residue)
            verify = tool.run("store", "verify", *residue, url)
            if verify.returncode != 0 and apply.returncode == 0:
                yield f"verify ends with {verify.returncode}: {(verify.stdout + verify.stderr).decode()[-700:]}"
        rollback = tool.run("store", "rollback", *residue, url)
        end = database.rows()
        if end != before and rollback.returncode == 0:
            yield f"rollback says it is done, and {gone(before, end)}"
        if end != before:
            tool.run("store", "rollback", "--force", *residue, url)
            if database.rows() != before and "trigger" not in case.name:
                yield f"not even rollback --force brings everything back: {gone(before, database.rows())}"
        elif rollback.returncode != 0 and not case.is_obstructed:
            yield f"rollback ends with {rollback.returncode}: {rollback.stderr.decode()[-500:]}"
    except subprocess.TimeoutExpired:
        yield "it never ends"


def gone(before, after):
    lost = [key for key in before if after.get(key) != before[key]]
    return f"{len(lost)} of {len(before)} originals are not there: {lost[:3]}"


def applied(tool, case, before, after, apply, residue):
    if set(before) != set(after):
        yield f"apply changed the keys: {set(before) ^ set(after)}"
        return
    keys = list(before)
    is_embedded = "embed" in residue
    wanted = tool.convert(
        "upgrade", [before[key].replace("\0", "") for key in keys], "--residue", "embed" if is_embedded else "discard"
    )
    # A document that could not be converted has no new one.
    after = {key: before[key] if after[key] is None and new is None else after[key] for key, new in zip(keys, wanted)}
    # A clean row has its original in the journal, and what a rollback restores is compared later.
    backs = tool.convert("downgrade", [after[key] or "" for key in keys]) if is_embedded else wanted
    same = streams.meaning if "json" in case.column else str.rstrip if "char(" in case.column else str
    for key, new, back in zip(keys, wanted, backs):
        if after[key] == before[key]:
            is_left = new is not None and same(new) != same(before[key])
            if is_left and (apply.returncode == 0 or not case.is_obstructed):
                yield f"apply (exit {apply.returncode}) left {key}: {apply.stdout.decode()[-300:]}"
        elif not is_embedded and (new is None or same(new) != same(after[key])) and "rewriting" not in case.name:
            yield f"apply (exit {apply.returncode}) wrote another document under {key}: {after[key]!r:.300}"
        elif is_embedded and (back is None or same(back) != same(before[key])):
            yield f"apply (exit {apply.returncode}) wrote what does not come back under {key}: {after[key]!r:.300}"
    if apply.returncode not in (0, 65) or apply.returncode == 65 and not case.is_obstructed and None not in wanted:
        yield f"apply ends with {apply.returncode}: {apply.stderr.decode()[-500:]}"
