//! What `verify` says of a wheel that is a variant for some processors.

use serde::Serialize;

use crate::file_name::FileName;

/// The processors that a wheel is for, by the code in it and by what it says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct WheelVariant {
    /// The wheel.
    pub wheel: FileName,
    /// The properties that it can claim, as `namespace :: feature :: value`: all of its bundles for processors of that
    /// kind have such code.
    pub claimable: Vec<String>,
    /// The label of the variant that it says it is; null if it says nothing.
    pub label: Option<String>,
    /// The properties of processors that it claims.
    pub claimed: Vec<String>,
    /// The claims that do not hold, each with a bundle that has no such code.
    pub unmet: Vec<UnmetClaim>,
    /// What is wrong with how it says so.
    pub mistakes: Vec<String>,
}

/// A claim of a wheel that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnmetClaim {
    /// The property.
    pub property: String,
    /// The first file with a bundle that has no such code; null if the wheel has no code for any such processor.
    pub file: Option<FileName>,
    /// How many bundles of the wheel have none.
    pub bundle_count: usize,
}

impl WheelVariant {
    /// Whether what it says of itself is so.
    pub fn is_right(&self) -> bool {
        self.unmet.is_empty() && self.mistakes.is_empty()
    }
}
