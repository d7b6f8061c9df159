//! The tables of one ID grammar.

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

/// An ID grammar: how IDs are read, spelled and compared.
#[derive(Debug, Clone, Copy)]
pub struct Grammar<'a> {
    /// The parse rules.
    pub rules: Rules<'a>,
    /// The parts that rules capture, in the order of the schema.
    pub parts: &'a [Part<'a>],
    /// The parts with a role in the rules.
    pub roles: Roles<'a>,
    /// The offload kinds.
    pub kinds: &'a [OffloadKind<'a>],
    /// The target features.
    pub features: &'a [TargetFeature<'a>],
    /// The processors.
    pub processors: &'a [ProcessorGroup<'a>],
    /// The architectures that name processors.
    pub subarchitectures: &'a [Subarchitectures<'a>],
    /// The processors with numeric names.
    pub generations: &'a [Generations<'a>],
    /// The canonical spelling.
    pub canonical: Spelling<'a>,
    /// The spelling of an unknown triple in messages.
    pub triple: Spelling<'a>,
    /// The spellings of releases.
    pub styles: &'a [Style<'a>],
    /// The rules about which entries must not be in one bundle.
    pub composition: &'a [CompositionRule<'a>],
    /// The rules about which stored entry serves which request, in order.
    pub compatibility: &'a [CompatibilityRule<'a>],
    /// The architectures in ELF headers.
    pub machines: &'a [Machine<'a>],
    /// The flags in ELF headers.
    pub flags: &'a [FlagLayout<'a>],
    /// The properties by which wheels declare their processors.
    pub variants: &'a [Variants<'a>],
    /// Whether it knows only what the releases of `styles` do: no subarchitectures, and no newer processors or features.
    pub releases_only: bool,
}

/// The rules that match a text from start to end.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Rules<'a> {
    /// A whole ID. A match captures the kind and the first field of the triple.
    pub entry: &'a Rule<'a>,
    /// A triple on its own. A match captures its first field.
    pub triple: &'a Rule<'a>,
    /// A target ID on its own. A match captures the processor.
    pub target: &'a Rule<'a>,
    /// Any text, cut into fields. It is read if `entry` does not match.
    pub unchecked: &'a Rule<'a>,
}

/// A part that a grammar captures.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Part<'a> {
    /// The name in the schema.
    pub name: &'a str,
    /// The meaning, for people.
    pub meaning: &'a str,
    /// The words of the part, if they are listed.
    pub words: Option<Words<'a>>,
    /// A rule that matches known words which are not listed.
    pub also_known: Option<&'a Rule<'a>>,
    /// A rule that matches words of other tools, which the tools that define the grammar refuse.
    pub known_elsewhere: Option<&'a Rule<'a>>,
}

/// The names of the parts with a role in the rules.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Roles<'a> {
    /// The offload kind.
    pub kind: &'a str,
    /// The fields of a triple, in order. Every triple has the first one.
    pub triple: &'a [&'a str],
    /// The part that must be known for a triple to be valid.
    pub architecture: &'a str,
    /// The processor.
    pub processor: &'a str,
    /// The name of a feature. It may occur several times, each time before its sign.
    pub feature: &'a str,
    /// The sign of a feature.
    pub sign: &'a str,
    /// The signs.
    pub signs: Signs<'a>,
    /// The target ID, as a placeholder of templates.
    pub target: &'a str,
    /// One feature with its sign, as a template of `feature` and `sign`.
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
