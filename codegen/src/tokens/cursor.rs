//! A cursor over the tokens of an expression.

use super::lex::{Placed, Token, tokens};
use super::mistake::Mistake;

pub struct Cursor {
    tokens: Vec<Placed>,
    at: usize,
    end: usize,
}

impl Cursor {
    /// `most` is the maximum number of tokens.
    pub fn new(text: &str, most: usize, expected: &'static str) -> Result<Self, Mistake> {
        let tokens = tokens(text)?;
        if let Some((column, token)) = tokens.get(most) {
            return Err(Mistake { column: *column, expected, found: token.describe() });
        }
        Ok(Self { tokens, at: 0, end: text.chars().count() + 1 })
    }

    pub fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    pub fn pass(&mut self) {
        self.at += 1;
    }

    pub fn sign(&mut self, sign: &'static str) -> bool {
        let is_next = self.peek() == Some(&Token::Sign(sign));
        self.at += usize::from(is_next);
        is_next
    }

    pub fn expect(&mut self, sign: &'static str, expected: &'static str) -> Result<(), Mistake> {
        match self.sign(sign) {
            true => Ok(()),
            false => Err(self.mistake(expected)),
        }
    }

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

    pub fn end(&self, expected: &'static str) -> Result<(), Mistake> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.mistake(expected)),
        }
    }

    /// In characters from the start, from 1.
    pub fn column(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |(column, _)| *column)
    }

    pub fn mistake(&self, expected: &'static str) -> Mistake {
        let found = self
            .peek()
            .map_or("the end of the expression".to_owned(), Token::describe);
        Mistake { column: self.column(), expected, found }
    }
}
