"""The frames of Colyseus byte for byte, and against the encoders and decoders of four generations of its SDK."""

import json
import random
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from houserules.errors import WireError
from houserules.server.colyseus.frame import Ack, Bytes, Data, Ignored, Leave, Ping, Request
from houserules.server.colyseus.frames import (
    MOST_TOKEN,
    read_frame,
    write_data,
    write_error,
    write_join,
    write_leave,
    write_ping,
    write_response,
)
from houserules.server.colyseus.msgpack import MOST_BYTES, MOST_DEPTH, MOST_EXACT, pack, unpack
from tests.colyseus_sdks import SDKS, sdk_folder

pytestmark = pytest.mark.one_build

CODEC = Path(__file__).parent / "colyseus_codec.cjs"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def frame(text: str) -> bytes:
    return bytes.fromhex(text)


# -- Frames of clients -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("0A", Ack()),
        ("0A 00", Ack()),  # Defold
        ("0C", Leave()),
        ("0C 00", Leave()),  # Defold
        ("12", Ping()),
        ("13 01 02", Ignored()),
        ("94 01", Ignored()),  # an input with a modifier of 0.18
        ("0D A1 78", Data("x")),
        ("0D A1 78 01", Data("x", 1)),
        ("0D 07 81 A1 74 07", Data(7, {"t": 7})),
        ("0D CC C8", Data(200)),
        ("0D CD 2C 01", Data(300)),
        ("0D CE 70 11 01 00", Data(70000)),
        ("0D CB 00 00 00 00 00 00 00 40", Data(2)),
        ("0D FF", Data(-1)),
        ("0D D9 01 78", Data("x")),
        ("0D DA 01 00 78 C0", Data("x")),
        ("0D DB 01 00 00 00 78 C3", Data("x", True)),
        ("0D A1 78 D4 72 40 91 A1 61 01", Data("x", {"a": 1})),
        ("11 A1 78 01 02", Bytes("x", b"\x01\x02")),
        ("11 07", Bytes(7, b"")),
        ("15 00 A1 78", Request(0, "x")),
        ("15 CD 2C 01 A1 78 D4 72 40 90", Request(300, "x", {})),
    ],
)
def test_a_frame_of_a_client(sent: str, read: object) -> None:
    assert read_frame(frame(sent)) == read


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "00",
        "0B 00 A1 78",  # only a server sends errors
        "0E",
        "0F",
        "10",
        "16 00 00",
        "8A",  # no modifier goes with an acknowledgement
        "0D",
        "0D A0",  # an empty type
        "0D A2 78",
        "0D D9",
        "0D D9 05 78",
        "0D A1 FF",
        "0D 80",
        "0D CD 01",
        "0D CB 00 00 00 00 00 00 F8 3F",  # 1.5
        "0D CB 00 00 00 00 00 00 F8 7F",  # not a number
        "0D CB 00 00 00 00 00 00 F0 7F",  # infinite
        "11",
        "15",
        "15 00",
        "15 FF A1 78",
        "0D A1 78 C1",
        "0D A1 78 01 01",
    ],
)
def test_a_frame_that_cannot_be_read(sent: str) -> None:
    with pytest.raises(WireError, match=r"cannot be read|not msgpack") as refused:
        read_frame(frame(sent))
    assert refused.value.code == "bad-frame"


# -- Frames of a server ----------------------------------------------------------------------------------------------


def test_the_first_frame_has_a_token_and_no_state() -> None:
    assert write_join("EXuWE-X8Y") == frame("0A 09") + b"EXuWE-X8Y" + frame("04") + b"none" + frame("00")
    assert len(write_join("x" * MOST_TOKEN)) == MOST_TOKEN + 8
    with pytest.raises(AssertionError, match="Defold"):
        write_join("x" * (MOST_TOKEN + 1))


def test_frames_of_a_server() -> None:
    assert write_error(524, "seat reservation expired.") == frame("0B CD 0C 02 B9") + b"seat reservation expired."
    assert write_error(0, "x" * 32) == frame("0B 00 D9 20") + b"x" * 32
    assert write_error(4217, "é" * 150) == frame("0B CD 79 10 DA 2C 01") + "é".encode() * 150
    assert write_error(70000, "") == frame("0B CE 70 11 01 00 A0")
    assert write_leave() == frame("0C")
    assert write_ping() == frame("12")
    assert write_data("x", {"a": 1}) == frame("0D A1 78 81 A1 61 01")
    assert write_data(7, {"t": 7}) == frame("0D 07 81 A1 74 07")
    assert write_data("x", None) == frame("0D A1 78")
    assert write_response(300, 2, {"code": 1}) == frame("16 CD 2C 01 02 81 A4") + b"code\x01"
    assert write_response(0, 0, None) == frame("16 00 00")


