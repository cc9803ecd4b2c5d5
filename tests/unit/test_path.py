from __future__ import annotations

import pytest

import metier


def test_refused_path_carries_code_and_path():
    with pytest.raises(metier.PathError) as caught:
        metier.check_path("a/../b")
    assert caught.value.code == "path_dots"
    assert caught.value.path == "a/../b"


def test_bytes_are_read_as_utf8():
    metier.check_path("é".encode())
    with pytest.raises(metier.PathError, match="not UTF-8 from byte 1"):
        metier.check_path(b"a\xff")


def test_lone_surrogate_is_not_utf8():
    with pytest.raises(metier.PathError) as caught:
        metier.check_path("a\udcff")
    assert caught.value.code == "path_not_utf8"


@pytest.mark.parametrize("path", [1, None, bytearray(b"a")])
def test_path_of_another_type_is_a_type_error(path: object):
    with pytest.raises(TypeError):
        metier.check_path(path)


def test_set_names_both_paths_that_clash():
    with pytest.raises(metier.PathError) as caught:
        metier.check_paths(iter(["docs/README.md", b"docs/readme.md"]))
    assert caught.value.code == "path_collision"
    assert caught.value.path == "docs/readme.md"
    assert "docs/README.md" in caught.value.message


def test_empty_set_is_fine():
    assert metier.check_paths([]) is None
