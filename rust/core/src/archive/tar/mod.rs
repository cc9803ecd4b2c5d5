//! Tar files, plain or in gzip: ustar, pax and GNU, files and folders alone.

mod header;
mod links;
mod names;
mod pax;
mod reader;

pub(super) use header::is_tar;

use super::error::ArchiveError;
use super::file::Archive;
use super::gzip::GzipReader;
use super::source::Source;
use crate::limits::ArchiveLimits;

/// Reads a tar file; its files are slices of `data`.
pub(super) fn read_plain<'a>(
    data: &'a [u8],
    limits: &ArchiveLimits,
) -> Result<Archive<'a>, ArchiveError> {
    reader::TarReader::new(Source::Plain { data, at: 0 }, limits).read()
}

/// Reads a tar file in gzip, which is never held whole.
pub(super) fn read_gzip<'a>(
    data: &'a [u8],
    limits: &ArchiveLimits,
) -> Result<Archive<'a>, ArchiveError> {
    let reader = Box::new(GzipReader::new(data, limits)?);
    reader::TarReader::new(Source::Gzip { reader, at: 0 }, limits).read()
}
