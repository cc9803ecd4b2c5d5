"""Verified, versioned agent skills: load, verify, resolve, activate, project.

Names are loaded on first use, so `import metier` costs next to nothing.
"""

_HOMES = {
    "Activation": "metier.activation.activation",
    "ActivationError": "metier.errors",
    "Archive": "metier.model.archive",
    "ArchiveError": "metier.errors",
    "CapabilityRequirement": "metier.model.manifest",
    "Catalog": "metier.resolution.catalog",
    "CatalogEntry": "metier.resolution.catalog",
    "CatalogError": "metier.errors",
    "ConfigurationError": "metier.errors",
    "Conflict": "metier.resolution.outcome",
    "Context": "metier.activation.context",
    "Diagnostic": "metier._core",
    "DigestError": "metier.errors",
    "DirectoryLoader": "metier.loading.directory",
    "Discovery": "metier.loading.discovery",
    "Error": "metier.errors",
    "File": "metier.model.archive",
    "FolderArchive": "metier.loading.folder_archive",
    "IntegrityError": "metier.errors",
    "JsonError": "metier.errors",
    "KnowledgeRequirement": "metier.model.manifest",
    "LimitError": "metier.errors",
    "LimitReached": "metier.resolution.outcome",
    "Limits": "metier.model.limits",
    "LoadError": "metier.errors",
    "LoadResult": "metier.loading.result",
    "Manifest": "metier.model.manifest",
    "ManifestError": "metier.errors",
    "Package": "metier.model.package",
    "PackageError": "metier.errors",
    "Parsed": "metier.model.parsed",
    "PathError": "metier.errors",
    "Progress": "metier._core",
    "RegistrationError": "metier.errors",
    "RegistrationResult": "metier.registry.result",
    "Registry": "metier.registry.registry",
    "Requirement": "metier._core",
    "RequirementError": "metier.errors",
    "Resolution": "metier.resolution.outcome",
    "ResolutionError": "metier.errors",
    "ResourceDescriptor": "metier.model.manifest",
    "Runtime": "metier.activation.runtime",
    "SealResult": "metier.loading.seal",
    "Severity": "metier._core",
    "SkillDefinition": "metier.model.definition",
    "SkillDependency": "metier.model.definition",
    "SkillRequirement": "metier.model.manifest",
    "Snapshot": "metier.registry.snapshot",
    "ToolDescriptor": "metier.activation.tool",
    "ToolRequirement": "metier.model.manifest",
    "TreeDigest": "metier._core",
    "TrustLevel": "metier.model.trust",
    "Version": "metier._core",
    "VersionError": "metier.errors",
    "__version__": "metier._core",
    "activate": "metier.activation.activate",
    "archive_folder": "metier.loading.folder_archive",
    "assemble": "metier.assembly",
    "build_archive": "metier.model.archive",
    "canonical_json": "metier._core",
    "canonicalize_json": "metier._core",
    "check_path": "metier._core",
    "check_paths": "metier._core",
    "discover": "metier.loading.discovery",
    "load_from_directory": "metier.loading.definition",
    "load_from_skillmd": "metier.loading.definition",
    "load_from_yaml": "metier.loading.definition",
    "load_skill": "metier.loading.skill",
    "manifest_json_schema": "metier.model.manifest",
    "parse_json": "metier.model.strict_json",
    "read_archive": "metier.model.archive",
    "resolve": "metier.resolution.resolve",
    "resolve_many": "metier.resolution.resolve",
    "seal": "metier.loading.seal",
    "sha256": "metier._core",
    "sha256_file": "metier._core",
    "tree_digest": "metier.loading.tree",
}

__all__ = sorted(_HOMES)  # noqa: PLE0605 - made from the one table of names


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'metier' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
