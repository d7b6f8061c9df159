//! How far the tokens of an expression have been read.

use super::lex::{Placed, Token, tokens};
use super::mistake::Mistake;

/// The tokens of an expression, and how far they have been read.
pub struct Cursor {
    tokens: Vec<Placed>,
    at: usize,
    end: usize,
}

impl Cursor {
    /// The tokens of `text`, at most `most` of them: `expected` says so.
    pub fn new(text: &str, most: usize, expected: &'static str) -> Result<Self, Mistake> {
        let tokens = tokens(text)?;
        if let Some((column, token)) = tokens.get(most) {
            return Err(Mistake { column: *column, expected, found: token.describe() });
        }
        Ok(Self { tokens, at: 0, end: text.chars().count() + 1 })
    }

    /// The next token.
    pub fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    /// Goes on behind the next token.
    pub fn pass(&mut self) {
        self.at += 1;
    }

    /// Whether the next token is this sign. It is read then.
    pub fn sign(&mut self, sign: &'static str) -> bool {
        let is_next = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads a sign that must be there.
    pub fn expect(&mut self, sign: &'static str, expected: &'static str) -> Result<(), Mistake> {
        match self.sign(sign) {
            true => Ok(()),
            false => Err(self.mistake(expected)),
        }
    }

    /// Reads a name that must be there.
    pub fn name(&mut self, expected: &'static str) -> Result<String, Mistake> {
        match self.peek() {
            Some(Token::Name(name)) => {
                let name = name.clone();
                self.pass();
                Ok(name)
            }
            _ => Err(self.mistake(expected)),
        }
    }

    /// There must be nothing more.
    pub fn end(&self, expected: &'static str) -> Result<(), Mistake> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.mistake(expected)),
        }
    }

    /// Where the next token is, in characters from the start, counted from 1.
    pub fn column(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |(column, _)| *column)
    }

    /// Something else than the next token was expected.
    pub fn mistake(&self, expected: &'static str) -> Mistake {
        let found = self
            .peek()
            .map_or("the end of the expression".to_owned(), Token::describe);
        Mistake { column: self.column(), expected, found }
    }
}
