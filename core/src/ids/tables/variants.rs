//! Tables of how the metadata of wheels say which processors they are for.

use super::expression::CharacterClass;

/// How wheels say which variant they are.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Variants<'a> {
    /// The file that says so, in JSON.
    pub file: &'a str,
    /// How the name of the folder ends that it is in.
    pub folder: &'a str,
    /// The key of what is said, by the labels of variants.
    pub key: &'a str,
    /// The characters that values have.
    pub chars: &'a str,
    /// What can be said of processors.
    pub properties: &'a [VariantProperty<'a>],
}

impl Variants<'_> {
    /// Whether `text` can be a value.
    pub fn is_value(&self, text: &str) -> bool {
        !text.is_empty() && CharacterClass::new("", self.chars).prefix(text) == text.len()
    }
}

/// What wheels say of the processors of some architectures.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct VariantProperty<'a> {
    /// The architectures.
    pub architectures: &'a [&'a str],
    /// Who defines it.
    pub namespace: &'a str,
    /// What is said.
    pub feature: &'a str,
    /// The value for machine code: a template of `processor` and of `number`, which is that in a name of letters and a number.
    pub value: &'a str,
    /// The value for what is compiled when it is loaded; empty if nothing is.
    pub compiled: &'a str,
    /// Whether all code that runs on the processor has the value, whatever it is for.
    pub runs: bool,
}
