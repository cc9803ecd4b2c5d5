//! The digests of `skill.json` packages and of activations.
//!
//! All three are SHA-256 over the bytes below, without anything between. `u64(n)` is eight bytes,
//! most significant first; `F(b)` is `u64(length of b)` and then `b`; text is UTF-8; `hex` is 64
//! lower-case hexadecimal digits.
//!
//! **Folder with a `skill.json`**, [`directory_digest`]:
//! ```text
//! "wuwe.skill.package.v1" 00
//! F("skill.json") F(bytes of skill.json as they are)
//! u64(number of resources)
//! for each resource, in ascending order of its path's bytes:
//!     F(path) F(kind) u64(size) F(hex SHA-256 of the content)
//! ```
//! Media types and metadata are covered by the bytes of `skill.json`, white space too. File modes
//! and times are not covered.
//!
//! **Package built in memory**, [`embedded_digest`]:
//! ```text
//! "wuwe.skill.embedded.v1" 00
//! F(canonical text of the manifest)
//! for each resource, in ascending order of its id's bytes:
//!     F(id) F(path) F(hex SHA-256 of the content) F(content)
//! ```
//! The canonical text of a manifest is not RFC 8785; whoever makes the manifest makes it.
//!
//! **Activation**, [`activation_fingerprint`]:
//! ```text
//! "wuwe.skill.activation.v1" 00
//! for each package, in ascending order of (id, version, digest), each by its bytes:
//!     F(id) F(version) F(hex package digest)
//! ```
//! It covers which packages are active, and nothing of the runtime they are active in.
//!
//! ```
//! use metier_core::digest::package::{activation_fingerprint, directory_digest};
//! use metier_core::digest::sha256;
//!
//! let manifest = br#"{"schema_version":1,"name":"N","description":"D","id":"a","version":"0.0.0","resources":[]}"#;
//! let digest = directory_digest(manifest, &[]);
//! assert_eq!(digest.hex(), "48df1ca323ef00157022fcec849dcd8b1fe82042027b095c97eaf12df6e7db31");
//!
//! let mut bytes = b"wuwe.skill.package.v1\0".to_vec();
//! for part in [b"skill.json".as_slice(), manifest] {
//!     bytes.extend((part.len() as u64).to_be_bytes());
//!     bytes.extend(part);
//! }
//! bytes.extend(0_u64.to_be_bytes());
//! assert_eq!(sha256(&bytes), digest);
//!
//! assert_eq!(
//!     activation_fingerprint(&[]).to_string(),
//!     "sha256:4730e4a81fab57f17ac045ef897cfc69d7ae08488bedddaabff9b1ed3d89274b"
//! );
//! ```

use super::sha256::{Sha256Digest, Sha256Hasher, sha256};

/// What [`directory_digest`] covers of one resource.
///
/// The fields' order is the order of sorting; paths differ in a valid package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DirectoryResource<'a> {
    /// Path from the package folder, as the manifest declares it.
    pub path: &'a str,
    /// The word for the kind, such as `instructions`.
    pub kind: &'a str,
    /// Bytes of the content.
    pub size: u64,
    /// Digest of the content.
    pub sha256: Sha256Digest,
}

/// What [`embedded_digest`] covers of one resource.
///
/// The fields' order is the order of sorting; ids differ in a valid package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EmbeddedResource<'a> {
    /// The resource's id.
    pub id: &'a str,
    /// Its path.
    pub path: &'a str,
    /// Its bytes; their digest is computed, never believed.
    pub content: &'a [u8],
}

/// What [`activation_fingerprint`] covers of one package.
///
/// The fields' order is the order of sorting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActivatedPackage<'a> {
    /// The skill's id.
    pub id: &'a str,
    /// The canonical text of its version, build metadata included.
    pub version: &'a str,
    /// The package's own digest, by one of the two forms above.
    pub digest: Sha256Digest,
}

