//! Numbers that are made of bits, each with a name of its own.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The names of the bits that are set in `number`, joined, with those that have none as one number: `metadata|0x6`. Nothing where no bit
/// is set.
pub fn joined<'n>(number: u64, names: impl IntoIterator<Item = (u64, &'n str)>) -> Option<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_without_a_name_are_told() {
        let shown = |number| joined(number, [(1, "red"), (4, "blue")]);
        assert_eq!(shown(0), None);
        assert_eq!(shown(4).as_deref(), Some("blue"));
        assert_eq!(shown(5).as_deref(), Some("red|blue"));
        assert_eq!(shown(0x17).as_deref(), Some("red|blue|0x12"));
        assert_eq!(shown(u64::MAX).as_deref(), Some("red|blue|0xfffffffffffffffa"));
    }
}
