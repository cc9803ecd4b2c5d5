//! Local headers: each equals its central record, and between them lies nothing.

use std::collections::HashSet;

use super::directory::{DESCRIPTOR, Header, Record, UTF8};
use super::end::End;
use super::extra::{Extra, parse};
use crate::archive::error::ArchiveError;
use crate::archive::little_endian::{u16_at, u32_at, u64_at};
use crate::archive::writer::{LOCAL_BYTES, LOCAL_SIGNATURE};

/// Where one entry lies in the archive.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span<'a> {
    /// The local header's place.
    pub(super) start: usize,
    /// The packed bytes.
    pub(super) packed: &'a [u8],
    /// Where they end.
    pub(super) end: usize,
    pub(super) extra: Extra<'a>,
    pub(super) version: u16,
}

/// Reads the local header of every record, each of which must say what the record says; gives the
/// spans in the order of the records.
pub(super) fn read<'a>(
    data: &'a [u8],
    records: &[Record<'a>],
    end: &End<'_>,
) -> Result<Vec<Span<'a>>, ArchiveError> {
    let body = data.get(..end.start).unwrap_or_default();
    let mut spans = Vec::with_capacity(records.len());
    for record in records {
        let span =
            span(body, record).map_err(|error| error.of(record.header.name).at(place(record)))?;
        spans.push(span);
    }
    Ok(spans)
}

fn place(record: &Record<'_>) -> usize {
    usize::try_from(record.offset).unwrap_or(record.place)
}

fn span<'a>(body: &'a [u8], record: &Record<'a>) -> Result<Span<'a>, ArchiveError> {
    let start = place(record);
    let found = body.get(start..).unwrap_or_default();
    let Some(fixed) = found.get(..LOCAL_BYTES).filter(|head| head.starts_with(&LOCAL_SIGNATURE))
    else {
        let reason = format!("there is no local header at {}", record.offset);
        return Err(ArchiveError::new("zip_orphan_record", reason));
    };
    let short = |at: usize| u16_at(fixed, at).unwrap_or_default();
    let long = |at: usize| u32_at(fixed, at).unwrap_or_default();
    let name_end = LOCAL_BYTES + usize::from(short(26));
    let head_end = name_end + usize::from(short(28));
    let name = found.get(LOCAL_BYTES..name_end).unwrap_or_default();
    let Some(field) = found.get(name_end..head_end) else {
        return Err(ArchiveError::new("zip_orphan_record", "its local header is cut short"));
    };
    let extra = parse(field)?;
    let mut wide = [u64::from(long(22)), u64::from(long(18))];
    extra.widen(&mut wide)?;
    let [size, packed] = wide;
    let header = Header {
        version: short(4),
        flags: short(6),
        method: short(8),
        time: (short(10), short(12)),
        crc: long(14),
        packed,
        size,
        name,
    };
    check_twins(&header, &record.header)?;
    let length = usize::try_from(record.header.packed).ok();
    let data_end = length.and_then(|length| head_end.checked_add(length));
    let Some(packed) = data_end.and_then(|end| found.get(head_end..end)) else {
        let reason = format!("its {} bytes run into the central directory", record.header.packed);
        return Err(ArchiveError::new("zip_overlap", reason));
    };
    let end = start + head_end + packed.len();
    Ok(Span { start, packed, end, extra, version: header.version })
}

/// Compares a local header with its central record; with a descriptor, CRC and sizes may be 0 here.
fn check_twins(local: &Header<'_>, central: &Header<'_>) -> Result<(), ArchiveError> {
    let differ = |code, what: &str, here: String, there: String| {
        let reason = format!("its {what}: local header {here}, central record {there}");
        Err(ArchiveError::new(code, reason))
    };
    if local.name != central.name {
        let shown = |name: &[u8]| format!("{:?}", crate::archive::error::shown(name));
        return differ("zip_name_mismatch", "name", shown(local.name), shown(central.name));
    }
    let bits = |flags: u16| format!("{flags:#06x}");
    if (local.flags ^ central.flags) & UTF8 != 0 {
        let code = "zip_utf8_flag_mismatch";
        return differ(code, "flag for UTF-8", bits(local.flags), bits(central.flags));
    }
    if local.flags != central.flags {
        return differ("zip_flags_mismatch", "flags", bits(local.flags), bits(central.flags));
    }
    if local.method != central.method {
        let (here, there) = (local.method.to_string(), central.method.to_string());
        return differ("zip_method_mismatch", "method", here, there);
    }
    if local.time != central.time {
        let (here, there) = (format!("{:?}", local.time), format!("{:?}", central.time));
        return differ("zip_time_mismatch", "time and date", here, there);
    }
    let later = local.flags & DESCRIPTOR != 0;
    if local.crc != central.crc && !(later && local.crc == 0) {
        let (here, there) = (format!("{:08x}", local.crc), format!("{:08x}", central.crc));
        return differ("zip_crc_mismatch", "CRC", here, there);
    }
    for (what, here, there) in
        [("size", local.size, central.size), ("packed size", local.packed, central.packed)]
    {
        if here != there && !(later && here == 0) {
            return differ("zip_size_mismatch", what, here.to_string(), there.to_string());
        }
    }
    Ok(())
}

