//! The rules of a grammar: expressions over characters, words and other rules.

use crate::problem::Problems;
use crate::reading::{FromNode, Mapping, Prose, mapping, names};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

mapping! {
    /// A set of characters.
    pub struct Class by id: Spanned<String> as "a class" {
        /// Ranges and single characters; a leading `^` takes all others.
        pub chars: Spanned<String>,
        /// How errors call one of them.
        pub expected: String,
    }
}

mapping! {
    pub struct Rule by id: Spanned<String> as "a rule" {
        pub doc: Prose,
        pub doc_ref: Option<String>,
        /// What fits it.
        pub is: Expression,
    }
}

/// What fits at a place of the text.
#[derive(Debug, Clone)]
pub enum Expression {
    /// All of these, one after the other.
    Sequence(Vec<Expression>),
    /// The first of these that fits.
    FirstOf(Vec<Expression>),
    /// This text.
    Literal(String),
    /// The end of the text.
    End,
    /// Another rule.
    Rule(Spanned<String>),
    /// Captured as a part.
    Part(Part),
    /// As many characters of a class as there are.
    Chars(Chars),
    /// The longest word of a table.
    WordIn(WordIn),
    /// This or nothing.
    Optional(Box<Expression>),
    /// This, as often as it fits.
    Repeat(Box<Expression>),
    /// Fits here, but is not read.
    Ahead(Box<Expression>),
    /// Does not fit here.
    Not(Box<Expression>),
    /// What a part captured before, again.
    Same(Spanned<String>),
    /// The last capture of a part differs from its earlier ones.
    Distinct(Distinct),
}

mapping! {
    /// Captured as a part.
    pub struct Part as "an expression" {
        pub part: Spanned<String> => names("a part"),
        pub is: Box<Expression>,
    }
}

mapping! {
    /// As many characters of a class as there are.
    pub struct Chars as "an expression" {
        pub chars: Spanned<String> => names("a class"),
        /// How many at least; one if nothing is said.
        pub at_least: Option<u64>,
        /// How errors call it; the class's word if absent.
        pub expected: Option<String>,
    }
}

mapping! {
    /// The longest word of a table.
    pub struct WordIn as "an expression" {
        pub word_in: Spanned<String> => names("a word table"),
        /// How errors call it.
        pub expected: String,
    }
}

mapping! {
    /// The last capture of a part differs from its earlier ones.
    pub struct Distinct as "an expression" {
        pub distinct: Spanned<String> => names("a part"),
        /// How errors call that.
        pub expected: String,
    }
}

const WHAT: &str = "an expression";
/// The keys that say what kind of expression a mapping is.
const FORMS: [&str; 11] =
    ["first-of", "rule", "part", "chars", "word-in", "optional", "repeat", "ahead", "not", "same", "distinct"];

/// A text, a list, or a mapping.
impl FromNode for Expression {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(text) if text == "end" => return Some(Self::End),
            Value::Text(text) => return Some(Self::Literal(text.clone())),
            Value::List(_) => return Vec::from_node(node, problems).map(Self::Sequence),
            _ => {}
        }
        let Some(form) = FORMS.into_iter().find(|form| node.get(form).is_some()) else {
            let hint = format!("write a text, a list, or one of: {}", FORMS.join(", "));
            return problems.refuse(node, WHAT, node.describe(), hint);
        };
        match form {
            "first-of" => of_one_key(form, node, problems).map(Self::FirstOf),
            "rule" => name_of(form, "a rule", node, problems).map(Self::Rule),
            "part" => Part::from_node(node, problems).map(Self::Part),
            "chars" => Chars::from_node(node, problems).map(Self::Chars),
            "word-in" => WordIn::from_node(node, problems).map(Self::WordIn),
            "optional" => of_one_key(form, node, problems).map(Self::Optional),
            "repeat" => of_one_key(form, node, problems).map(Self::Repeat),
            "ahead" => of_one_key(form, node, problems).map(Self::Ahead),
            "not" => of_one_key(form, node, problems).map(Self::Not),
            "same" => name_of(form, "a part", node, problems).map(Self::Same),
            _ => Distinct::from_node(node, problems).map(Self::Distinct),
        }
    }
}

/// The value of a mapping that takes this key only.
fn of_one_key<T: FromNode>(key: &str, node: &Node, problems: &mut Problems) -> Option<T> {
    Mapping::open(node, WHAT, &[key], None, problems)?.value(key, problems)
}

/// The same where the value is a name of `what`.
fn name_of(key: &str, what: &'static str, node: &Node, problems: &mut Problems) -> Option<Spanned<String>> {
    node.get(key).inspect(|name| problems.ask(name, names(what)));
    of_one_key(key, node, problems)
}

impl Expression {
    /// Calls `visit` for this expression and every one in it.
    pub fn visit<'e>(&'e self, visit: &mut impl FnMut(&'e Expression)) {
        visit(self);
        match self {
            Self::Sequence(items) | Self::FirstOf(items) => items.iter().for_each(|item| item.visit(visit)),
            Self::Part(Part { is: inner, .. })
            | Self::Optional(inner)
            | Self::Repeat(inner)
            | Self::Ahead(inner)
            | Self::Not(inner) => inner.visit(visit),
            _ => {}
        }
    }
}
