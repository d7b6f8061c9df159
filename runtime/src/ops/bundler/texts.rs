//! What the driver says; the texts themselves stand in the schema of the command line.

/// What the driver says. Each template lists the names that have a value in it.
#[derive(Debug, Clone, Copy)]
pub struct BundlerTexts {
    /// Frames an error: `{program}`, `{text}`.
    pub error: &'static str,
    /// Frames a warning: `{program}`, `{text}`.
    pub warning: &'static str,
    /// Inputs are given by the old option.
    pub inputs_deprecated: &'static str,
    /// Outputs are given by the old option.
    pub outputs_deprecated: &'static str,
    /// Inputs are given by both options.
    pub inputs_mixed: &'static str,
    /// Outputs are given by both options.
    pub outputs_mixed: &'static str,
    /// Listing and unbundling are asked for at once.
    pub list_and_unbundle: &'static str,
    /// Listing takes one input.
    pub list_inputs: &'static str,
    /// Listing takes no output.
    pub list_outputs: &'static str,
    /// Listing takes no target.
    pub list_targets: &'static str,
    /// Archives are checked, and nothing is taken apart.
    pub check_archive_bundling: &'static str,
    /// Archives are checked, and the input is none.
    pub check_archive_type: &'static str,
    /// No output is given.
    pub no_output: &'static str,
    /// No target is given.
    pub no_targets: &'static str,
    /// Unbundling takes one input.
    pub unbundle_inputs: &'static str,
    /// Unbundling needs an output for each target.
    pub unbundle_counts: &'static str,
    /// Archives can only be taken apart.
    pub archive_bundling: &'static str,
    /// Bundling takes one output.
    pub bundle_outputs: &'static str,
    /// Bundling needs an input for each target.
    pub bundle_counts: &'static str,
    /// A target is given twice.
    pub duplicate_targets: &'static str,
    /// A target is not in the form that the release wants: `{target}`, `{message}`.
    pub malformed_target: &'static str,
    /// A target has faults: `{target}`, `{faults}`.
    pub invalid_target: &'static str,
    /// The fault of an unknown kind: `{kind}`.
    pub unknown_kind: &'static str,
    /// The fault of an unknown triple: `{triple}`.
    pub unknown_triple: &'static str,
    /// Two targets must not stand in one bundle: `{first}`, `{second}`.
    pub conflicting_targets: &'static str,
    /// There must be one target for the host: `{count}`.
    pub host_count: &'static str,
    /// No such file type: `{type}`.
    pub unknown_type: &'static str,
    /// A file cannot be read or written: `{file}`, `{error}`.
    pub file: &'static str,
    /// No entry serves these targets: `{ids}`.
    pub not_found: &'static str,
    /// Two IDs of a list: `{first}`, `{second}`.
    pub two_ids: &'static str,
    /// The last ID of a longer list: `{first}`, `{second}`.
    pub many_ids: &'static str,
    /// One more ID of a longer list: `{first}`, `{second}`.
    pub more_ids: &'static str,
    /// An input is a bundle, and not a compressed one.
    pub plain: &'static str,
    /// What became of an output that was compressed: `{version}`, `{total}` bytes of it, `{method}`, `{level}`, `{before}` and
    /// `{after}` in bytes, `{rate}` between them, `{ratio}` in percent, `{speed}` in MiB a second, `{hash}`.
    pub packed: &'static str,
    /// What a compressed input is: the same names without `{level}`; `{total}` is the next text, or nothing.
    pub unpacked: &'static str,
    /// How long a compressed input says it is: `{total}`.
    pub unpacked_total: &'static str,
    /// The header of a compressed input cannot be read: `{error}`.
    pub bad_header: &'static str,
    /// A compressed input is compressed in an unknown way: `{error}`.
    pub bad_method: &'static str,
    /// A compressed input cannot be decompressed: `{error}`.
    pub bad_data: &'static str,
    /// The environment gives a compression level that is none: `{value}`.
    pub bad_level: &'static str,
    /// The environment gives a version that is not known: `{value}`.
    pub bad_version_number: &'static str,
    /// The environment gives a version that is none: `{value}`.
    pub bad_version: &'static str,
    /// Nothing can be aligned to 0.
    pub zero_alignment: &'static str,
    /// Two targets are one once they are written: `{first}`, `{second}`, `{id}`.
    pub equal_targets: &'static str,
    /// A target would lose a part of itself: `{target}`, `{what}`.
    pub loses: &'static str,
    /// The emulated release has no options for compression: `{style}`.
    pub no_compression: &'static str,
    /// The input or output has a form that cannot be handled: `{file}`, `{type}`, `{why}`.
    pub not_yet: &'static str,
    /// The input is no bundle: `{file}`.
    pub not_a_bundle: &'static str,
    /// No such release to emulate: `{style}`.
    pub unknown_style: &'static str,
    /// Anything else: `{error}`.
    pub other: &'static str,
}
