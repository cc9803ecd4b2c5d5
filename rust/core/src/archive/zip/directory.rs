//! The central directory: what it says of each file, and what no archive may say.

use super::end::End;
use super::extra::{Extra, parse};
use crate::archive::error::ArchiveError;
use crate::archive::little_endian::{u16_at, u32_at};
use crate::archive::writer::{RECORD_BYTES, RECORD_SIGNATURE};
use crate::limits::ArchiveLimits;

/// Bytes of one record beside its name that a directory within the limits has on average.
const RECORD_ALLOWANCE: u64 = 192;

/// What a local header and a central record both say of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header<'a> {
    pub(super) version: u16,
    pub(super) flags: u16,
    pub(super) method: u16,
    /// Time, then date, as they stand.
    pub(super) time: (u16, u16),
    pub(super) crc: u32,
    pub(super) packed: u64,
    pub(super) size: u64,
    pub(super) name: &'a [u8],
}

/// One record of the central directory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) header: Header<'a>,
    pub(super) extra: Extra<'a>,
    pub(super) made_by: u16,
    /// Internal attributes, which say whether a file is thought to be text.
    pub(super) internal: u16,
    pub(super) attributes: u32,
    /// Where the local header is.
    pub(super) offset: u64,
    /// Whether a place or size stands in a zip64 field.
    pub(super) zip64: bool,
    /// Where the record itself is.
    pub(super) place: usize,
}

pub(super) const ENCRYPTED: u16 = 1;
pub(super) const DESCRIPTOR: u16 = 1 << 3;
const PATCHED: u16 = 1 << 5;
const STRONG: u16 = 1 << 6 | 1 << 13;
pub(super) const UTF8: u16 = 1 << 11;
/// The level of deflating; means nothing to a reader.
const LEVEL: u16 = 0b110;

impl Record<'_> {
    /// Whether the name is one of a folder.
    pub(super) fn is_folder(&self) -> bool {
        self.header.name.ends_with(b"/")
    }
}

/// Reads every record; their number and bytes are checked before anything is kept of them.
pub(super) fn read<'a>(
    data: &'a [u8],
    end: &End<'_>,
    limits: &ArchiveLimits,
) -> Result<Vec<Record<'a>>, ArchiveError> {
    let directory = data.get(end.start..end.stop).unwrap_or_default();
    check_count(directory, end)?;
    let most = limits.max_entries as u64;
    if end.count > most {
        let reason = format!("the archive has {} entries, expected at most {most}", end.count);
        return Err(ArchiveError::new("zip_entry_count", reason).at(end.start));
    }
    let bytes = directory.len() as u64;
    let most = limits.max_name_bytes.saturating_add(most.saturating_mul(RECORD_ALLOWANCE));
    if bytes > most {
        let reason = format!("the central directory has {bytes} bytes, expected at most {most}");
        return Err(ArchiveError::new("zip_directory_too_large", reason).at(end.start));
    }
    let mut records = Vec::new();
    let mut place = end.start;
    let mut names = 0_u64;
    while place < end.stop {
        let length = record_length(data.get(place..end.stop).unwrap_or_default());
        let Some(bytes) = length.and_then(|length| data.get(place..place + length)) else { break };
        let record = record(bytes, place).map_err(|error| error.of(name_of(bytes)).at(place))?;
        names = names.saturating_add(record.header.name.len() as u64);
        records.push(record);
        place += bytes.len();
    }
    if names > limits.max_name_bytes {
        let reason =
            format!("the names have {names} bytes, expected at most {}", limits.max_name_bytes);
        return Err(ArchiveError::new("zip_directory_too_large", reason).at(end.start));
    }
    Ok(records)
}

/// Counts the records by their lengths alone.
fn check_count(directory: &[u8], end: &End<'_>) -> Result<(), ArchiveError> {
    let code = |code: &'static str| if end.zip64 { "zip64_end" } else { code };
    let mut rest = directory;
    let mut count = 0_u64;
    while let Some(after) = record_length(rest).and_then(|length| rest.get(length..)) {
        count += 1;
        rest = after;
    }
    let place = end.stop - rest.len();
    if !rest.is_empty() && rest.starts_with(b"PK\x05\x05") {
        let reason = "a digital signature stands in the central directory";
        return Err(ArchiveError::new("zip_directory_signature", reason).at(place));
    }
    if !rest.is_empty() {
        let reason = "the central directory has bytes that are no record";
        return Err(ArchiveError::new(code("zip_directory_bounds"), reason).at(place));
    }
    if count != end.count {
        let reason =
            format!("the end record counts {}, and the central directory has {count}", end.count);
        return Err(ArchiveError::new(code("zip_count"), reason).at(end.stop));
    }
    Ok(())
}

/// The bytes of the record at the start of `rest`, if a whole one is there.
fn record_length(rest: &[u8]) -> Option<usize> {
    if !rest.starts_with(&RECORD_SIGNATURE) {
        return None;
    }
    let part = |at: usize| u16_at(rest, at).map(usize::from);
    let length = RECORD_BYTES + part(28)? + part(30)? + part(32)?;
    (length <= rest.len()).then_some(length)
}

fn name_of(record: &[u8]) -> &[u8] {
    let length = u16_at(record, 28).map(usize::from).unwrap_or_default();
    record.get(RECORD_BYTES..RECORD_BYTES + length).unwrap_or_default()
}

fn record(bytes: &[u8], place: usize) -> Result<Record<'_>, ArchiveError> {
    let short = |at: usize| u16_at(bytes, at).unwrap_or_default();
    let long = |at: usize| u32_at(bytes, at).unwrap_or_default();
    let name = name_of(bytes);
    check_flags(short(8))?;
    if short(32) != 0 {
        let reason = format!("its central record has a comment of {} bytes", short(32));
        return Err(ArchiveError::new("zip_record_comment", reason));
    }
    if short(34) != 0 {
        let reason = format!("it is on disk {}, expected 0", short(34));
        return Err(ArchiveError::new("zip_multiple_disks", reason));
    }
    let fields = RECORD_BYTES + name.len();
    let extra = parse(bytes.get(fields..).unwrap_or_default())?;
    let mut wide = [u64::from(long(24)), u64::from(long(20)), u64::from(long(42))];
    extra.widen(&mut wide)?;
    let [size, packed, offset] = wide;
    let header = Header {
        version: short(6),
        flags: short(8),
        method: short(10),
        time: (short(12), short(14)),
        crc: long(16),
        packed,
        size,
        name,
    };
    Ok(Record {
        header,
        extra,
        made_by: short(4),
        internal: short(36),
        attributes: long(38),
        offset,
        zip64: extra.zip64.is_some(),
        place,
    })
}

/// Flags under which the bytes are not what they seem, or that no tool sets.
pub(super) fn check_flags(flags: u16) -> Result<(), ArchiveError> {
    if flags & STRONG != 0 {
        let reason = "it is strongly encrypted, or its headers are masked";
        return Err(ArchiveError::new("zip_strong_encryption", reason));
    }
    if flags & ENCRYPTED != 0 {
        return Err(ArchiveError::new("zip_encrypted", "it is encrypted"));
    }
    if flags & PATCHED != 0 {
        return Err(ArchiveError::new("zip_patched", "it is compressed patched data"));
    }
    if flags & !(LEVEL | DESCRIPTOR | UTF8) != 0 {
        let reason = format!("flags {flags:#06x} have bits without a meaning");
        return Err(ArchiveError::new("zip_flags", reason));
    }
    Ok(())
}
