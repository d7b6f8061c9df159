//! The types of grammar tables, which generated grammars fill. They contain no words, separators or messages.

mod code_object;
mod compatibility;
mod composition;
mod expression;
mod generations;
mod grammar;
mod loading;
mod processors;
mod spelling;
mod style;
mod subarchitectures;
mod variants;
mod words;

pub use code_object::{
    BareId, Bits, Descriptor, ElfType, FeatureBits, FlagLayout, GenericVersions, Machine, MetadataNote,
};
pub use compatibility::{Compares, CompatibilityRule, FeatureRule, SignRow, WordRule};
pub use composition::{CompositionRule, Finds};
pub use expression::{CharacterClass, Expression, Rule};
pub use generations::{Generations, Renamed};
pub use grammar::{Grammar, Part, Roles, Rules, Signs};
pub use loading::{LoaderCheck, LoaderRule};
pub use processors::{Processor, ProcessorGroup, Products};
pub use spelling::{Fill, OneOf, Spelling};
pub use style::{Case, CaseOutcome, Condition, Cut, KnownProcessors, Names, Predicate, Style, StyleKind, Tail};
pub use subarchitectures::{Subarchitecture, Subarchitectures};
pub use variants::{VariantProperty, Variants};
pub use words::{OffloadKind, TargetFeature, WordTable, Words};
