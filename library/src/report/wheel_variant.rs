//! The part of `verify`'s report about a wheel that is a variant for some processors.

use serde::Serialize;

use crate::file_name::FileName;

/// The processors of a wheel, by its code and by its metadata.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct WheelVariant {
    /// The wheel.
    pub wheel: FileName,
    /// The properties that the wheel can claim, as `namespace :: feature :: value`: all of its bundles for processors of that kind have
    /// such code.
    pub claimable: Vec<String>,
    /// The label of the variant in the metadata; null if there is none.
    pub label: Option<String>,
    /// The processor properties that the wheel claims.
    pub claimed: Vec<String>,
    /// The claims that do not hold, each with a bundle without such code.
    pub unmet: Vec<UnmetClaim>,
    /// What is wrong with the metadata.
    pub mistakes: Vec<String>,
}

/// A claim of a wheel that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnmetClaim {
    /// The property.
    pub property: String,
    /// The first file with a bundle without such code; null if the wheel has no code for any such processor.
    pub file: Option<FileName>,
    /// The number of bundles in the wheel without such code.
    pub bundle_count: usize,
}

impl WheelVariant {
    /// Returns whether the claims of the wheel hold.
    pub fn is_right(&self) -> bool {
        self.unmet.is_empty() && self.mistakes.is_empty()
    }
}
