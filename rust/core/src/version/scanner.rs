//! Reads the pieces of a version from left to right, without allocating.

use super::error::VersionError;

/// A place in a text that holds one version, whole or partial.
pub(super) struct Scanner<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, position: 0 }
    }

    /// Bytes read.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// The next byte, not read yet.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    /// Reads `byte` if it is next.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.position += usize::from(found);
        found
    }

    /// Reads `*`, `x` or `X` if it is next.
    pub(super) fn eat_wildcard(&mut self) -> bool {
        self.eat(b'*') || self.eat(b'x') || self.eat(b'X')
    }

    /// Reads digits: `0`, or digits that start with another one, up to 64 bits.
    pub(super) fn number(&mut self) -> Result<u64, VersionError> {
        let offset = self.position;
        let mut value = 0_u64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value
                .checked_mul(10)
                .and_then(|tens| tens.checked_add(u64::from(digit - b'0')))
                .ok_or_else(|| VersionError::NumberTooLarge { offset, text: self.owned() })?;
            self.position += 1;
        }
        match self.position - offset {
            0 => Err(VersionError::NumberMissing { offset, text: self.owned() }),
            length if length > 1 && self.text.as_bytes().get(offset) == Some(&b'0') => {
                Err(VersionError::LeadingZero { offset, text: self.owned() })
            }
            _ => Ok(value),
        }
    }

    /// Reads the dot between two numbers.
    pub(super) fn dot(&mut self) -> Result<(), VersionError> {
        if self.eat(b'.') {
            return Ok(());
        }
        match self.peek() {
            None => Err(VersionError::NumberMissing { offset: self.position, text: self.owned() }),
            Some(_) => Err(self.invalid_character()),
        }
    }

    /// Reads prerelease identifiers, in which numbers have no leading zeros.
    pub(super) fn prerelease(&mut self) -> Result<(), VersionError> {
        self.identifiers(true)
    }

    /// Reads build identifiers.
    pub(super) fn build(&mut self) -> Result<(), VersionError> {
        self.identifiers(false)
    }

    fn identifiers(&mut self, numeric: bool) -> Result<(), VersionError> {
        loop {
            let offset = self.position;
            let mut all_digits = true;
            while let Some(byte @ (b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'-')) = self.peek() {
                all_digits &= byte.is_ascii_digit();
                self.position += 1;
            }
            let length = self.position - offset;
            if length == 0 {
                return Err(self.no_identifier(offset));
            }
            let zero = self.text.as_bytes().get(offset) == Some(&b'0');
            if numeric && all_digits && zero && length > 1 {
                return Err(VersionError::LeadingZero { offset, text: self.owned() });
            }
            if !self.eat(b'.') {
                return Ok(());
            }
        }
    }

    fn no_identifier(&self, offset: usize) -> VersionError {
        match self.peek() {
            None | Some(b'.' | b'+') => {
                VersionError::IdentifierEmpty { offset, text: self.owned() }
            }
            Some(_) => self.invalid_character(),
        }
    }

    /// Fails unless everything is read.
    pub(super) fn end(&self) -> Result<(), VersionError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.invalid_character()) }
    }

    fn invalid_character(&self) -> VersionError {
        let rest = self.text.get(self.position..).unwrap_or_default();
        VersionError::CharacterInvalid {
            offset: self.position,
            character: rest.chars().next().unwrap_or_default(),
            text: self.owned(),
        }
    }

    /// The text for messages, cut where it would fill a screen.
    fn owned(&self) -> String {
        match self.text.char_indices().nth(80) {
            Some((end, _)) => format!("{}…", self.text.get(..end).unwrap_or_default()),
            None => self.text.to_owned(),
        }
    }
}
