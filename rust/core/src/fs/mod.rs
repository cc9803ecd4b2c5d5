//! Bounded, race-free reading of folders: the only code that opens files.
//!
//! A [`Folder`] is an open directory. Everything below it is named by a relative path of raw bytes,
//! `/` between components, and is reached through the descriptor, never by joining a path again:
//! whatever another process renames or links meanwhile, no byte from outside the folder is returned.
//!
//! - Linux: `openat2` with `RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS`.
//! - Where the kernel or a seccomp filter refuses `openat2`, and on other Unixes: one
//!   `openat(O_NOFOLLOW | O_DIRECTORY)` a component.
//! - Elsewhere, or when asked for ([`Backend::Portable`]): the standard library's paths, each
//!   component looked at before and after. Weaker: a link that is put in place and taken away
//!   again between two looks may be followed.
//!
//! Everything is opened with `O_NONBLOCK | O_NOCTTY`, so a FIFO never blocks and a terminal is not
//! taken, and is measured once open: a regular file, not over its bound, unchanged when the last
//! byte was read.
//! Listings are bounded while they are read, before anything is kept of them.
//!
//! Codes and answers are the same on every backend. Only Linux is tested.

mod backend;
mod content;
#[cfg(unix)]
mod descriptors;
mod error;
mod exchange;
mod file;
mod file_digest;
mod file_hasher;
mod folder;
mod folder_name;
mod left_out;
mod linked;
mod portable;
mod progress;
mod relative;
mod share;
mod survey;
mod tree;
mod tree_error;
mod walk;

pub use backend::Backend;
pub use content::FileContent;
pub use error::{CODES, FsError};
pub use exchange::exchange;
pub use file::sha256_file;
pub use file_digest::FileDigest;
pub use folder::{Folder, Reader};
pub use folder_name::folder_name;
pub use left_out::{LEFT_OUT_FILES, LEFT_OUT_FOLDERS, is_left_out};
pub use linked::folder_behind_link;
pub use progress::Progress;
pub use share::{SHARE_NANOSECONDS, Share, SharedTree, share_tree};
pub use survey::Survey;
pub use tree::{HashedTree, hash_folder, hash_tree};
pub use tree_error::{CODES as TREE_CODES, TreeError};
pub use walk::{Entry, EntryKind, Walk, WalkBounds};
