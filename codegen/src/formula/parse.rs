//! The expression parser, with Kaitai's operator precedence.

use offload_bundle_core::tree::{Binary, Unary};

use super::tree::{Path, Term, TermKind};
use crate::tokens::{Cursor, Mistake, Token};

const MOST_TOKENS: usize = 4096;
/// Users of expressions are recursive.
const MOST_DEEP: usize = 24;

/// From loose to tight.
const ROWS: &[&[(&str, Binary)]] = &[
    &[("or", Binary::Or)],
    &[("and", Binary::And)],
    &[
        ("==", Binary::Equal),
        ("!=", Binary::Unequal),
        ("<=", Binary::AtMost),
        (">=", Binary::AtLeast),
        ("<", Binary::Less),
        (">", Binary::Greater),
    ],
    &[("|", Binary::BitOr)],
    &[("^", Binary::BitXor)],
    &[("&", Binary::BitAnd)],
    &[("<<", Binary::ShiftLeft), (">>", Binary::ShiftRight)],
    &[("+", Binary::Plus), ("-", Binary::Minus)],
    &[("*", Binary::Times), ("/", Binary::Over), ("%", Binary::Rest)],
];
/// `not` binds more loosely.
const COMPARISONS: usize = 2;

pub fn parse(text: &str) -> Result<Term, Mistake> {
    let mut parser = Parser::new(text)?;
    let term = parser.choice()?;
    parser.tokens.end("an operator or the end of the expression")?;
    Ok(term)
}

pub fn parse_type(text: &str) -> Result<(Path, Vec<Term>), Mistake> {
    let mut parser = Parser::new(text)?;
    let path = parser.path()?;
    let told = if parser.tokens.sign("(") {
        parser.until(")")?
    } else {
        Vec::new()
    };
    parser.tokens.end("`(` or the end of the name")?;
    Ok((path, told))
}

struct Parser {
    tokens: Cursor,
    depth: usize,
}

impl Parser {
    fn new(text: &str) -> Result<Self, Mistake> {
        let tokens = Cursor::new(text, MOST_TOKENS, "at most 4096 numbers, names and signs")?;
        Ok(Self { tokens, depth: 0 })
    }

    fn deeper(&mut self) -> Result<(), Mistake> {
        self.depth += 1;
        match self.depth > MOST_DEEP {
            true => Err(self
                .tokens
                .mistake("at most 24 parentheses and signs inside of each other")),
            false => Ok(()),
        }
    }

    fn choice(&mut self) -> Result<Term, Mistake> {
        self.deeper()?;
        let condition = self.row(0)?;
        let term = if self.tokens.sign("?") {
            let yes = self.choice()?;
            self.tokens.expect(":", "`:` and what it is otherwise")?;
            let no = self.choice()?;
            let column = condition.column;
            Term { kind: TermKind::Choice(Box::new(condition), Box::new(yes), Box::new(no)), column }
        } else {
            condition
        };
        self.depth -= 1;
        Ok(term)
    }

    fn row(&mut self, row: usize) -> Result<Term, Mistake> {
        let Some(operators) = ROWS.get(row) else {
            return self.factor();
        };
        if row == COMPARISONS && matches!(self.tokens.peek(), Some(Token::Name(name)) if name == "not") {
            let column = self.tokens.column();
            self.tokens.pass();
            self.deeper()?;
            let of = self.row(row)?;
            self.depth -= 1;
            return Ok(Term { kind: TermKind::Unary(Unary::Not, Box::new(of)), column });
        }
        let mut left = self.row(row + 1)?;
        let mut joined = 0_usize;
        while let Some(operator) = self.operator(operators) {
            joined += 1;
            if joined > MOST_DEEP {
                return Err(self.tokens.mistake("at most 24 such operators without parentheses"));
            }
            let right = self.row(row + 1)?;
            let column = left.column;
            left = Term { kind: TermKind::Binary(operator, Box::new(left), Box::new(right)), column };
        }
        Ok(left)
    }

    fn operator(&mut self, operators: &[(&str, Binary)]) -> Option<Binary> {
        let sign = match self.tokens.peek()? {
            Token::Sign(sign) => *sign,
            Token::Name(name) => name.as_str(),
            _ => return None,
        };
        let (_, operator) = operators.iter().find(|(known, _)| *known == sign)?;
        self.tokens.pass();
        Some(*operator)
    }

