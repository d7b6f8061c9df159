//! The dialect `ids`.

pub mod code_object;
mod recursion;
pub mod rule;
pub mod style;
pub mod table;
pub mod verdict;

use offload_bundle_core::ids::tables as core;

use crate::problem::Problems;
use crate::reading::{
    Must, Prose, Rows, Several, each, gives, mapping, named, names, placeholders_among, table, texts,
};
use crate::spanned::Spanned;
use crate::yaml::Node;

use rule::{Class, Rule};
use style::List;
use table::Words;

mapping! {
    pub struct Spec<'a> as "an ID grammar" {
        pub _dialect: String,
        pub meta: Meta,
        pub doc: Prose,
        pub doc_ref: Option<String>,
        pub types: Types,
        pub parts: Vec<Part>,
        pub roles: core::Roles<'a> => of_a_feature,
        pub classes: Vec<Class> as (Rows) => constants("a class"),
        pub rules: &'a [(&'a str, Rule<'a>)] as (Rows) => end,
        /// The rule for any text.
        pub unchecked: Spanned<String> => names("a rule"),
        pub kinds: &'a [core::OffloadKind<'a>],
        pub words: Vec<Words> as (Rows) => constants("a word table"),
        pub features: &'a [core::TargetFeature<'a>],
        pub processors: &'a [core::ProcessorGroup<'a>],
        pub subarchitectures: &'a [core::Subarchitectures<'a>],
        pub generations: &'a [core::Generations<'a>],
        pub machines: &'a [core::Machine<'a>],
        pub flags: &'a [core::FlagLayout<'a>],
        /// The processor properties of wheels.
        pub variants: &'a [core::Variants<'a>],
        pub canonical: core::Spelling<'a>,
        /// The spelling of unknown triples in messages.
        pub triple: core::Spelling<'a>,
        /// Named word lists, resolved at each use.
        pub _lists: &'a [(&'a str, List<'a>)] as (Rows) => gives("a list"),
        pub styles: &'a [core::Style<'a>],
        pub composition: &'a [core::CompositionRule<'a>],
        pub compatibility: &'a [core::CompatibilityRule<'a>],
    }
}

mapping! {
    pub struct Meta as "`meta`" {
        pub id: Spanned<String> => each(|name, problems| problems.identifier(name, &[])),
        pub title: String,
    }
}

mapping! {
    pub struct Types as "`types`" {
        pub entry: Type,
        pub triple: Type,
        pub target: Type,
        pub feature: FeatureType,
    }
}

mapping! {
    pub struct Type as "a type" {
        pub name: Spanned<String> => each(|name, problems| problems.type_name(name)),
        pub rule: Spanned<String> => names("a rule"),
        pub doc: Prose,
        pub doc_ref: Option<String>,
    }
}

mapping! {
    pub struct FeatureType as "a type" {
        pub name: Spanned<String> => each(|name, problems| problems.type_name(name)),
        pub doc: Prose,
        pub doc_ref: Option<String>,
    }
}

mapping! {
    pub struct Part as "a part" {
        pub id: Spanned<String> => is_a_part,
        /// The word table.
        pub words: Option<Spanned<String>> => names("a word table"),
        /// The rule for known words outside of the table.
        pub also_known: Option<Spanned<String>> => names("a rule"),
        /// The rule for words of other tools.
        pub known_elsewhere: Option<Spanned<String>> => names("a rule"),
        pub doc: String,
    }
}

table! {
    for<'a> core::Roles<'a> as "`roles`" {
        kind, architecture, processor, feature, sign => names("a part");
        triple: Must<Several> => names("a part");
        signs, feature_template;
        target => each(is_a_field);
    }
}

table! {
    for<'a> core::Signs<'a> as "`signs`" {
        on, off;
    }
}

fn constants(what: &'static str) -> impl Fn(&Node, &mut Problems) {
    move |node, problems| {
        gives(what)(node, problems);
        problems.constants(&texts(node));
    }
}

fn end(rules: &Node, problems: &mut Problems) {
    constants("a rule")(rules, problems);
    recursion::check(rules, problems);
}

fn is_a_field(name: &Spanned<String>, problems: &mut Problems) {
    problems.identifier(name, &["triple", "features"]);
}

fn is_a_part(node: &Node, problems: &mut Problems) {
    named("a part")(node, problems);
    each(is_a_field)(node, problems);
}

fn of_a_feature(roles: &Node, problems: &mut Problems) {
    let parts = ["feature", "sign"].into_iter().filter_map(|key| roles.get(key));
    let parts: Vec<String> = parts.flat_map(texts).map(|part| part.value).collect();
    if let Some(template) = roles.get("feature-template") {
        placeholders_among(template, &parts, problems);
    }
}

impl Spec<'_> {
    pub fn architectures(&self) -> Option<&Words> {
        let part = self
            .parts
            .iter()
            .find(|part| part.id.value == self.roles.architecture)?;
        let name = part.words.as_ref()?;
        self.words.iter().find(|table| table.id.value == name.value)
    }
}
