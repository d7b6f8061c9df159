//! Rules for programs that replace another tool and must behave like it. [`Default`] is the behaviour of the library.
//!
//! ```
//! use offload_bundle::request::UnbundleRequest;
//! use offload_bundle::request::rules::UnbundleRules;
//!
//! let rules = UnbundleRules { one_request_per_entry: true, ..UnbundleRules::default() };
//! let request = UnbundleRequest::default().with_rules(rules);
//! ```

use std::path::Path;

/// Rules for reading inputs.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScanRules {
    /// In an object file, searches only the sections of the requested file type, or the known sections without a type.
    /// Otherwise, other data that a program loads is searched too.
    pub own_form: bool,
    /// Does not report unknown or malformed stored IDs.
    pub unchecked: bool,
}

/// Rules for bundling.
#[derive(Debug, Clone, Copy, Default)]
pub struct BundleRules {
    /// Stores IDs as given, even if they are not valid, break the composition rules or require a host, and allows
    /// standard input twice. The caller has checked these.
    pub unchecked: bool,
    /// Ignores a requested compression if the form of the output, such as an object file, cannot be compressed.
    /// Otherwise, that is an error.
    pub compress_where_possible: bool,
    /// Converts COMDAT groups with a local signature symbol in the host's object file to plain groups, as
    /// `llvm-objcopy` does. Linkers then keep every copy.
    pub plain_local_groups: bool,
    /// Allows the output to replace an input, after the input has been read completely.
    pub allow_output_is_input: bool,
}

/// Rules for unbundling.
#[derive(Debug, Clone, Copy, Default)]
pub struct UnbundleRules {
    /// Looks up invalid IDs by their exact text. Otherwise, they are an error.
    pub unchecked: bool,
    /// No entry serves two requests.
    pub one_request_per_entry: bool,
    /// Allows an output to replace the input, after the input has been read.
    pub allow_output_is_input: bool,
    /// Allows two outputs to be one file, which then holds the last output.
    pub allow_same_output: bool,
}

/// Rules for packing.
#[derive(Debug, Clone, Copy, Default)]
pub struct PackRules {
    /// Allows standard input twice, and the output to replace an input. The caller has checked that.
    pub unchecked: bool,
}

/// Rules for unpacking.
#[derive(Debug, Clone, Copy, Default)]
pub struct UnpackRules {
    /// Treats a missing text as empty.
    pub missing_is_empty: bool,
    /// Writes the last of several images for one file. Otherwise, that is an error.
    pub last_of_several: bool,
    /// Allows outputs to replace the input.
    pub allow_output_is_input: bool,
    /// Names files and members without a given name; by default, with a safe name. Characters of the result that would
    /// leave the folder are escaped.
    pub naming: Option<fn(&ImageName<'_>) -> String>,
}

/// The parts for the name of an image.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ImageName<'i> {
    /// The input as given.
    pub input: &'i Path,
    /// The name of the archive member that holds the image, or `None` if the input is not an archive.
    pub member: Option<&'i Path>,
    /// The target triple; may be empty.
    pub triple: &'i str,
    /// The target ID; may be empty.
    pub target: &'i str,
    /// The number of the image among all images of the input, from 0.
    pub position: usize,
    /// The number of the image among those that match the request, from 0.
    pub matched: usize,
    /// The suffix of files with such content, without the dot; empty if it is unknown.
    pub suffix: &'static str,
}
