//! A grammar of IDs, resolved.

mod code_object;
mod doc;
mod judge;
mod rule;
mod style;
mod table;

pub use code_object::{Content, FeatureBits, Flags, Machine};
pub use doc::Doc;
pub use judge::{Compares, Comparison, Composition, Finds, WordRule};
pub use rule::{Class, Expression, Rule};
pub use style::{Among, Case, Cut, Fill, How, Is, Outcome, Spelling, Style};
pub use table::{Kind, Processor, TableRef, Words};

/// A grammar.
#[derive(Debug, Clone)]
pub struct Grammar {
    /// Name of the schema file.
    pub source: String,
    /// The module's name.
    pub module: String,
    /// Title for people.
    pub title: String,
    /// Name of the type that implements the grammar.
    pub type_name: String,
    /// What the IDs are.
    pub doc: Doc,
    /// The types of an ID, a triple, a target ID and a feature.
    pub types: [TypeName; 4],
    /// What the rules capture.
    pub parts: Vec<Part>,
    /// Which part plays which role.
    pub roles: Roles,
    /// Sets of characters that rules use.
    pub classes: Vec<Class>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// The rule that reads any text.
    pub unchecked: String,
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// The word tables.
    pub words: Vec<Words>,
    /// The features: name and meaning.
    pub features: Vec<(String, String)>,
    /// The processors, in order.
    pub processors: Vec<Processor>,
    /// The canonical spelling.
    pub canonical: Spelling,
    /// How an unknown triple is shown.
    pub triple: Spelling,
    /// The styles.
    pub styles: Vec<Style>,
    /// The composition rules.
    pub composition: Vec<Composition>,
    /// The compatibility rules.
    pub compatibility: Vec<Comparison>,
    /// What a code object can be.
    pub contents: Vec<Content>,
    /// What ELF headers call architectures.
    pub machines: Vec<Machine>,
    /// What the flags in ELF headers say.
    pub flags: Vec<Flags>,
}

/// A generated type.
#[derive(Debug, Clone)]
pub struct TypeName {
    /// Its name.
    pub name: String,
    /// The rule that reads one; empty for a feature, which is read with its target ID.
    pub rule: String,
    /// What it is.
    pub doc: Doc,
}

/// Something that rules capture.
#[derive(Debug, Clone)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// What it means.
    pub meaning: String,
    /// The words it may hold.
    pub table: Option<TableRef>,
    /// The rule that reads a word that is known without being listed.
    pub also_known: Option<String>,
}

/// Which part plays which role.
#[derive(Debug, Clone)]
pub struct Roles {
    /// Which runtime an entry is for.
    pub kind: String,
    /// The first field of a triple, which every triple has.
    pub first_field: String,
    /// Its other fields.
    pub other_fields: Vec<String>,
    /// The field that must be known.
    pub architecture: String,
    /// The processor.
    pub processor: String,
    /// A feature's name.
    pub feature: String,
    /// A feature's sign.
    pub sign: String,
    /// The sign of a feature that must be on.
    pub on: String,
    /// The sign of a feature that must be off.
    pub off: String,
    /// Placeholder for a processor with its features.
    pub target: String,
    /// One feature with its sign.
    pub feature_template: String,
}
