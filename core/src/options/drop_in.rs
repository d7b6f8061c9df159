//! A tool that the program replaces.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::exit_code::ExitCode;

/// A tool that the program replaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct DropIn<'a> {
    /// The name of the tool.
    pub name: &'a str,
    /// The name in later releases, if different.
    pub renamed: Option<Renamed<'a>>,
    /// The summary, in one line.
    pub about: &'a str,
    /// The description, in paragraphs.
    pub doc: &'a str,
    /// The summary in the tool's own help.
    pub overview: &'a str,
    /// The version output. Placeholders: `{release}` is the imitated release, `{version}` is the program's own version.
    pub version: &'a str,
    /// The imitated releases, oldest first.
    pub releases: &'a [&'a str],
    /// Other releases that are treated as an imitated one.
    pub similar: &'a [SimilarRelease<'a>],
    /// The exit codes.
    pub exit_codes: &'a [ExitCode<'a>],
    /// The options, in order of preference as suggestions for misspelt options.
    pub options: &'a [DropInOption<'a>],
    /// The environment variables.
    pub environment: &'a [Variable<'a>],
}

/// The new name of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Renamed<'a> {
    /// The new name. The tool also accepts the former one.
    pub to: &'a str,
    /// The first release with the new name.
    pub since: &'a str,
    /// The version output under the new name.
    pub version: &'a str,
}

/// A release that is treated as another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct SimilarRelease<'a> {
    /// The release.
    pub name: &'a str,
    /// The equivalent release.
    pub of: &'a str,
    /// The reason, and the remaining differences.
    pub doc: &'a str,
}

/// An option of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct DropInOption<'a> {
    /// The name without dashes.
    pub name: &'a str,
    /// The kind of value.
    pub takes: Takes,
    /// The effect of repetition.
    pub repeats: Repeats,
    /// Whether it is positional: any word that is not an option.
    pub positional: bool,
    /// Whether it is required.
    pub required: bool,
    /// The help texts that include it.
    pub shown: Shown,
    /// The heading in the help; empty for the heading of the tool's own options.
    pub category: &'a str,
    /// The placeholder of the value in the help; empty without a value.
    pub value: &'a str,
    /// The help, one or more lines.
    pub help: &'a str,
    /// The releases with this option; empty for all.
    pub releases: &'a [&'a str],
}

/// The kind of value of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub enum Takes {
    /// No value: the option has an immediate action.
    Nothing(Action),
    /// An optional truth value after `=`.
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

/// The effect of repeating an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub enum Repeats {
    /// The last value counts.
    #[default]
    Last,
    /// All values count.
    All,
    /// All values count, and commas separate multiple values.
    Commas,
}

/// An immediate action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub enum Action {
    /// Shows the help.
    Help {
        /// Whether options are grouped under headings.
        headings: bool,
        /// Whether expert options are shown.
        hidden: bool,
    },
    /// Shows the version.
    Version,
}

/// The help texts that include an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub enum Shown {
    /// All help texts.
    #[default]
    Always,
    /// Help with headings, and expert help.
    Headings,
    /// Expert help.
    Experts,
    /// No help, and no suggestions.
    Never,
}

/// An environment variable of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Variable<'a> {
    /// The name of the variable.
    pub name: &'a str,
    /// The effect of the variable.
    pub doc: &'a str,
}

impl<'a> DropIn<'a> {
    /// An empty tool.
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

    /// Returns the names of the tool.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        [Some(self.name), self.renamed.map(|renamed| renamed.to)]
            .into_iter()
            .flatten()
    }

    fn renamed_in(&self, release: &str) -> Option<Renamed<'a>> {
        let place = |release: &str| self.releases.iter().position(|own| *own == release);
        self.renamed.filter(|renamed| place(renamed.since) <= place(release))
    }

    /// Returns the name in `release`.
    #[must_use]
    pub fn name_in(&self, release: &str) -> &'a str {
        self.renamed_in(release).map_or(self.name, |renamed| renamed.to)
    }

    /// Returns the answer of `release` to a request for the version.
    #[must_use]
    pub fn version_in(&self, release: &str) -> &'a str {
        self.renamed_in(release).map_or(self.version, |renamed| renamed.version)
    }

    /// Returns the default release for the program called as `name`: the last one with that name.
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

    /// Returns the imitated release for a request for `release`, or `None` if it is unknown.
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

    /// Like [`DropIn::behaves_as`], for any release number. An unknown release maps to the latest imitated release
    /// before it, or to the first.
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
    /// An empty flag.
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

    /// Returns whether `release` has this option. A name outside of `releases` has every option.
    #[must_use]
    pub fn is_known_to(&self, release: &str, releases: &[&str]) -> bool {
        self.releases.is_empty() || self.releases.contains(&release) || !releases.contains(&release)
    }
}

impl Takes {
    /// Returns whether an option of this kind requires a value.
    #[must_use]
    pub fn needs_value(self) -> bool {
        !matches!(self, Self::Flag | Self::Nothing(_))
    }
}

/// The values of a command line for the options of a tool, by name. [`Takes`] and [`Repeats`] of an option determine
/// the method.
pub trait OptionValues {
    /// The type of a path.
    type Path;

    /// Returns the value of the flag, if present.
    fn flag(&self, name: &str) -> Option<bool>;

    /// Returns the unsigned number.
    fn unsigned(&self, name: &str) -> Option<u32>;

    /// Returns the number.
    fn integer(&self, name: &str) -> Option<i32>;

    /// Returns the text.
    fn text(&self, name: &str) -> Option<alloc::string::String>;

    /// Returns the texts, in order.
    fn texts(&self, name: &str) -> Vec<alloc::string::String>;

    /// Returns the path.
    fn file(&self, name: &str) -> Option<Self::Path>;

    /// Returns the paths, in order.
    fn files(&self, name: &str) -> Vec<Self::Path>;
}
