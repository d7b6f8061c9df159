//! A tool that the program can stand in for: its options in LLVM's syntax, environment, messages, deliberate differences.

use super::command::ExitCode;
use crate::reading::{Entries, OneOrMore, Prose, mapping};
use crate::spanned::Spanned;

mapping! {
    /// A tool that the program can stand in for.
    pub struct DropIn as "a drop-in" {
        pub name: Spanned<String>,
        /// The driver it runs.
        pub runs: Spanned<String>,
        /// One line on it.
        pub about: String,
        /// More on that.
        pub doc: Prose,
        /// First words of its help.
        pub overview: String,
        /// What it answers when asked for its version.
        pub version: Spanned<String>,
        /// What its exit codes mean.
        pub exit_codes: Spanned<Entries<ExitCode>>,
        /// The file type that can only be taken apart.
        pub archive_type: String,
        /// The style of IDs that is written unless another is asked for.
        pub default_style: String,
        /// Styles whose releases do not check that entries can stand side by side.
        pub unchecked_styles: Vec<String>,
        /// Headings of the help, by name.
        pub categories: Entries<(Spanned<String>, String)>,
        pub options: Spanned<Vec<ToolOption>>,
        /// Environment variables it heeds.
        pub environment: Vec<Variable>,
        /// Styles whose releases compress, each with the versions of the compressed format that it writes, its own choice first.
        pub compressed_versions: Entries<(Spanned<String>, Vec<u64>)>,
        /// Kinds whose entries are asked for, each with the kinds whose entries serve it too, where that is asked for.
        pub compatible_kinds: Entries<(Spanned<String>, OneOrMore<String>)>,
        /// What it says, by name.
        pub messages: Spanned<Entries<(Spanned<String>, Spanned<String>)>>,
        /// Where the program deliberately differs from it.
        pub differences: Vec<Difference>,
    }
}

mapping! {
    /// An option of the tool.
    pub struct ToolOption as "an option" {
        /// Its name, without dashes.
        pub name: Spanned<String>,
        /// What it takes.
        pub takes: Spanned<String>,
        /// What it does at once, if it does.
        pub does: Option<Spanned<String>>,
        /// The field of the driver's request that it sets.
        pub sets: Option<Spanned<String>>,
        /// In which helps it is shown.
        pub shown: Option<Spanned<String>>,
        /// The heading it stands under.
        pub category: Spanned<String>,
        /// Whether the command line is wrong without it.
        pub required: bool,
        /// What stands for its value in the help.
        pub value: Option<String>,
        pub help: String,
    }
}

mapping! {
    /// An environment variable of the tool.
    pub struct Variable as "an environment variable" {
        pub name: Spanned<String>,
        /// The field of the driver's environment that it sets.
        pub sets: Spanned<String>,
        /// What it does.
        pub doc: String,
    }
}

mapping! {
    /// A deliberate difference from the tool.
    pub struct Difference as "a difference" {
        pub id: Spanned<String>,
        /// What the tool does.
        pub theirs: String,
        /// What the program does.
        pub ours: String,
    }
}
