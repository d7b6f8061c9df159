//! Spellings: templates with what fills them, and the styles of releases.

use offload_bundle_core::ids::tables as core;

use crate::problem::{Problems, quoted};
use crate::reading::{Entries, FromKeys, FromNode, Mapping, OneOrMore, mapping};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

/// A named list of words.
pub type List = (Spanned<String>, Words);

/// The words of a list.
#[derive(Debug, Clone)]
pub enum Words {
    These(Vec<String>),
    /// Names of processors.
    Processors(KnownProcessors),
}

mapping! {
    /// The processors that the compiler of a release knows, with exceptions.
    pub struct KnownProcessors as "a list of processors" => for<'a> core::KnownProcessors<'a> {
        pub release: Spanned<String>,
        /// Groups with one of these architectures are not among them.
        pub except_architectures: OneOrMore<Spanned<String>>,
        /// Nor are these.
        pub except: OneOrMore<Spanned<String>>,
        /// These are.
        pub also: OneOrMore<Spanned<String>>,
    }
}

/// A part that holds one of some words.
pub type OneOf = (Spanned<String>, Vec<String>);

mapping! {
    /// A template with what fills it.
    pub struct Spelling as "a spelling" => for<'a> core::Spelling<'a> {
        pub _doc: Option<String> as unfilled,
        pub _doc_ref: Option<String> as unfilled,
        pub template: Spanned<String>,
        /// What stands for parts.
        pub fills: Vec<Fill>,
    }
}

/// What stands for parts in the spellings of a style.
#[derive(Debug, Clone)]
pub enum Fills {
    /// The same as in the canonical spelling.
    Canonical,
    These(Vec<Fill>),
}

mapping! {
    /// What stands for a part.
    pub struct Fill as "a fill" => for<'a> core::Fill<'a> {
        pub part: Spanned<String>,
        /// What is written instead.
        pub gives: String,
        /// Whether only where the part is missing or empty.
        pub only_empty: bool,
        /// Where: parts and the words that they must hold.
        pub only: Entries<OneOf> as "where",
    }
}

mapping! {
    /// How a release spells IDs.
    pub struct Style as "a style" {
        pub id: Spanned<String>,
        pub doc: String,
        /// Whether the release lets any entries be in one bundle.
        pub unchecked: bool,
        pub kind: StyleKind as flatten,
    }
}

/// What a style does with an argument.
#[derive(Debug, Clone)]
pub enum StyleKind {
    /// Nothing.
    AsGiven,
    Canonical,
    /// Cuts it. What stands for parts in every spelling, and the cases in order, are beside.
    Cut(Box<Cut>, Fills, Vec<Case>),
}

mapping! {
    struct Ways {
        pub _as_given: bool,
        pub _canonical: bool,
        pub cut: Option<Cut>,
        pub fills: Fills,
        pub cases: Vec<Case>,
    }
}

mapping! {
    /// How an argument is cut.
    pub struct Cut as "`cut`" {
        /// Where it is cut.
        pub separator: String,
        /// The parts that the pieces become.
        pub into: Spanned<OneOrMore<Spanned<String>>>,
        /// Fewer pieces are refused.
        pub at_least: u64,
        /// With these words.
        pub too_few: String,
        /// What the last piece holds.
        pub tail: Tail,
    }
}

mapping! {
    /// A processor with its features.
    pub struct Tail as "`tail`" {
        /// What begins the features.
        pub separator: String,
        /// The part that takes the processor's name.
        pub name: Spanned<String>,
        /// The placeholder that takes the features.
        pub features: Spanned<String>,
        /// If so, the name is what follows the last separator, where this list has it.
        pub last_if: Option<Spanned<String>>,
    }
}

mapping! {
    /// What comes of some arguments.
    pub struct Case as "a case" {
        /// Conditions, by part.
        pub when: Spanned<Entries<(Spanned<String>, Predicate)>>,
        /// What comes of it.
        pub outcome: Outcome as flatten,
    }
}

/// What holds of a part.
#[derive(Debug, Clone)]
pub enum Predicate {
    /// There is no such piece.
    Absent,
    /// It is one of these words, by any of its names.
    In(WordList),
    /// It is none of these words, by any of its names.
    NotIn(WordList),
    /// It is one of these texts.
    TextIn(WordList),
    /// It is none of these texts.
    TextNotIn(WordList),
    /// It is a listed word of this part.
    ListedAs(Spanned<String>),
}

/// Words, or the name of a list of them.
#[derive(Debug, Clone)]
pub enum WordList {
    Words(Vec<String>),
    Named(Spanned<String>),
}

