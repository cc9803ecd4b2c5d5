//! Zip files (APPNOTE 6.3.10), as far as one grammar goes: `LFH data … CDH … EOCD`.
//!
//! Both modes run the same checks on headers that could be understood in two ways; strict then asks
//! for the canonical form ([`strict`]). Only after that is anything inflated.

mod content;
mod directory;
mod end;
mod entry;
mod extra;
mod local;
mod names;
mod strict;

pub(super) use end::may_be_zip;
pub(super) use names::{has_traversal, nfc_help, set_clash};

use super::error::ArchiveError;
use super::file::{Archive, ArchiveFile};
use super::read::ReadMode;
use super::tidy::{Format, Tidy};
use crate::limits::ArchiveLimits;

/// Reads a zip file.
pub(super) fn read<'a>(
    data: &'a [u8],
    mode: ReadMode,
    limits: &ArchiveLimits,
) -> Result<Archive<'a>, ArchiveError> {
    let end = end::find(data)?;
    let records = directory::read(data, &end, limits)?;
    for record in &records {
        entry::check_type(record)?;
    }
    names::check_names(&records, mode)?;
    let spans = local::read(data, &records, &end)?;
    let mut total = 0;
    for (record, span) in records.iter().zip(&spans) {
        entry::check_form(record)
            .and_then(|()| entry::check_version(record, span))
            .and_then(|()| content::check_limits(&record.header, &mut total, limits))
            .map_err(|error| error.of(record.header.name).at(span.start))?;
    }
    local::check_layout(data, &records, &spans, &end)?;
    if mode == ReadMode::Strict {
        strict::check(&end, &records, &spans)?;
    }
    let mut tidy = Tidy::new(Format::Zip);
    if !end.comment.is_empty() {
        tidy.comment(end.comment.len());
    }
    for (record, span) in records.iter().zip(&spans) {
        let bytes = content::read(&record.header, span.packed)
            .map_err(|error| error.of(record.header.name).at(span.start))?;
        if record.is_folder() {
            continue;
        }
        let (executable, masked) = entry::permissions(record);
        let path = String::from_utf8_lossy(record.header.name).into_owned();
        if masked {
            tidy.special_bits(&path);
        }
        tidy.add(ArchiveFile { path, bytes, executable });
    }
    Ok(match mode {
        ReadMode::Strict => tidy.untouched(),
        ReadMode::Import => tidy.tidied(),
    })
}
