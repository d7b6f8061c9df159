//! Tokens to expressions; `*` binds closer than `+` and `-`.

use super::lex::{Placed, Token, tokens};
use super::tree::{Expr, Mistake, Operator, Path, Scope};

/// The most tokens of an expression. Whatever works on one calls itself for what is inside.
const MOST_TOKENS: usize = 64;

/// The most parentheses inside of each other: rustfmt takes twice as long for each.
const MOST_OPEN: usize = 4;

/// Reads an expression.
pub fn parse(text: &str) -> Result<Expr, Mistake> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, end: text.chars().count() + 1 };
    if let Some((column, token)) = parser.tokens.get(MOST_TOKENS) {
        let expected = "at most 64 numbers, fields and signs";
        return Err(Mistake { column: *column, expected, found: token.describe() });
    }
    let mut open = 0_usize;
    for (column, token) in &parser.tokens {
        match token {
            Token::Sign('(') => open += 1,
            Token::Sign(')') => open = open.saturating_sub(1),
            _ => {}
        }
        if open > MOST_OPEN {
            let expected = "at most 4 parentheses inside of each other";
            return Err(Mistake { column: *column, expected, found: token.describe() });
        }
    }
    let expr = parser.sum()?;
    match parser.tokens.get(parser.at) {
        None => Ok(expr),
        Some(_) => Err(parser.mistake("`+`, `-`, `*` or the end of the expression")),
    }
}

struct Parser {
    tokens: Vec<Placed>,
    at: usize,
    end: usize,
}

impl Parser {
    fn sum(&mut self) -> Result<Expr, Mistake> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                Some(Token::Sign('+')) => Operator::Plus,
                Some(Token::Sign('-')) => Operator::Minus,
                _ => return Ok(left),
            };
            self.at += 1;
            left = Expr::Join(Box::new(left), operator, Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Result<Expr, Mistake> {
        let mut left = self.operand()?;
        while self.peek() == Some(&Token::Sign('*')) {
            self.at += 1;
            left = Expr::Join(Box::new(left), Operator::Times, Box::new(self.operand()?));
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<Expr, Mistake> {
        let token = self.peek().cloned();
        match token {
            Some(Token::Number(number)) => {
                self.at += 1;
                Ok(Expr::Number(number))
            }
            Some(Token::Sign('(')) => {
                self.at += 1;
                let inner = self.sum()?;
                self.sign(')', "`)`")?;
                Ok(inner)
            }
            Some(Token::Name(name)) => {
                let scope = match name.as_str() {
                    "_root" => Scope::Root,
                    "_parent" => Scope::Parent,
                    _ => return self.field(Scope::Own),
                };
                self.at += 1;
                self.sign('.', "`.` and a field")?;
                self.field(scope)
            }
            _ => Err(self.mistake("a number, a field or `(`")),
        }
    }

    fn field(&mut self, scope: Scope) -> Result<Expr, Mistake> {
        match self.peek().cloned() {
            Some(Token::Name(id)) if !id.starts_with('_') => {
                self.at += 1;
                if self.peek() == Some(&Token::Sign('.')) {
                    return Err(self.mistake("a field of this record, of `_parent` or of `_root`"));
                }
                Ok(Expr::Field(Path { scope, id }))
            }
            _ => Err(self.mistake("the id of a field")),
        }
    }

    fn sign(&mut self, sign: char, expected: &'static str) -> Result<(), Mistake> {
        if self.peek() != Some(&Token::Sign(sign)) {
            return Err(self.mistake(expected));
        }
        self.at += 1;
        Ok(())
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn mistake(&self, expected: &'static str) -> Mistake {
        let (column, found) = match self.tokens.get(self.at) {
            Some((column, token)) => (*column, token.describe()),
            None => (self.end, "the end of the expression".to_owned()),
        };
        Mistake { column, expected, found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_bind_closer_than_sums() {
        let field = |id: &str| {
            let path = Path { scope: Scope::Own, id: id.to_owned() };
            Box::new(Expr::Field(path))
        };
        let product = Expr::Join(Box::new(Expr::Number(16)), Operator::Times, field("n"));
        let sum = Expr::Join(field("a"), Operator::Plus, Box::new(product));
        assert_eq!(parse("a + 0x10*n"), Ok(sum));
    }

    #[test]
    fn a_long_expression_is_a_mistake_and_no_more() {
        for long in ["(".repeat(20_000), "a + ".repeat(50_000) + "a"] {
            let mistake = parse(&long).unwrap_err();
            assert_eq!(mistake.expected, "at most 64 numbers, fields and signs");
        }
        let nested = |depth| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
        assert!(parse(&nested(5)).is_err() && parse(&nested(4)).is_ok() && parse(&("1 + ".repeat(31) + "a")).is_ok());
    }

    #[test]
    fn mistakes_have_a_column() {
        for (text, column, found) in [
            ("a +", 4, "the end of the expression"),
            ("a ? b", 3, "`?`"),
            ("(a", 3, "the end of the expression"),
            ("a.b", 2, "`.`"),
            ("_io.size", 1, "`_io`"),
            ("2 3", 3, "`3`"),
            ("99999999999999999999", 1, "`99999999999999999999`"),
        ] {
            let mistake = parse(text).unwrap_err();
            assert_eq!((mistake.column, mistake.found.as_str()), (column, found), "{text}");
        }
    }
}
