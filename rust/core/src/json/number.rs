//! JSON numbers: reading literals strictly and writing the number text of ECMAScript.
//!
//! The text of a double is made from the shortest digits that read back to it, the closest to it
//! where several are as short, laid out by ECMA-262 `Number::toString` (RFC 8785 section 3.2.2.3).
//! The standard library's shortest form breaks ties differently and is not used.

use super::error::JsonErrorKind;
use super::parse::{Fault, LargeIntegers};
use super::value::Number;

/// The largest integer whose neighbours are doubles too: 2^53 − 1.
pub const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// Whether `value` is within ±(2^53−1), where every integer is a double of its own.
pub fn is_safe(value: i64) -> bool {
    (-MAX_SAFE_INTEGER..=MAX_SAFE_INTEGER).contains(&value)
}

/// Appends the decimal digits of `value`, `-` first where it is negative.
pub fn write_integer(out: &mut Vec<u8>, value: i64) {
    let mut digits = [0_u8; 20];
    let mut rest = value.unsigned_abs();
    let mut length = 0;
    for place in digits.iter_mut().rev() {
        let digit = (rest % 10) as u8;
        *place = b'0' + digit;
        rest /= 10;
        length += 1;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(digits.get(digits.len() - length..).unwrap_or_default());
}

/// Appends the ECMAScript text of `value`; both zeros are `0`.
///
/// Refuses NaN and infinities with `number_not_finite`.
///
/// ```
/// use metier_core::json::canonical::write_number;
///
/// let mut out = Vec::new();
/// write_number(&mut out, 1e21)?;
/// assert_eq!(out, b"1e+21");
/// # Ok::<(), metier_core::json::JsonErrorKind>(())
/// ```
pub fn write_number(out: &mut Vec<u8>, value: f64) -> Result<(), JsonErrorKind> {
    if !value.is_finite() {
        return Err(JsonErrorKind::NumberNotFinite);
    }
    #[expect(clippy::cast_possible_truncation, reason = "compared with the original below")]
    let integer = value as i64;
    #[expect(
        clippy::cast_precision_loss,
        reason = "a loss makes the comparison fail, as it should"
    )]
    #[expect(clippy::float_cmp, reason = "the question is whether the two are exactly equal")]
    let is_integer = is_safe(integer) && integer as f64 == value;
    if is_integer {
        write_integer(out, integer);
    } else {
        let mut buffer = zmij::Buffer::new();
        let text = buffer.format_finite(value);
        // Where the two layouts differ one has an exponent or a fraction of nothing but zero.
        if text.contains('e') || text.ends_with(".0") {
            Digits::of(text).write(out);
        } else {
            out.extend_from_slice(text.as_bytes());
        }
    }
    Ok(())
}

/// A decimal number `0.d1 d2 … dk × 10^point` without zeros at either end of its digits.
struct Digits {
    negative: bool,
    bytes: [u8; 24],
    length: usize,
    point: i32,
}

impl Digits {
    /// Takes apart a decimal text of at most 17 significant digits.
    fn of(text: &str) -> Self {
        let mut digits = Self { negative: false, bytes: [0; 24], length: 0, point: 0 };
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let mut after_point = false;
        // Zeros are held back until a digit follows, so that none stands at the end.
        let mut zeros = 0;
        for byte in mantissa.bytes() {
            match byte {
                b'-' => digits.negative = true,
                b'.' => after_point = true,
                _ => {
                    if byte == b'0' {
                        zeros += usize::from(digits.length > 0);
                    } else {
                        (0..zeros).for_each(|_| digits.push(b'0'));
                        zeros = 0;
                        digits.push(byte);
                    }
                    let leads = digits.length == 0;
                    digits.point += match (after_point, leads) {
                        (false, false) => 1,
                        (true, true) => -1,
                        _ => 0,
                    };
                }
            }
        }
        digits.point += exponent.parse::<i32>().unwrap_or(0);
        digits
    }

    fn push(&mut self, digit: u8) {
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = digit;
            self.length += 1;
        }
    }

    /// Lays the digits out by ECMA-262 `Number::toString`, whose n is `point` and k the length.
    fn write(&self, out: &mut Vec<u8>) {
        let digits = self.bytes.get(..self.length).unwrap_or_default();
        if self.negative {
            out.push(b'-');
        }
        let point = usize::try_from(self.point).unwrap_or(0);
        match self.point {
            1..=21 if self.length <= point => {
                out.extend_from_slice(digits);
                out.resize(out.len() + point - self.length, b'0');
            }
            1..=21 => write_split(out, digits, point),
            -5..=0 => {
                out.extend_from_slice(b"0.");
                out.resize(out.len() + self.point.unsigned_abs() as usize, b'0');
                out.extend_from_slice(digits);
            }
            _ => {
                write_split(out, digits, 1);
                let exponent = i64::from(self.point) - 1;
                out.extend_from_slice(if exponent < 0 { b"e" } else { b"e+" });
                write_integer(out, exponent);
            }
        }
    }
}

