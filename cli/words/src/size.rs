//! A number of bytes with a unit.

use std::ffi::OsStr;

use offload_bundle::request::ByteSize;
use offload_bundle_core::registry::Registry;

use crate::FromWord;
use crate::plain::text;

/// A decimal number with an optional unit `K`, `M`, `G` or `T` (2^10, 2^20, 2^30, 2^40), also as `KiB` etc.
impl FromWord for ByteSize {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let word = text(word)?;
        let short = word.len().saturating_sub("iB".len());
        let ends = word.get(short..).is_some_and(|end| end.eq_ignore_ascii_case("iB"));
        let word = word.get(..short).filter(|_| ends).unwrap_or(word);
        let units = ['K', 'M', 'G', 'T'];
        let unit = word.chars().last().map(|last| last.to_ascii_uppercase());
        let power = unit.and_then(|last| units.iter().position(|unit| *unit == last));
        let number = match power {
            Some(_) => word.get(..word.len().saturating_sub(1)).unwrap_or_default(),
            None => word,
        };
        let factor = power.map_or(0, |power| power.saturating_add(1));
        let factor = u32::try_from(factor.saturating_mul(10)).unwrap_or(u32::MAX);
        let bytes = number
            .parse::<u64>()
            .ok()
            .filter(|_| power.is_some() || !ends)
            .filter(|_| number.starts_with(|first: char| first.is_ascii_digit()));
        bytes
            .and_then(|bytes| bytes.checked_mul(1_u64.checked_shl(factor)?))
            .map(Self)
            .ok_or_else(|| "expected a size such as `4096`, `200M` or `64G`".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(word: &str) -> Result<ByteSize, String> {
        ByteSize::from_word(&offload_bundle::REGISTRY, word.as_ref())
    }

    #[test]
    fn sizes_have_units() {
        for (word, bytes) in [
            ("0", 0),
            ("17", 17),
            ("1K", 1 << 10),
            ("2m", 2 << 20),
            ("64G", 64 << 30),
            ("3T", 3 << 40),
            ("200MiB", 200 << 20),
            ("1kib", 1 << 10),
            ("18446744073709551615", u64::MAX),
            ("16777215T", 16_777_215 << 40),
        ] {
            assert_eq!(size(word), Ok(ByteSize(bytes)), "{word}");
        }
        for word in
            ["", "K", "-1", "+1", "1 K", "1KB", "iB", "17iB", "é", "1.5G", "18446744073709551616", "16777216T", "K1"]
        {
            assert!(size(word).is_err(), "{word}");
        }
    }
}
