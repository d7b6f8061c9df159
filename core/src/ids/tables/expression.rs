//! The parse rules of a grammar.

use super::words::Words;

/// A named rule. No rule contains itself.
#[derive(Debug, Clone, Copy)]
pub struct Rule<'a> {
    /// The name, for other rules.
    pub name: &'a str,
    /// The expression.
    pub is: Expression<'a>,
}

/// A parsing expression.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Expression<'a> {
    /// These, in sequence.
    Sequence(&'a [Expression<'a>]),
    /// The first of these that matches.
    FirstOf(&'a [Expression<'a>]),
    /// This text.
    Literal(&'a str),
    /// The end of the text.
    End,
    /// Another rule.
    Rule(&'a Rule<'a>),
    /// A captured part.
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
    /// This, or the empty text.
    Optional(&'a Expression<'a>),
    /// This, zero or more times.
    Repeat(&'a Expression<'a>),
    /// A match of this, without consuming it.
    Ahead(&'a Expression<'a>),
    /// A failed match of this, without consuming it.
    Not(&'a Expression<'a>),
    /// The first capture of this part, again. Errors do not suggest it, because repeating is never necessary.
    Same(&'a str),
    /// A check that the last capture of a part differs from the earlier ones.
    Distinct {
        /// The name of the part.
        part: &'a str,
        /// The name of a repeated capture in errors.
        expected: &'a str,
    },
}

/// A set of characters.
#[derive(Debug, Clone, Copy)]
pub struct CharacterClass<'a> {
    name: &'a str,
    chars: &'a str,
    ascii: u128,
    others: bool,
}

impl<'a> CharacterClass<'a> {
    /// Creates the class of `chars`: ranges such as `a-z` and single characters, all ASCII. A leading `^` negates the
    /// class.
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

    /// Returns the name of the class in errors.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Returns the characters that the class was created from.
    pub fn chars(&self) -> &'a str {
        self.chars
    }

    /// Returns the number of bytes at the start of `text` that belong to the class.
    pub fn prefix(&self, text: &str) -> usize {
        let belongs = |byte: &u8| match 1_u128.checked_shl(u32::from(*byte)) {
            Some(bit) => self.ascii & bit != 0,
            // All bytes of a non-ASCII character are outside of ASCII.
            None => self.others,
        };
        text.as_bytes().iter().take_while(|byte| belongs(byte)).count()
    }
}

#[cfg(feature = "bake")]
crate::bake::bake_by_name!(Rule, "RULE", { name, is });
#[cfg(feature = "bake")]
crate::bake::bake_by_name!(CharacterClass, "CLASS", new(name, chars));

const fn up_to(last: u8) -> u128 {
    match 127_u8.checked_sub(last) {
        Some(above) => u128::MAX >> above,
        None => u128::MAX,
    }
}

const fn below(first: u8) -> u128 {
    match first.checked_sub(1) {
        Some(last) => up_to(last),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(chars: &str) -> alloc::string::String {
        let class = CharacterClass::new("", chars);
        (0..128_u8)
            .map(char::from)
            .filter(|c| class.prefix(c.encode_utf8(&mut [0; 4])) == 1)
            .collect()
    }

    #[test]
    fn class_includes_ranges_and_characters() {
        assert_eq!(members("A-C_x-"), "-ABC_x");
        assert_eq!(members("a-a"), "a");
        assert_eq!(members(""), "");
        assert_eq!(members("^"), members("\0-\x7f"));
        assert_eq!(members("^\0-`d-\x7f"), "abc");
    }

    #[test]
    fn negated_class_includes_non_ascii() {
        assert_eq!(CharacterClass::new("", "a-zé").prefix("aé"), 1);
        assert_eq!(CharacterClass::new("", "^-").prefix("aé€-x"), 6);
    }
}