@pytest.mark.parametrize("payload", [{}, [], "", 0, 1, 127, -1, -32])
def test_no_payload_is_a_single_byte(payload: object) -> None:
    """Defold loses those. All but true and false have a longer form."""
    written = write_data("x", payload)[3:]
    assert len(written) > 1
    assert unpack(written) == payload == msgspec.msgpack.decode(written)


# -- Documents -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("D4 72 40 91 A1 61 01", {"a": 1}),
        ("92 D4 72 40 91 A1 61 01 40 02", [{"a": 1}, {"a": 2}]),
        ("D4 72 40 90", {}),
        ("92 D4 72 40 90 40", [{}, {}]),
        ("93 D4 72 40 91 A1 61 01 D4 72 40 91 A1 62 02 40 03", [{"a": 1}, {"b": 2}, {"b": 3}]),
        ("92 D4 72 40 91 A1 61 D4 72 40 91 A1 62 01 40 02", [{"a": {"b": 1}}, {"b": 2}]),
        ("C7 01 72 40 91 A1 61 01", {"a": 1}),
        ("92 40 7F", [64, 127]),  # no record was defined
        ("92 D4 72 40 90 41", [{}, 65]),
        ("D4 00 00", None),
        ("91 C0", [None]),
        ("CB 40 24 00 00 00 00 00 00", 10),
        ("CA 41 20 00 00", 10),
        ("CB 42 70 00 00 00 00 00 00", 1 << 40),
        ("CB 3F F8 00 00 00 00 00 00", 1.5),
        ("D3 00 00 00 00 00 00 00 0A", 10),
        ("CF 80 00 00 00 00 00 00 00", 1 << 63),
        ("E0", -32),
        ("82 01 02 A1 61 C0", {1: 2, "a": None}),
        ("DE 00 01 A1 61 01", {"a": 1}),
        ("DC 00 01 01", [1]),
        ("C4 02 01 02", b"\x01\x02"),
        ("D6 FF 59 68 2F 00", datetime(2017, 7, 14, 2, 40, tzinfo=UTC)),
        ("C7 0C FF 00 00 00 00 FF FF FF FD AB F4 1C 00", EPOCH + timedelta(seconds=-1e10)),
        ("D7 FF 1D CD 65 00 00 00 00 01", EPOCH + timedelta(seconds=1, microseconds=125_000)),
    ],
)
def test_a_document(sent: str, read: object) -> None:
    got = unpack(frame(sent))
    assert got == read
    assert type(got) is type(read)


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ("", "ends too early"),
        ("C1", "byte C1"),
        ("DD FF FF FF FF", "ends too early"),
        ("DF FF FF FF FF 01 01", "ends too early"),
        ("C6 FF FF FF FF 00", "ends too early"),
        ("DB 80 00 00 00 41", "ends too early"),
        ("C9 FF FF FF FF 72 40", "ends too early"),
        ("DF 00 00 00 02 01 01 02", "ends too early"),
        ("A1 FF", "not UTF-8"),
        ("A3 ED A0 80", "not UTF-8"),  # half a character
        ("81 90 01", "neither a text nor a number"),
        ("81 C0 01", "neither a text nor a number"),
        ("D4 72 80 90", "extension of type 114"),
        ("D5 72 40 41 90", "extension of type 114"),
        ("D4 72 40 01", "keys of a record"),
        ("D4 72 40 91 01 01", "keys of a record"),
        ("D4 72 40 91 A1 61", "ends too early"),
        ("D4 FF FF", "a time in it has 1 bytes"),  # a Date that is not valid
        ("C7 0C FF 00 00 00 00 7F FF FF FF FF FF FF FF", "outside of the years"),
        ("D4 01 00", "extension of type 1 "),
        ("01 02", "1 bytes follow"),
    ],
)
def test_a_document_that_cannot_be_read(sent: str, why: str) -> None:
    with pytest.raises(WireError, match=why) as refused:
        unpack(frame(sent))
    assert refused.value.code == "bad-frame"


def test_documents_are_bounded() -> None:
    assert unpack(b"\x91" * MOST_DEPTH + b"\x01")
    for head in (b"\x91", b"\x81\x01", b"\xd4\x72\x40\x91\xa1a", b"\xd4\x72\x40"):
        with pytest.raises(WireError, match="nested deeper"):
            unpack(head * (MOST_DEPTH + 1) + b"\x01")
    assert unpack(b"\xc5" + (MOST_BYTES - 3).to_bytes(2, "big") + bytes(MOST_BYTES - 3))
    with pytest.raises(WireError, match=f"{MOST_BYTES} are the most"):
        unpack(bytes(MOST_BYTES + 1))


NUMBERS = st.integers(-MOST_EXACT, MOST_EXACT) | st.floats(allow_nan=False)
KEYS = st.text(max_size=10)
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=40) | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=20,
)


