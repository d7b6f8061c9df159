//! Tables of a tool's options: which there are, what they take, what help and messages say of them.

use alloc::string::String;
use alloc::vec::Vec;

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
    pub kind: OptionKind,
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
pub enum OptionKind {
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

impl OptionKind {
    /// Whether the option must have a value.
    pub fn needs_value(self) -> bool {
        !matches!(self, Self::Flag | Self::Action(_))
    }

    /// Whether the option may have a value.
    pub fn takes_value(self) -> bool {
        !matches!(self, Self::Action(_))
    }
}

/// What is said of mistakes in a command line, and the words of the help. Each template lists its names.
#[derive(Debug, Clone, Copy)]
pub struct OptionTexts {
    /// No such option: `{name}` of the tool, `{word}` given, `{program}` as it was called.
    pub unknown: &'static str,
    /// The option that was perhaps meant: `{name}`, `{option}` with its value.
    pub suggestion: &'static str,
    /// A value is missing: `{name}`, `{option}`.
    pub needs_value: &'static str,
    /// A value that cannot be: `{name}`, `{option}`, `{value}`.
    pub takes_no_value: &'static str,
    /// No truth value: `{name}`, `{option}`, `{value}`.
    pub bad_flag: &'static str,
    /// No whole number from 0: `{name}`, `{option}`, `{value}`.
    pub bad_unsigned: &'static str,
    /// No whole number: `{name}`, `{option}`, `{value}`.
    pub bad_integer: &'static str,
    /// A required option is absent: `{name}`, `{option}`.
    pub required: &'static str,
    /// A file of words names itself: `{file}`.
    pub recursive: &'static str,
    /// A file of words cannot be read: `{file}`, `{error}`.
    pub unreadable: &'static str,
    /// First part of the help: `{text}`.
    pub overview: &'static str,
    /// Second part: `{name}`.
    pub usage: &'static str,
    /// What stands over the options.
    pub options: &'static str,
}

/// What a command line gives for the options of a table, each by its position there.
pub trait OptionValues {
    /// Whether the flag is given, and how.
    fn flag(&self, index: usize) -> Option<bool>;

    /// The last text given.
    fn last(&self, index: usize) -> Option<String>;

    /// Every text given, in order; for a comma list, its parts.
    fn all(&self, index: usize) -> Vec<String>;

    /// The whole number from 0 that is given last.
    fn unsigned(&self, index: usize) -> Option<u32>;

    /// The whole number that is given last.
    fn integer(&self, index: usize) -> Option<i32>;
}
