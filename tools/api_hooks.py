"""What Schemathesis must know to be somebody: `cargo xtask api` runs it with this.

Every request is of one guest, so that tables made by one can be used by the next; only those that end
an identity are of a guest of their own.
"""

import json
import os
import urllib.request

import schemathesis

URL = os.environ["ORRERY_URL"]
ENDING = [("DELETE", "/api/me"), ("POST", "/api/me/leave")]


def guest():
    body = json.dumps({"name": "Somebody"}).encode()
    request = urllib.request.Request(URL + "/api/me", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.headers["Set-Cookie"].split(";")[0].partition("=")[2]


ONE = guest()


@schemathesis.auth(refresh_interval=None)
class Guest:
    def get(self, case, context):
        ending = (context.operation.method.upper(), context.operation.path) in ENDING
        return guest() if ending else ONE

    def set(self, case, data, context):
        case.cookies = {**(case.cookies or {}), "orrery": data}
