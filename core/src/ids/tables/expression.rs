//! The rules of a grammar: parsing expressions over characters, words and other rules.

use super::words::Words;

/// A named rule. No rule contains itself.
#[derive(Debug, Clone, Copy)]
pub struct Rule<'a> {
    /// The name by which other rules refer to it.
    pub name: &'a str,
    /// The expression that the rule matches.
    pub is: Expression<'a>,
}

/// A parsing expression.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Expression<'a> {
    /// All of these, in sequence.
    Sequence(&'a [Expression<'a>]),
    /// The first of these that matches.
    FirstOf(&'a [Expression<'a>]),
    /// This text.
    Literal(&'a str),
    /// The end of the text.
    End,
    /// Another rule.
    Rule(&'a Rule<'a>),
    /// A match that is captured as a part.
    Capture {
        /// The name of the part.
        part: &'a str,
        /// The expression to match.
        is: &'a Expression<'a>,
    },
    /// As many characters as possible.
    Chars {
        /// The class of the characters.
        class: &'a CharacterClass<'a>,
        /// The minimum number.
        at_least: usize,
        /// The name in errors.
        expected: &'a str,
    },
    /// The longest matching word.
    Word {
        /// The words.
        words: Words<'a>,
        /// The name in errors.
        expected: &'a str,
    },
    /// This, or nothing.
    Optional(&'a Expression<'a>),
    /// This, as often as it matches.
    Repeat(&'a Expression<'a>),
    /// This matches here, but nothing is consumed.
    Ahead(&'a Expression<'a>),
    /// This does not match here.
    Not(&'a Expression<'a>),
    /// The first capture of this part, again. Repeating it is never necessary, so errors do not suggest it.
    Same(&'a str),
    /// The last capture of a part differs from the earlier ones.
    Distinct {
        /// The name of the part.
        part: &'a str,
        /// The name of such a capture in errors.
        expected: &'a str,
    },
}

/// A set of characters.
#[derive(Debug, Clone, Copy)]
pub struct CharacterClass<'a> {
    name: &'a str,
    chars: &'a str,
    /// One bit per ASCII character.
    ascii: u128,
    /// Whether all other characters belong to the class.
    others: bool,
}

impl<'a> CharacterClass<'a> {
    /// Creates the class of `chars`: ranges such as `a-z`, and single characters, all of ASCII. A leading `^` means all other characters.
    /// `name` is the name of the class.
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

    /// Returns the name of such a character in errors.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Returns the characters that the class was created from.
    pub fn chars(&self) -> &'a str {
        self.chars
    }

    /// Returns how many bytes at the start of `text` are characters of the class.
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

/// Returns the bits of the characters from 0 to `last`.
const fn up_to(last: u8) -> u128 {
    match 127_u8.checked_sub(last) {
        Some(above) => u128::MAX >> above,
        None => u128::MAX,
    }
}

/// Returns the bits of the characters before `first`.
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
