"""What consumers do to a document when they parse it and write it again. Each is a real program. What has a number
beyond a double is left out: they lose it."""

import json
import shutil
import subprocess


def rewrite(sort):
    def edit(line):
        value = json.loads(line)
        return json.dumps(ordered(value, sort) if sort else value, allow_nan=False)

    return edit


def ordered(value, key):
    if isinstance(value, dict):
        return {name: ordered(value[name], key) for name in sorted(value, key=key)}
    return [ordered(inner, key) for inner in value] if isinstance(value, list) else value


def with_orjson(lines):
    import orjson

    return [attempt(lambda text: orjson.dumps(orjson.loads(text)).decode(), line) for line in lines]


def with_node(lines):
    script = """
        const lines = require('fs').readFileSync(0, 'utf8').split('\\n').slice(0, -1)
        const finite = (_, value) => {
            if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError()
            return value
        }
        for (const line of lines) {
            try { console.log(JSON.stringify(JSON.parse(line, finite))) } catch { console.log('') }
        }
    """
    text = "".join(f"{line}\n" for line in lines)
    run = subprocess.run(["node", "-e", script], input=text, capture_output=True, text=True, check=True)
    return [line or None for line in run.stdout.split("\n")[:-1]]


def with_jsonb(server):
    """jsonb has no \\u0000, and numbers of other sizes: what it refuses is left out."""

    def edit(lines):
        quoted = ",".join("('" + line.replace("'", "''") + "')" for line in lines)
        function = (
            "CREATE FUNCTION pg_temp.attempt(line text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN "
            "RETURN line::jsonb::text; EXCEPTION WHEN others THEN RETURN ''; END $$;"
        )
        statement = f"SELECT pg_temp.attempt(line) FROM (VALUES {quoted}) AS t(line)"
        text = subprocess.run(
            ["psql", "-qtA", server, "-v", "ON_ERROR_STOP=1"],
            input=f"{function}{statement}",
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        return [line or None for line in text.split("\n")[: len(lines)]]

    return edit


def attempt(edit, line):
    try:
        return edit(line)
    except (ValueError, TypeError):
        return None


def available(server):
    """The edits that this machine has, by name; each takes lines and gives lines, `None` where it could not."""
    one = lambda edit: lambda lines: [attempt(edit, line) for line in lines]
    edits = {
        "python": one(rewrite(None)),
        "python, sorted": one(rewrite(lambda name: name)),
        "python, by length": one(rewrite(lambda name: (len(name), name))),
        "python, backwards": one(rewrite(lambda name: [-ord(letter) for letter in name])),
    }
    try:
        import orjson  # noqa: F401

        edits["orjson"] = with_orjson
    except ImportError:
        pass
    if shutil.which("node"):
        edits["node"] = with_node
    if server:
        edits["jsonb"] = with_jsonb(server)
    return edits
