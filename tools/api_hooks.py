"""Hooks that make the requests of Schemathesis meaningful; `cargo xtask api` uses them.

All requests come from one guest, so that they can use what earlier requests created. Only requests that
delete an identity or log devices out come from a new guest. The hooks replace most generated table ids
with ids of existing tables in every stage of a game, and some decks with a valid deck.
"""

import json
import os
import urllib.error
import urllib.request
import zlib

import schemathesis

URL = os.environ["ORRERY_URL"]
LOGOUTS = [
    ("DELETE", "/api/me"),
    ("DELETE", "/api/me/devices/{id}"),
    ("POST", "/api/me/leave"),
    ("POST", "/api/me/leave-all"),
]
DECK = 'id = "home"\nname = "At home"\nedition = "classic"\n'


def send(method, path, body=None, cookie=""):
    data = json.dumps(body).encode() if body is not None else None
    headers = {"Content-Type": "application/json", "Cookie": "orrery=" + cookie}
    request = urllib.request.Request(URL + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        return response.headers, json.loads(response.read() or b"null")


def create_guest():
    headers, _ = send("POST", "/api/me", {"name": "Guest"})
    return headers["Set-Cookie"].split(";")[0].partition("=")[2]


guests = [create_guest()]


def shared_guest():
    """Returns the shared guest; creates a new one if a request has logged the last one out."""
    try:
        send("GET", "/api/me", None, guests[-1])
    except urllib.error.HTTPError as error:
        if error.code != 401:
            raise
        guests.append(create_guest())
    return guests[-1]


@schemathesis.auth(refresh_interval=None)
class Guest:
    def get(self, case, context):
        is_logout = (context.operation.method.upper(), context.operation.path) in LOGOUTS
        return create_guest() if is_logout else shared_guest()

    def set(self, case, data, context):
        case.cookies = {**(case.cookies or {}), "orrery": data}


def create_table(stage):
    """Creates a table at a stage: 1 open, 2 all seats taken, 3 game running, 4 game finished."""
    table_id = send("POST", "/api/tables", {"seats": 1 if stage > 1 else 3}, shared_guest())[1]["table"]
    if stage > 1:
        send("PUT", f"/api/tables/{table_id}/seats/A", {"kind": "me"}, shared_guest())
    for action in ["start", "resign"][:max(stage - 2, 0)]:
        send("POST", f"/api/tables/{table_id}/{action}", None, shared_guest())
    return table_id


def choice(value, count):
    """Returns the same choice for the same value, so that a run is reproducible."""
    return zlib.crc32(json.dumps(value, sort_keys=True).encode()) % count


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    path = context.operation.path
    if not path_parameters or "id" not in path_parameters:
        return path_parameters
    stage = choice(path_parameters, 5)
    if path.startswith("/api/tables/") and stage:
        return {**path_parameters, "id": create_table(stage)}
    if path.startswith("/api/editions/") and stage:
        return {**path_parameters, "id": "classic"}
    if path.startswith("/api/me/bots/") and stage:
        bots = send("GET", "/api/me/bots", None, shared_guest())[1]["bots"]
        return {**path_parameters, "id": bots[0]["id"]} if bots else path_parameters
    return path_parameters


@schemathesis.hook
def map_body(context, body):
    if context.operation.path == "/api/decks" and isinstance(body, dict) and choice(body, 2):
        return {**body, "text": DECK} if isinstance(body.get("text"), str) else body
    if isinstance(body, dict) and isinstance(body.get("name"), str):
        body = {**body, "name": in_one_script(body["name"])}
    return with_integers(body)


def in_one_script(name):
    """Replaces non-ASCII letters with x: a name must use one script, which a schema cannot express."""
    return "".join(letter if letter.isascii() else "x" for letter in name)


def with_integers(value):
    """Writes whole floats as integers: JSON Schema accepts 1.0 as an integer, this API does not."""
    if isinstance(value, dict):
        return {key: with_integers(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_integers(inner) for inner in value]
    is_whole = isinstance(value, float) and value.is_integer()
    return int(value) if is_whole else value
