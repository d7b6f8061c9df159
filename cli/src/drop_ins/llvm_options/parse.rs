//! Parses words by a table of options.

use std::ffi::{OsStr, OsString};
use std::io::Write;

use clap_lex::OsStrExt;
use offload_bundle_core::options::{Action, DropIn, DropInOption, Repeats, Takes};

use super::call::CommandLine;
use super::parsed::Parsed;
use super::release::Release;
use super::{messages, response, value};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::drop_ins) enum ParseOutcome {
    Run(Parsed),
    Show(Action),
    /// Mistakes, already printed.
    Mistakes,
}

/// `release_of` chooses the release after a first pass with all options. Prints mistakes to `err`.
pub(in crate::drop_ins) fn parse(
    tool: &DropIn<'static>,
    words: &CommandLine,
    release_of: impl FnOnce(&Parsed) -> Release,
    err: &mut dyn Write,
) -> (Release, ParseOutcome) {
    let expanded = match response::expand(&words.words) {
        Ok(expanded) => expanded,
        Err(message) => {
            say(err, &message);
            // Without options, the tool would report more that is missing.
            let nothing = Parsed::default();
            return (release_of(&nothing), ParseOutcome::Run(nothing));
        }
    };
    let mut first = Run::new(tool, words, None);
    first.read(&expanded);
    let release = release_of(&first.parsed);
    let outcome = parse_for(&release.behaves_as, tool, words, &expanded, err);
    (release, outcome)
}

fn parse_for(
    release: &str,
    tool: &DropIn<'static>,
    words: &CommandLine,
    expanded: &[OsString],
    err: &mut dyn Write,
) -> ParseOutcome {
    let mut run = Run::new(tool, words, Some(release));
    let action = run.read(expanded);
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

fn show(word: &OsStr) -> String {
    offload_bundle::Escaped::from(word).to_string()
}

/// Failures to write to standard error only change the exit code.
fn say(err: &mut dyn Write, line: &str) {
    let _ = writeln!(err, "{line}");
}

struct Run<'r> {
    tool: &'r DropIn<'static>,
    /// `None` allows all options.
    release: Option<&'r str>,
    options: Vec<&'static DropInOption<'static>>,
    name: String,
    program: &'r str,
    parsed: Parsed,
    mistakes: Vec<String>,
    positional_count: usize,
}

impl<'r> Run<'r> {
    fn new(tool: &'r DropIn<'static>, words: &'r CommandLine, release: Option<&'r str>) -> Self {
        let is_known =
            |option: &&DropInOption<'_>| release.is_none_or(|release| option.is_known_to(release, tool.releases));
        Self {
            tool,
            release,
            options: tool.options.iter().filter(is_known).collect(),
            name: words.name(),
            program: &words.program,
            parsed: Parsed::default(),
            mistakes: Vec::new(),
            positional_count: 0,
        }
    }

