//! Choosing one exact version of each package.
