//! One header of 512 bytes: POSIX ustar, or GNU's older form of it.

use crate::archive::error::ArchiveError;

/// Bytes of a header, and what data is padded to.
pub(super) const BLOCK: usize = 512;

const POSIX: &[u8] = b"ustar\0";
const GNU: &[u8] = b"ustar  \0";
const CHECKSUM: std::ops::Range<usize> = 148..156;

/// What a header says of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) name: Vec<u8>,
    pub(super) mode: u64,
    pub(super) size: u64,
    pub(super) kind: u8,
    /// Target of a link.
    pub(super) target: Vec<u8>,
}

/// Whether the bytes start like a tar file, whole or cut short, and not like a zip file.
pub(in crate::archive) fn is_tar(data: &[u8]) -> bool {
    if data.starts_with(b"PK\x03\x04") || data.starts_with(b"PK\x05\x06") {
        return false;
    }
    if data.get(257..).is_some_and(|rest| rest.starts_with(b"ustar")) {
        return true;
    }
    let Some(block) = data.get(..BLOCK) else {
        let mode = data.get(100..108);
        return mode.is_some_and(|mode| number(mode).is_some())
            && data.first().is_some_and(|byte| *byte != 0);
    };
    block.iter().all(|byte| *byte == 0) || number(field(block, CHECKSUM)) == Some(checksum(block))
}

/// Reads a header, whose checksum must be right.
pub(super) fn parse(block: &[u8]) -> Result<Header, ArchiveError> {
    let found = number(field(block, CHECKSUM));
    let sum = checksum(block);
    if found != Some(sum) {
        let found = found.map_or_else(|| "no number".to_owned(), |found| found.to_string());
        let reason = format!("the checksum of its header is {sum}, got {found}");
        return Err(ArchiveError::new("tar_checksum", reason));
    }
    let magic = field(block, 257..265);
    if !magic.starts_with(POSIX) && magic != GNU {
        let reason = "its header is that of tar before POSIX";
        return Err(ArchiveError::new("tar_v7", reason)
            .with_help("make the archive anew with a current tar"));
    }
    let mut name = text(field(block, 0..100)).to_vec();
    // GNU's older form keeps times where POSIX has the first part of a long name.
    let prefix = text(field(block, 345..500));
    if magic.starts_with(POSIX) && !prefix.is_empty() {
        name = [prefix, b"/", name.as_slice()].concat();
    }
    let size = number(field(block, 124..136)).ok_or_else(|| {
        ArchiveError::new("tar_size", "its size is negative, over 2^63 - 1 or no number")
    })?;
    let mode = number(field(block, 100..108))
        .ok_or_else(|| ArchiveError::new("tar_header_invalid", "its mode is no number"))?;
    let kind = block.get(156).copied().unwrap_or_default();
    let target = text(field(block, 157..257)).to_vec();
    Ok(Header { name, mode, size, kind, target })
}

fn field(block: &[u8], range: std::ops::Range<usize>) -> &[u8] {
    block.get(range).unwrap_or_default()
}

/// The bytes up to the first NUL.
fn text(field: &[u8]) -> &[u8] {
    field.split(|byte| *byte == 0).next().unwrap_or_default()
}

/// The sum of all bytes, those of the checksum taken as spaces.
fn checksum(block: &[u8]) -> u64 {
    let bytes = block.iter().enumerate();
    bytes.map(|(at, byte)| if CHECKSUM.contains(&at) { 32 } else { u64::from(*byte) }).sum()
}

/// A number in octal, or in base 256 where the first byte is 80 (hexadecimal); below 2^63.
fn number(field: &[u8]) -> Option<u64> {
    let first = *field.first()?;
    let number = if first & 0x80 != 0 {
        let high = std::iter::once(first & 0x7f);
        high.chain(field.iter().skip(1).copied())
            .try_fold(0_u64, |sum, byte| sum.checked_mul(256)?.checked_add(u64::from(byte)))?
    } else {
        octal(field)?
    };
    (first != 0xff && i64::try_from(number).is_ok()).then_some(number)
}

/// Octal digits, after spaces and up to a space or NUL, with nothing but those behind.
fn octal(field: &[u8]) -> Option<u64> {
    let start = field.iter().position(|byte| *byte != b' ')?;
    let rest = field.get(start..)?;
    let end = rest.iter().position(|byte| matches!(byte, 0 | b' ')).unwrap_or(rest.len());
    let (digits, padding) = rest.split_at_checked(end)?;
    if digits.is_empty() || padding.iter().any(|byte| !matches!(byte, 0 | b' ')) {
        return None;
    }
    digits.iter().try_fold(0_u64, |sum, digit| match digit {
        b'0'..=b'7' => sum.checked_mul(8)?.checked_add(u64::from(digit - b'0')),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn number_is_octal_or_base_256_and_never_negative() {
        let rows: [(&[u8], Option<u64>); 9] = [
            (b"0000644\0", Some(0o644)),
            (b"   644 \0", Some(0o644)),
            (b"77777777", Some(0o7777_7777)),
            (b"0000009\0", None),
            (b"-000001\0", None),
            (b"        ", None),
            (b"\x80\0\0\0\0\0\x01\x02", Some(258)),
            (b"\xff\xff\xff\xff\xff\xff\xff\xff", None),
            (b"\x80\0\0\0\x80\0\0\0\0\0\0\0", None),
        ];
        for (field, expected) in rows {
            assert_eq!(number(field), expected, "{field:?}");
        }
    }
}
