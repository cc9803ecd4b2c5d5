//! The text of a double in the embedded form of a manifest (spec 01, `wuwe.skill.embedded.v1`).
//!
//! The digits are those of Grisu2. Where they are not the shortest digits that read back to the
//! same double, or not the nearest of these, the double has no portable text.
//!
//! The layout: at most 15 digits before the point are written out (`1000.0`), as are up to three
//! zeros after it (`0.0001`); all else has an exponent of at least two digits (`1e+20`, `1e-05`).

use std::fmt::Write as _;

use super::grisu::{Decimal, grisu2};

/// Most digits before the point that are written out.
const MAX_FIXED_POINT: i32 = 15;
/// The place of the point from which leading zeros are written out.
const MIN_FIXED_POINT: i32 = -3;

/// The embedded text of `value`, which is finite, and whether its digits are the shortest.
pub(super) fn embedded_float(value: f64) -> (String, bool) {
    if value == 0.0 {
        return (if value.is_sign_negative() { "-0.0" } else { "0.0" }.to_owned(), true);
    }
    let decimal = grisu2(value.abs());
    let portable = shortest(value.abs()) == decimal;
    (layout(value.is_sign_negative(), &decimal), portable)
}

/// The text of `value` in the same layout with the shortest digits.
pub(super) fn shortest_float(value: f64) -> String {
    if value == 0.0 {
        return embedded_float(value).0;
    }
    layout(value.is_sign_negative(), &shortest(value.abs()))
}

fn layout(negative: bool, decimal: &Decimal) -> String {
    let Decimal { digits, point } = decimal;
    let length = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let mut text = String::from(if negative { "-" } else { "" });
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    if (length..=MAX_FIXED_POINT).contains(point) {
        text.push_str(digits);
        text.push_str(&zeros(point - length));
        text.push_str(".0");
    } else if (1..=MAX_FIXED_POINT).contains(point) {
        let (whole, fraction) = digits.split_at(usize::try_from(*point).unwrap_or(0));
        text.push_str(whole);
        text.push('.');
        text.push_str(fraction);
    } else if (MIN_FIXED_POINT..=0).contains(point) {
        text.push_str("0.");
        text.push_str(&zeros(-point));
        text.push_str(digits);
    } else {
        let (first, rest) = digits.split_at(1);
        text.push_str(first);
        if !rest.is_empty() {
            text.push('.');
            text.push_str(rest);
        }
        let exponent = point - 1;
        let sign = if exponent < 0 { '-' } else { '+' };
        let _ = write!(text, "e{sign}{:02}", exponent.unsigned_abs());
    }
    text
}

/// The shortest digits that read back to `value`, the nearest of them; `value` is positive.
fn shortest(value: f64) -> Decimal {
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format_finite(value);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let leading = all.len() - all.trim_start_matches('0').len();
    let place = whole.len().cast_signed() - leading.cast_signed();
    Decimal {
        digits: all.trim_matches('0').to_owned(),
        point: i32::try_from(place).unwrap_or(0) + exponent.parse::<i32>().unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_text_is_the_embedded_layout() {
        let rows = [
            (1e3, "1000.0"),
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (0.5, "0.5"),
            (-1.25, "-1.25"),
            (123_456_789_012_345.0, "123456789012345.0"),
            (1e15, "1e+15"),
            (1e20, "1e+20"),
            (123_456_789_012_345_680_000.0, "1.2345678901234568e+20"),
            (0.0001, "0.0001"),
            (0.000_012, "1.2e-05"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
            (5e-324, "5e-324"),
        ];
        for (value, text) in rows {
            assert_eq!(embedded_float(value), (text.to_owned(), true), "{value:e}");
        }
    }

    #[test]
    fn float_whose_digits_are_not_the_shortest_is_not_portable() {
        assert_eq!(embedded_float(1e23), ("9.999999999999999e+22".to_owned(), false));
        assert_eq!(shortest_float(1e23), "1e+23");
    }

    #[test]
    fn float_text_reads_back_to_the_same_double() {
        let mut bits = 0x1234_5678_9abc_def1_u64;
        let mut portable = 0;
        for _ in 0..20_000 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            let value = f64::from_bits(bits);
            if !value.is_finite() {
                continue;
            }
            let (text, same) = embedded_float(value);
            assert_eq!(text.parse::<f64>().unwrap().to_bits(), bits, "{text}");
            assert_eq!(shortest_float(value).parse::<f64>().unwrap().to_bits(), bits);
            portable += u32::from(same);
        }
        assert!(portable > 19_500, "{portable}");
    }
}
