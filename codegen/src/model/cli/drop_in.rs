//! A tool whose place the program takes: its options in LLVM's syntax, its environment, deliberate differences.

use offload_bundle_core::options::{self as core, Action, Repeats, Shown, Takes};

use super::command::ExitCode;
use super::variable::Variable;
use crate::names::snake;
use crate::reading::{Entries, Prose, mapping, words};
use crate::spanned::Spanned;

mapping! {
    /// A tool whose place the program takes.
    pub struct DropIn as "a drop-in" {
        pub name: Spanned<String>,
        /// The name that later releases have, if they have another.
        pub renamed: Option<Renamed>,
        pub about: String,
        pub doc: Prose,
        /// What the tool's own help says that it is for.
        pub overview: String,
        /// What it answers when asked for its version.
        pub version: Spanned<String>,
        /// The releases that it can behave as, oldest first.
        pub releases: Spanned<Vec<Spanned<String>>>,
        /// Other releases, each of which is taken for one of those.
        pub similar_releases: Vec<SimilarRelease>,
        pub exit_codes: Spanned<Entries<ExitCode>>,
        pub options: Spanned<Vec<DropInOption>>,
        /// Environment variables that it heeds.
        pub environment: Vec<Variable>,
        /// Where the program deliberately differs from it.
        pub differences: Vec<Difference>,
    }
}

mapping! {
    pub struct Renamed as "a new name" => for<'a> core::Renamed<'a> {
        pub to: Spanned<String>,
        /// The first release of that name.
        pub since: Spanned<String>,
        /// What it answers from then on when asked for its version.
        pub version: Spanned<String>,
    }
}

mapping! {
    pub struct SimilarRelease as "a similar release" => for<'a> core::SimilarRelease<'a> {
        pub name: Spanned<String>,
        /// The release that it is taken for.
        pub of: Spanned<String>,
        /// Why that one, and what is different all the same.
        pub doc: String,
    }
}

mapping! {
    pub struct DropInOption as "an option" {
        /// Its spelling without dashes.
        pub name: Spanned<String>,
        /// The field of the generated struct that holds what is given for it, where its name can't be that of a field.
        pub field: Option<Spanned<String>>,
        pub takes: Option<Spanned<Takes>>,
        pub does: Option<Spanned<Action>>,
        /// Which of its values counts where it is given again; the last one if nothing is said.
        pub repeats: Option<Spanned<Repeats>>,
        /// Its position tells what it is: any word that is no option.
        pub positional: Option<Spanned<bool>>,
        /// Whether the command line is wrong without it.
        pub required: bool,
        /// In which helps it is shown; in all if nothing is said.
        pub shown: Option<Shown>,
        /// The heading that it is under, where that is not the tool's own.
        pub category: Option<String>,
        /// What stands for its value in the help.
        pub value: Option<Spanned<String>>,
        pub help: String,
        /// The releases that know it; all if nothing is said.
        pub releases: Vec<Spanned<String>>,
    }
}

mapping! {
    /// A deliberate difference from a tool.
    pub struct Difference as "a difference" {
        pub id: Spanned<String>,
        /// What the tool does.
        pub theirs: String,
        /// What the program does.
        pub ours: String,
    }
}

words! {
    for Takes as "what the option takes" {
        "flag" => Takes::Flag,
        "text" => Takes::Text,
        "file" => Takes::File,
        "unsigned" => Takes::Unsigned,
        "integer" => Takes::Integer,
    }
}

words! {
    for Action as "an action" {
        "help" => Action::Help { headings: true, hidden: false },
        "help-hidden" => Action::Help { headings: true, hidden: true },
        "help-list" => Action::Help { headings: false, hidden: false },
        "help-list-hidden" => Action::Help { headings: false, hidden: true },
        "version" => Action::Version,
    }
}

words! {
    for Repeats as "which of its values count" {
        "last" => Repeats::Last,
        "all" => Repeats::All,
        "commas" => Repeats::Commas,
    }
}

words! {
    for Shown as "where the option is shown" {
        "always" => Shown::Always,
        "headings" => Shown::Headings,
        "experts" => Shown::Experts,
        "never" => Shown::Never,
    }
}

impl DropInOption {
    /// Where it is said that its position tells what it is.
    pub fn is_positional(&self) -> Option<&Spanned<bool>> {
        self.positional.as_ref().filter(|positional| positional.value)
    }

    /// The name of the field for what is given for it, at its place.
    pub fn field(&self) -> Spanned<String> {
        let field = self.field.clone();
        field.unwrap_or_else(|| self.name.with(snake(&self.name)))
    }
}
