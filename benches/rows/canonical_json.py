"""Canonical JSON against rfc8785, which is as strict, and orjson, which is not RFC 8785."""

from __future__ import annotations

import orjson
import rfc8785

import metier
from benches.documents import SIZES, document
from benches.measure import call, interleave, repeats
from benches.row import Row, at_least, at_most, microseconds, not_measured

AREA = "canonical JSON"
RFC8785_BARS = {"2 KB": 25.0, "200 KB": 40.0, "20 MB": 40.0}
ORJSON_BAR = 2.0
BYTES_BAR = 1.5


def rows() -> list[Row]:
    """Measures both functions at three sizes."""
    if "canonical_json" not in metier.__all__:
        bar = f"≥ 25×, 40×, 40× rfc8785; ≤ {ORJSON_BAR:g}× orjson; ≥ {BYTES_BAR:g}× bytes to bytes"
        reason = "metier has no canonical_json"
        return [not_measured(AREA, "object or bytes to bytes, 2 KB, 200 KB, 20 MB", bar, reason)]
    return [row for size in SIZES for row in (*_object_rows(size), _bytes_row(size))]


def _object_rows(size: str) -> list[Row]:
    value = document(size)

    def ours() -> bytes:
        return metier.canonical_json(value)

    def sorted_orjson() -> bytes:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)

    def strict_peer() -> bytes:
        return rfc8785.dumps(value)

    if not ours() == sorted_orjson() == strict_peer():
        raise AssertionError(f"the three outputs differ at {size}")
    timings = interleave(
        {
            "metier": call(ours, repeat=repeats(ours)),
            "orjson": call(sorted_orjson, repeat=repeats(sorted_orjson)),
            "rfc8785": call(strict_peer, repeat=repeats(strict_peer)),
        }
    )
    mine, fast, strict = (timings[name].cpu for name in ("metier", "orjson", "rfc8785"))
    return [
        at_least(
            AREA,
            f"object to bytes, {size}, against rfc8785",
            strict / mine,
            RFC8785_BARS[size],
            f"{microseconds(mine)} against {microseconds(strict)}",
        ),
        at_most(
            AREA,
            f"object to bytes, {size}, against orjson with sorted keys",
            mine / fast,
            ORJSON_BAR,
            f"{microseconds(mine)} against {microseconds(fast)}",
        ),
    ]


def _bytes_row(size: str) -> Row:
    data = orjson.dumps(document(size))

    def ours() -> bytes:
        return metier.canonicalize_json(data)

    def peer() -> bytes:
        return orjson.dumps(orjson.loads(data), option=orjson.OPT_SORT_KEYS)

    if ours() != peer():
        raise AssertionError(f"the two outputs differ at {size}")
    timings = interleave(
        {
            "metier": call(ours, repeat=repeats(ours)),
            "orjson": call(peer, repeat=repeats(peer)),
        }
    )
    mine, other = timings["metier"].cpu, timings["orjson"].cpu
    return at_least(
        AREA,
        f"bytes to bytes, {size}, against orjson loads and sorted dumps",
        other / mine,
        BYTES_BAR,
        f"{microseconds(mine)} against {microseconds(other)}",
    )
