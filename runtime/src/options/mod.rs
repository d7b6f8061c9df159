//! Command lines in the syntax of LLVM's option library, as a parser driven by tables: which options there are, what they take
//! and what the messages say all comes from the schema of the command line.
//!
//! The syntax: `-name=value`, `--name=value`, `-name value`; flags alone or with a truth value; comma lists; repeats, of which
//! the last counts unless the option collects them; `@file` puts the words of a file in its place; after `--` nothing is an
//! option. Every mistake is reported, not just the first.

mod help;
mod parse;
mod response;
mod suggest;
#[cfg(test)]
mod tests;
mod texts;
mod value;

pub use help::help;
pub use parse::{Outcome, Parsed, Words, parse, stand_in};
pub use texts::{OptionTexts, fill};

/// A tool's command line.
#[derive(Debug, Clone, Copy)]
pub struct Syntax {
    /// The options, in the order in which equally near ones are suggested.
    pub options: &'static [OptionSpec],
    /// What the tool is for; the first words of its help.
    pub overview: &'static str,
    /// What the tool answers when asked for its version.
    pub version: &'static str,
    /// What is said of mistakes, and the words of the help.
    pub texts: OptionTexts,
}

/// One option.
#[derive(Debug, Clone, Copy)]
pub struct OptionSpec {
    /// Its name, without dashes.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// Whether the command line is wrong without it.
    pub required: bool,
    /// In which helps it is shown.
    pub shown: Shown,
    /// The heading it stands under in the help.
    pub category: &'static str,
    /// What stands for the value in the help; empty for options without one.
    pub value: &'static str,
    /// The help, of one or more lines.
    pub help: &'static str,
}

/// What an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nothing, or a truth value after `=`.
    Flag,
    /// Text.
    Text,
    /// A whole number from 0 to 2^32 - 1, in any base that its prefix says.
    Unsigned,
    /// A whole number from -2^31 to 2^31 - 1.
    Integer,
    /// Text, collected.
    List,
    /// Texts between commas, collected.
    CommaList,
    /// Nothing: it does something at once.
    Action(Action),
}

/// What an option does at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Shows the help, with options under headings or as one list, with those for experts or without.
    Help {
        /// Under headings.
        headings: bool,
        /// With those for experts.
        hidden: bool,
    },
    /// Shows the version.
    Version,
}

/// In which helps an option is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// In all.
    Always,
    /// In those with headings, and in those for experts.
    Headings,
    /// In those for experts.
    Experts,
    /// In none, and it is never suggested.
    Never,
}

impl Kind {
    /// Whether the option must have a value.
    fn needs_value(self) -> bool {
        !matches!(self, Self::Flag | Self::Action(_))
    }

    /// Whether the option may have a value.
    fn takes_value(self) -> bool {
        !matches!(self, Self::Action(_))
    }
}
