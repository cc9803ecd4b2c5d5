//! Decimal digits of a double by Grisu2 (F. Loitsch, "Printing floating-point numbers quickly and
//! accurately with integers", 2010), with 64-bit powers of ten in steps of eight.
//!
//! The digits always read back to the same double, but for about one double in a thousand they
//! are not the shortest that do, or not the nearest of the shortest.

/// Decimal digits and the place of the point: the value is `0.DIGITS × 10^point`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decimal {
    /// Without leading or trailing zeros; `0` alone for zero.
    pub(super) digits: String,
    /// Places of the point to the right of the first digit's left side.
    pub(super) point: i32,
}

/// A significand and a binary exponent: `significand × 2^exponent`.
#[derive(Debug, Clone, Copy)]
struct Scaled {
    significand: u64,
    exponent: i32,
}

impl Scaled {
    fn normalized(self) -> Self {
        let shift = self.significand.leading_zeros();
        Self {
            significand: self.significand << shift,
            exponent: self.exponent - shift.cast_signed(),
        }
    }

    /// The upper half of the 128-bit product, rounded half up.
    fn times(self, other: Self) -> Self {
        let product = u128::from(self.significand) * u128::from(other.significand) + (1 << 63);
        Self {
            significand: u64::try_from(product >> 64).unwrap_or(u64::MAX),
            exponent: self.exponent + other.exponent + 64,
        }
    }
}

/// `value` and the ends of the interval whose members read back to it, all with one exponent.
fn interval(value: f64) -> (Scaled, Scaled, Scaled) {
    const HIDDEN: u64 = 1 << 52;
    const BIAS: i32 = 1075;
    let bits = value.to_bits();
    let fraction = bits & (HIDDEN - 1);
    let biased = i32::try_from(bits >> 52).unwrap_or(0);
    let exact = if biased == 0 {
        Scaled { significand: fraction, exponent: 1 - BIAS }
    } else {
        Scaled { significand: fraction + HIDDEN, exponent: biased - BIAS }
    };
    let Scaled { significand, exponent } = exact;
    let upper = Scaled { significand: 2 * significand + 1, exponent: exponent - 1 }.normalized();
    // Below a power of two the neighbours stand half as far apart.
    let lower = if fraction == 0 && biased > 1 {
        Scaled { significand: 4 * significand - 1, exponent: exponent - 2 }
    } else {
        Scaled { significand: 2 * significand - 1, exponent: exponent - 1 }
    };
    let shift = lower.exponent - upper.exponent;
    let lower = Scaled { significand: lower.significand << shift, exponent: upper.exponent };
    (exact.normalized(), lower, upper)
}

/// A power of ten that brings a number with this binary exponent to one between −60 and −32, and
/// its decimal exponent.
fn power_for(binary_exponent: i32) -> (Scaled, i32) {
    const FIRST: i32 = -300;
    const STEP: i32 = 8;
    let distance = -60 - binary_exponent - 1;
    // 78913 / 2^18 is the logarithm of 2 to the base 10.
    let least = (distance * 78_913) / (1 << 18) + i32::from(distance > 0);
    let index = (least - FIRST + STEP - 1) / STEP;
    let decimal = FIRST + index * STEP;
    let significand = usize::try_from(index).ok().and_then(|index| POWERS.get(index));
    // 1741647 / 2^19 is the logarithm of 10 to the base 2.
    let exponent = ((decimal * 1_741_647) >> 19) - 63;
    (Scaled { significand: significand.copied().unwrap_or(0), exponent }, decimal)
}

/// The Grisu2 digits of `value`, which is positive and finite.
pub(super) fn grisu2(value: f64) -> Decimal {
    let (exact, lower, upper) = interval(value);
    let (power, decimal) = power_for(upper.exponent);
    let exact = exact.times(power);
    // One unit inside on each side, because each product may be off by one.
    let lower = lower.times(power).significand + 1;
    let upper = Scaled { significand: upper.times(power).significand - 1, ..exact };
    let mut digits = Digits { text: Vec::new(), dropped: -decimal };
    digits.generate(upper, upper.significand - lower, upper.significand - exact.significand);
    digits.into_decimal()
}

struct Digits {
    text: Vec<u8>,
    /// Decimal exponent of the last digit.
    dropped: i32,
}

impl Digits {
    /// Digits of `upper` until the rest is within `width`, then down towards the exact value,
    /// which lies `distance` below `upper`.
    fn generate(&mut self, upper: Scaled, mut width: u64, mut distance: u64) {
        let shift = upper.exponent.unsigned_abs();
        let one = 1_u64 << shift;
        let mut whole = upper.significand >> shift;
        let mut fraction = upper.significand & (one - 1);
        let mut places = whole.max(1).ilog10();
        loop {
            let unit = 10_u64.pow(places);
            self.push(whole / unit);
            whole %= unit;
            let rest = (whole << shift) + fraction;
            if rest <= width {
                self.dropped += places.cast_signed();
                return self.round(distance, width, rest, unit << shift);
            }
            let Some(next) = places.checked_sub(1) else { break };
            places = next;
        }
        loop {
            fraction *= 10;
            self.push(fraction >> shift);
            fraction &= one - 1;
            self.dropped -= 1;
            width *= 10;
            distance *= 10;
            if fraction <= width {
                return self.round(distance, width, fraction, one);
            }
        }
    }

