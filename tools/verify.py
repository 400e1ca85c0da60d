#!/usr/bin/env python3
"""Verifies the dice of an Orrery record, independently of the program that rolled them.

    python3 tools/verify.py RECORD [--deck DECK.toml] [--receipt FILE]
    python3 tools/verify.py RECORD [--deck DECK.toml] [--commitment HEX] [--entropy A=HEX]

It states what it proved: (1) the record is consistent with itself, (2) the dice follow the
commitment that you were given before the game, (3) and your own random contribution is in them.

It needs only Python 3.11. It implements docs/FAIR-DICE.md, including BLAKE3 and ChaCha20. Of the rules
it knows only which cards are left; `orrery verify` also checks that the moves are legal and that the
right number of dice was rolled. Exit codes: 0 verified, 1 false, 2 unreadable or nothing to verify.
"""

import argparse
import pathlib
import struct
import sys
import tomllib

FACES = ["move", "energy", "culture", "diplomacy", "economy", "colony"]
COMMIT_CONTEXT = b"orrery 2026 fair dice v1 commitment"
KEY_CONTEXT = b"orrery 2026 fair dice v1 key"
ENTROPY_CONTEXT = b"orrery 2026 fair dice v1 entropy"
MIN_ENTROPY = 16
RECORD_FIRST_LINES = ["orrery record 1", "orrery record 2", "orrery record 3"]
RECEIPT_FIRST_LINE = "orrery dice receipt 1"
DECKS = pathlib.Path(__file__).resolve().parent.parent / "crates" / "rules" / "decks"
MAX_BYTES = 8 * 1024 * 1024


class Unreadable(Exception):
    """Raised if the file is not a record, or has nothing to verify."""


class Mismatch(Exception):
    """Raised if the record does not match its dice, its commitment or the receipt."""


# --- BLAKE3 (https://github.com/BLAKE3-team/BLAKE3-specs) -------------------------------------

IV = [0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19]
PERMUTATION = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8]
CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
DERIVE_CONTEXT, DERIVE_MATERIAL = 32, 64
MASK = 0xFFFFFFFF


def rotate_right(word, by):
    return (word >> by | word << (32 - by)) & MASK


def mix(v, a, b, c, d, x, y):
    for extra, first, second in ((x, 16, 12), (y, 8, 7)):
        v[a] = (v[a] + v[b] + extra) & MASK
        v[d] = rotate_right(v[d] ^ v[a], first)
        v[c] = (v[c] + v[d]) & MASK
        v[b] = rotate_right(v[b] ^ v[c], second)


COLUMNS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
DIAGONALS = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]


def compress(chaining, block, counter, length, flags):
    """Compresses a block and returns the first eight words."""
    v = chaining + IV[:4] + [counter & MASK, counter >> 32, length, flags]
    for _ in range(7):
        for i, places in enumerate(COLUMNS + DIAGONALS):
            mix(v, *places, block[2 * i], block[2 * i + 1])
        block = [block[i] for i in PERMUTATION]
    return [v[i] ^ v[i + 8] for i in range(8)]


def words_of(block):
    return list(struct.unpack("<16I", block.ljust(64, b"\0")))


def chunk_node(key, chunk, counter, flags):
    """Returns the arguments of a chunk's last compression, which may be the root."""
    blocks = [chunk[i : i + 64] for i in range(0, len(chunk), 64)] or [b""]
    chaining = key
    for i, block in enumerate(blocks):
        block_flags = flags | (CHUNK_START if i == 0 else 0)
        if i == len(blocks) - 1:
            return (chaining, words_of(block), counter, len(block), block_flags | CHUNK_END)
        chaining = compress(chaining, words_of(block), counter, 64, block_flags)


def tree_node(key, data, counter, flags):
    """Returns the arguments of the last compression of a subtree.

    The number of chunks on its left side is the largest power of two that leaves data for the right side.
    """
    if len(data) <= 1024:
        return chunk_node(key, data, counter, flags)
    chunks = 1
    while 2 * chunks * 1024 < len(data):
        chunks *= 2
    left = compress(*tree_node(key, data[: chunks * 1024], counter, flags))
    right = compress(*tree_node(key, data[chunks * 1024 :], counter + chunks, flags))
    return (key, left + right, 0, 64, flags | PARENT)


