//! An ID grammar as its schema says it: `dialect: ids`.

pub mod code_object;
pub mod rule;
pub mod style;
pub mod table;
pub mod verdict;

use offload_bundle_core::ids::tables as core;

use crate::reading::{Entries, OneOrMore, Prose, mapping};
use crate::spanned::Spanned;

use code_object::{Flags, Machine};
use rule::{Class, Rule};
use style::{List, Spelling, Style};
use table::{Feature, Generations, Kind, Processors, Variants, Words};
use verdict::{Comparison, Composition};

mapping! {
    /// A grammar schema.
    pub struct Spec as "an ID grammar" {
        pub _dialect: String,
        pub meta: Meta,
        pub doc: Prose,
        pub doc_ref: Option<String>,
        pub types: Types,
        /// What the rules capture.
        pub parts: Vec<Part>,
        /// Which part plays which role.
        pub roles: Roles,
        pub classes: Entries<Class>,
        pub rules: Entries<Rule>,
        /// The rule that reads any text.
        pub unchecked: Spanned<String>,
        pub kinds: Vec<Kind>,
        pub words: Entries<Words>,
        pub features: Vec<Feature>,
        pub processors: Vec<Processors>,
        /// The processors whose names are numbers, and which of them run the code of which.
        pub generations: Vec<Generations>,
        /// What ELF headers call architectures.
        pub machines: Vec<Machine>,
        /// What the flags in ELF headers say.
        pub flags: Vec<Flags>,
        /// How wheels say which processors they are for.
        pub variants: Vec<Variants>,
        pub canonical: Spelling,
        /// How an unknown triple is shown.
        pub triple: Spelling,
        /// Named lists of words.
        pub lists: Entries<List>,
        pub styles: Vec<Style>,
        pub composition: Vec<Composition>,
        pub compatibility: Vec<Comparison>,
    }
}

mapping! {
    pub struct Meta as "`meta`" {
        pub id: Spanned<String>,
        pub title: String,
    }
}

mapping! {
    /// The types of an ID, a triple, a target ID and a feature.
    pub struct Types as "`types`" {
        pub entry: Type,
        pub triple: Type,
        pub target: Type,
        pub feature: FeatureType,
    }
}

mapping! {
    /// A generated type.
    pub struct Type as "a type" {
        pub name: Spanned<String>,
        /// The rule that reads one.
        pub rule: Spanned<String>,
        pub doc: Prose,
        pub doc_ref: Option<String>,
    }
}

mapping! {
    /// The generated type of a feature, which is read with its target ID.
    pub struct FeatureType as "a type" {
        pub name: Spanned<String>,
        pub doc: Prose,
        pub doc_ref: Option<String>,
    }
}

mapping! {
    /// Something that rules capture.
    pub struct Part as "a part" {
        pub id: Spanned<String>,
        /// The table of the words it may hold.
        pub words: Option<Spanned<String>>,
        /// The rule that reads a word that is known without being listed.
        pub also_known: Option<Spanned<String>>,
        /// The rule that reads a word that other tools write.
        pub known_elsewhere: Option<Spanned<String>>,
        pub doc: String,
    }
}

mapping! {
    /// Which part plays which role.
    pub struct Roles as "`roles`" => for<'a> core::Roles<'a> {
        /// Which runtime an entry is for.
        pub kind: Spanned<String>,
        /// The fields of a triple, in order.
        pub triple: Spanned<OneOrMore<Spanned<String>>>,
        /// The field that must be known.
        pub architecture: Spanned<String>,
        pub processor: Spanned<String>,
        pub feature: Spanned<String>,
        pub sign: Spanned<String>,
        pub signs: Signs,
        /// Placeholder for a processor with its features.
        pub target: Spanned<String>,
        /// One feature with its sign.
        pub feature_template: Spanned<String>,
    }
}

mapping! {
    /// The sign of a feature that must be on, and of one that must be off.
    pub struct Signs as "`signs`" => for<'a> core::Signs<'a> {
        pub on: String,
        pub off: String,
    }
}

impl Spec {
    /// The table of the architectures, where there is one.
    pub fn architectures(&self) -> Option<&Words> {
        let part = self
            .parts
            .iter()
            .find(|part| part.id.value == self.roles.architecture.value)?;
        let name = part.words.as_ref()?;
        self.words.iter().find(|table| table.id.value == name.value)
    }

    /// The rule called `name`.
    pub fn rule(&self, name: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id.value == name)
    }
}
