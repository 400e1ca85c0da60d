#!/usr/bin/env python3
"""A program that plays on an Orrery server: python3 online_bot.py http://127.0.0.1:8080

It creates a guest and a bot account, creates a table against a built-in bot, and plays random legal
actions until the game is over. With the id of a table as second argument it takes a seat there and
plays when the host starts the game. It needs only Python's standard library. docs/PROTOCOL.md,
part 3, describes the messages.
"""

import base64
import json
import os
import random
import socket
import struct
import sys
import time
import urllib.error
import urllib.request
from urllib.parse import urlsplit

# Opcodes of WebSocket frames (RFC 6455).
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Server:
    """A client of the HTTP API. It sends the token of the bot account after that has been created."""

    def __init__(self, url):
        self.url, self.headers = url.rstrip("/"), {}

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = dict(self.headers, **({"Content-Type": "application/json"} if data else {}))
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                cookie = answer.headers.get("Set-Cookie")
                text = answer.read().decode()
        except urllib.error.HTTPError as refused:
            error = json.loads(refused.read())["error"]
            if "retry_ms" not in error:  # temporary errors have this field
                sys.exit(f"{method} {path}: {error['text']}")
            time.sleep(error["retry_ms"] / 1000)
            return self.ask(method, path, body)
        if cookie:
            self.headers["Cookie"] = cookie.split(";")[0]
        kind = answer.headers.get("Content-Type", "")
        return json.loads(text) if "json" in kind and text else text

    def create_bot_account(self, name):
        self.ask("POST", "/api/me", {"name": name + "'s owner"})
        token = self.ask("POST", "/api/me/bots", {"name": name})["token"]
        self.headers = {"Authorization": "Bearer " + token}


class Closed(Exception):
    """Raised when the connection has ended."""


class Socket:
    """A minimal WebSocket client for text messages."""

    def __init__(self, url, path, headers):
        parts = urlsplit(url)
        self.stream = socket.create_connection((parts.hostname, parts.port or 80), timeout=60)
        self.buffer = b""
        lines = [f"GET {path} HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode()]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.stream.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.receive_bytes()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            sys.exit("cannot open the WebSocket: " + head.decode())

    def receive_bytes(self):
        data = self.stream.recv(65536)
        if not data:
            raise Closed
        return data

    def read_bytes(self, count):
        while len(self.buffer) < count:
            self.buffer += self.receive_bytes()
        read, self.buffer = self.buffer[:count], self.buffer[count:]
        return read

    def send_frame(self, opcode, payload):
        mask = os.urandom(4)
        size = len(payload)
        head = bytes([0x80 | opcode, 0x80 | size]) if size < 126 else \
            bytes([0x80 | opcode, 0x80 | 126]) + struct.pack(">H", size)
        body = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.stream.sendall(head + mask + body)

    def send(self, message):
        self.send_frame(TEXT, json.dumps(message).encode())

    def receive(self):
        while True:
            first, second = self.read_bytes(2)
            size = second & 0x7F
            if size == 126:
                (size,) = struct.unpack(">H", self.read_bytes(2))
            elif size == 127:
                (size,) = struct.unpack(">Q", self.read_bytes(8))
            payload = self.read_bytes(size)
            opcode = first & 0x0F
            if opcode == TEXT:
                return json.loads(payload)
            if opcode == PING:
                self.send_frame(PONG, payload)
            if opcode == CLOSE:
                raise Closed


def take_seat(server, table):
    """Takes the first free seat and returns its letter."""
    for seat in server.ask("GET", f"/api/tables/{table}")["seats"]:
        if seat["player"] is None:
            body = {"kind": "me", "entropy": os.urandom(16).hex()}
            server.ask("PUT", f"/api/tables/{table}/seats/{seat['seat']}", body)
            return seat["seat"]
    sys.exit("no free seat at this table")


def play(server, table):
    """Plays until the game is over, and reconnects when the connection ends."""
    while True:
        connection = Socket(server.url, f"/api/tables/{table}/socket", server.headers)
        connection.send({"do": "hello", "orrery": 1})
        try:
            return answer_prompts(connection)
        except (Closed, OSError):
            time.sleep(1)


def answer_prompts(connection):
    """Answers every prompt with a legal action; returns the table when the game is over."""
    answer = None
    while True:
        message = connection.receive()
        if message["type"] == "error":
            error = message["error"]
            if "retry_ms" in error:
                # A temporary error, such as a rate limit: send the message with the same id again later.
                time.sleep(error["retry_ms"] / 1000)
                connection.send(answer)
            elif error["code"] not in ("stale", "not-asked"):
                sys.exit("refused: " + error["text"])
        if message["type"] in ("table", "welcome") and message["table"]["stage"] == "over":
            return message["table"]
        prompt = message.get("prompt")
        if prompt and prompt.get("legal") and "answered" not in prompt:
            answer = {"do": "act", "id": os.urandom(8).hex(), "version": prompt["version"],
                      "step": random.choice(prompt["legal"])}
            connection.send(answer)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    server = Server(sys.argv[1])
    server.create_bot_account("Robbie")
    if len(sys.argv) > 2:
        table = sys.argv[2]
        seat = take_seat(server, table)
    else:
        table = server.ask("POST", "/api/tables", {"seats": 2, "beat_ms": 0})["table"]
        seat = take_seat(server, table)
        server.ask("PUT", f"/api/tables/{table}/seats/B", {"kind": "bot", "level": "random"})
        server.ask("POST", f"/api/tables/{table}/start")
    ended = play(server, table)
    won = seat in (ended["outcome"] or {"winners": []})["winners"]
    print(f"table {table}: {'won' if won else 'lost'} as {seat}; the seed was {ended['seed']}")


if __name__ == "__main__":
    main()
