//! Classes of characters, and normal forms.

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};

/// What is wrong with a character that no path may have; absent for one that may stand.
///
/// Default-ignorable characters draw nothing, so two names that differ in them look the same; the
/// two variation selectors of emoji are the exception.
pub(super) fn refused_class(character: char) -> Option<&'static str> {
    if character.is_ascii() || matches!(character, '\u{fe0e}' | '\u{fe0f}') {
        return None;
    }
    if character == char::REPLACEMENT_CHARACTER {
        return Some("the replacement character");
    }
    match CodePointMapData::<GeneralCategory>::new().get(character) {
        GeneralCategory::Format => Some("a format character"),
        GeneralCategory::LineSeparator | GeneralCategory::ParagraphSeparator => {
            Some("a line separator")
        }
        GeneralCategory::SpaceSeparator => Some("a space outside ASCII"),
        GeneralCategory::PrivateUse => Some("for private use"),
        GeneralCategory::Unassigned => Some("unassigned"),
        _ if CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character) => {
            Some("invisible")
        }
        _ => None,
    }
}

/// Whether the text is in normal form C.
pub(super) fn is_nfc(text: &str) -> bool {
    text.is_ascii() || ComposingNormalizerBorrowed::new_nfc().is_normalized(text)
}

/// Whether the character turns into `/`, `\`, `:` or `.` under NFKC, or is drawn like one of them.
pub(super) fn is_lookalike(character: char) -> bool {
    if character.is_ascii() {
        return false;
    }
    let drawn_alike = matches!(
        character,
        '\u{2044}'
            | '\u{2215}'
            | '\u{2216}'
            | '\u{2236}'
            | '\u{29f5}'
            | '\u{29f8}'
            | '\u{29f9}'
            | '\u{a789}'
    );
    drawn_alike || {
        let mut buffer = [0; 4];
        let text = character.encode_utf8(&mut buffer);
        let compatible = ComposingNormalizerBorrowed::new_nfkc().normalize(text);
        compatible.contains(['/', '\\', ':', '.'])
    }
}
