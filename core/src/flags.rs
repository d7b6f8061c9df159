//! Flags with names.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::bytes::Named;

/// A number of flag bits, some with names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Flags<T>(u64, PhantomData<T>);

impl<T> Default for Flags<T> {
    fn default() -> Self {
        Self(0, PhantomData)
    }
}

impl<T: Named> Flags<T> {
    /// Creates the flags with these bits.
    pub fn new(bits: impl Into<u64>) -> Self {
        Self(bits.into(), PhantomData)
    }

    /// Returns all bits, including unnamed ones.
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Returns whether the bit `flag` is set.
    pub fn contains(self, flag: T) -> bool {
        self.0 & flag.number() != 0
    }

    /// Returns the flags with the bit `flag` set.
    #[must_use]
    pub fn with(self, flag: T) -> Self {
        Self(self.0 | flag.number(), PhantomData)
    }
}

/// Returns the joined names of the set bits; unnamed bits become one number: `metadata|0x6`. Returns `None` if no bit
/// is set.
pub fn join<'n>(number: u64, names: impl IntoIterator<Item = (u64, &'n str)>) -> Option<String> {
    let mut rest = number;
    let mut words: Vec<String> = Vec::new();
    for (bit, name) in names {
        if rest & bit != 0 {
            words.push(name.into());
            rest &= !bit;
        }
    }
    if rest != 0 {
        words.push(format!("{rest:#x}"));
    }
    (!words.is_empty()).then(|| words.join("|"))
}

/// Parses the output of [`join`], such as `metadata|0x6` or `6`, or returns `None` if a part is neither a name nor a
/// number.
pub fn parse<'n>(text: &str, names: impl IntoIterator<Item = (u64, &'n str)>) -> Option<u64> {
    let names: Vec<(u64, &str)> = names.into_iter().collect();
    text.split('|').try_fold(0, |number, part| {
        let named = names.iter().find(|(_, name)| *name == part);
        let bits = named.map_or_else(|| parse_number(part), |(bit, _)| Some(*bit));
        bits.map(|bits| number | bits)
    })
}

fn parse_number(text: &str) -> Option<u64> {
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
    // `from_str_radix` also accepts a sign.
    let is_number = digits.chars().all(|digit| digit.is_digit(radix));
    u64::from_str_radix(digits, radix).ok().filter(|_| is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unnamed_bits_are_shown() {
        let shown = |number| join(number, [(1, "red"), (4, "blue")]);
        assert_eq!(shown(0), None);
        assert_eq!(shown(4).as_deref(), Some("blue"));
        assert_eq!(shown(5).as_deref(), Some("red|blue"));
        assert_eq!(shown(0x17).as_deref(), Some("red|blue|0x12"));
        assert_eq!(shown(u64::MAX).as_deref(), Some("red|blue|0xfffffffffffffffa"));
    }

    #[test]
    fn flags_contain_the_bits_that_are_set() {
        #[derive(Debug, Clone, Copy, PartialEq)]
        enum Colour {
            Red,
            Blue,
        }
        impl Named for Colour {
            const ALL: &'static [(Self, u64, &'static str)] = &[(Self::Red, 1, "red"), (Self::Blue, 4, "blue")];
        }
        let flags = Flags::new(6_u8);
        assert_eq!(
            (flags.contains(Colour::Red), flags.contains(Colour::Blue)),
            (false, true)
        );
        assert_eq!(
            (flags.with(Colour::Red).bits(), Flags::<Colour>::default().bits()),
            (7, 0)
        );
    }

    #[test]
    fn joined_flags_parse_back() {
        let names = [(1, "red"), (4, "blue")];
        for number in [1, 2, 4, 5, 0x17, u64::MAX] {
            let shown = join(number, names).unwrap();
            assert_eq!(parse(&shown, names), Some(number), "{shown}");
        }
        assert_eq!(parse("blue|2", names), Some(6));
        assert_eq!(parse("blue|blue|5|1", names), Some(5));
        assert_eq!(parse("0", names), Some(0));
        for wrong in ["", "red|", "|", "green", "red,blue", "+1", "-1", "0x", "0x+1", "Red"] {
            assert_eq!(parse(wrong, names), None, "{wrong}");
        }
    }
}
