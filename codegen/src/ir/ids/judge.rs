//! Which IDs may stand together, and which serves which.

use super::style::Among;

/// A composition rule.
#[derive(Debug, Clone)]
pub struct Composition {
    /// Its name.
    pub id: String,
    /// What it finds.
    pub finds: Finds,
    /// How bad that is: `error`, `warning` or `note`.
    pub level: String,
    /// The conflict in words.
    pub because: String,
    /// Section of the source document.
    pub source: Option<String>,
}

/// What a composition rule finds.
#[derive(Debug, Clone)]
pub enum Finds {
    /// Equal canonical spellings.
    Equal,
    /// A feature left open beside one that is not, where these parts agree.
    OpenFeature(Vec<String>),
    /// An entry for the host that does not come first.
    HostAfterOthers,
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
