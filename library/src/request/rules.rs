//! Rules for programs that stand in for another tool and must do as it does. Other callers of the library need none:
//! [`Default`] is what its operations do by themselves.
//!
//! ```
//! use offload_bundle::request::UnbundleRequest;
//! use offload_bundle::request::rules::UnbundleRules;
//!
//! let rules = UnbundleRules { one_request_per_entry: true, ..UnbundleRules::default() };
//! let request = UnbundleRequest::default().by(rules);
//! ```

use std::path::Path;

/// How another tool looks into inputs.
#[derive(Debug, Clone, Copy, Default)]
pub struct ScanRules {
    /// Of an object file, look only at the sections that are the file type's own form; where no type is given, only at those that are known.
    /// Without this, other data that a program loads is searched too.
    pub own_form: bool,
    /// Stored IDs may name kinds and triples that are not known.
    pub unchecked: bool,
}

/// How another tool bundles.
#[derive(Debug, Clone, Copy, Default)]
pub struct BundleRules {
    /// IDs are stored as they are given, also those that are not valid, that the composition rules forbid, and that want a host; and
    /// standard input may be given twice. The caller has checked that.
    pub unchecked: bool,
    /// Where the form of the output cannot be compressed, such as that of an object file, it is not, whatever compression is asked for. It
    /// is refused otherwise.
    pub compress_where_possible: bool,
    /// COMDAT groups of the host's object file whose signature is a local symbol become plain groups, as by `llvm-objcopy`: linkers then keep
    /// every copy of them.
    pub plain_local_groups: bool,
    /// The output may replace an input. It does so only when the input has been read to its end.
    pub allow_output_is_input: bool,
}

/// How another tool unbundles.
#[derive(Debug, Clone, Copy, Default)]
pub struct UnbundleRules {
    /// IDs that are not valid are looked up as they are, rather than refused.
    pub unchecked: bool,
    /// No entry serves two requests.
    pub one_request_per_entry: bool,
    /// An output may replace the input. It does so only when the input has been read.
    pub allow_output_is_input: bool,
    /// Two outputs may be one file, which then holds the last of them.
    pub allow_same_output: bool,
}

/// How another tool packs.
#[derive(Debug, Clone, Copy, Default)]
pub struct PackRules {
    /// Standard input may be given twice, and the output may replace an input. The caller has checked that.
    pub unchecked: bool,
}

/// How another tool unpacks.
#[derive(Debug, Clone, Copy, Default)]
pub struct UnpackRules {
    /// A text that is not stored counts as an empty one.
    pub missing_is_empty: bool,
    /// Where several images are for one file, the last one goes there. They are refused otherwise.
    pub last_of_several: bool,
    /// Outputs may replace the input.
    pub allow_output_is_input: bool,
    /// How files and members are called that no name is given for; a safe name without it. Whatever it gives is one name: what would lead
    /// out of the folder is escaped.
    pub naming: Option<fn(&ImageName<'_>) -> String>,
}

/// What a name for an image can be made of.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ImageName<'i> {
    /// The input, as it was given.
    pub input: &'i Path,
    /// The name of the member of an archive that holds it; none in any other file.
    pub member: Option<&'i Path>,
    /// The target triple; empty where there is none.
    pub triple: &'i str,
    /// The processor with its features; empty where there is none.
    pub target: &'i str,
    /// The number of the image among all of the input, from 0.
    pub position: usize,
    /// Its number among those that fit the request, from 0.
    pub matched: usize,
    /// What names of files with such content end in, without the dot; empty where that is not known.
    pub suffix: &'static str,
}