def blake3(data, key=IV, flags=0):
    chaining, block, counter, length, last = tree_node(key, data, 0, flags)
    return struct.pack("<8I", *compress(chaining, block, counter, length, last | ROOT))


def derive_key(context, material):
    key = list(struct.unpack("<8I", blake3(context, flags=DERIVE_CONTEXT)))
    return blake3(material, key, DERIVE_MATERIAL)


# --- ChaCha20 (RFC 8439) ----------------------------------------------------------------------


def rotate_left(word, by):
    return (word << by | word >> (32 - by)) & MASK


def quarter_round(v, a, b, c, d):
    for first, second in ((16, 12), (8, 7)):
        v[a] = (v[a] + v[b]) & MASK
        v[d] = rotate_left(v[d] ^ v[a], first)
        v[c] = (v[c] + v[d]) & MASK
        v[b] = rotate_left(v[b] ^ v[c], second)


def chacha20_block(key, counter, nonce):
    start = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce))
    v = start[:]
    for _ in range(10):
        for places in COLUMNS + DIAGONALS:
            quarter_round(v, *places)
    return struct.pack("<16I", *((a + b) & MASK for a, b in zip(v, start)))


# --- The derivation (docs/FAIR-DICE.md) -------------------------------------------------------


def commitment_of(seed):
    return derive_key(COMMIT_CONTEXT, seed)


def entropy_hash(entropy):
    return derive_key(ENTROPY_CONTEXT, entropy)


def key_of(seed, seats, entropies):
    material = seed + bytes([seats])
    for seat in "ABCDE"[:seats]:
        entropy = entropies.get(seat, b"")
        material += bytes([len(entropy)]) + entropy
    return derive_key(KEY_CONTEXT, material)


def outcome_index(key, number, total):
    """Returns the index, below `total`, of the outcome of the chance step with this number."""
    if total <= 1:
        return 0
    nonce = struct.pack("<IQ", total, number)
    limit = 2**64 - 2**64 % total
    counter = 0
    while True:
        for (word,) in struct.iter_unpack("<Q", chacha20_block(key, counter, nonce)):
            if word < limit:
                return word % total
        counter += 1


# --- The record (docs/RECORDS.md) -------------------------------------------------------------


class Record:
    def __init__(self, text):
        lines = text.split("\n")
        if lines[0].strip() not in RECORD_FIRST_LINES:
            raise Unreadable("1:1: a record begins with the line `orrery record N`, N being 1 to 3")
        self.values, self.entropies, self.options = {}, {}, set()
        self.rekeyed = []  # (number of the first chance step, commitment, seed or None)
        self.blocks = {"deck": None, "setup": None}
        end = next((i for i, line in enumerate(lines) if not line.strip()), len(lines))
        self.read_header(lines[1:end])
        self.steps = []
        self.read_body(lines[end:])

    def read_header(self, lines):
        block = None
        for line in lines:
            line = line.rstrip("\r")
            if line.startswith("  |"):
                self.blocks[block] = (self.blocks[block] or "") + line[4:] + "\n"
                continue
            key, _, value = line.strip().partition(" ")
            block = key if key in self.blocks else block
            if key == "dice":
                what, _, value = value.partition(" ")
                if what == "entropy":
                    seat, _, value = value.partition(" ")
                    check_unique(self.entropies, seat)
                    self.entropies[seat] = bytes.fromhex(value)
                    continue
                if what == "rekey":
                    self.rekeyed.append(rekeying(value.split()))
                    continue
                key = "dice " + what
            if key == "option":
                self.options.add(value)
            elif key not in ("name", "tag"):
                check_unique(self.values, key)
                self.values[key] = value

    def read_body(self, lines):
        turn = None
        for line in lines:
            if not line.strip():
                continue
            if line[0] not in " \t":
                word = line.split()
                turn = "opening" if word[0] == "opening" else "turn " + " ".join(word[:2])
                continue
            for words in split_steps(line.strip()):
                self.steps.append((turn, words))

    def need(self, key):
        if key not in self.values:
            raise Unreadable(f"the heading has no line `{key}`")
        return self.values[key]


