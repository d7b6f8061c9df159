//! A tool that the program takes the place of: its options and its environment.

use alloc::vec::Vec;

use super::exit_code::ExitCode;

/// A tool that the program takes the place of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct DropIn<'a> {
    /// The name that it is called by.
    pub name: &'a str,
    /// One line on it.
    pub about: &'a str,
    /// More on that, in paragraphs.
    pub doc: &'a str,
    /// What the tool's own help says that it is for.
    pub overview: &'a str,
    /// What it answers when asked for its version, with `{release}` for the release that it behaves as and `{version}` for the
    /// program's own version.
    pub version: &'a str,
    /// The releases that it can behave as, the usual one last.
    pub releases: &'a [&'a str],
    /// What its exit codes mean.
    pub exit_codes: &'a [ExitCode<'a>],
    /// Its options, in the order in which equally near ones are suggested for a misspelt one.
    pub options: &'a [DropInOption<'a>],
    /// The environment variables that it heeds.
    pub environment: &'a [Variable<'a>],
}

/// An option of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct DropInOption<'a> {
    /// Its spelling without dashes.
    pub name: &'a str,
    /// What it takes.
    pub takes: Takes,
    /// Which of its values counts where it is given again.
    pub repeats: Repeats,
    /// Whether the command line is wrong without it.
    pub required: bool,
    /// In which helps it is shown.
    pub shown: Shown,
    /// The heading that it stands under in the help; empty for that of the tool's own options.
    pub category: &'a str,
    /// What stands for its value in the help; empty for an option without one.
    pub value: &'a str,
    /// The help, of one or more lines.
    pub help: &'a str,
    /// The releases that know it; empty where all do.
    pub releases: &'a [&'a str],
}

/// What an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub enum Takes {
    /// Nothing: it does something at once.
    Nothing(Action),
    /// Nothing, or a truth value after `=`.
    Flag,
    /// Text.
    Text,
    /// The path of a file.
    File,
    /// A whole number from 0 to 2^32 - 1.
    Unsigned,
    /// A whole number from -2^31 to 2^31 - 1.
    Integer,
}

/// Which values of an option count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub enum Repeats {
    /// The last one.
    Last,
    /// All.
    All,
    /// All, and each can be several with commas between them.
    Commas,
}

/// What an option does at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
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
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
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

/// An environment variable of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Variable<'a> {
    /// The variable, as the environment has it.
    pub name: &'a str,
    /// What it does.
    pub doc: &'a str,
}

impl<'a> DropIn<'a> {
    /// The release that it behaves as where nothing else is asked for.
    #[must_use]
    pub fn usual_release(&self) -> &'a str {
        self.releases.last().copied().unwrap_or_default()
    }
}

impl DropInOption<'_> {
    /// A flag of which nothing is said yet.
    pub const DEFAULT: Self = Self {
        name: "",
        takes: Takes::Flag,
        repeats: Repeats::Last,
        required: false,
        shown: Shown::Always,
        category: "",
        value: "",
        help: "",
        releases: &[],
    };

    /// Whether the `release` knows it. What is no release of the tool knows every option.
    #[must_use]
    pub fn is_known_to(&self, release: &str, releases: &[&str]) -> bool {
        self.releases.is_empty() || self.releases.contains(&release) || !releases.contains(&release)
    }
}

impl Takes {
    /// Whether an option that takes this must have a value.
    #[must_use]
    pub fn needs_value(self) -> bool {
        !matches!(self, Self::Flag | Self::Nothing(_))
    }

    /// Whether it may have a value.
    #[must_use]
    pub fn takes_value(self) -> bool {
        !matches!(self, Self::Nothing(_))
    }
}

/// What a command line gives for the options of a tool, each by its name. Of what an option takes and how it repeats, one method
/// fits.
pub trait OptionValues {
    /// A path as the system gives it.
    type Path;

    /// Whether the flag is given, and how.
    fn flag(&self, name: &str) -> Option<bool>;

    /// The number from 0.
    fn unsigned(&self, name: &str) -> Option<u32>;

    /// The number.
    fn integer(&self, name: &str) -> Option<i32>;

    /// The text.
    fn text(&self, name: &str) -> Option<alloc::string::String>;

    /// The texts, in order.
    fn texts(&self, name: &str) -> Vec<alloc::string::String>;

    /// The path.
    fn file(&self, name: &str) -> Option<Self::Path>;

    /// The paths, in order.
    fn files(&self, name: &str) -> Vec<Self::Path>;
}
