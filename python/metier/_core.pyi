"""The Rust core of metier. Names are re-exported by `metier`; import them from there."""

import os
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Literal, TypeAlias, final

from metier.model.parsed import Parsed

__all__ = [
    "CatalogIndex",
    "Diagnostic",
    "Progress",
    "Refutation",
    "Requirement",
    "Severity",
    "SharedTree",
    "SkillCheck",
    "SkillMd",
    "TreeDigest",
    "VerifiedPackage",
    "Version",
    "__version__",
    "activation_fingerprint",
    "archive_folder",
    "build_archive",
    "canonical_json",
    "canonical_manifest",
    "canonicalize_json",
    "capabilities_of",
    "check_path",
    "check_paths",
    "check_skill_references",
    "codes",
    "directory_digest",
    "discover",
    "embedded_digest",
    "exchange",
    "fix_skill",
    "hash_share",
    "knowledge_of",
    "load_directory",
    "load_skill",
    "parse_json",
    "parse_manifest",
    "read_archive",
    "read_file",
    "read_skill_at",
    "read_skill_md",
    "requirements_of",
    "resolve_many",
    "resources_of",
    "seal_skill",
    "sha256",
    "sha256_file",
    "skill_of",
    "split_tools",
    "tools_of",
    "tree_digest",
    "tree_digest_of_entries",
]
__version__: str

# --- archive --------------------------------------------------------------------------------

def archive_folder(
    path: str,
    target: str,
    /,
    *,
    limits: tuple[int | None, int | None, int | None, int | None, int | None],
    progress: Progress | None = None,
) -> tuple[int, str, TreeDigest]:
    """Writes the canonical archive of a folder to a file, whole or not at all.

    Args:
        path: The folder, which is no link.
        target: The file, which is replaced.
        limits: As of `read_archive`.
        progress: A counter to watch from another thread.

    Returns:
        The bytes of the archive, its SHA-256, and the tree that is in it.

    Raises:
        ArchiveError: The files are over a limit, or the file can't be written.
        LoadError: The folder can't be read, or holds what no archive does.
    """

def build_archive(files: list[tuple[str, bytes, bool]], /) -> bytes:
    """Makes the canonical archive of files: path, bytes, whether it is executable.

    Raises:
        PathError: A path breaks a rule, or two paths clash.
        ArchiveError: There are too many files or bytes (`archive_too_many_entries`,
            `archive_too_large`).
    """

def read_archive(
    data: bytes,
    /,
    *,
    mode: str,
    limits: tuple[int | None, int | None, int | None, int | None, int | None],
) -> tuple[list[tuple[str, bytes, bool]], TreeDigest, list[Diagnostic]]:
    """Reads an archive: its files in canonical order, their tree digest, and notes.

    Args:
        data: The archive.
        mode: `strict` or `import`.
        limits: Entries, bytes of a file, bytes in all, ratio, bytes of names; `None` keeps the
            default.

    Raises:
        ArchiveError: The archive is refused.
        ConfigurationError: There is no such mode (`unknown_mode`).
    """

# --- codes ----------------------------------------------------------------------------------

def codes() -> list[tuple[str, str, str]]:
    """Returns every code of the core with its meaning and the module that gives it.

    Modules come in alphabetical order, the codes of one in the order of its table. Codes that
    Python gives itself stand in `metier.codes`.
    """

# --- diagnostic -----------------------------------------------------------------------------

