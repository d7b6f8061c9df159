//! The tables of one ID grammar.

use super::code_object::{FlagLayout, Machine};
use super::compatibility::CompatibilityRule;
use super::composition::CompositionRule;
use super::expression::Rule;
use super::generations::Generations;
use super::processors::ProcessorGroup;
use super::spelling::Spelling;
use super::style::Style;
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
    /// The kinds.
    pub kinds: &'a [OffloadKind<'a>],
    /// The features.
    pub features: &'a [TargetFeature<'a>],
    /// The processors.
    pub processors: &'a [ProcessorGroup<'a>],
    /// The processors whose names are numbers.
    pub generations: &'a [Generations<'a>],
    /// The canonical spelling.
    pub canonical: Spelling<'a>,
    /// The spelling in which an unknown triple is shown.
    pub triple: Spelling<'a>,
    /// The spellings of releases.
    pub styles: &'a [Style<'a>],
    /// Which entries must not be together in one bundle.
    pub composition: &'a [CompositionRule<'a>],
    /// Which stored entry serves which request, in order.
    pub compatibility: &'a [CompatibilityRule<'a>],
    /// The architectures in ELF headers.
    pub machines: &'a [Machine<'a>],
    /// The flags in ELF headers.
    pub flags: &'a [FlagLayout<'a>],
    /// How wheels name their processors.
    pub variants: &'a [Variants<'a>],
}

/// The rules by which something is read from its start to its end.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Rules<'a> {
    /// A whole ID. Wherever it fits it captures the kind and the first field of the triple.
    pub entry: &'a Rule<'a>,
    /// A triple by itself. Wherever it fits it captures the first field.
    pub triple: &'a Rule<'a>,
    /// A target ID by itself. Wherever it fits it captures the processor.
    pub target: &'a Rule<'a>,
    /// Any text at all, cut into fields: what is left to look at where `entry` fails.
    pub unchecked: &'a Rule<'a>,
}

/// A part that a grammar captures.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Part<'a> {
    /// Name in the schema.
    pub name: &'a str,
    /// What it means, for people.
    pub meaning: &'a str,
    /// The words it may hold, where there is a table.
    pub words: Option<Words<'a>>,
    /// Reads a word that is known without standing in the table.
    pub also_known: Option<&'a Rule<'a>>,
    /// Reads a word that other tools write, which those whose rules these are refuse.
    pub known_elsewhere: Option<&'a Rule<'a>>,
}

/// Names of the parts that play a role in the rules.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Roles<'a> {
    /// Which runtime the entry is for.
    pub kind: &'a str,
    /// The fields of a triple, in order. Every triple has the first one.
    pub triple: &'a [&'a str],
    /// What must be known for a triple to be valid.
    pub architecture: &'a str,
    /// The processor.
    pub processor: &'a str,
    /// A feature's name; occurs any number of times, each before its sign.
    pub feature: &'a str,
    /// A feature's sign.
    pub sign: &'a str,
    /// What signs there are.
    pub signs: Signs<'a>,
    /// A processor with its features, as a placeholder of templates.
    pub target: &'a str,
    /// One feature with its sign, as a template of `feature` and `sign`.
    pub feature_template: &'a str,
}

/// The signs of features.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Signs<'a> {
    /// That of a feature that is on.
    pub on: &'a str,
    /// That of a feature that is off.
    pub off: &'a str,
}
