//! Extended headers (POSIX pax): what counts of them, and what refuses an archive.

use crate::archive::error::ArchiveError;

/// What an extended header gives to the next entry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Extended {
    pub(super) path: Option<Vec<u8>>,
    /// The size as it stands.
    pub(super) size: Option<Vec<u8>>,
}

/// Keys that a global header may have: they change nothing that is read.
const GLOBAL: [&[u8]; 8] =
    [b"comment", b"mtime", b"atime", b"ctime", b"uid", b"gid", b"uname", b"gname"];

/// Reads the records of an extended header for one entry.
pub(super) fn parse(body: &[u8]) -> Result<Extended, ArchiveError> {
    let mut extended = Extended::default();
    for record in records(body)? {
        let (key, value) = record;
        if key.starts_with(b"GNU.sparse.") {
            return Err(ArchiveError::new("tar_sparse", "it is a sparse file"));
        }
        if matches!(key, b"path" | b"linkpath") && value.contains(&0) {
            let reason = "a name in its extended header has a NUL";
            return Err(ArchiveError::new("tar_pax_nul", reason));
        }
        let twice = match key {
            b"path" => extended.path.replace(value.to_vec()).is_some(),
            b"size" => extended.size.replace(value.to_vec()).is_some(),
            _ => false,
        };
        if twice {
            let reason = "its extended header has a key twice";
            return Err(ArchiveError::new("tar_pax_multiple", reason));
        }
    }
    Ok(extended)
}

/// Checks a header for all entries, which must not give what belongs to one.
pub(super) fn check_global(body: &[u8]) -> Result<(), ArchiveError> {
    match records(body)?.into_iter().find(|(key, _)| !GLOBAL.contains(key)) {
        None => Ok(()),
        Some((key, _)) => {
            let key = String::from_utf8_lossy(key);
            let reason = format!("a global header gives {key:?} to every entry");
            Err(ArchiveError::new("tar_pax_global", reason))
        }
    }
}

/// Key and value of each record: `LENGTH KEY=VALUE\n`, where the length counts the whole record.
fn records(body: &[u8]) -> Result<Vec<Record<'_>>, ArchiveError> {
    let mut found = Vec::new();
    let mut rest = body;
    while !rest.is_empty() {
        let Some((record, after)) = next(rest) else {
            let reason =
                format!("byte {} of an extended header starts no record", body.len() - rest.len());
            return Err(ArchiveError::new("tar_pax_length", reason));
        };
        found.push(record);
        rest = after;
    }
    Ok(found)
}

type Record<'a> = (&'a [u8], &'a [u8]);

fn next(rest: &[u8]) -> Option<(Record<'_>, &[u8])> {
    let digits = rest.iter().position(|byte| *byte == b' ')?;
    let length = rest.get(..digits)?;
    if length.is_empty() || length.len() > 10 || !length.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let length: usize = std::str::from_utf8(length).ok()?.parse().ok()?;
    let (record, after) = rest.split_at_checked(length)?;
    let text = record.get(digits + 1..)?.strip_suffix(b"\n")?;
    let equals = text.iter().position(|byte| *byte == b'=').filter(|at| *at > 0)?;
    Some(((text.get(..equals)?, text.get(equals + 1..)?), after))
}
