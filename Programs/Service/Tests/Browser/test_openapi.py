"""The OpenAPI document: valid, and true."""

import json
import urllib.error
import urllib.request

import pytest
from conftest import SAMPLES
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator


@pytest.fixture(scope="session")
def document(base):
    return json.loads(urllib.request.urlopen(base + "/openapi.json").read())


def send(base, method, path, body=None, headers={}):
    request = urllib.request.Request(base + path, body, {"content-type": "application/json", **headers}, method=method)
    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    return response.status, response.headers.get_content_type(), response.read()


def resolved(document, part):
    """A part of the document, or the component to which it refers."""
    if "$ref" not in part:
        return part
    _, components, kind, name = part["$ref"].split("/")
    return document[components][kind][name]


def errors(document, schema, value):
    """What a schema of the document has against a value."""
    return [
        error.message
        for error in Draft202012Validator({**schema, "components": document["components"]}).iter_errors(value)
    ]


def test_it_is_valid(document):
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []


def test_its_schemas_are_schemas(document):
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_what_it_describes_is_answered_so(document, base):
    asked = 0
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            request = resolved(document, operation.get("requestBody", {}))
            example = request.get("content", {}).get("application/json", {}).get("example")
            if "security" in operation or method != "get" and example is None or path in ["/ready", "/metrics"]:
                continue
            body = None if example is None else json.dumps(example).encode()
            status, kind, answer = send(base, method.upper(), path.replace("{name}", "is_one_time"), body)
            described = resolved(document, operation["responses"][str(status)]).get("content", {})
            asked += 1
            if described:
                assert kind in described, f"{method} {path}: {kind}"
            if kind == "application/json" and "schema" in described[kind]:
                assert errors(document, described[kind]["schema"], json.loads(answer)) == [], f"{method} {path}"
    assert asked >= 7


@pytest.mark.parametrize(
    "path, body, status",
    [
        ("/convert", b"{", 400),
        ("/detect", b'{"a":1}', 422),
        ("/explain?to=webhook", SAMPLES[0]["text"].encode(), 406),
        ("/explain", b" " * (1 << 20) + b"{}", 413),
    ],
)
def test_refusals_are_as_described(document, base, path, body, status):
    answered, kind, answer = send(base, "POST", path, body)
    response = resolved(document, document["paths"][path.split("?")[0]]["post"]["responses"][str(answered)])
    assert answered == status and kind in response["content"]
    assert errors(document, response["content"][kind]["schema"], json.loads(answer)) == []


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample["fixture"])
def test_converted_documents_are_what_their_schema_says(document, base, sample):
    told = json.loads(send(base, "POST", "/explain", sample["text"].encode())[2])
    schemas = document["components"]["schemas"]
    assert errors(document, schemas["explanation"], told) == []
    name = f"{told['target']['dialect']}.{told['detection']['kind']}"
    missing = {loss["target"].rsplit("/", 1)[1] for loss in told["ledger"]["losses"] if loss["action"] == "missing"}
    wrong = [
        message
        for message in errors(document, schemas[name], json.loads(told["target"]["text"]))
        if not any(f"'{field}' is a required property" == message for field in missing)
    ]
    assert wrong == [], name


def test_a_schema_refuses_what_is_no_record(document):
    assert errors(document, document["components"]["schemas"]["sdk2.profile"], {"profile_id": 1}) != []