/// Checks that the entries follow each other from the first byte to the central directory.
pub(super) fn check_layout(
    data: &[u8],
    records: &[Record<'_>],
    spans: &[Span<'_>],
    end: &End<'_>,
) -> Result<(), ArchiveError> {
    let body = data.get(..end.start).unwrap_or_default();
    let mut ordered: Vec<(&Record<'_>, &Span<'_>)> = records.iter().zip(spans).collect();
    ordered.sort_by_key(|(_, span)| span.start);
    let mut reached = 0;
    let mut before: Option<&Record<'_>> = None;
    let ends = ordered.iter().map(|(record, span)| (span.start, span.end, Some(*record)));
    for (start, end, record) in ends.chain([(body.len(), body.len(), None)]) {
        if start < reached {
            let reason = format!("its bytes from {start} on belong to another entry as well");
            let name = record.map(|record| record.header.name).unwrap_or_default();
            return Err(ArchiveError::new("zip_overlap", reason).of(name).at(start));
        }
        let between = body.get(reached..start).unwrap_or_default();
        check_between(between, reached, before, records)?;
        reached = end;
        before = record;
    }
    Ok(())
}

/// Judges the bytes between the entry `before` and the next: a descriptor or nothing.
fn check_between(
    between: &[u8],
    place: usize,
    before: Option<&Record<'_>>,
    records: &[Record<'_>],
) -> Result<(), ArchiveError> {
    if let Some(record) = before.filter(|record| record.header.flags & DESCRIPTOR != 0) {
        if is_descriptor(between, &record.header) {
            return Ok(());
        }
        let reason = "what follows its bytes is no data descriptor that agrees with its record";
        return Err(ArchiveError::new("zip_descriptor", reason).of(record.header.name).at(place));
    }
    if between.is_empty() {
        return Ok(());
    }
    let count = between.len();
    Err(if between.starts_with(&LOCAL_SIGNATURE) {
        let end = LOCAL_BYTES + usize::from(u16_at(between, 26).unwrap_or_default());
        let name = between.get(LOCAL_BYTES..end).unwrap_or_default();
        let names: HashSet<&[u8]> = records.iter().map(|record| record.header.name).collect();
        let code = if names.contains(name) { "zip_duplicate_local" } else { "zip_orphan_local" };
        ArchiveError::new(code, "its local header has no central record").of(name)
    } else if between.starts_with(b"PK\x06\x08") {
        ArchiveError::new("zip_directory_signature", "an archive extra data record is there")
    } else if place == 0 {
        let reason = format!("{count} bytes stand before the first local header");
        ArchiveError::new("zip_prefix", reason)
    } else {
        ArchiveError::new("zip_gap", format!("{count} bytes belong to no entry"))
    }
    .at(place))
}

/// Whether the bytes are a data descriptor, in any of its four forms, that says what `header` does.
fn is_descriptor(bytes: &[u8], header: &Header<'_>) -> bool {
    let (signed, wide) = match bytes.len() {
        12 => (false, false),
        16 => (true, false),
        20 => (false, true),
        24 => (true, true),
        _ => return false,
    };
    if signed && !bytes.starts_with(b"PK\x07\x08") {
        return false;
    }
    let at = if signed { 4 } else { 0 };
    let sizes = if wide {
        u64_at(bytes, at + 4).zip(u64_at(bytes, at + 12))
    } else {
        u32_at(bytes, at + 4).map(u64::from).zip(u32_at(bytes, at + 8).map(u64::from))
    };
    u32_at(bytes, at) == Some(header.crc) && sizes == Some((header.packed, header.size))
}