    fn push(&mut self, digit: u64) {
        self.text.push(b'0' + u8::try_from(digit % 10).unwrap_or(0));
    }

    /// Lowers the last digit while that comes nearer to the exact value and stays inside.
    fn round(&mut self, distance: u64, width: u64, mut rest: u64, unit: u64) {
        while rest < distance
            && width - rest >= unit
            && (rest + unit < distance || distance - rest > rest + unit - distance)
        {
            if let Some(last) = self.text.last_mut() {
                *last = last.saturating_sub(1);
            }
            rest += unit;
        }
    }

    fn into_decimal(self) -> Decimal {
        let length = i32::try_from(self.text.len()).unwrap_or(0);
        let digits = String::from_utf8(self.text).unwrap_or_default();
        let point = self.dropped + length;
        Decimal { digits: digits.trim_end_matches('0').to_owned(), point }
    }
}

/// The significands of 10^−300, 10^−292, … 10^324, rounded to 64 bits.
#[rustfmt::skip]
const POWERS: [u64; 79] = [
    0xab70_fe17_c79a_c6ca, 0xff77_b1fc_bebc_dc4f, 0xbe56_91ef_416b_d60c, 0x8dd0_1fad_907f_fc3c,
    0xd351_5c28_3155_9a83, 0x9d71_ac8f_ada6_c9b5, 0xea9c_2277_23ee_8bcb, 0xaecc_4991_4078_536d,
    0x823c_1279_5db6_ce57, 0xc210_9436_4dfb_5637, 0x9096_ea6f_3848_984f, 0xd774_85cb_2582_3ac7,
    0xa086_cfcd_97bf_97f4, 0xef34_0a98_172a_ace5, 0xb238_67fb_2a35_b28e, 0x84c8_d4df_d2c6_3f3b,
    0xc5dd_4427_1ad3_cdba, 0x936b_9fce_bb25_c996, 0xdbac_6c24_7d62_a584, 0xa3ab_6658_0d5f_daf6,
    0xf3e2_f893_dec3_f126, 0xb5b5_ada8_aaff_80b8, 0x8762_5f05_6c7c_4a8b, 0xc9bc_ff60_34c1_3053,
    0x964e_858c_91ba_2655, 0xdff9_7724_7029_7ebd, 0xa6df_bd9f_b8e5_b88f, 0xf8a9_5fcf_8874_7d94,
    0xb944_7093_8fa8_9bcf, 0x8a08_f0f8_bf0f_156b, 0xcdb0_2555_6531_31b6, 0x993f_e2c6_d07b_7fac,
    0xe45c_10c4_2a2b_3b06, 0xaa24_2499_6973_92d3, 0xfd87_b5f2_8300_ca0e, 0xbce5_0864_9211_1aeb,
    0x8cbc_cc09_6f50_88cc, 0xd1b7_1758_e219_652c, 0x9c40_0000_0000_0000, 0xe8d4_a510_0000_0000,
    0xad78_ebc5_ac62_0000, 0x813f_3978_f894_0984, 0xc097_ce7b_c907_15b3, 0x8f7e_32ce_7bea_5c70,
    0xd5d2_38a4_abe9_8068, 0x9f4f_2726_179a_2245, 0xed63_a231_d4c4_fb27, 0xb0de_6538_8cc8_ada8,
    0x83c7_088e_1aab_65db, 0xc45d_1df9_4271_1d9a, 0x924d_692c_a61b_e758, 0xda01_ee64_1a70_8dea,
    0xa26d_a399_9aef_774a, 0xf209_787b_b47d_6b85, 0xb454_e4a1_79dd_1877, 0x865b_8692_5b9b_c5c2,
    0xc835_53c5_c896_5d3d, 0x952a_b45c_fa97_a0b3, 0xde46_9fbd_99a0_5fe3, 0xa59b_c234_db39_8c25,
    0xf6c6_9a72_a398_9f5c, 0xb7dc_bf53_54e9_bece, 0x88fc_f317_f222_41e2, 0xcc20_ce9b_d35c_78a5,
    0x9816_5af3_7b21_53df, 0xe2a0_b5dc_971f_303a, 0xa8d9_d153_5ce3_b396, 0xfb9b_7cd9_a4a7_443c,
    0xbb76_4c4c_a7a4_4410, 0x8bab_8eef_b640_9c1a, 0xd01f_ef10_a657_842c, 0x9b10_a4e5_e991_3129,
    0xe710_9bfb_a19c_0c9d, 0xac28_20d9_623b_f429, 0x8044_4b5e_7aa7_cf85, 0xbf21_e440_03ac_dd2d,
    0x8e67_9c2f_5e44_ff8f, 0xd433_179d_9c8c_b841, 0x9e19_db92_b4e3_1ba9,
];
