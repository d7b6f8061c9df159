//! Tables of which stored entry serves which request: ordered rules, each with its reason in words.

use super::spelling::OneOf;

/// One rule of compatibility.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct CompatibilityRule<'a> {
    /// The word that reasons give for it.
    pub id: &'a str,
    /// What it compares.
    pub compares: Compares<'a>,
    /// The reason where both agree; no text, no reason.
    pub agrees: &'a str,
    /// The reason where both are the same word; no text, that of agreeing.
    pub equal: &'a str,
    /// The reason where they do not.
    pub differs: &'a str,
    /// How a missing part or a feature left open is shown.
    pub nothing: &'a str,
    /// The section of the source document that it is based on.
    pub source: Option<&'a str>,
}

/// What a rule compares.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Compares<'a> {
    /// The whole texts. Where they are equal no other rule is asked; where they differ the next one is.
    Text,
    /// Whether both can be read.
    Readable,
    /// Whether every named feature is one that the processor has, where the processor is known.
    OwnFeatures,
    /// One part by its words.
    Word(WordRule<'a>),
    /// Features, sign by sign.
    Features(FeatureRule<'a>),
}

/// How one part is compared.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct WordRule<'a> {
    /// The part.
    pub part: &'a str,
    /// What a missing or empty part counts as. Without it a missing part equals a missing one only.
    pub missing: Option<&'a str>,
    /// What a word counts as that is not listed. Without it such words compare by text.
    pub unlisted: Option<&'a str>,
    /// Whether words of one group agree.
    pub by_group: bool,
    /// Where the part does not matter.
    pub ignored: &'a [OneOf<'a>],
    /// The reason where they differ and the stored one is the generic processor of the asked one's family.
    pub family: &'a str,
    /// Whether loaders run what is stored for the generic processor of the asked one's family; so who selects by a processor takes it.
    pub selects_family: bool,
}

/// How features are compared.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct FeatureRule<'a> {
    /// What a stored sign serves: a request is for one device, which is as it says.
    pub serves: &'a [SignRow<'a>],
    /// What takes a stored sign where entries are selected: it runs on at least one of the devices that are asked for. Without any
    /// row as `serves`.
    pub selects: &'a [SignRow<'a>],
}

/// Which signs of a request a stored sign serves. An absent sign is a feature that is left open.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct SignRow<'a> {
    /// The sign of the stored entry.
    pub stored: Option<&'a str>,
    /// The signs of requests that it serves.
    pub serves: &'a [Option<&'a str>],
}
