"""`metier show`: each tier can be rendered without touching the next (spec 02)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from metier.cli.tiers import tier_document, tier_lines, tier_tokens

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.conftest import Metier


class OnlyListing:
    """A package of which L0 alone may be asked."""

    summary = "demo 1.0.0: d"


class OnlyInstructions(OnlyListing):
    """A package of which L0 and L1 may be asked."""

    instructions = "# Demo\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "demo"
    (made / "assets").mkdir(parents=True)
    (made / "SKILL.md").write_text("---\nname: demo\ndescription: d\n---\n# Demo\n", "utf-8")
    (made / "assets" / "a.bin").write_bytes(b"\xff")
    return made


def test_a_tier_is_rendered_from_a_package_that_has_nothing_beyond_it() -> None:
    listing, instructions = OnlyListing(), OnlyInstructions()
    assert tier_lines(listing, "L0", tokens=True) == ["demo 1.0.0: d"]  # type: ignore[arg-type]
    assert tier_tokens(listing, "L0") == 4  # type: ignore[arg-type]
    assert tier_document(instructions, "L1") == "# Demo\n"  # type: ignore[arg-type]
    assert tier_tokens(instructions, "L1") == 2  # type: ignore[arg-type]


def test_json_holds_the_tiers_asked_for(metier: Metier, folder: Path) -> None:
    one = metier("show", str(folder), "--tier", "L0", "--json").document
    assert {"L0", "L1", "L2"} & set(one) == {"L0"}
    assert one["tokens"] == {"L0": 4, "counter": "approximate"}
    every = metier("show", str(folder), "--json").document
    assert [(row["id"], row["tokens"]) for row in every["L2"]] == [
        ("SKILL.md", 11),
        ("assets/a.bin", None),
    ]
    assert every["tokens"]["L2"] == 11


def test_tokens_are_told_for_each_resource(metier: Metier, folder: Path) -> None:
    out = metier("show", str(folder), "--tier", "L2", "--tokens").out
    assert "SKILL.md  about 11 tokens" in out
    assert "assets/a.bin  not text" in out


def test_a_resource_in_json_is_text_or_base64(metier: Metier, folder: Path) -> None:
    text = metier("show", str(folder), "--resource", "SKILL.md", "--json").document
    assert text["resource"]["text"].startswith("---\n")
    data = metier("show", str(folder), "--resource", "assets/a.bin", "--json").document
    assert data["resource"]["base64"] == "/w=="