def rekeying(words):
    if len(words) not in (2, 3):
        raise Unreadable("a line `dice rekey` has a number, a commitment and perhaps a seed")
    seed = bytes.fromhex(words[2]) if len(words) == 3 else None
    return int(words[0]), bytes.fromhex(words[1]), seed


def check_unique(seen, key):
    if key in seen:
        raise Unreadable(f"the heading says `{key}` twice")


def split_steps(line):
    """Splits steps at commas; skips comments in braces, in which \\ escapes."""
    steps, step, in_comment, i = [], "", False, 0
    while i < len(line):
        char = line[i]
        if in_comment and char == "\\":
            # \u{…} contains braces.
            i = line.index("}", i) if line[i + 1] == "u" else i + 1
        elif in_comment:
            in_comment = char != "}"
        elif char == "{":
            in_comment = True
        elif char == ",":
            steps.append(step)
            step = ""
        else:
            step += char
        i += 1
    return [plain(step) for step in steps + [step]]


def plain(step):
    """Removes seat and mark: `B:follow!?` becomes `follow`."""
    step = step.strip()
    if step[1:2] == ":":
        step = step[2:]
    words = step.rstrip("!?")
    # In a redacted record, a separate `?` is a hidden outcome and not a mark: `dealt ?`.
    return words + "?" if words.endswith(" ") else words


# --- The receipt (docs/FAIR-DICE.md) ----------------------------------------------------------


class Claims:
    """The values that a player noted before the game, to compare them with the record."""

    def __init__(self, commitment=None, entropies=None):
        self.commitment, self.entropies = commitment, entropies or {}
        self.hashes, self.rekeyed, self.aborted = None, [], 0

    @staticmethod
    def of_receipt(text):
        lines = text.splitlines()
        if not lines or lines[0].rstrip() != RECEIPT_FIRST_LINE:
            raise Unreadable(f"a receipt begins with the line `{RECEIPT_FIRST_LINE}`")
        claims, seat = Claims(), None
        for words in filter(None, (line.split() for line in lines[1:])):
            match words:
                case ["table", _]:
                    pass
                case ["seat", seat]:
                    pass
                case ["commit", value]:
                    claims.commitment = bytes.fromhex(value)
                case ["entropy", value] if seat:
                    claims.entropies[seat] = bytes.fromhex(value)
                case ["hash", owner, value]:
                    claims.hashes = {**(claims.hashes or {}), owner: bytes.fromhex(value)}
                case ["rekey", number, value]:
                    claims.rekeyed.append((int(number), bytes.fromhex(value)))
                case ["aborted", times]:
                    claims.aborted = int(times)
                case _:
                    raise Unreadable(f"this line is not valid in a receipt: `{' '.join(words)[:40]}`")
        if claims.commitment is None:
            raise Unreadable("the receipt has no line `commit`")
        return claims


# --- The cards --------------------------------------------------------------------------------


def built_in(edition):
    path = DECKS / f"{edition}.toml"
    if not path.is_file():
        raise Unreadable(f"there is no edition `{edition}`")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def deck_of(record, path):
    """Returns planets and missions in the order of the deck file."""
    wanted = record.values.get("deck")
    if wanted is None:
        deck = built_in(record.need("edition"))
    else:
        text = record.blocks["deck"] if path is None else path.read_text(encoding="utf-8")
        if text is None or "blake3:" + blake3(text.encode()).hex() != wanted:
            raise Unreadable(f"the deck file with the hash {wanted} is needed (--deck)")
        deck = tomllib.loads(text)
        base = built_in(deck["edition"]) if "edition" in deck else {}
        deck = {**base, **deck}
    duel = "duel-missions" in record.options
    compares = lambda mission: mission["condition"]["is"] in ("most", "fewest")
    missions = [m["id"] for m in deck.get("mission", []) if not (duel and compares(m))]
    return [planet["id"] for planet in deck["planet"]], missions


