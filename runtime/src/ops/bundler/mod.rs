//! The driver of a stand-in for another bundler: the same options, the same order of checks, the same messages and exit codes.
//! What the options are called and what the messages say stands in the schema of the command line; this is only the order of
//! things.

mod compression;
mod environment;
mod options;
mod run;
mod targets;
mod texts;
mod work;

pub use options::{BundlerEnvironment, BundlerOptions};
pub use run::run;
pub use texts::BundlerTexts;

use std::string::String;

use crate::options::{Parsed, Syntax};

/// A tool that the program can stand in for. One static value, generated from the schema.
#[derive(Debug, Clone, Copy)]
pub struct BundlerTool {
    /// Its name.
    pub name: &'static str,
    /// Its command line.
    pub syntax: Syntax,
    /// What it says.
    pub texts: BundlerTexts,
    /// The options in the words of a command line.
    pub options: fn(&Parsed) -> BundlerOptions,
    /// The environment, given what each variable says.
    pub environment: fn(Variables<'_>) -> BundlerEnvironment,
    /// Its exit codes.
    pub exit_codes: BundlerExitCodes,
    /// The name of the file type that can only be taken apart.
    pub archive_type: &'static str,
    /// The style of IDs that is written unless another is asked for.
    pub default_style: &'static str,
    /// Styles whose releases do not check that entries can stand side by side.
    pub unchecked_styles: &'static [&'static str],
    /// Styles whose releases compress, each with the versions of the compressed format that it writes; its own choice comes first.
    pub compressed_versions: &'static [(&'static str, &'static [u64])],
    /// Kinds, each with those whose entries serve it too, where that is asked for.
    pub compatible_kinds: &'static [(&'static str, &'static [&'static str])],
    /// The version of this program.
    pub version: &'static str,
}

/// What each environment variable says, by its name; nothing for one that is not set.
pub type Variables<'v> = &'v dyn Fn(&str) -> Option<String>;

/// The exit codes of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BundlerExitCodes {
    /// Done.
    pub done: u8,
    /// Anything else.
    pub failed: u8,
}