    /// Up to the first option that acts at once.
    fn read(&mut self, words: &[OsString]) -> Option<Action> {
        let mut options_ended = false;
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            if word == "--" && !options_ended {
                options_ended = true;
                continue;
            }
            let named = word.strip_prefix("-");
            let Some(named) = named.filter(|named| !named.is_empty() && !options_ended) else {
                self.take_positional(word);
                continue;
            };
            let named = named.strip_prefix("-").unwrap_or(named);
            let (name, value) = match named.split_once("=") {
                Some((name, value)) => (name, Some(value)),
                None => (named, None),
            };
            let found = match self.option(name) {
                Some(option) => Some((option, value)),
                None => self.last_of_group(named),
            };
            let Some((option, value)) = found else {
                self.unknown_option(word, name);
                continue;
            };
            match (option.takes, value) {
                (Takes::Nothing(action), None) => return Some(action),
                (Takes::Nothing(_), Some(value)) => {
                    self.refuse(option, &format!("does not allow a value! '{}' specified.", show(value)));
                }
                (_, Some(value)) => self.take(option, value),
                (takes, None) if takes.needs_value() => match rest.next() {
                    Some(value) => self.take(option, value),
                    None => self.refuse(option, "requires a value!"),
                },
                (_, None) => self.take(option, OsStr::new("")),
            }
        }
        if self.positional_count > 1 {
            self.mistakes.push(messages::too_many_words(&self.name, self.program));
        }
        None
    }

    fn option(&self, name: &OsStr) -> Option<&'static DropInOption<'static>> {
        let mut named = self.options.iter().filter(|option| !option.positional);
        named.find(|option| option.name == name).copied()
    }

    /// The others must be flags, which are stored. `None` if a letter is not an option.
    fn last_of_group<'w>(&mut self, word: &'w OsStr) -> Option<(&'static DropInOption<'static>, Option<&'w OsStr>)> {
        let mut rest = word.to_str().filter(|word| word.len() > 1)?;
        loop {
            let letter = rest.split_at_checked(1)?;
            let option = self.option(OsStr::new(letter.0))?;
            match letter.1.strip_prefix('=') {
                Some(value) => return Some((option, Some(OsStr::new(value)))),
                None if letter.1.is_empty() => return Some((option, None)),
                None if option.takes.needs_value() => {
                    self.refuse(option, "may not occur within a group!");
                    return None;
                }
                None => self.take(option, OsStr::new("")),
            }
            rest = letter.1;
        }
    }

    fn take_positional(&mut self, word: &OsStr) {
        let Some(option) = self.options.iter().copied().find(|option| option.positional) else {
            self.unknown(word);
            return;
        };
        self.positional_count = self.positional_count.saturating_add(1);
        self.take(option, word);
    }

    /// Prints why a value is invalid.
    fn take(&mut self, option: &DropInOption<'static>, given: &OsStr) {
        let (name, shown, text) = (option.name, show(given), given.to_str());
        let mistake = match option.takes {
            Takes::Flag if text.and_then(value::flag).is_none() => {
                Some(format!("'{shown}' is invalid value for boolean argument! Try 0 or 1"))
            }
            Takes::Unsigned if text.and_then(value::parse_unsigned).is_none() => {
                Some(format!("'{shown}' value invalid for uint argument!"))
            }
            Takes::Integer if text.and_then(value::integer).is_none() => {
                Some(format!("'{shown}' value invalid for integer argument!"))
            }
            // LLVM does not distinguish text from bytes; this message is ours.
            Takes::Text if text.is_none() => Some(format!("'{shown}' is no text in UTF-8!")),
            _ => None,
        };
        if let Some(mistake) = mistake {
            self.refuse(option, &mistake);
        }
        match option.repeats {
            Repeats::Commas => given.split(",").for_each(|part| self.parsed.add(name, part)),
            Repeats::Last | Repeats::All => self.parsed.add(name, given),
        }
    }

    fn unknown_option(&mut self, word: &OsStr, name: &OsStr) {
        self.unknown(word);
        let mut all = self.tool.options.iter().filter(|option| !option.positional);
        let elsewhere = all.find(|option| option.name == name);
        if let (Some(option), Some(release)) = (elsewhere, self.release) {
            let message = messages::of_other_releases(&self.name, option.name, option.releases, release);
            self.mistakes.push(message);
        }
    }

    fn unknown(&mut self, word: &OsStr) {
        let word = show(word);
        self.mistakes.push(messages::unknown(&self.name, self.program, &word));
    }

    fn check_required(&mut self) {
        let missing = self
            .options
            .iter()
            .filter(|option| option.required && !self.parsed.has(option.name));
        for option in missing.copied().collect::<Vec<_>>() {
            self.refuse(option, "must be specified at least once!");
        }
    }

    fn refuse(&mut self, option: &DropInOption<'_>, what: &str) {
        self.mistakes.push(messages::for_option(&self.name, option.name, what));
    }
}
