"""Verified, versioned agent skills: load, verify, resolve, activate, project."""

from metier._core import Diagnostic as Diagnostic
from metier._core import Progress as Progress
from metier._core import Requirement as Requirement
from metier._core import Severity as Severity
from metier._core import TreeDigest as TreeDigest
from metier._core import Version as Version
from metier._core import __version__ as __version__
from metier._core import canonical_json as canonical_json
from metier._core import canonicalize_json as canonicalize_json
from metier._core import check_path as check_path
from metier._core import check_paths as check_paths
from metier._core import sha256 as sha256
from metier._core import sha256_file as sha256_file
from metier.activation.activate import activate as activate
from metier.activation.activation import Activation as Activation
from metier.activation.context import Context as Context
from metier.activation.runtime import Runtime as Runtime
from metier.activation.tool import ToolDescriptor as ToolDescriptor
from metier.assembly import assemble as assemble
from metier.errors import ActivationError as ActivationError
from metier.errors import ArchiveError as ArchiveError
from metier.errors import CatalogError as CatalogError
from metier.errors import ConfigurationError as ConfigurationError
from metier.errors import DigestError as DigestError
from metier.errors import Error as Error
from metier.errors import IntegrityError as IntegrityError
from metier.errors import JsonError as JsonError
from metier.errors import LimitError as LimitError
from metier.errors import LoadError as LoadError
from metier.errors import ManifestError as ManifestError
from metier.errors import PackageError as PackageError
from metier.errors import PathError as PathError
from metier.errors import RegistrationError as RegistrationError
from metier.errors import RequirementError as RequirementError
from metier.errors import ResolutionError as ResolutionError
from metier.errors import VersionError as VersionError
from metier.loading.definition import load_from_directory as load_from_directory
from metier.loading.definition import load_from_skillmd as load_from_skillmd
from metier.loading.definition import load_from_yaml as load_from_yaml
from metier.loading.directory import DirectoryLoader as DirectoryLoader
from metier.loading.discovery import Discovery as Discovery
from metier.loading.discovery import discover as discover
from metier.loading.folder_archive import FolderArchive as FolderArchive
from metier.loading.folder_archive import archive_folder as archive_folder
from metier.loading.result import LoadResult as LoadResult
from metier.loading.seal import SealResult as SealResult
from metier.loading.seal import seal as seal
from metier.loading.skill import load_skill as load_skill
from metier.loading.tree import tree_digest as tree_digest
from metier.model.archive import Archive as Archive
from metier.model.archive import File as File
from metier.model.archive import build_archive as build_archive
from metier.model.archive import read_archive as read_archive
from metier.model.definition import SkillDefinition as SkillDefinition
from metier.model.definition import SkillDependency as SkillDependency
from metier.model.limits import Limits as Limits
from metier.model.manifest import CapabilityRequirement as CapabilityRequirement
from metier.model.manifest import KnowledgeRequirement as KnowledgeRequirement
from metier.model.manifest import Manifest as Manifest
from metier.model.manifest import ResourceDescriptor as ResourceDescriptor
from metier.model.manifest import SkillRequirement as SkillRequirement
from metier.model.manifest import ToolRequirement as ToolRequirement
from metier.model.manifest import manifest_json_schema as manifest_json_schema
from metier.model.package import Package as Package
from metier.model.parsed import Parsed as Parsed
from metier.model.strict_json import parse_json as parse_json
from metier.model.trust import TrustLevel as TrustLevel
from metier.registry.registry import Registry as Registry
from metier.registry.result import RegistrationResult as RegistrationResult
from metier.registry.snapshot import Snapshot as Snapshot
from metier.resolution.catalog import Catalog as Catalog
from metier.resolution.catalog import CatalogEntry as CatalogEntry
from metier.resolution.outcome import Conflict as Conflict
from metier.resolution.outcome import LimitReached as LimitReached
from metier.resolution.outcome import Resolution as Resolution
from metier.resolution.resolve import resolve as resolve
from metier.resolution.resolve import resolve_many as resolve_many

__all__ = [
    "Activation",
    "ActivationError",
    "Archive",
    "ArchiveError",
    "CapabilityRequirement",
    "Catalog",
    "CatalogEntry",
    "CatalogError",
    "ConfigurationError",
    "Conflict",
    "Context",
    "Diagnostic",
    "DigestError",
    "DirectoryLoader",
    "Discovery",
    "Error",
    "File",
    "FolderArchive",
    "IntegrityError",
    "JsonError",
    "KnowledgeRequirement",
    "LimitError",
    "LimitReached",
    "Limits",
    "LoadError",
    "LoadResult",
    "Manifest",
    "ManifestError",
    "Package",
    "PackageError",
    "Parsed",
    "PathError",
    "Progress",
    "RegistrationError",
    "RegistrationResult",
    "Registry",
    "Requirement",
    "RequirementError",
    "Resolution",
    "ResolutionError",
    "ResourceDescriptor",
    "Runtime",
    "SealResult",
    "Severity",
    "SkillDefinition",
    "SkillDependency",
    "SkillRequirement",
    "Snapshot",
    "ToolDescriptor",
    "ToolRequirement",
    "TreeDigest",
    "TrustLevel",
    "Version",
    "VersionError",
    "__version__",
    "activate",
    "archive_folder",
    "assemble",
    "build_archive",
    "canonical_json",
    "canonicalize_json",
    "check_path",
    "check_paths",
    "discover",
    "load_from_directory",
    "load_from_skillmd",
    "load_from_yaml",
    "load_skill",
    "manifest_json_schema",
    "parse_json",
    "read_archive",
    "resolve",
    "resolve_many",
    "seal",
    "sha256",
    "sha256_file",
    "tree_digest",
]

def __dir__() -> list[str]: ...
