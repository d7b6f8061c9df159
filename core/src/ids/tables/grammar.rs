//! The root table of an ID grammar.

use super::code_object::{FlagLayout, Machine};
use super::compatibility::CompatibilityRule;
use super::composition::CompositionRule;
use super::expression::Rule;
use super::generations::Generations;
use super::processors::ProcessorGroup;
use super::spelling::Spelling;
use super::style::Style;
use super::subarchitectures::Subarchitectures;
use super::variants::Variants;
use super::words::{OffloadKind, TargetFeature, Words};

/// An ID grammar: the rules for parsing, spelling and comparing IDs.
#[derive(Debug, Clone, Copy)]
pub struct Grammar<'a> {
    /// The parse rules for whole texts.
    pub rules: Rules<'a>,
    /// The parts that rules capture, in schema order.
    pub parts: &'a [Part<'a>],
    /// The names of the parts with a meaning to the code.
    pub roles: Roles<'a>,
    /// The offload kinds.
    pub kinds: &'a [OffloadKind<'a>],
    /// The target features.
    pub features: &'a [TargetFeature<'a>],
    /// The processors.
    pub processors: &'a [ProcessorGroup<'a>],
    /// The architectures that imply processors.
    pub subarchitectures: &'a [Subarchitectures<'a>],
    /// The processors with numeric names.
    pub generations: &'a [Generations<'a>],
    /// The canonical spelling.
    pub canonical: Spelling<'a>,
    /// The spelling of an unknown triple in messages.
    pub triple: Spelling<'a>,
    /// The spellings of releases.
    pub styles: &'a [Style<'a>],
    /// The composition rules.
    pub composition: &'a [CompositionRule<'a>],
    /// The compatibility rules, in order.
    pub compatibility: &'a [CompatibilityRule<'a>],
    /// The architectures in ELF headers.
    pub machines: &'a [Machine<'a>],
    /// The flags in ELF headers.
    pub flags: &'a [FlagLayout<'a>],
    /// The properties for processors in wheel metadata.
    pub variants: &'a [Variants<'a>],
    /// Whether the grammar is limited to the releases in `styles`, without subarchitectures and newer processors or
    /// features.
    pub releases_only: bool,
}

/// The rules that match a whole text.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Rules<'a> {
    /// A bundle entry ID. A match captures the kind and the first field of the triple.
    pub entry: &'a Rule<'a>,
    /// A triple. A match captures its first field.
    pub triple: &'a Rule<'a>,
    /// A target ID. A match captures the processor.
    pub target: &'a Rule<'a>,
    /// Any text, split into fields. Used if `entry` does not match.
    pub unchecked: &'a Rule<'a>,
}

/// A captured part.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Part<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The meaning.
    pub meaning: &'a str,
    /// The words of the part, if it is limited to a list.
    pub words: Option<Words<'a>>,
    /// A rule that matches known words outside of the list.
    pub also_known: Option<&'a Rule<'a>>,
    /// A rule that matches words of other tools, which the tools that define the grammar refuse.
    pub known_elsewhere: Option<&'a Rule<'a>>,
}

/// The names of parts with a meaning to the code.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Roles<'a> {
    /// The offload kind.
    pub kind: &'a str,
    /// The fields of a triple, in order. Every triple has the first one.
    pub triple: &'a [&'a str],
    /// The architecture, which must be known in a valid triple.
    pub architecture: &'a str,
    /// The processor.
    pub processor: &'a str,
    /// The name of a feature, before its sign. It may repeat.
    pub feature: &'a str,
    /// The sign of a feature.
    pub sign: &'a str,
    /// The signs.
    pub signs: Signs<'a>,
    /// The placeholder of the target ID in templates.
    pub target: &'a str,
    /// The template of one feature, with `feature` and `sign`.
    pub feature_template: &'a str,
}

/// The signs of features.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Signs<'a> {
    /// The sign of a feature that is on.
    pub on: &'a str,
    /// The sign of a feature that is off.
    pub off: &'a str,
}
