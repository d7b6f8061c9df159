//! A backtracking parser of parsing expressions.
//!
//! A text that does not match is parsed a second time, to record the furthest failure and everything expected there.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::answers::ParseError;
use super::captures::{Captured, Captures};
use super::parts::column;
use super::repeated::Repeated;
use super::tables::{CharacterClass, Expression, Grammar, Rule, Words};
use crate::Shortened;

/// Enough for an ID with one feature.
const USUAL_PIECES: usize = 8;

impl<'g> Grammar<'g> {
    /// Parses the whole of `text` by `rule`.
    ///
    /// # Errors
    ///
    /// Returns the furthest position that the parser reached.
    pub fn read_by<'t>(&'t self, rule: &'t Rule<'g>, text: &'t str) -> Result<Captures<'t>, ParseError> {
        let mut parser = Parser::new(self, text, None);
        if parser.whole(rule) {
            return Ok(Captures::new(parser.captured));
        }
        let mut parser = Parser::new(self, text, Some(Failures::default()));
        parser.whole(rule);
        Err(parser.error())
    }

    /// Returns whether `rule` matches the whole of `text`.
    pub fn fits_rule(&self, rule: &Rule<'g>, text: &str) -> bool {
        Parser::new(self, text, None).whole(rule)
    }
}

struct Parser<'p> {
    grammar: &'p Grammar<'p>,
    text: &'p str,
    at: usize,
    captured: Vec<Captured<'p>>,
    repeated: Repeated<'p>,
    failures: Option<Failures<'p>>,
    /// During lookahead.
    quiet: bool,
}

