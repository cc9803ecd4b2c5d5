//! Why bytes are no package.

use super::manifest::ResourceKind;
use crate::diagnostic::CodeEntry;
use crate::digest::Sha256Digest;

/// Bytes that don't make the package their manifest declares.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PackageError {
    /// A declared resource has no bytes.
    #[error("resource '{id}' has no content")]
    ResourceMissing {
        /// Id of the resource.
        id: String,
    },
    /// Bytes were given for an id that is not declared.
    #[error("content given for '{id}', which the manifest does not declare")]
    ResourceUndeclared {
        /// The undeclared id.
        id: String,
    },
    /// The length differs from the declared size.
    #[error("size of '{path}': got {actual} bytes, expected {expected}")]
    SizeMismatch {
        /// Path of the file.
        path: String,
        /// Declared bytes.
        expected: u64,
        /// Bytes found.
        actual: u64,
    },
    /// The hash differs from the declared one.
    #[error("SHA-256 of '{path}': got {actual}, expected {expected}")]
    DigestMismatch {
        /// Path of the file.
        path: String,
        /// Declared digest.
        expected: Sha256Digest,
        /// Digest of the bytes found.
        actual: Sha256Digest,
    },
    /// Instructions, prompts and knowledge are text.
    #[error("'{path}' is not UTF-8, which {kind} must be (byte {offset})", kind = kind.as_str())]
    NotUtf8 {
        /// Path of the file.
        path: String,
        /// Kind of the resource.
        kind: ResourceKind,
        /// Offset of the first byte that is not UTF-8.
        offset: usize,
    },
    /// The manifest has no canonical text.
    #[error("the manifest has no canonical form: {reason}")]
    NotCanonical {
        /// Why.
        reason: String,
    },
}

impl PackageError {
    /// The stable code of the failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::ResourceMissing { .. } => "resource_missing",
            Self::ResourceUndeclared { .. } => "undeclared_resource",
            Self::SizeMismatch { .. } => "resource_size_mismatch",
            Self::DigestMismatch { .. } => "resource_digest_mismatch",
            Self::NotUtf8 { .. } => "resource_not_utf8",
            Self::NotCanonical { .. } => "package_invalid",
        }
    }

    /// Path of the file concerned, if one is.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::SizeMismatch { path, .. }
            | Self::DigestMismatch { path, .. }
            | Self::NotUtf8 { path, .. } => Some(path),
            _ => None,
        }
    }
}

/// Codes of this module.
pub const CODES: &[CodeEntry] = &[
    CodeEntry { code: "resource_missing", meaning: "a declared resource has no file or bytes" },
    CodeEntry {
        code: "undeclared_resource",
        meaning: "a file or bytes that the manifest does not declare",
    },
    CodeEntry {
        code: "resource_size_mismatch",
        meaning: "a resource is longer or shorter than the manifest says",
    },
    CodeEntry {
        code: "resource_digest_mismatch",
        meaning: "the SHA-256 of a resource is not the one in the manifest",
    },
    CodeEntry {
        code: "resource_not_utf8",
        meaning: "an instructions, prompt or knowledge resource is not UTF-8 text",
    },
    CodeEntry { code: "package_invalid", meaning: "manifest and bytes make no package together" },
];