    fn factor(&mut self) -> Result<Term, Mistake> {
        let column = self.tokens.column();
        let unary = match self.tokens.peek() {
            Some(Token::Sign("-")) => Unary::Negate,
            Some(Token::Sign("~")) => Unary::Invert,
            Some(Token::Sign("+")) => {
                self.tokens.pass();
                self.deeper()?;
                let of = self.factor()?;
                self.depth -= 1;
                return Ok(of);
            }
            _ => return self.parse_trailers(),
        };
        self.tokens.pass();
        self.deeper()?;
        let of = self.factor()?;
        self.depth -= 1;
        Ok(Term { kind: TermKind::Unary(unary, Box::new(of)), column })
    }

    fn parse_trailers(&mut self) -> Result<Term, Mistake> {
        let mut term = self.atom()?;
        let mut trailers = 0_usize;
        loop {
            let column = term.column;
            trailers += 1;
            if trailers > MOST_DEEP {
                return Err(self.tokens.mistake("at most 24 dots and brackets in a row"));
            }
            if self.tokens.sign(".") {
                let name = self.tokens.name("a name after the dot")?;
                if name == "as" && self.tokens.sign("<") {
                    let path = self.path()?;
                    if self.tokens.sign("[") {
                        self.tokens.expect("]", "`]`")?;
                    }
                    self.tokens.expect(">", "`>` after the type")?;
                    term = Term { kind: TermKind::Cast(Box::new(term), path), column };
                    continue;
                }
                let told = if self.tokens.sign("(") {
                    self.until(")")?
                } else {
                    Vec::new()
                };
                term = Term { kind: TermKind::Member(Box::new(term), name, told), column };
            } else if self.tokens.sign("[") {
                let index = self.choice()?;
                self.tokens.expect("]", "`]`")?;
                term = Term { kind: TermKind::At(Box::new(term), Box::new(index)), column };
            } else {
                return Ok(term);
            }
        }
    }

    fn atom(&mut self) -> Result<Term, Mistake> {
        let column = self.tokens.column();
        let token = self.tokens.peek().cloned();
        let kind = match token {
            Some(Token::Number(number)) => TermKind::Number(number),
            Some(Token::Float(number)) => TermKind::Float(number),
            Some(Token::Text(text)) => TermKind::Text(text),
            Some(Token::Name(name)) if name == "true" || name == "false" => TermKind::Flag(name == "true"),
            Some(Token::Name(_)) => {
                let path = self.path()?;
                let kind = match path.as_slice() {
                    [name] if name == "sizeof" && self.tokens.sign("<") => {
                        let of = self.path()?;
                        self.tokens.expect(">", "`>` after the type")?;
                        TermKind::SizeOf(of)
                    }
                    [name] => TermKind::Name(name.clone()),
                    _ => TermKind::Value(path),
                };
                return Ok(Term { kind, column });
            }
            Some(Token::Sign("(")) => {
                self.tokens.pass();
                let inner = self.choice()?;
                self.tokens.expect(")", "`)`")?;
                return Ok(inner);
            }
            Some(Token::Sign("[")) => {
                self.tokens.pass();
                return Ok(Term { kind: TermKind::List(self.until("]")?), column });
            }
            _ => return Err(self.tokens.mistake("a number, a text, a name or `(`")),
        };
        self.tokens.pass();
        // Adjacent texts are joined, as in Kaitai.
        let kind = match kind {
            TermKind::Text(mut text) => {
                while let Some(Token::Text(more)) = self.tokens.peek() {
                    text.push_str(more);
                    self.tokens.pass();
                }
                TermKind::Text(text)
            }
            kind => kind,
        };
        Ok(Term { kind, column })
    }

    fn path(&mut self) -> Result<Path, Mistake> {
        // A path may begin with `::`.
        self.tokens.sign("::");
        let mut path = vec![self.tokens.name("a name")?];
        while self.tokens.sign("::") {
            path.push(self.tokens.name("a name after `::`")?);
        }
        Ok(path)
    }

    fn until(&mut self, close: &'static str) -> Result<Vec<Term>, Mistake> {
        let mut terms = Vec::new();
        while !self.tokens.sign(close) {
            if !terms.is_empty() {
                self.tokens.expect(",", "`,` or what closes the list")?;
                if self.tokens.sign(close) {
                    break;
                }
            }
            terms.push(self.choice()?);
        }
        Ok(terms)
    }
}
