//! The end of a zip file: the one end record, and zip64's where it is used.

use crate::archive::error::ArchiveError;
use crate::archive::little_endian::{u16_at, u32_at, u64_at};
use crate::archive::writer::{END_BYTES, END_SIGNATURE, LOCAL_SIGNATURE, RECORD_SIGNATURE};

/// The longest comment an end record can have.
const MAX_COMMENT: usize = u16::MAX as usize;

const LOCATOR_SIGNATURE: [u8; 4] = *b"PK\x06\x07";
const LOCATOR_BYTES: usize = 20;
const END64_SIGNATURE: [u8; 4] = *b"PK\x06\x06";
const END64_BYTES: usize = 56;

/// What the end of the file says of the rest.
#[derive(Debug, Clone, Copy)]
pub(super) struct End<'a> {
    /// Records of the central directory.
    pub(super) count: u64,
    /// Where the central directory begins.
    pub(super) start: usize,
    /// Where it ends: at the end record, or at zip64's.
    pub(super) stop: usize,
    /// The comment of the archive.
    pub(super) comment: &'a [u8],
    /// Whether a zip64 end record is there.
    pub(super) zip64: bool,
}

/// The numbers of an end record, and the code of a number that is wrong.
struct Numbers {
    count: u64,
    size: u64,
    offset: u64,
    end: usize,
    zip64: bool,
}

/// Whether the bytes start or end like a zip file.
pub(in crate::archive) fn may_be_zip(data: &[u8]) -> bool {
    data.starts_with(&LOCAL_SIGNATURE) || !signatures(data).is_empty()
}

/// Finds the end record, of which there must be one, and the directory that ends there.
pub(super) fn find(data: &[u8]) -> Result<End<'_>, ArchiveError> {
    let place = end_record(data)?;
    let field = |at: usize| u16_at(data, place + at).unwrap_or_default();
    let comment = data.get(place + END_BYTES..).unwrap_or_default();
    let numbers = match end64(data, place)? {
        Some(numbers) => numbers,
        None => end32(data, place)?,
    };
    if (field(4), field(6)) != (0, 0) {
        let reason = format!("disk numbers are 0, got {} and {}", field(4), field(6));
        return Err(ArchiveError::new("zip_multiple_disks", reason).at(place));
    }
    let start = directory_start(data, &numbers)?;
    Ok(End { count: numbers.count, start, stop: numbers.end, comment, zip64: numbers.zip64 })
}

/// Every place in the last 64 KiB where an end record may begin, in order.
fn signatures(data: &[u8]) -> Vec<usize> {
    let from = data.len().saturating_sub(END_BYTES + MAX_COMMENT);
    let tail = data.get(from..).unwrap_or_default();
    let windows = tail.windows(END_SIGNATURE.len()).enumerate();
    windows.filter(|(_, window)| *window == END_SIGNATURE).map(|(at, _)| from + at).collect()
}

/// The place of the end record that ends with the file. An end record in its comment, or one whose
/// comment holds it, would be taken for the end by some readers.
fn end_record(data: &[u8]) -> Result<usize, ArchiveError> {
    let places = signatures(data);
    let end = |place: usize| Some(place + END_BYTES + usize::from(u16_at(data, place + 20)?));
    let reaching: Vec<usize> =
        places.iter().copied().filter(|place| end(*place) == Some(data.len())).collect();
    let Some(last) = places.last().copied() else {
        let reason = "the zip file has no end record";
        return Err(ArchiveError::new("archive_truncated", reason).at(data.len()));
    };
    match reaching.as_slice() {
        [place] if *place == last => Ok(*place),
        [] => Err(match end(last) {
            Some(end) if end < data.len() => {
                let reason = format!("{} bytes follow the end record", data.len() - end);
                ArchiveError::new("zip_trailing", reason).at(end)
            }
            _ => {
                let reason = "the file ends within its end record";
                ArchiveError::new("archive_truncated", reason).at(last)
            }
        }),
        [first, ..] => {
            let reason = format!("end records at {first} and {last}, expected one");
            Err(ArchiveError::new("zip_end_many", reason).at(*first))
        }
    }
}

/// The numbers of the end record, none of which may refer to zip64.
fn end32(data: &[u8], place: usize) -> Result<Numbers, ArchiveError> {
    let short = |at: usize| u16_at(data, place + at).unwrap_or_default();
    let long = |at: usize| u32_at(data, place + at).unwrap_or_default();
    let (here, total, size, offset) = (short(8), short(10), long(12), long(16));
    if total == u16::MAX || here == u16::MAX || size == u32::MAX || offset == u32::MAX {
        let reason = "the end record refers to one of zip64, which is missing";
        return Err(ArchiveError::new("zip64_end", reason).at(place));
    }
    if here != total {
        let reason =
            format!("the end record counts {here} entries on this disk and {total} in all");
        return Err(ArchiveError::new("zip_count", reason).at(place));
    }
    let (size, offset) = (u64::from(size), u64::from(offset));
    Ok(Numbers { count: u64::from(total), size, offset, end: place, zip64: false })
}

