//! Extra fields: what they may be, and the sizes of zip64 in them.

use crate::archive::error::ArchiveError;
use crate::archive::little_endian::{u16_at, u64_at};

const ZIP64: u16 = 0x0001;
const UNICODE_PATH: u16 = 0x7075;

/// Times of Unix, owners of Unix, times of Windows.
const KNOWN: [u16; 3] = [0x5455, 0x7875, 0x000a];

/// What the extra fields of one header hold.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Extra<'a> {
    pub(super) zip64: Option<&'a [u8]>,
    /// A field of times or owners.
    pub(super) known: bool,
    /// The tag of a field of another kind.
    pub(super) other: Option<u16>,
}

/// Reads the extra fields of one header.
pub(super) fn parse(field: &[u8]) -> Result<Extra<'_>, ArchiveError> {
    let mut extra = Extra::default();
    let mut unicode_path = false;
    let mut rest = field;
    while !rest.is_empty() {
        let length = u16_at(rest, 2).map(usize::from);
        let Some((tag, length)) = u16_at(rest, 0).zip(length) else { return Err(truncated(field)) };
        let Some((value, after)) = rest.get(4..).and_then(|rest| rest.split_at_checked(length))
        else {
            return Err(truncated(field));
        };
        let twice = match tag {
            ZIP64 => extra.zip64.replace(value).is_some(),
            UNICODE_PATH => std::mem::replace(&mut unicode_path, true),
            _ if KNOWN.contains(&tag) => {
                extra.known = true;
                false
            }
            _ => {
                extra.other = extra.other.or(Some(tag));
                false
            }
        };
        if twice {
            let reason = format!("the extra field {tag:#06x} is there twice");
            return Err(ArchiveError::new("zip_extra_duplicate", reason));
        }
        rest = after;
    }
    if unicode_path {
        let reason = "a Unicode path field gives it a second name";
        return Err(ArchiveError::new("zip_unicode_path", reason));
    }
    Ok(extra)
}

fn truncated(field: &[u8]) -> ArchiveError {
    let reason = format!("a field is longer than the {} bytes of all extra fields", field.len());
    ArchiveError::new("zip_extra_truncated", reason)
}

impl Extra<'_> {
    /// Replaces each of `numbers` that is all ones, which the zip64 field must give, and no other.
    pub(super) fn widen(&self, numbers: &mut [u64]) -> Result<(), ArchiveError> {
        let asked = numbers.iter().filter(|number| **number == u64::from(u32::MAX)).count();
        let Some(field) = self.zip64 else {
            if asked == 0 {
                return Ok(());
            }
            let reason = "a size or place refers to a zip64 field, which is missing";
            return Err(ArchiveError::new("zip64_lie", reason));
        };
        if !matches!(field.len(), 0 | 8 | 16 | 24 | 28) {
            let reason = format!("a zip64 field has 0, 8, 16, 24 or 28 bytes, got {}", field.len());
            return Err(ArchiveError::new("zip64_extra_length", reason));
        }
        if asked == 0 || field.len() != asked * 8 {
            let reason = format!("a zip64 field of {} bytes for {asked} numbers", field.len());
            return Err(ArchiveError::new("zip64_lie", reason));
        }
        let wide = numbers.iter_mut().filter(|number| **number == u64::from(u32::MAX));
        for (place, number) in wide.enumerate() {
            *number = u64_at(field, place * 8).unwrap_or_default();
        }
        Ok(())
    }
}
