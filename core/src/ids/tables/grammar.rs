//! The tables of one ID grammar, together.

use super::code_object::{FlagLayout, Machine};
use super::compatibility::Rule;
use super::composition::CompositionRule;
use super::spelling::Spelling;
use super::style::Style;
use super::words::{OffloadKind, Processor, Words};
use crate::ids::code_objects::ContentKind;
use crate::ids::parser::RuleFn;

/// An ID grammar with its tables and rules.
#[derive(Debug, Clone, Copy)]
pub struct Grammar {
    /// Reads a whole ID.
    pub entry: RuleFn,
    /// Reads any text at all, cut into fields: what is left to look at where `entry` fails.
    pub unchecked: RuleFn,
    /// The parts, in the order of the schema.
    pub parts: &'static [PartKind],
    /// Which parts play a role in the rules.
    pub roles: Roles,
    /// The kinds.
    pub kinds: &'static [OffloadKind],
    /// The processors.
    pub processors: &'static [Processor],
    /// The canonical spelling.
    pub canonical: Spelling,
    /// The styles.
    pub styles: &'static [Style],
    /// What may not stand side by side in one bundle.
    pub composition: &'static [CompositionRule],
    /// Which stored entry serves which request, in order.
    pub compatibility: &'static [Rule],
    /// How an unknown triple is shown.
    pub triple: Spelling,
    /// What a code object can be.
    pub contents: &'static [ContentKind],
    /// What ELF headers call architectures.
    pub machines: &'static [Machine],
    /// What the flags in ELF headers say.
    pub flags: &'static [FlagLayout],
    /// The parts that entries can be picked by.
    pub components: ComponentRules,
}

/// One part that a grammar captures.
#[derive(Debug, Clone, Copy)]
pub struct PartKind {
    /// Name in the schema.
    pub name: &'static str,
    /// What it means, for people.
    pub meaning: &'static str,
    /// The words it may hold, where there is a table.
    pub words: Option<&'static Words>,
    /// Reads a word that is known without standing in the table.
    pub also_known: Option<RuleFn>,
}

/// Names of the parts that play a role in the rules.
#[derive(Debug, Clone, Copy)]
pub struct Roles {
    /// Which runtime the entry is for.
    pub kind: &'static str,
    /// What must be known for a triple to be valid.
    pub architecture: &'static str,
    /// The processor.
    pub processor: &'static str,
    /// A feature's name; occurs any number of times, each before its sign.
    pub feature: &'static str,
    /// A feature's sign.
    pub sign: &'static str,
    /// The sign of a feature that is on.
    pub on: &'static str,
    /// The sign of a feature that is off.
    pub off: &'static str,
    /// A processor with its features, as a placeholder of templates.
    pub target: &'static str,
    /// One feature with its sign, as a template of `feature` and `sign`.
    pub feature_template: &'static str,
}

/// The parts that entries can be picked by, beside the kind.
#[derive(Debug, Clone, Copy)]
pub struct ComponentRules {
    /// The triple.
    pub triple: ComponentRule,
    /// The processor with its features.
    pub target: ComponentRule,
}

/// Several parts that can stand by themselves.
#[derive(Debug, Clone, Copy)]
pub struct ComponentRule {
    /// Reads them.
    pub rule: RuleFn,
    /// Their names.
    pub about: &'static [&'static str],
}
