//! Tables of processors in the metadata of wheels.

use super::expression::CharacterClass;

/// The variant metadata of wheels.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Variants<'a> {
    /// The name of the JSON file.
    pub file: &'a str,
    /// The suffix of the folder with the file.
    pub folder: &'a str,
    /// The key of the properties, by variant label.
    pub key: &'a str,
    /// The characters that values may contain.
    pub chars: &'a str,
    /// The properties of processors.
    pub properties: &'a [VariantProperty<'a>],
}

impl Variants<'_> {
    /// Returns whether `text` can be a value.
    pub fn is_value(&self, text: &str) -> bool {
        !text.is_empty() && CharacterClass::new("", self.chars).prefix(text) == text.len()
    }
}

/// A property that declares processors of some architectures.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct VariantProperty<'a> {
    /// The architectures.
    pub architectures: &'a [&'a str],
    /// The namespace of the property.
    pub namespace: &'a str,
    /// The feature of the property.
    pub feature: &'a str,
    /// The value for machine code: a template with `processor`, and with `number` for a processor named with letters
    /// and a number.
    pub value: &'a str,
    /// The value for code that is compiled when loaded; empty if the property cannot declare it.
    pub compiled: &'a str,
    /// Whether the value covers all code that runs on the processor, including code built for other processors.
    pub runs: bool,
}