/// Writes digits with a point after the first `whole`, and without one where nothing follows it.
fn write_split(out: &mut Vec<u8>, digits: &[u8], whole: usize) {
    let (before, after) = digits.split_at_checked(whole).unwrap_or((digits, &[]));
    out.extend_from_slice(before);
    if !after.is_empty() {
        out.push(b'.');
        out.extend_from_slice(after);
    }
}

/// Reads the literal that starts at `start` with `-` or a digit; gives the number and the offset
/// after it. `-0` is the integer 0.
pub(super) fn read_number(
    text: &str,
    start: usize,
    large: LargeIntegers,
) -> Result<(Number, usize), Fault> {
    let bytes = text.as_bytes();
    let negative = bytes.get(start) == Some(&b'-');
    let whole = start + usize::from(negative);
    let mut at = skip_digits(text, whole, "a digit")?;
    if bytes.get(whole) == Some(&b'0') && at > whole + 1 {
        return Err(invalid(text, whole + 1, "no digit after a leading zero"));
    }
    let mut is_integer = true;
    if bytes.get(at) == Some(&b'.') {
        is_integer = false;
        at = skip_digits(text, at + 1, "a digit after the point")?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        is_integer = false;
        let signed = matches!(bytes.get(at + 1), Some(b'+' | b'-'));
        at = skip_digits(text, at + 1 + usize::from(signed), "a digit of the exponent")?;
    }
    let literal = text.get(start..at).unwrap_or_default();
    let number = if is_integer { integer(literal, large) } else { float(literal) };
    number.map(|number| (number, at)).map_err(|kind| Fault::new(kind, start))
}

fn skip_digits(text: &str, at: usize, expected: &'static str) -> Result<usize, Fault> {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    match rest.iter().take_while(|byte| byte.is_ascii_digit()).count() {
        0 => Err(invalid(text, at, expected)),
        count => Ok(at + count),
    }
}

fn invalid(text: &str, at: usize, expected: &'static str) -> Fault {
    match text.get(at..).and_then(|rest| rest.chars().next()) {
        Some(found) => Fault::new(JsonErrorKind::InvalidNumber { found, expected }, at),
        None => Fault::end(expected, at),
    }
}

fn integer(literal: &str, large: LargeIntegers) -> Result<Number, JsonErrorKind> {
    match literal.parse::<i64>() {
        Ok(value) if is_safe(value) => Ok(Number::Integer(value)),
        _ if large == LargeIntegers::Refuse => Err(JsonErrorKind::IntegerOutOfRange),
        _ => large_integer(literal),
    }
}

/// A literal beyond ±(2^53−1), accepted where its double is written as the same text.
fn large_integer(literal: &str) -> Result<Number, JsonErrorKind> {
    let value = literal.parse::<f64>().unwrap_or(f64::INFINITY);
    let mut text = Vec::new();
    match write_number(&mut text, value) {
        Ok(()) if text == literal.as_bytes() => Ok(Number::Float(value)),
        _ => Err(JsonErrorKind::IntegerOutOfRange),
    }
}

fn float(literal: &str) -> Result<Number, JsonErrorKind> {
    match literal.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(Number::Float(value)),
        _ => Err(JsonErrorKind::NumberOverflow),
    }
}

#[cfg(test)]
mod tests {
    use super::{write_integer, write_number};

    fn text(value: f64) -> String {
        let mut out = Vec::new();
        write_number(&mut out, value).expect("finite");
        String::from_utf8(out).expect("ascii")
    }

    #[test]
    fn number_text_follows_appendix_b() {
        let rows: [(u64, &str); 15] = [
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
            (0x3fe0_0000_0000_0000, "0.5"),
            (0x4059_0000_0000_0000, "100"),
        ];
        for (bits, expected) in rows {
            assert_eq!(text(f64::from_bits(bits)), expected);
        }
    }

    #[test]
    fn number_that_is_not_finite_is_refused() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let refused = write_number(&mut Vec::new(), value);
            assert_eq!(refused.map_err(|kind| kind.code()), Err("number_not_finite"));
        }
    }

    #[test]
    fn integer_text_covers_the_whole_range() {
        for value in [0, 7, -7, 10, i64::MAX, i64::MIN] {
            let mut out = Vec::new();
            write_integer(&mut out, value);
            assert_eq!(out, value.to_string().as_bytes());
        }
    }
}
