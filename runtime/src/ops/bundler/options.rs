//! What a command line and the environment ask of the driver.

use std::{string::String, vec::Vec};

/// What a command line asks for. Flags are absent where they are not given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BundlerOptions {
    /// The name of the file type.
    pub file_type: Option<String>,
    /// Inputs.
    pub inputs: Vec<String>,
    /// Inputs, given by the old option.
    pub old_inputs: Vec<String>,
    /// Outputs.
    pub outputs: Vec<String>,
    /// Outputs, given by the old option.
    pub old_outputs: Vec<String>,
    /// Targets, in the order of their inputs or outputs.
    pub targets: Vec<String>,
    /// Take a bundle apart.
    pub unbundle: Option<bool>,
    /// List a bundle.
    pub list: Option<bool>,
    /// Write empty files for targets that nothing serves.
    pub allow_missing: Option<bool>,
    /// Alignment of code objects, in bytes.
    pub alignment: Option<u32>,
    /// Check an archive.
    pub check_archive: Option<bool>,
    /// Compress the output.
    pub compress: Option<bool>,
    /// Level of compression.
    pub level: Option<i32>,
    /// Entries of some kinds serve requests for others too.
    pub compatible_kinds: Option<bool>,
    /// Print other programs' command lines instead of running them. This driver runs none.
    pub print_commands: Option<bool>,
    /// Print the options. The tool that this one stands in for takes the option and prints nothing.
    pub print_options: Option<bool>,
    /// Say more.
    pub verbose: Option<bool>,
    /// Show the help.
    pub help: Option<bool>,
    /// The style of IDs.
    pub style: Option<String>,
}

/// What the environment says: the text of each variable that is set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BundlerEnvironment {
    /// Whether the variables below have no effect, but for the style.
    pub ignored: Option<String>,
    /// Compress the output.
    pub compress: Option<String>,
    /// Level of compression.
    pub level: Option<String>,
    /// Say more.
    pub verbose: Option<String>,
    /// Version of the compressed format.
    pub format_version: Option<String>,
    /// The style of IDs.
    pub style: Option<String>,
}
