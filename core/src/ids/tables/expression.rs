//! The rules of a grammar: parsing expressions over characters, words and other rules.

use super::words::Words;

/// A named rule. No rule contains itself.
#[derive(Debug, Clone, Copy)]
pub struct Rule<'a> {
    /// The name that other rules refer to it by.
    pub name: &'a str,
    /// What fits it.
    pub is: Expression<'a>,
}

/// What fits at a place of a text.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Expression<'a> {
    /// All of these, one after the other.
    Sequence(&'a [Expression<'a>]),
    /// The first of these that fits.
    FirstOf(&'a [Expression<'a>]),
    /// This text.
    Literal(&'a str),
    /// The end of the text.
    End,
    /// Another rule.
    Rule(&'a Rule<'a>),
    /// Captured as a part.
    Capture {
        /// The part.
        part: &'a str,
        /// What is read for it.
        is: &'a Expression<'a>,
    },
    /// As many characters as there are.
    Chars {
        /// Of this class.
        class: &'a CharacterClass<'a>,
        /// So many at least.
        at_least: usize,
        /// What it is called in errors.
        expected: &'a str,
    },
    /// The longest word that is here.
    Word {
        /// Of these.
        words: Words<'a>,
        /// What it is called in errors.
        expected: &'a str,
    },
    /// This or nothing.
    Optional(&'a Expression<'a>),
    /// This, as often as it fits.
    Repeat(&'a Expression<'a>),
    /// This fits here, but is not read.
    Ahead(&'a Expression<'a>),
    /// This does not fit here.
    Not(&'a Expression<'a>),
    /// What a part captured first, again. There is no need to write that, so errors do not offer it.
    Same(&'a str),
    /// The last piece of a part differs from its earlier ones.
    Distinct {
        /// The part.
        part: &'a str,
        /// What such a piece is called in errors.
        expected: &'a str,
    },
}

/// A set of characters.
#[derive(Debug, Clone, Copy)]
pub struct CharacterClass<'a> {
    name: &'a str,
    chars: &'a str,
    /// One bit for each ASCII character.
    ascii: u128,
    /// Whether all others belong to it.
    others: bool,
}

impl<'a> CharacterClass<'a> {
    /// The class of `chars`: ranges such as `a-z`, and single characters, all of ASCII. A leading `^` takes all other characters. The
    /// name refers to the class.
    pub const fn new(name: &'a str, chars: &'a str) -> Self {
        let (others, mut rest) = match chars.as_bytes() {
            [b'^', rest @ ..] => (true, rest),
            all => (false, all),
        };
        let mut ascii = 0;
        loop {
            rest = match rest {
                [first, b'-', last, rest @ ..] => {
                    ascii |= up_to(*last) & !below(*first);
                    rest
                }
                [only, rest @ ..] => {
                    ascii |= up_to(*only) & !below(*only);
                    rest
                }
                [] => break,
            };
        }
        Self { name, chars, ascii: if others { !ascii } else { ascii }, others }
    }

    /// What errors call such a character.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// What it was made of.
    pub fn chars(&self) -> &'a str {
        self.chars
    }

    /// How many bytes at the start of `text` are characters of the class.
    pub fn prefix(&self, text: &str) -> usize {
        let belongs = |byte: &u8| match 1_u128.checked_shl(u32::from(*byte)) {
            Some(bit) => self.ascii & bit != 0,
            // All bytes of a character beyond ASCII are beyond it too.
            None => self.others,
        };
        text.as_bytes().iter().take_while(|byte| belongs(byte)).count()
    }
}

#[cfg(feature = "bake")]
crate::bake::bake_by_name!(Rule, "RULE", { name, is });
#[cfg(feature = "bake")]
crate::bake::bake_by_name!(CharacterClass, "CLASS", new(name, chars));

/// The bits of the characters from 0 to `last`.
const fn up_to(last: u8) -> u128 {
    match 127_u8.checked_sub(last) {
        Some(above) => u128::MAX >> above,
        None => u128::MAX,
    }
}

/// The bits of the characters before `first`.
const fn below(first: u8) -> u128 {
    match first.checked_sub(1) {
        Some(last) => up_to(last),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The characters of ASCII that belong to the class.
    fn members(chars: &str) -> alloc::string::String {
        let class = CharacterClass::new("", chars);
        (0..128_u8)
            .map(char::from)
            .filter(|c| class.prefix(c.encode_utf8(&mut [0; 4])) == 1)
            .collect()
    }

    #[test]
    fn ranges_and_single_characters() {
        assert_eq!(members("A-C_x-"), "-ABC_x");
        assert_eq!(members("a-a"), "a");
        assert_eq!(members(""), "");
        assert_eq!(members("^"), members("\0-\x7f"));
        assert_eq!(members("^\0-`d-\x7f"), "abc");
    }

    #[test]
    fn all_others_are_beyond_ascii_too() {
        assert_eq!(CharacterClass::new("", "a-zé").prefix("aé"), 1);
        assert_eq!(CharacterClass::new("", "^-").prefix("aé€-x"), 6);
    }
}