HOLDERS = ("row", "under", "gone", "colonies")
KEYWORDS = HOLDERS + tuple(
    "turn start number discarded dice converter bay options effects rerolled converted "
    "fewer-dice end level ships used mission".split()
)


def placed_by_setup(text):
    """Returns the planets in a set-up that are not in the deck."""
    placed = set()
    for line in text.split("\n"):
        for clause in line.split("#")[0].split(";"):
            is_holder = False
            for word in clause.split():
                if word in KEYWORDS:
                    is_holder = word in HOLDERS
                elif is_holder:
                    placed.add(word)
    return placed


# --- The proof --------------------------------------------------------------------------------


class Chance:
    """Derives the outcomes of chance steps, and tracks the cards that are left."""

    def __init__(self, record, keys, deck):
        self.keys, self.number, self.seats = keys, 0, int(record.need("seats"))
        self.planets, self.missions = deck
        placed = placed_by_setup(record.blocks["setup"] or "")
        self.undrawn = [planet for planet in self.planets if planet not in placed]
        self.undealt = list(self.missions)
        self.counts = dict.fromkeys(["rolled", "drew", "dealt", "starts"], 0)

    def check(self, words):
        """Returns the derived outcome if it differs from the step; None if it is equal, or for an action."""
        verb, _, stated = words.partition(" ")
        if verb not in self.counts:
            return None
        outcome = getattr(self, verb)(stated)
        self.number += 1
        self.counts[verb] += 1
        derived = f"{verb} {outcome}".strip()
        return None if derived == words else derived

    def index(self, total):
        key = [key for start, key in self.keys if start <= self.number][-1]
        return outcome_index(key, self.number, total)

    def rolled(self, stated):
        count = len(stated.split())
        index = self.index(6**count)
        faces = sorted(index // 6**die % 6 for die in range(count))
        return " ".join(FACES[face] for face in faces)

    def take(self, cards):
        return cards.pop(self.index(len(cards)))

    def drew(self, stated):
        # If the deck is empty, the card under it is drawn, which is not a chance step.
        return self.take(self.undrawn) if self.undrawn else stated

    def dealt(self, stated):
        return self.take(self.undealt) if self.undealt else stated

    def starts(self, stated):
        return "ABCDE"[self.index(self.seats)]


def check_claims(record, committed, claims):
    """Checks that the record contains exactly the values that the player noted before the game."""
    if claims.commitment is not None and claims.commitment != committed:
        raise Mismatch(f"false: the commitment in the record differs from yours; it is {committed.hex()}")
    for seat, entropy in sorted(claims.entropies.items()):
        if record.entropies.get(seat, b"") != entropy:
            raise Mismatch(f"false: the record does not have the entropy of seat {seat}")
    if claims.hashes is not None:
        found = {seat: entropy_hash(entropy) for seat, entropy in record.entropies.items()}
        for seat in [*sorted(claims.hashes), *sorted(found)]:
            if claims.hashes.get(seat) != found.get(seat):
                raise Mismatch(f"false: the entropy of seat {seat} is not the one that was fixed before the game")
    if claims.commitment is not None:
        check_rekeyed(record.rekeyed, claims.rekeyed)


def check_rekeyed(rekeyed, noted):
    """Checks that the record and the receipt list the same changes of the key."""
    recorded = [(start, commitment) for start, commitment, _ in rekeyed]
    for i in range(max(len(recorded), len(noted))):
        if recorded[i : i + 1] != noted[i : i + 1]:
            start = (recorded[i : i + 1] or noted[i : i + 1])[0][0]
            raise Mismatch(f"false: the seed changed at roll or draw {start}, but your receipt does not say so")


def seeds_of(record, committed):
    """Returns each seed with the number of its first chance step, after checking its commitment."""
    first = record.values.get("dice seed")
    first = bytes.fromhex(first) if first is not None else None
    seeds = []
    for start, commitment, seed in [(0, committed, first), *record.rekeyed]:
        if seed is None:
            raise Unreadable("cannot be verified: the seed is not revealed")
        if commitment_of(seed) != commitment:
            raise Mismatch(f"false: the seed does not match the commitment; its own commitment is {commitment_of(seed).hex()}")
        seeds.append((start, seed))
    if sorted(seeds, key=lambda period: period[0]) != seeds:
        raise Unreadable("the changes of the key are not in order")
    return seeds


def proof_level(record, claims):
    """Returns lines with the proof level for a player with these claims, and why it is not higher."""
    contributed = any(len(entropy) >= MIN_ENTROPY for entropy in claims.entropies.values())
    fixed = claims.hashes is not None or set(record.entropies) <= set(claims.entropies)
    lines = [
        "proof level 1 of 3: the record is consistent with itself",
        "proof level 2 of 3: the dice follow the commitment that you were given before the game",
        "proof level 3 of 3: the dice follow the commitment that you were given before the game, "
        "and your own random contribution is in them",
    ]
    if claims.commitment is None:
        return [lines[0], "no higher: without your receipt the seed could have been chosen afterwards"]
    if not contributed:
        return [lines[1], "no higher: your receipt has no contribution of at least 16 bytes"]
    if not fixed:
        others = "the contributions of others were fixed before yours"
        return [lines[1], f"no higher: your receipt does not say that {others}"]
    if record.rekeyed:
        return [lines[1], "no higher: the seed was replaced in the middle of the game"]
    return [lines[2]]


def verify(record, deck_path, claims):
    if "dice commit" not in record.values:
        raise Unreadable("cannot be verified: the record carries no commitment")
    committed = bytes.fromhex(record.values["dice commit"])
    check_claims(record, committed, claims)
    seats = int(record.need("seats"))
    seeds = seeds_of(record, committed)
    keys = [(start, key_of(seed, seats, record.entropies)) for start, seed in seeds]
    chance = Chance(record, keys, deck_of(record, deck_path))
    for number, (turn, words) in enumerate(record.steps, 1):
        derived = chance.check(words)
        if derived is not None:
            raise Mismatch(f"false: step {number} ({turn}), `{words}`: the dice gave `{derived}`")
    return chance.counts


def arguments():
    parser = argparse.ArgumentParser(description="Verify the dice of an Orrery record.")
    parser.add_argument("record", type=pathlib.Path)
    parser.add_argument("--deck", type=pathlib.Path, help="the custom deck, if the record does not contain it")
    parser.add_argument("--receipt", type=pathlib.Path, help="the receipt that your client wrote before the game")
    parser.add_argument("--commitment", help="the commitment that the dealer announced before the game")
    parser.add_argument("--entropy", action="append", default=[], help="A=HEX: the entropy that seat A contributed")
    return parser.parse_args()


def claims_of(args):
    if args.receipt:
        return Claims.of_receipt(args.receipt.read_text(encoding="utf-8"))
    claims = Claims(bytes.fromhex(args.commitment) if args.commitment else None)
    for claim in args.entropy:
        seat, _, value = claim.partition("=")
        claims.entropies[seat] = bytes.fromhex(value)
    return claims


def run(args):
    if args.record.stat().st_size > MAX_BYTES:
        raise Unreadable("the record is too long")
    record = Record(args.record.read_bytes().decode("utf-8"))
    claims = claims_of(args)
    counts = verify(record, args.deck, claims)
    print(
        f"proved: {counts['rolled']} rolls, {counts['drew']} planets drawn, "
        f"{counts['dealt']} missions dealt, {counts['starts']} starting seats drawn"
    )
    print("\n".join(proof_level(record, claims)))
    if claims.aborted:
        print(f"{claims.aborted} draws were aborted before the game")


def main():
    try:
        run(arguments())
    except Mismatch as problem:
        print(problem, file=sys.stderr)
        return 1
    except (Unreadable, OSError, ValueError, KeyError, IndexError) as problem:
        print(f"verify.py: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
