//! Tables of which stored entry serves which request: ordered rules with reasons.

use super::spelling::OneOf;

/// One rule of compatibility.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct CompatibilityRule<'a> {
    /// The name of the rule in reasons.
    pub id: &'a str,
    /// What the rule compares.
    pub compares: Compares<'a>,
    /// The reason if both agree; empty for none.
    pub agrees: &'a str,
    /// The reason if both have the same word; empty for that of `agrees`.
    pub equal: &'a str,
    /// The reason if they do not agree.
    pub differs: &'a str,
    /// How a missing part, or a feature that is left open, is shown.
    pub nothing: &'a str,
    /// The section of the source document that the rule is based on.
    pub source: Option<&'a str>,
}

/// What a rule compares.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Compares<'a> {
    /// The whole texts. If they are equal, no other rule is applied; if they differ, the next one is.
    Text,
    /// Whether both can be read.
    Readable,
    /// Whether every named feature is one of the processor's, if the processor is known.
    OwnFeatures,
    /// One part, by its words.
    Word(WordRule<'a>),
    /// The features, sign by sign.
    Features(FeatureRule<'a>),
}

/// How a part is compared.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct WordRule<'a> {
    /// The name of the part.
    pub part: &'a str,
    /// What a missing or empty part counts as. Without it, a missing part equals only a missing one.
    pub missing: Option<&'a str>,
    /// What an unlisted word counts as. Without it, such words are compared as text.
    pub unlisted: Option<&'a str>,
    /// Whether words of the same group agree.
    pub by_group: bool,
    /// The conditions under which the part does not matter.
    pub ignored: &'a [OneOf<'a>],
    /// The reason if they differ and the stored processor is the generic processor of the requested one's family.
    pub family: &'a str,
    /// The reason if they differ and drivers compile the stored code for the requested processor.
    pub compiled: &'a str,
    /// Whether loaders run code for the generic processor of the requested processor's family. If so, selecting by a processor selects such
    /// code.
    pub selects_family: bool,
}

/// How features are compared.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct FeatureRule<'a> {
    /// The signs of requests that each stored sign serves. A request is for one device, which has the requested settings.
    pub serves: &'a [SignRow<'a>],
    /// The signs of requests that select each stored sign: the entry runs on at least one of the requested devices. If empty, `serves`
    /// applies.
    pub selects: &'a [SignRow<'a>],
}

/// The signs of requests that a stored sign serves. A missing sign means that the feature is left open.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct SignRow<'a> {
    /// The sign of the stored entry.
    pub stored: Option<&'a str>,
    /// The signs of the requests that it serves.
    pub serves: &'a [Option<&'a str>],
}