@final
class Severity:
    """How much a finding matters; `INFORMATION < WARNING < ERROR`."""

    INFORMATION: Severity
    WARNING: Severity
    ERROR: Severity
    @property
    def value(self) -> str:
        """The word for the severity, as it stands in JSON output."""
    def __lt__(self, other: Severity, /) -> bool: ...
    def __le__(self, other: Severity, /) -> bool: ...
    def __gt__(self, other: Severity, /) -> bool: ...
    def __ge__(self, other: Severity, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Diagnostic:
    """One finding: severity, stable code, message and place. A frozen value.

    `line` and `column` count from 1, columns in code points. `json_path` is a place inside a
    JSON or YAML document, such as `$.resources[0].size`.
    """

    def __new__(
        cls,
        severity: Severity,
        code: str,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        json_path: str | None = None,
        help: str | None = None,
    ) -> Diagnostic: ...
    @property
    def severity(self) -> Severity: ...
    @property
    def code(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def path(self) -> str | None: ...
    @property
    def line(self) -> int | None: ...
    @property
    def column(self) -> int | None: ...
    @property
    def json_path(self) -> str | None: ...
    @property
    def help(self) -> str | None: ...
    def __hash__(self) -> int: ...

# --- json -----------------------------------------------------------------------------------

def canonical_json(value: object, /) -> bytes:
    """Returns the canonical text (RFC 8785) of a Python value.

    Takes dicts with string keys, lists, tuples, strings, integers, floats, booleans and None, and
    subclasses of them by the value they inherit. Both float zeros are written `0`. The order of
    keys is that of their UTF-16 code units.

    Args:
        value: The value; nested at most 1,000 levels below the root.

    Returns:
        UTF-8 without a final newline.

    Raises:
        JsonError: `number_not_finite`, `integer_out_of_range` (beyond ±(2^53-1)),
            `lone_surrogate`, `key_not_string`, `duplicate_key` (equal strings of a subclass),
            `unsupported_type`, or `depth_exceeded`, which is what a cycle comes to. `json_path`
            names the part.
    """

def canonicalize_json(data: bytes, /) -> bytes:
    """Returns the canonical text (RFC 8785) of a JSON document.

    Reads as strictly as `parse_json`, without limits but 1,000 levels of nesting. An integer
    literal beyond ±(2^53-1) is taken where its double is written as the same text, so that the
    result is its own canonical text.

    Args:
        data: UTF-8.

    Returns:
        UTF-8 without a final newline.

    Raises:
        JsonError: The document is not strict JSON; `offset`, `line`, `column` and `json_path` say
            where.
    """

def parse_json(
    data: bytes | str,
    /,
    *,
    max_bytes: int = 1048576,
    max_string_bytes: int = 65536,
    max_items: int = 4096,
    max_depth: int = 64,
) -> object:
    """Returns the value of a strict JSON document (RFC 8259).

    Objects become dicts in the order of the text. A literal without fraction or exponent becomes
    an int (`-0` is 0), any other number a float.

    Args:
        data: UTF-8, or text, which counts as its UTF-8.
        max_bytes: Bytes of the document, inclusive.
        max_string_bytes: UTF-8 bytes of a string or key after unescaping, inclusive.
        max_items: Members of an array or object, inclusive.
        max_depth: Levels of nesting, inclusive; the root is at depth 0. At most 1,000 counts.

    Raises:
        JsonError: The document is not strict JSON or beyond a limit; `offset`, `line`, `column`
            and `json_path` say where.
    """

# --- digest ---------------------------------------------------------------------------------

def sha256(data: bytes, /) -> str:
    """Returns the SHA-256 of `data` as `sha256:` and 64 lower-case hexadecimal digits."""

def tree_digest_of_entries(
    entries: Sequence[tuple[str, bool, int, str]], /, left_out: Sequence[str] = ()
) -> TreeDigest:
    """Returns the `metier.tree.v1` digest of files described one by one, in any order.

    Args:
        entries: For each file its path, whether it is executable, its size in bytes, and the
            text form of its SHA-256.
        left_out: Paths to carry as left out.

    Raises:
        DigestError: A SHA-256 is not in its text form.
    """

def directory_digest(manifest: bytes, resources: Sequence[tuple[str, str, int, str]], /) -> str:
    """Returns the `wuwe.skill.package.v1` digest of a folder with a `skill.json`, as text.

    Args:
        manifest: `skill.json` byte for byte.
        resources: For each declared file its path, kind, size in bytes, and the text form of its
            SHA-256; in any order.

    Raises:
        DigestError: A SHA-256 is not in its text form.
    """

def embedded_digest(
    canonical_manifest: bytes, resources: Sequence[tuple[str, str, bytes]], /
) -> str:
    """Returns the `wuwe.skill.embedded.v1` digest of a package built in memory, as text.

    Args:
        canonical_manifest: The canonical text of the manifest.
        resources: For each resource its id, path and content; in any order.
    """

def activation_fingerprint(packages: Sequence[tuple[str, str, str]], /) -> str:
    """Returns the `wuwe.skill.activation.v1` fingerprint of activated packages, as text.

    Args:
        packages: For each package its id, the canonical text of its version, and the text form
            of its digest; in any order.

    Raises:
        DigestError: A digest is not in its text form.
    """

@final
class TreeDigest:
    """The digest of a tree of files and what it was made of. A frozen value.

    Made by hashing, never from a claimed digest; pickling carries the entries alone.
    """

    @property
    def digest(self) -> str:
        """The `metier.tree.v1` digest: `sha256:` and 64 lower-case hexadecimal digits."""
    @property
    def files(self) -> int:
        """Number of files."""
    @property
    def bytes(self) -> int:
        """Bytes of all files."""
    @property
    def entries(self) -> tuple[tuple[str, bool, int, str], ...]:
        """For each file its path, whether it is executable, its size in bytes and its SHA-256.

        In ascending order of the paths' UTF-8. Made anew at each access: O(files).
        """
    @property
    def left_out(self) -> tuple[str, ...]:
        """The paths that never belong to a skill and were left out, each once, sorted by bytes.

        A folder stands for all that is in it. Bytes that are not UTF-8 show as U+FFFD. No part of
        the digest, and none of equality; empty where no folder was walked.
        """
    def __hash__(self) -> int: ...

# --- fs -------------------------------------------------------------------------------------

@final
class Progress:
    """Counters of a long piece of work, to be read from any thread while it runs.

    They only grow. Each is read for itself, so the three need not belong to one instant.
    """

    def __new__(cls) -> Progress: ...
    @property
    def files(self) -> int:
        """Files done."""
    @property
    def bytes(self) -> int:
        """Bytes read."""
    @property
    def total_files(self) -> int:
        """Files to do; 0 until the listing is complete."""

def sha256_file(path: str | os.PathLike[str]) -> str:
    """The SHA-256 of one file, as `sha256:` and 64 lower-case hexadecimal digits.

    Links are followed. Memory is bounded for a file of any size; the GIL is released.

    Args:
        path: A regular file.

    Raises:
        LoadError: The file is missing, unreadable, or not a regular file (`not_found`,
            `permission_denied`, `not_a_file`, `filesystem_error`).
    """

def exchange(first: str | os.PathLike[str], second: str | os.PathLike[str], /) -> bool:
    """Lets two paths of one file system change places in one step.

    Returns:
        Whether it was done; `False`, with nothing done, where the file system can't.

    Raises:
        LoadError: The operating system refuses.
    """

def read_file(
    root: str | os.PathLike[str], relative: str | os.PathLike[str], max_bytes: int
) -> tuple[bytes, bool, int]:
    """Reads one file below a folder: its bytes, whether it is executable, its number of names.

    The file is reached from an open descriptor of `root` without following any link and is
    checked to be the same before and after reading.

    Args:
        root: The folder; not a link.
        relative: The file's path below it, `/` between components, without `.` and `..`.
        max_bytes: The largest size that is read, in bytes.

    Raises:
        LoadError: The file is not read; `code` says why and `path` which component.
    """

def tree_digest(
    path: str | os.PathLike[str], *, jobs: int = 0, progress: Progress | None = None
) -> TreeDigest:
    """The `metier.tree.v1` digest of every file below a folder, hashed on all cores.

    Left out are the folders `.git .hg .svn node_modules __pycache__ .venv` and the files
    `.DS_Store Thumbs.db desktop.ini ._*`. A file is executable if any execute bit is set. The
    answer depends on names, content and execute bits alone. The GIL is released.

    Args:
        path: A folder; not a link.
        jobs: Threads; 0 is one for each core.
        progress: Counters that another thread may read meanwhile.

    Raises:
        LoadError: The folder can't be hashed: a file can't be read, something is neither file nor
            folder (`link`, `not_a_file`), a path is not portable (`path_*`), or `path` is no
            folder (`not_a_folder`). Of several reasons the first by path is given.
        ConfigurationError: `jobs` is negative or out of all proportion.
    """

# --- share ----------------------------------------------------------------------------------

@final
class SharedTree:
    """A folder cut into shares that other processes hash, and their answers so far."""

    def __new__(
        cls,
        path: str | os.PathLike[str],
        *,
        nanoseconds: int = ...,
        progress: Progress | None = None,
    ) -> SharedTree:
        """Lists the folder and cuts it into shares of about so much work each.

        Args:
            path: A folder, absolute; not a link.
            nanoseconds: Work in one share, estimated from the number of files and their sizes.
            progress: Counters that learn how many files there are.

        Raises:
            LoadError: As `tree_digest`, for what can be found without reading a file.
        """

    def payloads(self) -> list[bytes]:
        """Gives each share as the bytes that `hash_share` takes."""

    def accept(self, index: int, answer: bytes, /, *, progress: Progress | None = None) -> None:
        """Takes what `hash_share` gave for the share of that index.

        Raises:
            LoadError: `tree_share_unreadable`: it is no answer to this share.
        """

    def digest(self) -> TreeDigest:
        """Gives the digest of the whole; once, when each share has its answer.

        Raises:
            LoadError: `tree_share_unreadable`: a share has none.
        """

def hash_share(payload: bytes, /) -> bytes:
    """Hashes the files of one share on this thread; the GIL is released.

    Args:
        payload: One of `SharedTree.payloads`.

    Raises:
        LoadError: `tree_share_unreadable`, or as `tree_digest` for the first file that fails.
    """

# --- path -----------------------------------------------------------------------------------

def check_path(path: str | bytes, /) -> None:
    """Checks one path against the portable path rules (spec 01).

    The rules hold for the whole path one after the other; the first that fails is the error.

    Args:
        path: A relative path, `/` separated; bytes are read as UTF-8.

    Raises:
        PathError: The path is refused; `code` names the rule and `path` is the path.
    """

def check_paths(paths: Iterable[str | bytes], /) -> None:
    """Checks every path of one set, in order, and then the set.

    No two paths may be equal under NFC and full case folding, at their full length or at any
    folder, and none may be both a file and a folder. Takes time in the bytes of all prefixes.

    Args:
        paths: The files of one package, in any order.

    Raises:
        PathError: The first path that is refused, or the first that clashes with one before it.
    """

# --- version --------------------------------------------------------------------------------

@final
class Version:
    """A version, SemVer 2.0.0. A frozen value.

    Equality and hash cover every part, build metadata included. The order is total: precedence,
    then the build identifiers one by one, bytewise, absent first.
    """

    @staticmethod
    def parse(text: str, /) -> Version:
        """Reads a version: no `v`, no surrounding white space, no part missing.

        Major, minor and patch fit 64 bits; numeric prerelease identifiers are unbounded.

        Raises:
            VersionError: The text is no version; `offset` is the byte where it goes wrong.
        """
    @staticmethod
    def try_parse(text: str, /) -> Parsed[Version]:
        """Reads a version, and gives the error instead of raising it."""
    @property
    def major(self) -> int: ...
    @property
    def minor(self) -> int: ...
    @property
    def patch(self) -> int: ...
    @property
    def prerelease(self) -> tuple[str, ...]:
        """The prerelease identifiers, in order; empty for a release."""
    @property
    def build(self) -> tuple[str, ...]:
        """The build identifiers, in order; empty if there are none."""
    @property
    def is_prerelease(self) -> bool:
        """Whether it has prerelease identifiers."""
    @property
    def precedence(self) -> tuple[int, int, int, bool, tuple[tuple[bool, int, str], ...]]:
        """A key that compares and hashes as SemVer precedence (§11) does, without build metadata.

        Numbers, whether it is a release, and for each prerelease identifier whether it is a word,
        its length if it is a number, and its text.
        """
    def __lt__(self, other: Version, /) -> bool: ...
    def __le__(self, other: Version, /) -> bool: ...
    def __gt__(self, other: Version, /) -> bool: ...
    def __ge__(self, other: Version, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Version: ...
    def __deepcopy__(self, _memo: object, /) -> Version: ...

@final
class Requirement:
    """A set of versions, and the text that named it. A frozen value.

    Two requirements are equal if their texts and dialects are.
    """

    @staticmethod
    def parse(
        text: str, /, *, dialect: Literal["strict", "npm", "cargo"] = "strict"
    ) -> Requirement:
        """Reads a requirement of at most 4,096 bytes, surrounding white space not counted.

        Args:
            text: The requirement.
            dialect: `strict`, the grammar of `skill.json`: `*`, `any`, or comparators
                `= > >= < <= ^ ~` on full versions, joined by white space or single commas.
                `npm`, what people type: partial versions, `1.x`, `1 - 2`, `||`.
                `cargo`: comparators joined by commas; a bare version is a caret.

        Raises:
            RequirementError: The text is no requirement in the dialect; `offset` is the byte
                where it goes wrong.
        """
    @staticmethod
    def try_parse(
        text: str, /, *, dialect: Literal["strict", "npm", "cargo"] = "strict"
    ) -> Parsed[Requirement]:
        """Reads a requirement, and gives the error instead of raising it."""
    def matches(self, version: Version, /, *, prereleases: bool = False) -> bool:
        """Tells whether `version` will do.

        A prerelease will do only if the requirement names a prerelease of the same major, minor
        and patch (decision 9); `prereleases` lifts that. In the strict dialect `=` and a bare
        version go by identity, build metadata included; everything else goes by precedence.
        """
    @property
    def text(self) -> str:
        """The text it was read from, trimmed."""
    @property
    def normalized(self) -> str:
        """The canonical text, in the strict dialect, or with `||` in npm's.

        It is `=version` or the tightest bounds; `*` is every version and `<0.0.0-0` none. It is
        its own canonical text and names the same versions under the prerelease rule. With the
        rule lifted, a partial lower end such as `1.x` also takes the prereleases of `1.0.0`,
        which no full version can say.
        """
    @property
    def dialect(self) -> Literal["strict", "npm", "cargo"]:
        """The dialect it was read by."""
    def __hash__(self) -> int: ...
    def __copy__(self) -> Requirement: ...
    def __deepcopy__(self, _memo: object, /) -> Requirement: ...

# --- manifest -------------------------------------------------------------------------------

def parse_manifest(
    data: bytes,
    /,
    *,
    part: str = "manifest",
    max_bytes: int = 1048576,
    max_string_bytes: int = 65536,
    max_items: int = 4096,
    max_depth: int = 64,
) -> tuple[bytes | None, list[Diagnostic]]:
    """Returns a part of a manifest as JSON text with every field present, or every breach.

    Exactly one of the two is there: the text, or at least one finding. Findings stand in the
    order of `data`, with JSON path, line and column. Floats in schemas have their shortest
    digits, so the text equals the embedded form wherever that exists.

    Args:
        data: Strict JSON.
        part: `manifest`, or an object of it that is checked alone: `resource`, `requires`,
            `skill`, `tool`, `capability`, `knowledge`.
        max_bytes: Bytes of `data`; this and the other bounds are inclusive.
        max_string_bytes: UTF-8 bytes of one string or key.
        max_items: Members of one array or object.
        max_depth: Levels of nesting; the root is at depth 0.

    Raises:
        ValueError: There is no such part.
    """

def canonical_manifest(
    data: bytes,
    /,
    *,
    max_bytes: int = 1048576,
    max_string_bytes: int = 65536,
    max_items: int = 4096,
    max_depth: int = 64,
) -> tuple[bytes | None, list[Diagnostic]]:
    """Returns the form of a manifest that `wuwe.skill.embedded.v1` hashes, or every breach.

    Takes and gives what `parse_manifest` does for a whole manifest; a float in a schema whose
    embedded text is not its shortest is a breach (`number_not_portable`).
    """

# skill_md

@final
class SkillMd:
    """A skill as its `SKILL.md` describes it. A frozen value; made by `read_skill_md` alone."""

    @property
    def name(self) -> str:
        """The name, or the folder's if none is given; never rewritten."""
    @property
    def description(self) -> str:
        """What it does and when to use it, without white space around it; never empty."""
    @property
    def version(self) -> str:
        """A semantic version; `0.0.0` if there is none or it does not read."""
    @property
    def version_text(self) -> str | None:
        """The version as written, if one is."""
    @property
    def license(self) -> str | None:
        """The licence, as written."""
    @property
    def compatibility(self) -> str | None:
        """What the skill needs to run, in words."""
    @property
    def allowed_tools(self) -> str | list[str] | None:
        """Pre-approved tools, as written: advice that is shown and never enforced."""
    @property
    def metadata(self) -> dict[str, object]:
        """`metadata` in the order of the text; text as `str`, anything else as JSON. A copy."""
    @property
    def subagent(self) -> str | None:
        """The sub-agent of `metadata.subagent`, if it is a valid name."""
    @property
    def requires_skills(self) -> list[tuple[str, str]]:
        """Id and range (npm dialect) of each skill in `metadata` key `metier.requires`."""
    @property
    def requires_tools(self) -> list[tuple[str, str | None]]:
        """Name and exact version of each tool in `metadata` key `metier.requires.tools`."""
    @property
    def agent33(self) -> dict[str, object]:
        """The fields of AGENT-33 by name; what is not given is `None` or empty. A copy.

        `allowed_tools` is `None` without restriction; an empty list means no tools at all.
        """
    @property
    def tags(self) -> list[str]:
        """Words to find it by, from the field of AGENT-33."""
    @property
    def extensions(self) -> dict[str, object]:
        """Unknown top-level keys and fields of the wrong type, as JSON. A copy."""
    @property
    def body(self) -> str:
        """Everything below the frontmatter, unchanged; of a `SKILL.yaml` its `instructions`."""
    @property
    def body_line(self) -> int:
        """The line of the file on which the body starts, from 1."""
    @property
    def references(self) -> list[tuple[str, str | None, int, int, bool]]:
        """What the body points at, in the order of the text.

        Each is the target as it is meant, its path in the skill (`None` if it leaves the skill),
        line and column in the file, and whether it stands in the list under `Resources`.
        """
    @property
    def listed_references(self) -> list[tuple[str, str | None]]:
        """The L2 references: those of the key `references`, then those listed under `Resources`.

        Each is the target as it is meant and its path in the skill, `None` if it leaves the skill.
        None comes twice.
        """

def read_skill_md(
    data: bytes,
    *,
    folder: str | None,
    file: str = "SKILL.md",
    path: str = "SKILL.md",
    profile: str = "lenient",
    version: str | None = None,
    in_pack: bool = False,
) -> tuple[SkillMd | None, list[Diagnostic]]:
    """Reads one `SKILL.md`: the skill, and every finding in the order of the text.

    Args:
        data: The file's bytes, at most 4 MiB, of which the frontmatter at most 256 KiB.
        folder: The folder that holds the file; the name is expected to equal it. `None` if it
            stands in none.
        file: The file's own name.
        path: What the diagnostics call the file.
        profile: `strict` or `lenient`; decides how departures count.
        version: The version to take if the file names none.
        in_pack: Whether the keys of AGENT-33 are known, as they are inside a pack.

    Returns:
        The skill, or `None` exactly if a diagnostic is an error; and the diagnostics.

    Raises:
        ConfigurationError: `profile` is neither word.
    """

def check_skill_references(
    skill: SkillMd, paths: set[str], *, path: str = "SKILL.md"
) -> list[Diagnostic]:
    """The warnings for links and listed resources that leave the skill or point at nothing.

    Args:
        skill: The skill whose body is looked at.
        paths: The files and folders of the skill, `/` separated.
        path: What the diagnostics call the file.
    """

def read_skill_at(
    path: str,
    *,
    is_yaml: bool,
    profile: str,
    version: str | None,
    in_pack: bool,
    limits: _Limits,
    reject_hard_links: bool,
) -> tuple[SkillMd | None, list[Diagnostic]]:
    """Reads one skill file from disk: the skill, and every finding in the order of the text.

    Args:
        path: The file, which is no link. Findings call it so.
        is_yaml: Whether it is a `SKILL.yaml`, whatever its name; else it is a `SKILL.md`.
        profile: `strict` or `lenient`.
        version: The version to take if the file names none.
        in_pack: Whether it belongs to a pack, where the forms and keys of AGENT-33 are at home.
        limits: Bounds in the core's order; `None` keeps the default.
        reject_hard_links: Whether a file with a second name is refused.

    Raises:
        ConfigurationError: `profile` is neither word.
    """

def skill_of(package: VerifiedPackage, /) -> SkillMd | None:
    """What the skill file of a package says; `None` for a package with a `skill.json`."""

def split_tools(text: str, /) -> list[str]:
    """The tools of an `allowed-tools` text: white space and commas separate outside parentheses."""

# --- package --------------------------------------------------------------------------------

_Limits: TypeAlias = tuple[int | None, int | None, int | None, int | None, int | None]
_State: TypeAlias = tuple[str, tuple[str, str], list[tuple[str, bytes, bool]], str, str | None, str]

# Path, package, findings, whether it is shadowed; and of what loaded id, version, form, digest
# and tree digest.
FoundSkill: TypeAlias = tuple[str, VerifiedPackage | None, list[Diagnostic], bool]
CheckedSkill: TypeAlias = tuple[
    str,
    list[Diagnostic],
    bool,
    tuple[str, str, str, str, str] | None,
]

@final
class VerifiedPackage:
    """A package as the core made it: every size and hash recomputed. Never made from Python."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> Version: ...
    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def tags(self) -> tuple[str, ...]: ...
    @property
    def form(self) -> Literal["skill.json", "SKILL.md", "embedded"]: ...
    @property
    def digest(self) -> str: ...
    @property
    def tree(self) -> TreeDigest: ...
    @property
    def origin(self) -> Literal["embedded", "local", "remote"]: ...
    @property
    def source_uri(self) -> str | None: ...
    @property
    def trust(self) -> str: ...
    @property
    def instruction_ids(self) -> tuple[str, ...]: ...
    def manifest_json(self) -> bytes:
        """The manifest as JSON with every default present."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __deepcopy__(self, memo: object) -> VerifiedPackage: ...
    def __reduce__(self) -> tuple[object, ...]: ...
    def read(self, path: str) -> bytes:
        """The bytes of the file at a path; raises PackageError where there is none."""
    def instruction_text(self, resource_id: str) -> str | None:
        """The text a resource contributes to instructions; `None` where it is no UTF-8 text."""
    @staticmethod
    def build(manifest: bytes, contents: list[tuple[str, bytes]], trust: str) -> VerifiedPackage:
        """Builds a package in memory from canonical manifest bytes and (id, bytes) pairs."""
    def state(self) -> _State:
        """Form, (id, version), files, origin, source URI and trust."""
    @staticmethod
    def restore(state: _State) -> VerifiedPackage:
        """Makes the package of a state again, verifying every byte."""

def requirements_of(package: VerifiedPackage) -> list[tuple[str, Requirement, bool]]:
    """Rows of id, requirement and whether it is optional."""

def tools_of(package: VerifiedPackage) -> list[tuple[str, str | None, bool]]:
    """Rows of name, exact version and whether it is optional."""

def capabilities_of(
    package: VerifiedPackage,
) -> list[
    tuple[
        str,
        Literal["low", "medium", "high", "critical"],
        str,
        tuple[str, ...],
        tuple[tuple[str, str], ...],
    ]
]:
    """Rows of name, risk, summary, resources and metadata."""

def knowledge_of(
    package: VerifiedPackage,
) -> list[tuple[str, tuple[tuple[str, str], ...], int, bool]]:
    """Rows of source, filters, context characters and whether it is optional."""

def resources_of(
    package: VerifiedPackage,
) -> list[
    tuple[
        str,
        str,
        Literal["instructions", "prompt", "schema", "knowledge", "script", "template", "asset"],
        str,
        int,
        str,
        bool,
    ]
]:
    """Rows of id, path, kind, media type, size, digest and executable bit."""

def load_skill(
    path: str,
    *,
    profile: str,
    version: str | None,
    trust: str,
    skill_json_limits: _Limits,
    skill_md_limits: _Limits,
    reject_hard_links: bool,
) -> tuple[VerifiedPackage | None, list[Diagnostic]]:
    """Loads the skill in one folder; see `metier.load_skill`."""

def load_directory(
    root: str,
    relative: str,
    *,
    trust: str,
    limits: _Limits,
    reject_hard_links: bool,
) -> tuple[VerifiedPackage | None, list[Diagnostic]]:
    """Loads the `skill.json` package in a folder below a root; see `metier.DirectoryLoader`."""

def discover(
    root: str,
    *,
    profile: str,
    follow_links: bool,
    trust: str,
    skill_json_limits: _Limits,
    skill_md_limits: _Limits,
    reject_hard_links: bool,
) -> tuple[list[FoundSkill], list[Diagnostic]]:
    """Loads every skill at or below a folder; see `metier.discover`."""

# --- check ----------------------------------------------------------------------------------

@final
class SkillCheck:
    """A check under way: every skill at or below a folder, those below a skill too.

    It goes on in threads of its own, which end with it, and holds a few dozen skills that wait to
    be taken. No package is kept: a skill that loads is id, version, form, digest and tree digest.
    """

    def __new__(
        cls,
        root: str,
        *,
        profile: str,
        follow_links: bool,
        jobs: int,
        skill_json_limits: _Limits,
        skill_md_limits: _Limits,
        reject_hard_links: bool,
    ) -> SkillCheck:
        """Starts the check; `jobs` is the number of threads that load, 0 one for each core."""

    def take(self, seconds: float) -> list[CheckedSkill] | None:
        """The skills checked since the last call, by path; `None` after the last.

        Waits until there is one or `seconds` have passed.
        """

    def findings(self) -> list[Diagnostic]:
        """The findings of the search itself; empty until `take` has given `None`."""

# --- seal and fix ---------------------------------------------------------------------------

def seal_skill(
    path: str,
    *,
    replace: bool,
    limits: _Limits,
    reject_hard_links: bool,
) -> tuple[tuple[VerifiedPackage, bytes, list[Diagnostic]] | None, list[Diagnostic]]:
    """Makes the `skill.json` of a folder and writes nothing; see `metier.seal`.

    Returns:
        The package that the folder is once sealed, the bytes of its `skill.json` and how the
        present one differs, or `None` where it can't be sealed; and every finding.
    """

def fix_skill(
    path: str, *, limits: _Limits
) -> tuple[str, bytes, bytes, list[tuple[str, int]]] | None:
    """Makes the edits that put a skill's own file right and writes nothing.

    Returns:
        The file as the caller would name it, its bytes before and after, and code and line of each
        edit in the order of the text; `None` where there is nothing to edit, or a `skill.json`
        holds its hash.
    """

# --- catalog and resolve --------------------------------------------------------------------

_Demands: TypeAlias = list[tuple[str, Requirement]]
_Counters: TypeAlias = tuple[int, int, int, int, int, int]
_Bounds: TypeAlias = tuple[
    int | None, int | None, int | None, int | None, int | None, int | None, timedelta | None
]
_ResolvedFields: TypeAlias = tuple[str, Version, bool, list[str]]
_FactFields: TypeAlias = tuple[
    Literal[
        "requires",
        "optional_constraint",
        "no_candidate",
        "prerelease_excluded",
        "cycle",
        "root",
        "locked",
        "yanked",
    ],
    str,
    tuple[str, ...],
    str,
    str | None,
    tuple[str, ...],
    tuple[str, ...],
]
_DerivationFields: TypeAlias = tuple[
    tuple[tuple[str, tuple[str, ...], bool], ...],
    tuple[tuple[Literal["fact", "derivation"], int], ...],
]
_ConflictFields: TypeAlias = tuple[
    tuple[_FactFields, ...],
    tuple[_DerivationFields, ...],
    bool,
    tuple[Diagnostic, ...],
    tuple[str, str, str] | None,
    str,
]
_Outcome: TypeAlias = (
    tuple[
        Literal["resolution"],
        tuple[_ResolvedFields, ...],
        tuple[tuple[str, str, Requirement, bool], ...],
        tuple[tuple[str, str, Requirement, str], ...],
        tuple[Diagnostic, ...],
        _Counters,
    ]
    | tuple[Literal["conflict"], Refutation, _Counters]
    | tuple[Literal["limit"], str, int, Diagnostic, _Counters]
)

@final
class Refutation:
    """That there is no valid set; why is worked out when it is asked for."""

    def explain(self) -> _ConflictFields:
        """Gives facts, derivations, whether minimal, findings, suggestion and text."""

@final
class CatalogIndex:
    """The compiled index a resolver works on. Immutable, and safe to share between threads."""

    @staticmethod
    def build(entries: list[tuple[str, Version, _Demands, _Demands, bool]], /) -> CatalogIndex:
        """Compiles entries: id, version, requirements, optional requirements, whether yanked.

        Raises:
            CatalogError: `catalog_id_invalid`, `catalog_version_duplicate` or
                `catalog_self_requirement`.
        """
    @property
    def package_count(self) -> int:
        """Packages that have versions."""
    @property
    def version_count(self) -> int:
        """Versions of all packages."""
    def versions(self, id: str, /) -> list[Version]:
        """Gives the versions of a package, ascending in total order; none for an unknown id."""

def resolve_many(
    index: CatalogIndex,
    problems: list[list[tuple[str, Requirement]]],
    locked: list[tuple[str, Version]],
    limits: _Bounds,
    newest: bool,
    /,
) -> list[_Outcome]:
    """Resolves each list of roots over one catalog; the interpreter's lock is released.

    Args:
        index: The catalog.
        problems: For each problem its roots.
        locked: Versions that come first.
        limits: Roots, packages, depth, decisions, conflicts, nogoods, deadline; `None` for the
            default.
        newest: Whether the defined answer is wanted, and not any valid set.

    Raises:
        ResolutionError: `resolution_unverified`, a fault of the resolver.
    """

# --- end ------------------------------------------------------------------------------------
