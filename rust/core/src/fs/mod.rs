//! Bounded, race-free reading of folders: the only code that opens files.
