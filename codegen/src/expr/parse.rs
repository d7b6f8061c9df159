//! Tokens to expressions; `*` binds closer than `+` and `-`.

use super::tree::{Expr, Operator, Path, Scope};
use crate::tokens::{Cursor, Mistake, Token};

/// The most tokens of an expression. Whatever works on one calls itself for what is inside.
const MOST_TOKENS: usize = 64;

/// The most parentheses inside of each other: rustfmt takes twice as long for each.
const MOST_OPEN: usize = 4;

/// Reads an expression.
pub fn parse(text: &str) -> Result<Expr, Mistake> {
    let tokens = Cursor::of(text, MOST_TOKENS, "at most 64 numbers, fields and signs")?;
    let mut parser = Parser { tokens, open: 0 };
    let expr = parser.sum()?;
    parser.tokens.end("`+`, `-`, `*` or the end of the expression")?;
    Ok(expr)
}

struct Parser {
    tokens: Cursor,
    /// How many parentheses are open.
    open: usize,
}

impl Parser {
    fn sum(&mut self) -> Result<Expr, Mistake> {
        let mut left = self.product()?;
        loop {
            let operator = match self.tokens.peek() {
                Some(Token::Sign("+")) => Operator::Plus,
                Some(Token::Sign("-")) => Operator::Minus,
                _ => return Ok(left),
            };
            self.tokens.pass();
            left = Expr::Join(Box::new(left), operator, Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Result<Expr, Mistake> {
        let mut left = self.operand()?;
        while self.tokens.sign("*") {
            left = Expr::Join(Box::new(left), Operator::Times, Box::new(self.operand()?));
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<Expr, Mistake> {
        match self.tokens.peek() {
            Some(Token::Number(number)) => {
                let number = u64::try_from(*number);
                let number = number.map_err(|_| self.tokens.mistake("a whole number from 0 to 2^64 - 1"))?;
                self.tokens.pass();
                Ok(Expr::Number(number))
            }
            Some(Token::Sign("(")) => {
                if self.open == MOST_OPEN {
                    return Err(self.tokens.mistake("at most 4 parentheses inside of each other"));
                }
                self.open += 1;
                self.tokens.pass();
                let inner = self.sum()?;
                self.tokens.wanted(")", "`)`")?;
                self.open -= 1;
                Ok(inner)
            }
            Some(Token::Name(name)) => {
                let scope = match name.as_str() {
                    "_root" => Scope::Root,
                    "_parent" => Scope::Parent,
                    _ => return self.field(Scope::Own),
                };
                self.tokens.pass();
                self.tokens.wanted(".", "`.` and a field")?;
                self.field(scope)
            }
            _ => Err(self.tokens.mistake("a number, a field or `(`")),
        }
    }

    fn field(&mut self, scope: Scope) -> Result<Expr, Mistake> {
        const ID: &str = "the id of a field";
        if matches!(self.tokens.peek(), Some(Token::Name(id)) if id.starts_with('_')) {
            return Err(self.tokens.mistake(ID));
        }
        let id = self.tokens.name(ID)?;
        match self.tokens.peek() {
            Some(Token::Sign(".")) => Err(self
                .tokens
                .mistake("a field of this record, of `_parent` or of `_root`")),
            _ => Ok(Expr::Field(Path { scope, id })),
        }
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
        assert_eq!(parse("a + 0x10*n"), Ok(sum.clone()));
        assert_eq!(parse("a + (0b1_0000 * n)"), Ok(sum));
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
            ("a + 1.5", 5, "`1.5`"),
            ("a - 'b'", 5, "the text \"b\""),
            ("a $ b", 3, "`$`"),
        ] {
            let mistake = parse(text).unwrap_err();
            assert_eq!((mistake.column, mistake.found.as_str()), (column, found), "{text}");
        }
    }
}
