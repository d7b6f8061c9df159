//! Tables of which stored entry serves which request: ordered rules, each with its reason in words.

use super::spelling::OneOf;

/// One rule of compatibility.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its name.
    pub id: &'static str,
    /// What it compares.
    pub compares: Compares,
    /// The reason where both agree; no text, no reason.
    pub agrees: &'static str,
    /// The reason where they do not.
    pub differs: &'static str,
    /// How a missing part or a feature left open is shown.
    pub nothing: &'static str,
}

/// What a rule compares.
#[derive(Debug, Clone, Copy)]
pub enum Compares {
    /// The whole texts. Where they are equal no other rule is asked; where they differ the next one is.
    Text,
    /// Whether both can be read.
    Readable,
    /// Whether every named feature is one that the processor has, where the processor is known.
    OwnFeatures,
    /// One part by its words.
    Word(WordRule),
    /// Features, sign by sign.
    Features(FeatureTable),
}

/// How one part is compared.
#[derive(Debug, Clone, Copy)]
pub struct WordRule {
    /// The part.
    pub part: &'static str,
    /// What a missing or empty part counts as. Without it a missing part equals a missing one only.
    pub missing: Option<&'static str>,
    /// What a word counts as that is not listed. Without it such words compare by text.
    pub unlisted: Option<&'static str>,
    /// Whether words of one group agree.
    pub by_group: bool,
    /// Where the part does not matter.
    pub ignored: &'static [OneOf],
    /// The reason where they differ and the stored one is the generic processor of the asked one's family.
    pub family: &'static str,
}

/// Which signs a stored sign serves. An absent sign is a feature that is left open.
#[derive(Debug, Clone, Copy)]
pub struct FeatureTable {
    /// Stored sign, and the signs of a request that it serves.
    pub serves: &'static [(Option<&'static str>, &'static [Option<&'static str>])],
}
