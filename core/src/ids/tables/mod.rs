//! The types of the tables of an ID grammar. A generated grammar fills them; nothing here knows a word, a separator or a message.

mod code_object;
mod compatibility;
mod composition;
mod grammar;
mod spelling;
mod style;
mod words;

pub use code_object::{FeatureBits, FlagLayout, Machine};
pub use compatibility::{Compares, FeatureTable, Rule, WordRule};
pub use composition::{CompositionRule, Finds};
pub use grammar::{ComponentRule, ComponentRules, Grammar, PartKind, Roles};
pub use spelling::{Fill, OneOf, Spelling};
pub use style::{Case, CaseOutcome, Condition, Cut, Predicate, Style, StyleKind, Tail};
pub use words::{FeatureKind, OffloadKind, Processor, Table, Word, Words};
