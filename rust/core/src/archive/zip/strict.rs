//! What strict asks beyond what no archive may do: the canonical form, or its deflated twin.

use super::directory::{DESCRIPTOR, Record, UTF8};
use super::end::End;
use super::entry::{has_volume_label, mode_of};
use super::local::Span;
use crate::archive::error::ArchiveError;
use crate::archive::order::{ENTRY_FILES, compare, entry_file};
use crate::archive::writer::{
    DATE, FLAGS, MADE_BY, PLAIN_ATTRIBUTES, PROGRAM_ATTRIBUTES, VERSION_DEFLATED, VERSION_STORED,
};

/// Checks an archive whose headers agree; names are paths by now.
pub(super) fn check(
    end: &End<'_>,
    records: &[Record<'_>],
    spans: &[Span<'_>],
) -> Result<(), ArchiveError> {
    if !end.comment.is_empty() {
        let reason = format!("the archive has a comment of {} bytes", end.comment.len());
        return Err(ArchiveError::new("zip_comment", reason).at(end.stop));
    }
    if end.zip64 {
        return Err(ArchiveError::new("zip64_used", "zip64 end records are there").at(end.stop));
    }
    let names: Vec<&str> =
        records.iter().filter_map(|record| std::str::from_utf8(record.header.name).ok()).collect();
    let entry = entry_file(names.iter().copied());
    if entry.is_none() && !names.is_empty() {
        return Err(without_entry_file());
    }
    for (record, span) in records.iter().zip(spans) {
        check_entry(record, span).map_err(|error| error.of(record.header.name).at(span.start))?;
    }
    check_order(&names, entry, records)
}

fn without_entry_file() -> ArchiveError {
    let [first, second, third] = ENTRY_FILES;
    let reason = format!("none of {first}, {second} and {third} is at the root of the archive");
    ArchiveError::new("zip_wrapper", reason)
        .with_help("archive what is in the skill's folder, not the folder; import takes one off")
}

fn check_entry(record: &Record<'_>, span: &Span<'_>) -> Result<(), ArchiveError> {
    let header = &record.header;
    let refuse = |code, reason: String| Err(ArchiveError::new(code, reason));
    if record.is_folder() {
        return refuse("zip_directory_entry", "it is a folder, and folders have no entries".into());
    }
    if record.zip64 || span.extra.zip64.is_some() {
        return refuse("zip64_used", "it has a zip64 field".into());
    }
    if let Some(tag) = record.extra.other.or(span.extra.other) {
        return refuse("zip_extra_other", format!("it has the extra field {tag:#06x}"));
    }
    if record.extra.known || span.extra.known {
        return refuse("zip_extra_known", "it has extra fields of times or owners".into());
    }
    if header.flags & DESCRIPTOR != 0 {
        return refuse("zip_descriptor", "it has a data descriptor".into());
    }
    if header.flags != FLAGS {
        let (found, utf8) = (header.flags, UTF8);
        return refuse("zip_flags", format!("its flags are {utf8:#06x}, got {found:#06x}"));
    }
    let version = if header.method == 0 { VERSION_STORED } else { VERSION_DEFLATED };
    if (header.version, span.version) != (version, version) {
        let (there, here) = (header.version, span.version);
        return refuse(
            "zip_version",
            format!("version needed is {version}, got {there} and {here}"),
        );
    }
    if header.time != (0, DATE) {
        let (time, date) = header.time;
        return refuse(
            "zip_time",
            format!("time 0, date {DATE:#06x}, got {time:#06x}, {date:#06x}"),
        );
    }
    check_attributes(record)
}

fn check_attributes(record: &Record<'_>) -> Result<(), ArchiveError> {
    let (made_by, attributes) = (record.made_by, record.attributes);
    if made_by != MADE_BY || has_volume_label(attributes) {
        let reason = format!(
            "made by {MADE_BY:#06x}, got {made_by:#06x} with attributes {attributes:#010x}"
        );
        return Err(ArchiveError::new("zip_made_by", reason));
    }
    if mode_of(attributes) & 0o7000 != 0 {
        let reason = format!("its mode {:o} has special bits", mode_of(attributes));
        return Err(ArchiveError::new("zip_special_bits", reason));
    }
    if record.internal != 0 {
        let reason = format!("its internal attributes are 0, got {:#06x}", record.internal);
        return Err(ArchiveError::new("zip_mode", reason));
    }
    if ![PLAIN_ATTRIBUTES, PROGRAM_ATTRIBUTES].contains(&attributes) {
        let reason = format!("its mode is 100644 or 100755, got attributes {attributes:#010x}");
        return Err(ArchiveError::new("zip_mode", reason));
    }
    Ok(())
}

fn check_order(
    names: &[&str],
    entry: Option<&str>,
    records: &[Record<'_>],
) -> Result<(), ArchiveError> {
    for (pair, next) in names.windows(2).zip(records.windows(2)) {
        let ([left, right], [before, after]) = (pair, next) else { continue };
        let reason = if compare(entry, left, right).is_gt() {
            "the entry file comes first and the rest by the bytes of their paths"
        } else if before.offset > after.offset {
            "its local header stands before that of the entry before it"
        } else {
            continue;
        };
        let place = after.place;
        return Err(ArchiveError::new("zip_order", reason).of(right.as_bytes()).at(place));
    }
    Ok(())
}
