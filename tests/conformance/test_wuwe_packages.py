"""The contract's statements 28 and 29: a package is what its manifest says, and stays so."""

from __future__ import annotations

import hashlib

import pytest

import metier

EMPTY = hashlib.sha256(b"").hexdigest()


def manifest_of_one(size: int, sha256: str) -> metier.Manifest:
    resource = {"id": "r", "path": "r.bin", "kind": "asset", "size": size, "sha256": sha256}
    return metier.Manifest(
        id="demo", version="1.0.0", name="N", description="D", resources=[resource]
    )


@pytest.mark.parametrize(
    ("size", "sha256", "code"),
    [
        (0, EMPTY, "resource_size_mismatch"),
        (1, EMPTY, "resource_digest_mismatch"),
        (0, hashlib.sha256(b"x").hexdigest(), "resource_size_mismatch"),
    ],
)
def test_statement_28_declared_empty_with_content_makes_no_package(
    size: int, sha256: str, code: str
):
    """28: size 0 + sha256(empty) declared but content "x": construction fails."""
    manifest = manifest_of_one(size, sha256)
    with pytest.raises(metier.PackageError) as refused:
        metier.Package.build(manifest, {"r": b"x"})
    assert refused.value.code == code
    assert metier.Package.try_build(manifest, {"r": b"x"}).error == refused.value


@pytest.mark.parametrize(
    ("contents", "code"),
    [({}, "resource_missing"), ({"r": b"", "s": b""}, "undeclared_resource")],
)
def test_package_has_exactly_the_declared_resources(contents: dict[str, bytes], code: str):
    """Section 3: the resource map has exactly the declared ids."""
    result = metier.Package.try_build(manifest_of_one(0, EMPTY), contents)
    assert [finding.code for finding in result.diagnostics] == [code]


@pytest.mark.parametrize(
    "name",
    ["id", "version", "manifest", "resources", "digest", "tree", "provenance", "trust", "surprise"],
)
def test_statement_29_package_accessors_are_read_only(name: str):
    """29: package accessors are read-only."""
    package = metier.Package.build(manifest_of_one(0, EMPTY), {"r": b""})
    with pytest.raises(AttributeError):
        setattr(package, name, None)
    with pytest.raises(AttributeError):
        delattr(package, name)


def test_statement_29_what_accessors_give_is_read_only_too():
    """29, to the bottom: neither maps nor bytes of a package can be exchanged."""
    package = metier.Package.build(manifest_of_one(0, EMPTY), {"r": b""})
    with pytest.raises(TypeError):
        package.resources["r"] = None  # type: ignore[index]
    with pytest.raises(AttributeError):
        package.resource("r").size = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        package.manifest.metadata["a"] = "b"  # type: ignore[index]
