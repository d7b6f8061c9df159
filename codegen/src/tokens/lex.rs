//! The tokenizer of expressions.

use super::mistake::Mistake;

/// Columns count from 1.
pub(super) type Placed = (usize, Token);

#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Number(i128),
    Float(f64),
    Text(String),
    Name(String),
    Sign(&'static str),
}

/// Longer signs come before their prefixes.
const SIGNS: &[&str] = &[
    "<<", ">>", "<=", ">=", "==", "!=", "::", "+", "-", "*", "/", "%", "&", "|", "^", "~", "<", ">", "?", ":", "(",
    ")", "[", "]", ",", ".",
];

impl Token {
    pub fn describe(&self) -> String {
        match self {
            Self::Number(number) => format!("`{number}`"),
            Self::Float(number) => format!("`{number}`"),
            Self::Text(text) => format!("the text {text:?}"),
            Self::Name(name) => format!("`{name}`"),
            Self::Sign(sign) => format!("`{sign}`"),
        }
    }
}

pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, Mistake> {
    let mut lexer = Lexer { letters: text.chars().collect(), at: 0 };
    let mut tokens = Vec::new();
    while let Some(letter) = lexer.peek() {
        let column = lexer.at + 1;
        if letter.is_whitespace() {
            lexer.at += 1;
            continue;
        }
        tokens.push((column, lexer.token(letter)?));
    }
    Ok(tokens)
}

struct Lexer {
    letters: Vec<char>,
    at: usize,
}

impl Lexer {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn token(&mut self, first: char) -> Result<Token, Mistake> {
        match first {
            '0'..='9' => self.number(),
            '\'' => self.plain(),
            '"' => self.read_escape(),
            'f' if self.letters.get(self.at + 1) == Some(&'"') => Err(self.mistake("text without `f` before it")),
            _ if first.is_ascii_alphabetic() || first == '_' => {
                Ok(Token::Name(self.word(|c| c.is_ascii_alphanumeric() || c == '_')))
            }
            _ => {
                let rest: String = self.letters.iter().skip(self.at).take(2).collect();
                match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                    Some(sign) => {
                        self.at += sign.len();
                        Ok(Token::Sign(sign))
                    }
                    None => Err(self.mistake("a number, a text, a name or a sign of an expression")),
                }
            }
        }
    }

    fn word(&mut self, fits: impl Fn(char) -> bool) -> String {
        let word: String = self
            .letters
            .iter()
            .skip(self.at)
            .take_while(|letter| fits(**letter))
            .collect();
        self.at += word.chars().count();
        word
    }

    fn number(&mut self) -> Result<Token, Mistake> {
        let start = self.at;
        let word = self.word(|c| c.is_ascii_alphanumeric() || c == '_').replace('_', "");
        let wrong = |found: &str| Mistake { column: start + 1, expected: "a number", found: format!("`{found}`") };
        let radix = [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8), ("0O", 8)];
        if let Some((digits, radix)) = radix
            .iter()
            .find_map(|(sign, radix)| Some((word.strip_prefix(sign)?, *radix)))
        {
            return i128::from_str_radix(digits, radix)
                .map(Token::Number)
                .map_err(|_| wrong(&word));
        }
        // After the dot of a number is a digit, or nothing; after the dot of an expression, a name.
        let named = |letter: &char| letter.is_ascii_alphabetic() || *letter == '_';
        let fraction = self.peek() == Some('.') && !self.letters.get(self.at + 1).is_some_and(named);
        if !fraction && let Ok(number) = word.parse() {
            return Ok(Token::Number(number));
        }
        let mut word = word;
        if fraction {
            self.at += 1;
            word = format!("{word}.{}", self.word(|c| c.is_ascii_alphanumeric()));
            if word.ends_with('.') {
                word.push('0');
            }
        }
        if word.ends_with(['e', 'E']) && matches!(self.peek(), Some('+' | '-')) {
            let sign = self.peek().unwrap_or('+');
            self.at += 1;
            word = format!("{word}{sign}{}", self.word(|c| c.is_ascii_digit()));
        }
        let number: Option<f64> = word
            .parse()
            .ok()
            .filter(|_| word.starts_with(|c: char| c.is_ascii_digit()));
        number.map(Token::Float).ok_or_else(|| wrong(&word))
    }

    /// Without escapes.
    fn plain(&mut self) -> Result<Token, Mistake> {
        let start = self.at;
        self.at += 1;
        let text = self.word(|c| c != '\'');
        self.close(start, text)
    }

    fn close(&mut self, start: usize, text: String) -> Result<Token, Mistake> {
        if self.peek().is_none() {
            let found = "the end of the expression".to_owned();
            return Err(Mistake { column: start + 1, expected: "a quote at the end of the text", found });
        }
        self.at += 1;
        Ok(Token::Text(text))
    }

    fn read_escape(&mut self) -> Result<Token, Mistake> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        while let Some(letter) = self.peek().filter(|letter| *letter != '"') {
            self.at += 1;
            text.push(if letter == '\\' { self.escape()? } else { letter });
        }
        self.close(start, text)
    }

    fn escape(&mut self) -> Result<char, Mistake> {
        let letter = self.peek().unwrap_or(' ');
        let known = [
            ('a', '\x07'),
            ('b', '\x08'),
            ('t', '\t'),
            ('n', '\n'),
            ('v', '\x0b'),
            ('f', '\x0c'),
            ('r', '\r'),
            ('e', '\x1b'),
            ('"', '"'),
            ('\'', '\''),
            ('\\', '\\'),
        ];
        if let Some((_, meant)) = known.iter().find(|(sign, _)| *sign == letter) {
            self.at += 1;
            return Ok(*meant);
        }
        let wrong = self.mistake("a known escape after `\\`");
        let number = if letter == 'u' {
            self.at += 1;
            let digits: String = self.letters.iter().skip(self.at).take(4).collect();
            self.at += digits.chars().count();
            u32::from_str_radix(&digits, 16).ok()
        } else {
            u32::from_str_radix(&self.word(|c| ('0'..='7').contains(&c)), 8).ok()
        };
        number.and_then(char::from_u32).ok_or(wrong)
    }

    fn mistake(&self, expected: &'static str) -> Mistake {
        let found = self
            .peek()
            .map_or("the end of the expression".to_owned(), |letter| format!("`{letter}`"));
        Mistake { column: self.at + 1, expected, found }
    }
}