/// What a style makes of an argument.
#[derive(Debug, Clone)]
pub enum Outcome {
    Writes(Spanned<String>),
    Invalid(Spanned<String>),
    /// A silent loss, and what is stored then, where a drop-in stores the same.
    Loses {
        what: Spanned<String>,
        stores: Option<Spanned<String>>,
    },
}

mapping! {
    struct Outcomes {
        pub writes: Option<Template>,
        pub invalid: Option<Spanned<String>>,
        pub loses: Option<Spanned<String>>,
        pub stores: Option<Template>,
    }
}

mapping! {
    struct Template as "`writes` or `stores`" {
        pub template: Spanned<String>,
    }
}

mapping! {
    struct Condition as "a condition" {
        pub is_in: Option<WordList> as "in",
        pub not_in: Option<WordList>,
        pub text_in: Option<WordList>,
        pub text_not_in: Option<WordList>,
        pub listed_as: Option<Spanned<String>>,
    }
}

/// Exactly one of its ways.
impl FromKeys for StyleKind {
    fn names() -> Vec<String> {
        Ways::names()
    }

    fn from_keys(map: &Mapping<'_>, problems: &mut Problems) -> Option<Self> {
        let says = |node: &Node| !matches!(node.value, Value::Bool(false));
        let said = ["as-given", "canonical", "cut"].map(|key| map.node.get(key).is_some_and(says));
        let ways = Ways::read(map, problems)?;
        match said {
            [true, false, false] => Some(Self::AsGiven),
            [false, true, false] => Some(Self::Canonical),
            [false, false, true] => Some(Self::Cut(Box::new(ways.cut?), ways.fills, ways.cases)),
            _ => {
                let expected = "exactly one of `as-given`, `canonical` and `cut` in a style";
                problems.refuse(map, expected, "none or several", "say what the style does")
            }
        }
    }
}

/// One of the outcomes.
impl FromKeys for Outcome {
    fn names() -> Vec<String> {
        Outcomes::names()
    }

    fn from_keys(map: &Mapping<'_>, problems: &mut Problems) -> Option<Self> {
        let outcomes = Outcomes::read(map, problems)?;
        let has = |key: &str| map.node.get(key).is_some();
        let several = ["writes", "invalid", "loses"].iter().filter(|key| has(key)).count() > 1;
        if several {
            let expected = "one of `writes`, `invalid` and `loses` in a case";
            problems.add(map, expected, "several", "say what comes of it");
        }
        if has("stores") && !has("loses") {
            problems.add(
                map,
                "`loses` beside `stores`",
                "none",
                "say what is lost, or write `writes`",
            );
        }
        let stores = outcomes.stores.map(|stores| stores.template);
        let writes = outcomes.writes.map(|writes| Self::Writes(writes.template));
        let said = writes
            .or(outcomes.invalid.map(Self::Invalid))
            .or(outcomes.loses.map(|what| Self::Loses { what, stores }));
        said.or_else(|| map.required("loses", problems).and(None))
    }
}

/// `absent`, or a mapping of one condition.
impl FromNode for Predicate {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        if node.value == Value::Text("absent".to_owned()) {
            return Some(Self::Absent);
        }
        if matches!(&node.value, Value::Map(keys) if keys.len() > 1) {
            let hint = "write the others in cases of their own";
            problems.add(
                node,
                "one of `in`, `not-in`, `listed-as`, `text-in` and `text-not-in`",
                "several",
                hint,
            );
        }
        let Condition { is_in, not_in, text_in, text_not_in, listed_as } = Condition::from_node(node, problems)?;
        let is = is_in.map(Self::In).or(not_in.map(Self::NotIn));
        let text_is = text_in.map(Self::TextIn).or(text_not_in.map(Self::TextNotIn));
        let found = is.or(text_is).or(listed_as.map(Self::ListedAs));
        found.or_else(|| problems.refuse(node, "a condition", node.describe(), "say what the part is"))
    }
}

/// A list, or a mapping.
impl FromNode for Words {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Map(_) => FromNode::from_node(node, problems).map(Self::Processors),
            _ => OneOrMore::from_node(node, problems).map(|words: OneOrMore<String>| Self::These(words.to_vec())),
        }
    }
}

/// `canonical`, or a list; perhaps absent.
impl FromNode for Fills {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(word) if word == "canonical" => Some(Self::Canonical),
            Value::Text(word) => {
                let expected = "`canonical`, or a list of fills";
                problems.refuse(node, expected, quoted(word), "write `- ` before each fill")
            }
            _ => Vec::from_node(node, problems).map(Self::These),
        }
    }

    fn absent() -> Option<Self> {
        Some(Self::These(Vec::new()))
    }
}

/// A name, or a list.
impl FromNode for WordList {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(name) => Some(Self::Named(Spanned::new(node, name.clone()))),
            _ => Vec::from_node(node, problems).map(Self::Words),
        }
    }
}
