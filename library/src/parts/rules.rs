//! Rules for programs that replace another tool and must behave as it does. Other callers need none: [`Default`] is the behaviour of the
//! library.
//!
//! ```
//! use offload_bundle::request::UnbundleRequest;
//! use offload_bundle::request::rules::UnbundleRules;
//!
//! let rules = UnbundleRules { one_request_per_entry: true, ..UnbundleRules::default() };
//! let request = UnbundleRequest::default().by(rules);
//! ```

use std::path::Path;

/// How another tool reads inputs.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScanRules {
    /// In an object file, searches only the sections of the file type's own form, or only the known sections if no type is given. Without
    /// this, other data that a program loads is searched too.
    pub own_form: bool,
    /// Says nothing of stored IDs that are unknown or malformed.
    pub unchecked: bool,
}

/// How another tool bundles.
#[derive(Debug, Clone, Copy, Default)]
pub struct BundleRules {
    /// Stores IDs as they are given, even if they are not valid, break the composition rules or require a host; and allows standard input
    /// twice. The caller has checked that.
    pub unchecked: bool,
    /// Ignores a requested compression if the form of the output, such as that of an object file, cannot be compressed. Without this, that
    /// is an error.
    pub compress_where_possible: bool,
    /// Makes COMDAT groups of the host's object file whose signature is a local symbol plain groups, as `llvm-objcopy` does. Linkers then
    /// keep every copy of them.
    pub plain_local_groups: bool,
    /// Allows the output to replace an input, after the input has been read to its end.
    pub allow_output_is_input: bool,
}

/// How another tool unbundles.
#[derive(Debug, Clone, Copy, Default)]
pub struct UnbundleRules {
    /// Looks up invalid IDs as they are. Without this, they are an error.
    pub unchecked: bool,
    /// No entry serves two requests.
    pub one_request_per_entry: bool,
    /// Allows an output to replace the input, after the input has been read.
    pub allow_output_is_input: bool,
    /// Allows two outputs to be one file, which then holds the last of them.
    pub allow_same_output: bool,
}

/// How another tool packs.
#[derive(Debug, Clone, Copy, Default)]
pub struct PackRules {
    /// Allows standard input twice, and the output to replace an input. The caller has checked that.
    pub unchecked: bool,
}

/// How another tool unpacks.
#[derive(Debug, Clone, Copy, Default)]
pub struct UnpackRules {
    /// Treats a text that is not stored as empty.
    pub missing_is_empty: bool,
    /// If several images are for one file, writes the last one. Without this, that is an error.
    pub last_of_several: bool,
    /// Allows outputs to replace the input.
    pub allow_output_is_input: bool,
    /// Names files and members that have no given name; by default, with a safe name. The result is one name: anything that would leave the
    /// folder is escaped.
    pub naming: Option<fn(&ImageName<'_>) -> String>,
}

/// What the name of an image can be made from.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ImageName<'i> {
    /// The input, as it was given.
    pub input: &'i Path,
    /// The name of the archive member that holds the image, or `None` if the input is not an archive.
    pub member: Option<&'i Path>,
    /// The target triple; empty if there is none.
    pub triple: &'i str,
    /// The target ID; empty if there is none.
    pub target: &'i str,
    /// The number of the image among all images of the input, from 0.
    pub position: usize,
    /// The number of the image among those that match the request, from 0.
    pub matched: usize,
    /// The suffix of files with such content, without the dot; empty if it is not known.
    pub suffix: &'static str,
}
