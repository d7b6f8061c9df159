//! Tables of compatibility between stored entries and requests: ordered rules with reasons.

use super::spelling::OneOf;

/// A rule of compatibility.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct CompatibilityRule<'a> {
    /// The name of the rule in reasons.
    pub id: &'a str,
    /// The compared subject.
    pub compares: Compares<'a>,
    /// The reason if both agree; may be empty.
    pub agrees: &'a str,
    /// The reason if both have the same word; empty to use `agrees`.
    pub equal: &'a str,
    /// The reason if they do not agree.
    pub differs: &'a str,
    /// The text for a missing part, or for an open feature.
    pub nothing: &'a str,
    /// The section of the source document that defines the rule.
    pub source: Option<&'a str>,
}

/// The subject of a comparison.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Compares<'a> {
    /// The whole texts. If they are equal, no other rule applies.
    Text,
    /// Whether both can be parsed.
    Readable,
    /// Whether a known processor has every named feature.
    OwnFeatures,
    /// One part, as a word.
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
    /// The value of a missing or empty part. If `None`, a missing part equals only a missing one.
    pub missing: Option<&'a str>,
    /// The value of an unlisted word. If `None`, unlisted words are compared as text.
    pub unlisted: Option<&'a str>,
    /// Whether words of the same group agree.
    pub by_group: bool,
    /// The conditions for ignoring the part.
    pub ignored: &'a [OneOf<'a>],
    /// The reason if they differ and the stored processor is the generic processor of the requested family.
    pub family: &'a str,
    /// The reason if they differ and drivers compile the stored code for the requested processor.
    pub compiled: &'a str,
    /// Whether loaders run code for the generic processor of a family, so that selecting a processor also selects such
    /// code.
    pub selects_family: bool,
}

/// How target features are compared.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct FeatureRule<'a> {
    /// The signs that each stored sign serves on one device with the requested settings.
    pub serves: &'a [SignRow<'a>],
    /// The signs of requests that select each stored sign, because the entry runs on at least one requested device. If
    /// empty, `serves` applies.
    pub selects: &'a [SignRow<'a>],
}

/// The signs that a stored sign serves. `None` is an open feature.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct SignRow<'a> {
    /// The sign of the stored entry.
    pub stored: Option<&'a str>,
    /// The signs of the requests that it serves.
    pub serves: &'a [Option<&'a str>],
}
