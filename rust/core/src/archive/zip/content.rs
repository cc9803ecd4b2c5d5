//! The bytes of one entry: inflated to exactly what its headers say, or the archive's own.

use std::borrow::Cow;

use flate2::{Decompress, FlushDecompress, Status};

use super::directory::Header;
use crate::archive::error::ArchiveError;
use crate::limits::ArchiveLimits;

/// Checks what the headers declare against the limits; `total` counts all files so far.
pub(super) fn check_limits(
    header: &Header<'_>,
    total: &mut u64,
    limits: &ArchiveLimits,
) -> Result<(), ArchiveError> {
    let size = header.size;
    if size > limits.max_file_bytes {
        let reason = format!("it has {size} bytes, expected at most {}", limits.max_file_bytes);
        return Err(ArchiveError::new("archive_entry_too_large", reason));
    }
    if size > limits.most_inflated(header.packed) {
        let reason =
            format!("{} bytes become {size}, over {} to 1", header.packed, limits.max_ratio);
        return Err(ArchiveError::new("zip_ratio", reason));
    }
    *total = total.saturating_add(size);
    if *total > limits.max_total_bytes {
        let reason = format!("with it the files have over {} bytes", limits.max_total_bytes);
        return Err(ArchiveError::new("zip_total", reason));
    }
    Ok(())
}

/// The bytes of an entry, whose CRC and size are those of its headers.
pub(super) fn read<'a>(
    header: &Header<'_>,
    packed: &'a [u8],
) -> Result<Cow<'a, [u8]>, ArchiveError> {
    let bytes = match header.method {
        0 => Cow::Borrowed(packed),
        _ => Cow::Owned(inflate(packed, header.size)?),
    };
    let crc = crc32fast::hash(&bytes);
    if crc != header.crc {
        let reason = format!("its CRC is {crc:08x}, expected {:08x}", header.crc);
        return Err(ArchiveError::new("zip_crc_wrong", reason));
    }
    Ok(bytes)
}

/// Inflates `packed`, all of it, to `size` bytes; stops at the first byte more than that.
fn inflate(packed: &[u8], size: u64) -> Result<Vec<u8>, ArchiveError> {
    let expected = usize::try_from(size).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    if bytes.try_reserve_exact(expected.saturating_add(1)).is_err() {
        let reason = format!("there is no memory for its {size} bytes");
        return Err(ArchiveError::new("archive_entry_too_large", reason));
    }
    bytes.resize(expected.saturating_add(1), 0);
    let mut inflater = Decompress::new(false);
    let mut filled = 0_usize;
    let mut consumed = 0_usize;
    loop {
        let input = packed.get(consumed..).unwrap_or_default();
        let output = bytes.get_mut(filled..).unwrap_or_default();
        let status =
            inflater.decompress(input, output, FlushDecompress::None).map_err(|error| {
                ArchiveError::new(
                    "zip_deflate_invalid",
                    format!("its bytes are no deflate: {error}"),
                )
            })?;
        let before = (consumed, filled);
        consumed = usize::try_from(inflater.total_in()).unwrap_or(usize::MAX);
        filled = usize::try_from(inflater.total_out()).unwrap_or(usize::MAX);
        if status == Status::StreamEnd {
            break;
        }
        if filled > expected || before == (consumed, filled) {
            return Err(size_wrong(filled, expected));
        }
    }
    if filled != expected {
        return Err(size_wrong(filled, expected));
    }
    if consumed != packed.len() {
        let reason = format!("{} bytes follow its deflate stream", packed.len() - consumed);
        return Err(ArchiveError::new("zip_deflate_trailing", reason));
    }
    bytes.truncate(filled);
    Ok(bytes)
}

fn size_wrong(filled: usize, expected: usize) -> ArchiveError {
    let amount = if filled > expected { "more than that".to_owned() } else { filled.to_string() };
    let reason = format!("it should have {expected} bytes, got {amount}");
    ArchiveError::new("zip_size_wrong", reason)
}