/// `wuwe.skill.package.v1` of a folder: `manifest` is `skill.json` byte for byte, `resources` the
/// declared files in any order.
pub fn directory_digest(manifest: &[u8], resources: &[DirectoryResource<'_>]) -> Sha256Digest {
    let mut hasher = Sha256Hasher::labelled("wuwe.skill.package.v1");
    hasher.framed(b"skill.json");
    hasher.framed(manifest);
    hasher.u64(resources.len() as u64);
    for resource in sorted(resources) {
        hasher.framed(resource.path.as_bytes());
        hasher.framed(resource.kind.as_bytes());
        hasher.u64(resource.size);
        hasher.framed(resource.sha256.hex().as_bytes());
    }
    hasher.finish()
}

/// `wuwe.skill.embedded.v1` of a package made in memory: `canonical_manifest` is the manifest's
/// canonical text, `resources` its resources in any order.
pub fn embedded_digest(
    canonical_manifest: &[u8],
    resources: &[EmbeddedResource<'_>],
) -> Sha256Digest {
    let mut hasher = Sha256Hasher::labelled("wuwe.skill.embedded.v1");
    hasher.framed(canonical_manifest);
    for resource in sorted(resources) {
        hasher.framed(resource.id.as_bytes());
        hasher.framed(resource.path.as_bytes());
        hasher.framed(sha256(resource.content).hex().as_bytes());
        hasher.framed(resource.content);
    }
    hasher.finish()
}

/// `wuwe.skill.activation.v1` of the activated packages, in any order.
pub fn activation_fingerprint(packages: &[ActivatedPackage<'_>]) -> Sha256Digest {
    let mut hasher = Sha256Hasher::labelled("wuwe.skill.activation.v1");
    for package in sorted(packages) {
        hasher.framed(package.id.as_bytes());
        hasher.framed(package.version.as_bytes());
        hasher.framed(package.digest.hex().as_bytes());
    }
    hasher.finish()
}

fn sorted<T: Copy + Ord>(items: &[T]) -> Vec<T> {
    let mut items = items.to_vec();
    items.sort_unstable();
    items
}

#[cfg(test)]
mod tests {
    use super::{
        ActivatedPackage, DirectoryResource, EmbeddedResource, activation_fingerprint,
        directory_digest, embedded_digest,
    };
    use crate::digest::Sha256Digest;

    fn of_hex(hex: &str) -> Sha256Digest {
        Sha256Digest::from_hex(hex).expect("64 digits")
    }

    #[test]
    fn embedded_package_without_resources_has_the_known_digest() {
        let manifest = br#"{"deprecated":false,"description":"A test skill package","examples":[],"id":"com.example.skill","input_modes":[],"input_schema":{},"instructions":[],"metadata":{},"name":"Test skill","output_modes":[],"output_schema":{},"requires":{"capabilities":[],"knowledge":[],"skills":[],"tools":[]},"resources":[],"schema_version":1,"tags":[],"version":"1.0.0"}"#;
        let expected = "410fe99c26357be0d2a002a7f95381b8df31db3866eb7dbbbbe5ae07ebc522e6";
        assert_eq!(embedded_digest(manifest, &[]).hex(), expected);
    }

    #[test]
    fn fingerprint_of_known_packages_is_the_known_one_in_any_order() {
        let review = ActivatedPackage {
            id: "org.wuwe.examples.review",
            version: "1.0.0",
            digest: of_hex("0209d67cf8c63e1c869cf0ce77beab18081ab2a09762613f6ec66d49936eacae"),
        };
        let other = ActivatedPackage {
            id: "com.example.emb",
            version: "1.0.0-rc.1+b",
            digest: of_hex("6897a7173140f993aa08fdaca0742fdb365b96704260a807c6ca037a6157a068"),
        };
        let alone = "dd5ab21f44d52c93ff20f0e996484fc5ce2d8f2fc43ce2197190d076cf7d4ca4";
        let both = "8d43754e303a6c1d10aa12bad9ae2de4aaae1327e16747ee28548206f7924870";
        assert_eq!(activation_fingerprint(&[review]).hex(), alone);
        assert_eq!(activation_fingerprint(&[review, other]).hex(), both);
        assert_eq!(activation_fingerprint(&[other, review]).hex(), both);
    }

    #[test]
    fn resources_in_any_order_give_one_digest() {
        let resource = |path, size| DirectoryResource {
            path,
            kind: "asset",
            size,
            sha256: Sha256Digest([7; 32]),
        };
        let (a, b) = (resource("B", 1), resource("a", 2));
        assert_eq!(directory_digest(b"{}", &[a, b]), directory_digest(b"{}", &[b, a]));
        let part = |id, content| EmbeddedResource { id, path: "p", content };
        let (a, b) = (part("x", b"1".as_slice()), part("y", b"2"));
        assert_eq!(embedded_digest(b"{}", &[a, b]), embedded_digest(b"{}", &[b, a]));
    }
}
