//! Which IDs may stand together, and which serves which.

use super::Among;

/// A composition rule.
#[derive(Debug, Clone)]
pub struct Composition {
    /// Its name.
    pub id: String,
    /// The parts that must agree for a feature left open to count; absent: equal canonical spellings count.
    pub same: Option<Vec<String>>,
    /// The conflict in words.
    pub because: String,
    /// Section of the source document.
    pub source: Option<String>,
}

/// A compatibility rule.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Its name.
    pub id: String,
    /// What it compares.
    pub compares: Compares,
    /// The reason where both agree.
    pub agrees: String,
    /// The reason where they differ.
    pub differs: String,
    /// How a missing part or a feature left open is shown.
    pub nothing: String,
    /// Section of the source document.
    pub source: Option<String>,
}

/// What a compatibility rule compares.
#[derive(Debug, Clone)]
pub enum Compares {
    /// The whole texts.
    Text,
    /// Whether both can be read.
    Readable,
    /// Whether processors have the named features.
    OwnFeatures,
    /// One part.
    Word(WordRule),
    /// Which signs each stored sign serves; nothing is a feature that is left open.
    Features(Vec<(Option<String>, Vec<Option<String>>)>),
}

/// How one part is compared.
#[derive(Debug, Clone)]
pub struct WordRule {
    /// The part.
    pub part: String,
    /// What a missing part counts as.
    pub missing: Option<String>,
    /// What an unlisted word counts as.
    pub unlisted: Option<String>,
    /// Whether words of one group agree.
    pub by_group: bool,
    /// Where the part does not matter.
    pub ignored: Vec<Among>,
    /// The reason where the stored one is the family of the asked one.
    pub family: String,
}
