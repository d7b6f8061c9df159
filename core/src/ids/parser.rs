//! Reading by recursive descent with backtracking. Generated rules are functions of [`Parser`] that say whether they fit.
//!
//! Of all failures the furthest is kept, with everything that could have stood there; that is the error if nothing fits.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::answers::ParseError;
use super::captures::{Captured, Captures};
use super::tables::Words;

/// A rule of a grammar: reads at the current place, says whether it fits.
pub type RuleFn = fn(&mut Parser<'_>) -> bool;

/// A text that is being read.
#[derive(Debug)]
pub struct Parser<'a> {
    text: &'a str,
    /// Where reading stands, in bytes.
    at: usize,
    captured: Vec<Captured<'a>>,
    /// The furthest failure, in bytes.
    furthest: usize,
    /// What could have stood at the furthest failure.
    expected: Vec<&'static str>,
    /// A breach of a rule about parts that were read well; outranks the furthest failure.
    breach: Option<(usize, &'static str)>,
    /// While looking ahead failures are no news.
    quiet: bool,
}

impl<'a> Parser<'a> {
    /// Reads the whole of `text` by `rule`.
    ///
    /// # Errors
    ///
    /// The text leaves the rule; the error tells the furthest place that could be read.
    pub fn read(text: &'a str, rule: RuleFn) -> Result<Captures<'a>, ParseError> {
        let mut input =
            Self { text, at: 0, captured: Vec::new(), furthest: 0, expected: Vec::new(), breach: None, quiet: false };
        if rule(&mut input) && input.end() {
            Ok(Captures::new(input.captured))
        } else {
            Err(input.error())
        }
    }

    /// Whether `rule` reads the whole of `text`.
    pub fn fits(text: &str, rule: RuleFn) -> bool {
        Parser::read(text, rule).is_ok()
    }

    /// Reads exactly `text`; `what` names it in errors.
    pub fn literal(&mut self, text: &str, what: &'static str) -> bool {
        if self.rest().starts_with(text) {
            self.at = self.at.saturating_add(text.len());
            true
        } else {
            self.fail(what)
        }
    }

    /// Reads as many characters as `member` takes, at least `at_least`; `what` names them in errors.
    pub fn chars(&mut self, member: fn(char) -> bool, at_least: usize, what: &'static str) -> bool {
        let rest = self.rest();
        let len = rest.find(|c| !member(c)).unwrap_or(rest.len());
        let count = rest.chars().take_while(|c| member(*c)).count();
        if count < at_least {
            return self.fail(what);
        }
        self.at = self.at.saturating_add(len);
        true
    }

    /// Reads the longest of `words` that stands here; `what` names them in errors.
    pub fn word(&mut self, words: &Words, what: &'static str) -> bool {
        match words.longest(self.rest()) {
            Some(word) => {
                self.at = self.at.saturating_add(word.len());
                true
            }
            None => self.fail(what),
        }
    }

    /// Reads again what the part `name` captured before. Nobody needs to write that, so errors do not offer it.
    pub fn same(&mut self, name: &str) -> bool {
        let Some(text) = self.captured.iter().find(|c| c.part == name).map(|c| c.text) else {
            return false;
        };
        let same = self.rest().starts_with(text);
        if same {
            self.at = self.at.saturating_add(text.len());
        }
        same
    }

    /// Runs `rule`; if it does not fit, nothing was read.
    pub fn attempt(&mut self, rule: impl FnOnce(&mut Self) -> bool) -> bool {
        let (at, captured) = (self.at, self.captured.len());
        let fits = rule(self);
        if !fits {
            self.at = at;
            self.captured.truncate(captured);
        }
        fits
    }

    /// Reads `rule` if it fits.
    pub fn optional(&mut self, rule: impl FnOnce(&mut Self) -> bool) -> bool {
        self.attempt(rule);
        true
    }

    /// Reads `rule` as often as it fits, at least `at_least` times.
    pub fn repeat(&mut self, at_least: usize, rule: impl Fn(&mut Self) -> bool) -> bool {
        let mut count: usize = 0;
        loop {
            let before = self.at;
            if !self.attempt(&rule) {
                return count >= at_least;
            }
            count = count.saturating_add(1);
            if self.at == before {
                return true;
            }
        }
    }

    /// Fits where `rule` fits; reads nothing.
    pub fn ahead(&mut self, rule: impl FnOnce(&mut Self) -> bool) -> bool {
        let (at, captured, quiet) = (self.at, self.captured.len(), self.quiet);
        self.quiet = true;
        let fits = rule(self);
        self.quiet = quiet;
        self.at = at;
        self.captured.truncate(captured);
        fits
    }

    /// Reads `rule` and captures it as the part `name`.
    pub fn capture(&mut self, name: &'static str, rule: impl FnOnce(&mut Self) -> bool) -> bool {
        let at = self.at;
        let fits = rule(self);
        if fits && let Some(text) = self.text.get(at..self.at) {
            self.captured.push(Captured { part: name, text, at });
        }
        fits
    }

    /// Fits if the last piece of the part `name` differs from all earlier ones; `what` names that in errors.
    pub fn distinct(&mut self, name: &str, what: &'static str) -> bool {
        let mut pieces = self.captured.iter().rev().filter(|c| c.part == name);
        let Some(last) = pieces.next() else {
            return true;
        };
        let twice = pieces.any(|earlier| earlier.text == last.text);
        if twice && !self.quiet {
            self.breach = Some((last.at, what));
        }
        !twice
    }

    /// Fits at the end of the text.
    pub fn end(&mut self) -> bool {
        self.rest().is_empty() || self.fail("the end")
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn fail(&mut self, what: &'static str) -> bool {
        if !self.quiet {
            if self.at > self.furthest {
                self.furthest = self.at;
                self.expected.clear();
            }
            if self.at == self.furthest && !self.expected.contains(&what) {
                self.expected.push(what);
            }
        }
        false
    }

    fn error(self) -> ParseError {
        let (at, expected) = match self.breach {
            Some((at, what)) => (at, String::from(what)),
            None => (self.furthest, either(&self.expected)),
        };
        let found = match self.text.get(at..) {
            Some(rest) if !rest.is_empty() => format!("`{rest}`"),
            _ => String::from("the end"),
        };
        let column = self.text.char_indices().take_while(|(index, _)| *index < at).count();
        ParseError { column, expected, found }
    }
}

/// "a", "a or b", "a, b or c".
fn either(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, [])) => String::from(*last),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digit(c: char) -> bool {
        c.is_ascii_digit()
    }

    fn numbers(input: &mut Parser<'_>) -> bool {
        input.capture("number", |i| i.chars(digit, 1, "a digit"))
            && input.repeat(0, |i| {
                i.literal(",", "`,`")
                    && i.capture("number", |i| i.chars(digit, 1, "a digit"))
                    && i.distinct("number", "a number not named before")
            })
    }

    #[test]
    fn pieces_are_captured_in_order() {
        let read = Parser::read("1,23,4", numbers).unwrap();
        assert_eq!(read.all("number").collect::<Vec<_>>(), ["1", "23", "4"]);
    }

    #[test]
    fn the_furthest_failure_is_the_error() {
        let error = Parser::read("1,23,x", numbers).unwrap_err();
        assert_eq!((error.column, error.expected.as_str()), (5, "a digit"));
        let error = Parser::read("1;", numbers).unwrap_err();
        assert_eq!((error.column, error.expected.as_str()), (1, "`,` or the end"));
    }

    #[test]
    fn a_breach_outranks_later_failures() {
        let error = Parser::read("é1", numbers).unwrap_err();
        assert_eq!(error.column, 0);
        let error = Parser::read("11,2,11", numbers).unwrap_err();
        assert_eq!((error.column, error.found.as_str()), (5, "`11`"));
    }
}
