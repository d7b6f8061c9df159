//! A tool that the program takes the place of: its options and its environment.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::exit_code::ExitCode;

/// A tool that the program takes the place of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct DropIn<'a> {
    /// The name that it is called by.
    pub name: &'a str,
    /// The name that later releases have, if they have another.
    pub renamed: Option<Renamed<'a>>,
    /// One line on it.
    pub about: &'a str,
    /// More on that, in paragraphs.
    pub doc: &'a str,
    /// What the tool's own help says that it is for.
    pub overview: &'a str,
    /// What it answers when asked for its version, with `{release}` for the release that it behaves as and `{version}` for the
    /// program's own version.
    pub version: &'a str,
    /// The releases that it can behave as, oldest first.
    pub releases: &'a [&'a str],
    /// Other releases, each of which is taken for one of those.
    pub similar: &'a [SimilarRelease<'a>],
    /// What its exit codes mean.
    pub exit_codes: &'a [ExitCode<'a>],
    /// Its options, in the order in which equally near ones are suggested for a misspelt one.
    pub options: &'a [DropInOption<'a>],
    /// The environment variables that it heeds.
    pub environment: &'a [Variable<'a>],
}

/// The name of a tool from a release on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Renamed<'a> {
    /// The name. The tool still answers to the one before.
    pub to: &'a str,
    /// The first release of that name.
    pub since: &'a str,
    /// What it answers from then on when asked for its version.
    pub version: &'a str,
}

/// A release that is taken for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct SimilarRelease<'a> {
    /// The release.
    pub name: &'a str,
    /// The one that it is taken for.
    pub of: &'a str,
    /// Why that one, and what is different all the same.
    pub doc: &'a str,
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
    /// Whether its position tells what it is: any word that is no option.
    pub positional: bool,
    /// Whether the command line is wrong without it.
    pub required: bool,
    /// In which helps it is shown.
    pub shown: Shown,
    /// The heading that it is under in the help; empty for that of the tool's own options.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub enum Repeats {
    /// The last one.
    #[default]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub enum Shown {
    /// In all.
    #[default]
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
    /// A tool of which nothing is said yet.
    pub const DEFAULT: Self = Self {
        name: "",
        renamed: None,
        about: "",
        doc: "",
        overview: "",
        version: "",
        releases: &[],
        similar: &[],
        exit_codes: &[],
        options: &[],
        environment: &[],
    };

    /// The names that call it.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        [Some(self.name), self.renamed.map(|renamed| renamed.to)]
            .into_iter()
            .flatten()
    }

    /// The new name, if `release` has it.
    fn renamed_in(&self, release: &str) -> Option<Renamed<'a>> {
        let place = |release: &str| self.releases.iter().position(|own| *own == release);
        self.renamed.filter(|renamed| place(renamed.since) <= place(release))
    }

    /// Its name in `release`.
    #[must_use]
    pub fn name_in(&self, release: &str) -> &'a str {
        self.renamed_in(release).map_or(self.name, |renamed| renamed.to)
    }

    /// What it answers in `release` when asked for its version.
    #[must_use]
    pub fn version_in(&self, release: &str) -> &'a str {
        self.renamed_in(release).map_or(self.version, |renamed| renamed.version)
    }

    /// The release that it behaves as when called by `name`, where nothing else is asked for: the last one of that name.
    ///
    /// ```
    /// use offload_bundle_core::options::{DropIn, Renamed};
    ///
    /// let renamed = Some(Renamed { to: "paint", since: "22", version: "" });
    /// let tool = DropIn { name: "draw", renamed, releases: &["16", "19", "22"], ..DropIn::DEFAULT };
    /// assert_eq!((tool.usual_release("draw"), tool.usual_release("paint")), ("19", "22"));
    /// assert_eq!((tool.name_in("19"), tool.name_in("22")), ("draw", "paint"));
    /// ```
    #[must_use]
    pub fn usual_release(&self, name: &str) -> &'a str {
        let mut newest = self.releases.iter().rev();
        let of_that_name = newest.find(|release| self.name_in(release) == name);
        of_that_name.or(self.releases.last()).copied().unwrap_or_default()
    }

    /// The release that it behaves as where it is asked to behave as `release`; nothing where that is not told of.
    ///
    /// ```
    /// use offload_bundle_core::options::{DropIn, SimilarRelease};
    ///
    /// let similar = [SimilarRelease { name: "15", of: "16", doc: "" }];
    /// let tool = DropIn { releases: &["14", "16"], similar: &similar, ..DropIn::DEFAULT };
    /// assert_eq!(tool.behaves_as("14"), Some("14"));
    /// assert_eq!(tool.behaves_as("15"), Some("16"));
    /// assert_eq!(tool.behaves_as("17"), None);
    /// ```
    #[must_use]
    pub fn behaves_as(&self, release: &str) -> Option<&'a str> {
        let own = self.releases.iter().find(|own| **own == release).copied();
        own.or_else(|| {
            let similar = self.similar.iter().find(|similar| similar.name == release);
            similar.map(|similar| similar.of)
        })
    }

    /// The same for the number of any release: one that is not told of is taken for the latest before it, or else for the first.
    ///
    /// ```
    /// use offload_bundle_core::options::DropIn;
    ///
    /// let tool = DropIn { releases: &["14", "16"], ..DropIn::DEFAULT };
    /// assert_eq!([3, 14, 15, 99].map(|number| tool.nearest(number)), ["14", "14", "14", "16"]);
    /// ```
    #[must_use]
    pub fn nearest(&self, number: u32) -> &'a str {
        let told = self.behaves_as(&number.to_string());
        let number_of = |release: &str| release.parse::<u32>().ok();
        let before = || {
            let before = self
                .releases
                .iter()
                .filter_map(|release| Some((number_of(release)?, *release)));
            before
                .filter(|(own, _)| *own <= number)
                .max_by_key(|(own, _)| *own)
                .map(|(_, release)| release)
        };
        told.or_else(before)
            .or_else(|| self.releases.first().copied())
            .unwrap_or_default()
    }
}

impl DropInOption<'_> {
    /// A flag of which nothing is said yet.
    pub const DEFAULT: Self = Self {
        name: "",
        takes: Takes::Flag,
        repeats: Repeats::Last,
        positional: false,
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
