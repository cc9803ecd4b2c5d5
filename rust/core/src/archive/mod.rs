//! Archives: one canonical form that is written, and a reader that takes nothing ambiguous (spec 03).
//!
//! [`build_archive`], [`archive_folder`] and [`ArchiveWriter`] write the canonical stored zip, byte
//! for byte the same everywhere. [`read_archive`] reads that form and its deflated twin, and by
//! [`ReadMode::Import`] what other tools make: zip, tar and tar.gz. Reading never touches the disk
//! and never opens an archive that lies in another.
//!
//! Whatever two readers could understand differently is refused in both modes: headers that differ,
//! ranges that overlap, names that are equal, bytes that no header accounts for.

mod build;
mod codes;
mod error;
mod executable_record;
mod file;
mod folder;
mod folder_error;
mod gzip;
mod little_endian;
mod order;
mod output_file;
mod read;
mod source;
mod tar;
mod tidy;
mod writer;
mod zip;

pub use build::{ArchiveInput, archive_bytes, archive_len, build_archive};
pub use codes::CODES;
pub use error::ArchiveError;
pub use file::{Archive, ArchiveFile};
pub use folder::{FolderArchive, archive_folder};
pub use folder_error::ArchiveFolderError;
pub use order::ENTRY_FILES;
pub use read::{ReadMode, read_archive};
pub use writer::{ArchiveWriter, MAX_ENTRIES};
