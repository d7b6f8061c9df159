//! The words of a command line against a table of options.

use std::io::Write;

use offload_bundle_core::options::{Action, OptionKind, OptionSpec, OptionValues, Syntax};

use super::call::CommandLine;
use super::texts::fill;
use super::{response, suggest, value};

/// What came of parsing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::drop_ins) enum ParseOutcome {
    /// The options; the tool has work to do.
    Run(Parsed),
    /// Nothing but to show this.
    Show(Action),
    /// Mistakes, all of which have been said.
    Mistakes,
}

/// The options of a command line by their position in the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::drop_ins) struct Parsed {
    values: Vec<Vec<String>>,
}

impl OptionValues for Parsed {
    fn flag(&self, index: usize) -> Option<bool> {
        self.last(index).and_then(|text| value::flag(&text))
    }

    fn last(&self, index: usize) -> Option<String> {
        self.values.get(index).and_then(|values| values.last()).cloned()
    }

    fn all(&self, index: usize) -> Vec<String> {
        self.values.get(index).cloned().unwrap_or_default()
    }

    fn unsigned(&self, index: usize) -> Option<u32> {
        self.last(index).and_then(|text| value::unsigned(&text))
    }

    fn integer(&self, index: usize) -> Option<i32> {
        self.last(index).and_then(|text| value::integer(&text))
    }
}

/// Parses `words` by `syntax`. Mistakes are said on `err`.
pub(in crate::drop_ins) fn parse(syntax: &Syntax, words: &CommandLine, err: &mut dyn Write) -> ParseOutcome {
    let expanded = match response::expand(&words.words, &syntax.texts) {
        Ok(expanded) => expanded,
        Err(message) => {
            say(err, &message);
            // Options count as never given then: whatever the tool needs, it will miss.
            return ParseOutcome::Run(Parsed::default());
        }
    };
    let mut run = Run {
        syntax,
        words,
        name: words.name(),
        parsed: Parsed { values: syntax.options.iter().map(|_| Vec::new()).collect() },
        mistakes: Vec::new(),
    };
    let action = run.read(&expanded);
    if action.is_none() {
        run.check_required();
    }
    for mistake in &run.mistakes {
        say(err, mistake);
    }
    match action {
        Some(action) => ParseOutcome::Show(action),
        None if run.mistakes.is_empty() => ParseOutcome::Run(run.parsed),
        None => ParseOutcome::Mistakes,
    }
}

/// Says one line. A standard error that cannot be written to leaves nobody to tell.
fn say(err: &mut dyn Write, line: &str) {
    let _ = writeln!(err, "{line}");
}

struct Run<'r> {
    syntax: &'r Syntax,
    words: &'r CommandLine,
    name: String,
    parsed: Parsed,
    mistakes: Vec<String>,
}

impl Run<'_> {
    /// Reads all words, up to the first option that does something at once.
    fn read(&mut self, words: &[String]) -> Option<Action> {
        let mut options_ended = false;
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            if word == "--" && !options_ended {
                options_ended = true;
                continue;
            }
            let named = word
                .strip_prefix('-')
                .filter(|named| !named.is_empty() && !options_ended);
            let Some(named) = named else {
                self.unknown(word, None);
                continue;
            };
            let named = named.strip_prefix('-').unwrap_or(named);
            let (name, value) = match named.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (named, None),
            };
            let found = self.syntax.options.iter().position(|option| option.name == name);
            let Some((index, option)) = found.and_then(|index| Some((index, self.syntax.options.get(index)?))) else {
                self.unknown(word, suggest::nearest(named, self.syntax.options));
                continue;
            };
            if let OptionKind::Action(action) = option.kind {
                match value {
                    None => return Some(action),
                    Some(value) => self.mistake(self.syntax.texts.takes_no_value, option, value),
                }
                continue;
            }
            let value = match value {
                Some(value) => value,
                None if option.kind.needs_value() => match rest.next() {
                    Some(value) => value,
                    None => {
                        self.mistake(self.syntax.texts.needs_value, option, "");
                        continue;
                    }
                },
                None => "",
            };
            self.take(index, option, value);
        }
        None
    }

    /// Keeps a value, if it is one for the option.
    fn take(&mut self, index: usize, option: &OptionSpec, given: &str) {
        let texts = &self.syntax.texts;
        let wrong = match option.kind {
            OptionKind::Flag => value::flag(given).is_none().then_some(texts.bad_flag),
            OptionKind::Unsigned => value::unsigned(given).is_none().then_some(texts.bad_unsigned),
            OptionKind::Integer => value::integer(given).is_none().then_some(texts.bad_integer),
            OptionKind::Text | OptionKind::List | OptionKind::CommaList | OptionKind::Action(_) => None,
        };
        if let Some(template) = wrong {
            self.mistake(template, option, given);
        }
        let Some(values) = self.parsed.values.get_mut(index) else {
            return;
        };
        match option.kind {
            OptionKind::CommaList => values.extend(given.split(',').map(ToString::to_string)),
            _ => values.push(given.to_string()),
        }
    }

    fn unknown(&mut self, word: &str, suggestion: Option<String>) {
        let texts = &self.syntax.texts;
        let program = &self.words.program;
        self.mistakes.push(fill(
            texts.unknown,
            &[("name", &self.name), ("word", word), ("program", program)],
        ));
        if let Some(option) = suggestion {
            self.mistakes
                .push(fill(texts.suggestion, &[("name", &self.name), ("option", &option)]));
        }
    }

    fn mistake(&mut self, template: &str, option: &OptionSpec, value: &str) {
        let values = [("name", self.name.as_str()), ("option", option.name), ("value", value)];
        self.mistakes.push(fill(template, &values));
    }

    fn check_required(&mut self) {
        for (option, values) in self.syntax.options.iter().zip(&self.parsed.values) {
            if option.required && values.is_empty() {
                let values = [("name", self.name.as_str()), ("option", option.name)];
                self.mistakes.push(fill(self.syntax.texts.required, &values));
            }
        }
    }
}