#[derive(Default)]
struct Failures<'p> {
    furthest: usize,
    expected: Vec<Expected<'p>>,
    /// Matched, but must not be there; outranks the furthest failure.
    breach: Option<(usize, &'p str)>,
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Expected<'p> {
    Text(&'p str),
    Something(&'p str),
}

impl<'p> Parser<'p> {
    fn new(grammar: &'p Grammar<'p>, text: &'p str, failures: Option<Failures<'p>>) -> Self {
        let captured = Vec::with_capacity(USUAL_PIECES);
        Self { grammar, text, at: 0, captured, repeated: Repeated::default(), failures, quiet: false }
    }

    fn whole(&mut self, rule: &'p Rule<'p>) -> bool {
        self.fits(&rule.is) && self.end()
    }

    /// On failure, part of `expression` may have been consumed.
    fn fits(&mut self, expression: &'p Expression<'p>) -> bool {
        match *expression {
            Expression::Sequence(items) => items.iter().all(|item| self.fits(item)),
            Expression::FirstOf(items) => items.iter().any(|item| self.attempt(item)),
            Expression::Literal(text) => self.literal(text) || self.fail(Expected::Text(text)),
            Expression::End => self.end(),
            Expression::Rule(rule) => self.fits(&rule.is),
            Expression::Capture { part, is } => self.part(part, is),
            Expression::Chars { class, at_least, expected } => {
                self.chars(class, at_least) || self.fail(Expected::Something(expected))
            }
            Expression::Word { words, expected } => self.word(words) || self.fail(Expected::Something(expected)),
            Expression::Optional(inner) => {
                self.attempt(inner);
                true
            }
            Expression::Repeat(inner) => self.repeat(inner),
            Expression::Ahead(inner) => self.ahead(inner),
            Expression::Not(inner) => !self.ahead(inner),
            Expression::Same(part) => self.same(part),
            Expression::Distinct { part, expected } => self.distinct(part, expected),
        }
    }

    /// A failure consumes no text.
    fn attempt(&mut self, expression: &'p Expression<'p>) -> bool {
        let (at, captured) = (self.at, self.captured.len());
        let fits = self.fits(expression);
        if !fits {
            self.return_to(at, captured);
        }
        fits
    }

    fn return_to(&mut self, at: usize, pieces: usize) {
        self.at = at;
        self.repeated.forget(&self.captured, pieces);
        self.captured.truncate(pieces);
    }

    fn literal(&mut self, text: &str) -> bool {
        let fits = self.rest().starts_with(text);
        if fits {
            self.at = self.at.saturating_add(text.len());
        }
        fits
    }

    fn end(&mut self) -> bool {
        self.rest().is_empty() || self.fail(Expected::Something("the end"))
    }

    fn chars(&mut self, class: &CharacterClass<'_>, at_least: usize) -> bool {
        let rest = self.rest();
        let len = class.prefix(rest);
        // The length in bytes matters only for a minimum above one.
        let enough = match at_least {
            0 => true,
            1 => len > 0,
            _ => rest.get(..len).is_some_and(|read| read.chars().count() >= at_least),
        };
        if enough {
            self.at = self.at.saturating_add(len);
        }
        enough
    }

    fn word(&mut self, words: Words<'_>) -> bool {
        match self.grammar.longest_word(words, self.rest()) {
            Some(word) => {
                self.at = self.at.saturating_add(word.len());
                true
            }
            None => false,
        }
    }

    fn part(&mut self, part: &'p str, is: &'p Expression<'p>) -> bool {
        let at = self.at;
        let fits = self.fits(is);
        if fits && let Some(text) = self.text.get(at..self.at) {
            self.captured.push(Captured { part, text, at });
        }
        fits
    }

    fn repeat(&mut self, expression: &'p Expression<'p>) -> bool {
        loop {
            let before = self.at;
            if !self.attempt(expression) || self.at == before {
                return true;
            }
        }
    }

    fn ahead(&mut self, expression: &'p Expression<'p>) -> bool {
        let (at, captured, quiet) = (self.at, self.captured.len(), self.quiet);
        self.quiet = true;
        let fits = self.fits(expression);
        self.quiet = quiet;
        self.return_to(at, captured);
        fits
    }

    fn same(&mut self, part: &str) -> bool {
        let first = self.captured.iter().find(|piece| piece.part == part);
        first.map(|piece| piece.text).is_some_and(|text| self.literal(text))
    }

    fn distinct(&mut self, part: &str, expected: &'p str) -> bool {
        let Some(last) = self.captured.iter().rposition(|piece| piece.part == part) else {
            return true;
        };
        let twice = self.repeated.stands_before(&self.captured, last);
        if twice
            && !self.quiet
            && let Some(failures) = &mut self.failures
            && let Some(piece) = self.captured.get(last)
        {
            failures.breach = Some((piece.at, expected));
        }
        !twice
    }

    fn rest(&self) -> &'p str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn fail(&mut self, expected: Expected<'p>) -> bool {
        if !self.quiet
            && let Some(failures) = &mut self.failures
        {
            if self.at > failures.furthest {
                failures.furthest = self.at;
                failures.expected.clear();
            }
            if self.at == failures.furthest && !failures.expected.contains(&expected) {
                failures.expected.push(expected);
            }
        }
        false
    }

    fn error(self) -> ParseError {
        let failures = self.failures.unwrap_or_default();
        let (at, expected) = match failures.breach {
            Some((at, expected)) => (at, String::from(expected)),
            None => (failures.furthest, either(&failures.expected)),
        };
        let found = match self.text.get(at..) {
            Some(rest) if !rest.is_empty() => format!("`{}`", Shortened(rest)),
            _ => String::from("the end"),
        };
        ParseError { column: column(self.text, at), expected, found }
    }
}

/// "a", "a or b", "a, b or c".
fn either(expected: &[Expected<'_>]) -> String {
    let words = expected.iter().map(|expected| match expected {
        Expected::Text(text) => format!("`{text}`"),
        Expected::Something(name) => String::from(*name),
    });
    let words: Vec<String> = words.collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tiny::TINY;
    use super::*;

    const DIGIT: CharacterClass<'_> = CharacterClass::new("digit", "0-9");
    const NUMBER: Expression<'_> = Expression::Capture {
        part: "number",
        is: &Expression::Chars { class: &DIGIT, at_least: 1, expected: "a digit" },
    };
    const NUMBERS: Rule<'_> = Rule {
        name: "numbers",
        is: Expression::Sequence(&[
            NUMBER,
            Expression::Repeat(&Expression::Sequence(&[
                Expression::Literal(","),
                NUMBER,
                Expression::Distinct { part: "number", expected: "a number not named before" },
            ])),
        ]),
    };

    fn error(text: &str) -> (usize, String, String) {
        let ParseError { column, expected, found } = TINY.read_by(&NUMBERS, text).unwrap_err();
        (column, expected, found)
    }

    #[test]
    fn pieces_are_captured_in_order() {
        let read = TINY.read_by(&NUMBERS, "1,23,4").unwrap();
        assert_eq!(read.all("number").collect::<Vec<_>>(), ["1", "23", "4"]);
    }

    #[test]
    fn furthest_failure_is_reported() {
        assert_eq!(error("1,23,x"), (6, "a digit".into(), "`x`".into()));
        assert_eq!(error("1;"), (2, "`,` or the end".into(), "`;`".into()));
        assert_eq!(error("é1"), (1, "a digit".into(), "`é1`".into()));
        assert_eq!(error("1,"), (3, "a digit".into(), "the end".into()));
    }

    #[test]
    fn breach_outranks_later_failures() {
        assert_eq!(error("11,2,11"), (6, "a number not named before".into(), "`11`".into()));
    }

    #[test]
    fn work_is_linear_in_pieces() {
        let looks = |count: usize, last: &str| {
            let numbers: Vec<String> = (0..count).map(|number| format!("{number}")).collect();
            let text = format!("{}{last}", numbers.join(","));
            let mut parser = Parser::new(&TINY, &text, None);
            assert_eq!(parser.whole(&NUMBERS), last.is_empty(), "{count}");
            parser.repeated.looks
        };
        let count = if cfg!(miri) { 20 } else { 1000 };
        for last in ["", ",7", ";"] {
            let (once, twice) = (looks(count, last), looks(2 * count, last));
            assert!(once >= count, "{once}");
            assert!(twice < once * 9 / 4, "{once} {twice}");
        }
    }

    #[test]
    fn rest_of_long_text_is_shortened() {
        let long = "x".repeat(1_000_000);
        let (column, _, found) = error(&format!("1,{long}"));
        assert!(column == 3 && found.len() < 200, "{found}");
    }

    #[test]
    fn lookahead_is_neither_consumed_nor_expected() {
        let dash = Expression::Literal("-");
        let expressions = [
            (
                Expression::Sequence(&[Expression::Ahead(&dash), dash, Expression::End]),
                true,
            ),
            (Expression::Sequence(&[Expression::Not(&dash), dash]), false),
            (Expression::Sequence(&[Expression::Optional(&NUMBER), dash]), true),
            (
                Expression::FirstOf(&[Expression::Sequence(&[dash, NUMBER]), dash]),
                true,
            ),
            (
                Expression::Sequence(&[Expression::Capture { part: "d", is: &dash }, Expression::Same("d")]),
                false,
            ),
        ];
        for (is, fits) in expressions {
            assert_eq!(TINY.fits_rule(&Rule { name: "", is }, "-"), fits, "{is:?}");
        }
        let rule = Rule { name: "", is: Expression::Sequence(&[Expression::Ahead(&NUMBER), dash]) };
        assert_eq!(TINY.read_by(&rule, "-").unwrap_err().expected, "");
    }
}