/// The numbers of the zip64 end record, if its locator stands before the end record.
fn end64(data: &[u8], end: usize) -> Result<Option<Numbers>, ArchiveError> {
    let Some(locator) = end.checked_sub(LOCATOR_BYTES) else { return Ok(None) };
    if !data.get(locator..end).unwrap_or_default().starts_with(&LOCATOR_SIGNATURE) {
        return Ok(None);
    }
    let wrong = |reason: String| ArchiveError::new("zip64_end", reason).at(locator);
    let long = |at: usize| u32_at(data, locator + at).unwrap_or_default();
    let place = u64_at(data, locator + 8).and_then(|place| usize::try_from(place).ok());
    let record = place.filter(|place| place.checked_add(END64_BYTES) == Some(locator));
    let found = record.and_then(|place| data.get(place..locator));
    let Some((record, found)) =
        record.zip(found.filter(|found| found.starts_with(&END64_SIGNATURE)))
    else {
        return Err(wrong("the zip64 end record is not where its locator says".to_owned()));
    };
    if (long(4), long(16)) != (0, 1) {
        let reason = format!("the locator is of disk 0 of 1, got {} of {}", long(4), long(16));
        return Err(wrong(reason));
    }
    if u64_at(found, 4) != Some(44) {
        return Err(wrong("the zip64 end record is longer than its 56 bytes".to_owned()));
    }
    if (u32_at(found, 16), u32_at(found, 20)) != (Some(0), Some(0)) {
        return Err(wrong("the zip64 end record is of another disk".to_owned()));
    }
    let number = |at: usize| u64_at(found, at).unwrap_or_default();
    let (here, count, size, offset) = (number(24), number(32), number(40), number(48));
    let short = |at: usize, wide: u64| {
        u16_at(data, end + at).is_some_and(|number| number == u16::MAX || u64::from(number) == wide)
    };
    let long = |at: usize, wide: u64| {
        u32_at(data, end + at).is_some_and(|number| number == u32::MAX || u64::from(number) == wide)
    };
    if here != count || !(short(8, count) && short(10, count) && long(12, size) && long(16, offset))
    {
        return Err(wrong("the two end records disagree".to_owned()));
    }
    Ok(Some(Numbers { count, size, offset, end: record, zip64: true }))
}

/// Where the directory begins, which must end at the end record.
fn directory_start(data: &[u8], numbers: &Numbers) -> Result<usize, ArchiveError> {
    let ends = numbers.offset.checked_add(numbers.size);
    if ends == Some(numbers.end as u64) {
        return usize::try_from(numbers.offset).map_err(|_| bounds(numbers));
    }
    if numbers.zip64 {
        return Err(bounds(numbers));
    }
    let missing = ends.and_then(|ends| usize::try_from(ends).ok()).unwrap_or(usize::MAX);
    let between = data.get(missing..numbers.end).unwrap_or_default();
    if between.starts_with(b"PK\x05\x05") {
        let reason = "a digital signature follows the central directory";
        return Err(ArchiveError::new("zip_directory_signature", reason).at(missing));
    }
    let shift = numbers.end.checked_sub(missing).filter(|shift| *shift > 0);
    if let Some(shift) = shift.filter(|shift| begins_at(data, *shift, numbers)) {
        let reason = format!("{shift} bytes stand before the first local header");
        return Err(ArchiveError::new("zip_prefix", reason).at(0));
    }
    Err(bounds(numbers))
}

/// Whether the archive would be whole if it began at `shift`.
fn begins_at(data: &[u8], shift: usize, numbers: &Numbers) -> bool {
    let moved = |offset: u64| usize::try_from(offset).ok().and_then(|at| at.checked_add(shift));
    let starts = |at: Option<usize>, signature: [u8; 4]| {
        at.and_then(|at| data.get(at..)).is_some_and(|rest| rest.starts_with(&signature))
    };
    let directory = moved(numbers.offset);
    if numbers.count == 0 {
        return numbers.size == 0 && numbers.offset == 0;
    }
    let first = directory.and_then(|at| u32_at(data, at.checked_add(42)?));
    starts(directory, RECORD_SIGNATURE)
        && starts(first.and_then(|offset| moved(u64::from(offset))), LOCAL_SIGNATURE)
}

fn bounds(numbers: &Numbers) -> ArchiveError {
    let Numbers { size, offset, end, .. } = numbers;
    let reason = format!(
        "the central directory has {size} bytes from {offset}, and the end record begins at {end}"
    );
    let code = if numbers.zip64 { "zip64_end" } else { "zip_directory_bounds" };
    ArchiveError::new(code, reason).at(*end)
}
