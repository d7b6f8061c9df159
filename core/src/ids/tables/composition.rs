//! Tables of what may not stand side by side in one bundle.

use crate::severity::Severity;

/// One rule of composition.
#[derive(Debug, Clone, Copy)]
pub struct CompositionRule {
    /// Its name.
    pub id: &'static str,
    /// What it finds.
    pub finds: Finds,
    /// How bad that is.
    pub level: Severity,
    /// The conflict in words, with `first` and `second` as placeholders.
    pub because: &'static str,
}

/// What a rule of composition finds.
#[derive(Debug, Clone, Copy)]
pub enum Finds {
    /// Entries whose canonical spellings are equal, or their texts where they cannot be read.
    Equal,
    /// Entries that agree in all these parts, by canonical spelling, and of which one names a feature that the other leaves open.
    OpenFeature(&'static [&'static str]),
    /// An entry for the host that does not come first.
    HostAfterOthers,
}