@given(DOCUMENTS)
@example(
    {"time": 1_700_000_000_000, "low": -(1 << 31), "below": -(1 << 31) - 1, "most": (1 << 32) - 1, "above": 1 << 32}
)
def test_what_is_packed_is_read_again(document: object) -> None:
    assert unpack(pack(document)) == document
    assert read_frame(write_data("x", document)) == Data("x", document)


@given(st.integers(-(1 << 200), 1 << 200))
def test_numbers_of_more_than_32_bits_are_floats(number: int) -> None:
    written = msgspec.msgpack.decode(pack({"n": number}))["n"]
    assert written == float(number) or written == number
    assert isinstance(written, int) == (-(1 << 31) <= number < 1 << 32)


@given(st.binary(max_size=200))
@example(b"\xdd\xff\xff\xff\xff")
def test_arbitrary_bytes_are_read_or_refused(data: bytes) -> None:
    for read in (unpack, read_frame):
        try:
            read(data)
        except WireError as refused:
            assert refused.code == "bad-frame"  # noqa: PT017 - it may also be read


@given(DOCUMENTS, st.data())
def test_damaged_documents_are_read_or_refused(document: object, data: st.DataObject) -> None:
    packed = bytearray(pack(document))
    for _ in range(data.draw(st.integers(1, 4))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(
            st.sampled_from([0x40, 0x72, 0x91, *range(0xC0, 0xE0)])
        )
    try:
        unpack(bytes(packed))
    except WireError as refused:
        assert refused.code == "bad-frame"  # noqa: PT017 - it may also be read


# -- The SDKs --------------------------------------------------------------------------------------------------------

COUNT = 2000


def plain(value: Any) -> Any:
    """The values that JSON cannot say are objects with one key: see colyseus_codec.cjs."""
    match value:
        case {"$int": str(text)}:
            return int(text)
        case {"$date": milliseconds}:
            return EPOCH + timedelta(milliseconds=milliseconds)
        case {"$bytes": str(text)}:
            return bytes.fromhex(text)
        case {"$map": list(pairs)}:
            return {key: plain(held) for key, held in pairs}
        case dict():
            return {key: plain(held) for key, held in value.items()}
        case list():
            return [plain(held) for held in value]
    return value


def number(text: str) -> int | float:
    """JavaScript prints whole numbers beyond 2 to the 53 with zeros at the end."""
    return int(text) if abs(int(text)) <= MOST_EXACT else float(text)


def run_codec(sdk: str, *arguments: object, said: str = "") -> list[Any]:
    command = ["node", str(CODEC), str(sdk_folder(sdk)), *map(str, arguments)]
    done = subprocess.run(command, input=said, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line, parse_int=number) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("sdk", SDKS)
def test_what_an_sdk_sends_is_read(sdk: str) -> None:
    """Random messages of all kinds of values, in the frames that its Room sends."""
    messages = run_codec(sdk, "encode", 1, COUNT)

    assert len(messages) == COUNT
    for message in messages:
        assert read_frame(bytes.fromhex(message["frame"])) == Data(message["type"], plain(message["payload"]))
    has_records = [b"\xd4\x72\x40" in bytes.fromhex(message["frame"]) for message in messages]
    assert any(has_records) == (sdk != "sdk15")


def random_document(chance: random.Random, depth: int) -> object:
    match chance.randrange(6 if depth > 3 else 9):
        case 0:
            return chance.choice([None, True, False, "", "x", "é€🂡" * chance.randrange(20)])
        case 1 | 2:
            return chance.choice([1, -1]) * chance.getrandbits(chance.randrange(1, 53))
        case 3:
            return chance.uniform(-1e9, 1e9)
        case 4:
            return bytes(chance.randbytes(chance.randrange(40)))
        case 5:
            return chance.choice([-(1 << 31), -(1 << 31) - 1, (1 << 32) - 1, 1 << 32, 1 << 53, 1e300, 0.5])
        case 6:
            return [random_document(chance, depth + 1) for _ in range(chance.randrange(20))]
    return {f"k{chance.randrange(50)}é": random_document(chance, depth + 1) for _ in range(chance.randrange(20))}


@pytest.mark.parametrize("sdk", SDKS)
def test_what_is_written_an_sdk_reads(sdk: str) -> None:
    """No number comes as a BigInt, and nothing is lost."""
    chance = random.Random(7)
    types: list[str | int] = ["sync_game_state", 7, 300, "é" * 40]
    messages = []
    for _ in range(COUNT):
        type_ = chance.choice(types)
        messages.append((type_, {"payload": random_document(chance, 0)}))
    lines = [write_data(type_, payload).hex() for type_, payload in messages]

    read = run_codec(sdk, "decode", said="\n".join(lines) + "\n")

    assert len(read) == COUNT
    assert '"$int"' not in json.dumps(read)
    for (type_, payload), got in zip(messages, read, strict=True):
        assert got["type"] == type_
        assert plain(got["payload"]) == payload
