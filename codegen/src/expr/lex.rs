//! Texts to tokens.

use super::tree::Mistake;

/// A token and the column where it starts, counted from 1.
pub(super) type Placed = (usize, Token);

/// The smallest meaningful part of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Number(u64),
    Name(String),
    Sign(char),
}

impl Token {
    /// The token as it was written.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Number(number) => format!("`{number}`"),
            Self::Name(name) => format!("`{name}`"),
            Self::Sign(sign) => format!("`{sign}`"),
        }
    }
}

/// The tokens of `text`.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, Mistake> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let word: String = letters[at..]
            .iter()
            .take_while(|letter| letter.is_ascii_alphanumeric() || **letter == '_')
            .collect();
        let token = match letter {
            ' ' | '\n' => None,
            '0'..='9' => Some(Token::Number(number(&word, at + 1)?)),
            '+' | '-' | '*' | '(' | ')' | '.' => Some(Token::Sign(*letter)),
            _ if !word.is_empty() => Some(Token::Name(word.clone())),
            other => {
                return Err(Mistake {
                    column: at + 1,
                    expected: "a number, a field, `+`, `-`, `*`, `(` or `)`",
                    found: format!("`{other}`"),
                });
            }
        };
        tokens.extend(token.map(|token| (at + 1, token)));
        at += word.len().max(1);
    }
    Ok(tokens)
}

fn number(word: &str, column: usize) -> Result<u64, Mistake> {
    let parsed = match word.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => word.parse(),
    };
    parsed.map_err(|_| Mistake { column, expected: "a whole number from 0 to 2^64 - 1", found: format!("`{word}`") })
}
