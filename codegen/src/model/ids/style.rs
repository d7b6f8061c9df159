//! Spellings: templates with what fills them, and the styles of releases.

use super::{Text, each, optional, required};
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::{Node, Value};

/// A named list of words.
#[derive(Debug, Clone)]
pub struct List {
    /// Its name.
    pub id: Text,
    /// The words.
    pub words: Vec<Text>,
}

/// A template with what fills it.
#[derive(Debug, Clone)]
pub struct Spelling {
    /// The template.
    pub template: Text,
    /// What stands for parts.
    pub fills: Vec<Fill>,
}

/// What stands for a part.
#[derive(Debug, Clone)]
pub struct Fill {
    /// The part.
    pub part: Text,
    /// What is written instead.
    pub gives: String,
    /// Whether only where the part is missing or empty.
    pub only_empty: bool,
    /// Where: parts and the words that they must hold.
    pub only: Vec<Among>,
}

/// A part that holds one of some words.
#[derive(Debug, Clone)]
pub struct Among {
    /// The part.
    pub part: Text,
    /// The words.
    pub words: Vec<String>,
}

/// How a release spells IDs.
#[derive(Debug, Clone)]
pub struct Style {
    /// Its name.
    pub id: Text,
    /// What it does.
    pub doc: String,
    /// How.
    pub how: How,
}

/// What a style does with an argument.
#[derive(Debug, Clone)]
pub enum How {
    /// Nothing.
    AsGiven,
    /// The canonical spelling.
    Canonical,
    /// Cuts it.
    Cut(Box<Cut>),
}

/// How an argument is cut and what comes of it.
#[derive(Debug, Clone)]
pub struct Cut {
    /// Where it is cut.
    pub separator: Text,
    /// The parts that the pieces become.
    pub into: Vec<Text>,
    /// Fewer pieces are refused.
    pub at_least: u64,
    /// With these words.
    pub too_few: String,
    /// What begins the features.
    pub mark: Text,
    /// The part that takes the processor's name.
    pub name: Text,
    /// The placeholder that takes the features.
    pub features: Text,
    /// If so, the name is what follows the last separator, where this list has it.
    pub last_if: Option<Text>,
    /// What stands for parts in every spelling.
    pub fills: Vec<Fill>,
    /// The cases, in order.
    pub cases: Vec<Case>,
}

/// What comes of some arguments.
#[derive(Debug, Clone)]
pub struct Case {
    /// Conditions, by part.
    pub when: Vec<(Text, Is)>,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What holds of a part.
#[derive(Debug, Clone)]
pub enum Is {
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
    ListedAs(Text),
}

/// Words, or the name of a list of them.
#[derive(Debug, Clone)]
pub enum WordList {
    /// The words.
    Words(Vec<String>),
    /// The list.
    Named(Text),
}

/// What a style makes of an argument.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// A spelling.
    Writes(Text),
    /// A refusal.
    Invalid(Text),
    /// A silent loss.
    Loses(Text),
}

impl Spelling {
    /// Reads one spelling.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a spelling", &["doc", "doc-ref", "template", "fills"], problems)?;
        let template = required(&map, "template", problems);
        let fills = each(&map, "fills", problems, Fill::read);
        Some(Self { template: template?, fills })
    }
}

impl Fill {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a fill", &["part", "gives", "only-empty", "where"], problems)?;
        let part = required(&map, "part", problems);
        let gives = map.required_text("gives", problems);
        Some(Self {
            only_empty: map.flag("only-empty", problems),
            only: Among::read_all(&map, "where", problems),
            part: part?,
            gives: gives?.to_owned(),
        })
    }
}

impl Among {
    /// The parts and words under `key`.
    pub fn read_all(map: &Mapping<'_>, key: &str, problems: &mut Problems) -> Vec<Self> {
        map.entries(key, problems)
            .iter()
            .map(|(key, node)| Self { part: Text::key(key, node), words: words(node, problems) })
            .collect()
    }
}

impl Style {
    /// Reads one style.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        const KEYS: &[&str] = &["id", "doc", "as-given", "canonical", "cut", "fills", "cases"];
        let map = Mapping::open(node, "a style", KEYS, problems)?;
        let id = required(&map, "id", problems);
        let doc = map.required_text("doc", problems);
        let ways = ["as-given", "canonical", "cut"];
        if ways.iter().filter(|way| map.get(way).is_some()).count() != 1 {
            let expected = "exactly one of `as-given`, `canonical` and `cut` in a style";
            problems.add(node, expected, "none or several", "say what the style does");
            return None;
        }
        let how = if let Some(cut) = map.get("cut") {
            How::Cut(Box::new(Cut::read(&map, cut, problems)?))
        } else if map.flag("canonical", problems) {
            How::Canonical
        } else {
            How::AsGiven
        };
        Some(Self { id: id?, doc: doc?.to_owned(), how })
    }
}

impl Cut {
    fn read(style: &Mapping<'_>, node: &Node, problems: &mut Problems) -> Option<Self> {
        const KEYS: &[&str] = &["separator", "into", "at-least", "too-few", "tail"];
        let map = Mapping::open(node, "`cut`", KEYS, problems)?;
        let tail = map.required("tail", problems)?;
        let tail = Mapping::open(tail, "`tail`", &["mark", "name", "features", "last-if"], problems)?;
        let separator = required(&map, "separator", problems);
        let into = map.required("into", problems)?;
        let at_least = map.required("at-least", problems)?.number(problems);
        let too_few = map.required_text("too-few", problems);
        let mark = required(&tail, "mark", problems);
        let name = required(&tail, "name", problems);
        let features = required(&tail, "features", problems);
        Some(Self {
            into: Text::read_all(into, problems),
            last_if: optional(&tail, "last-if", problems),
            fills: each(style, "fills", problems, Fill::read),
            cases: each(style, "cases", problems, Case::read),
            separator: separator?,
            at_least: at_least?,
            too_few: too_few?.to_owned(),
            mark: mark?,
            name: name?,
            features: features?,
        })
    }
}

impl Case {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a case", &["when", "writes", "invalid", "loses"], problems)?;
        map.required("when", problems)?;
        let when = map
            .entries("when", problems)
            .iter()
            .filter_map(|(key, node)| Some((Text::key(key, node), Is::read(node, problems)?)))
            .collect();
        let outcome = if let Some(node) = map.get("writes") {
            let inner = Mapping::open(node, "`writes`", &["template"], problems)?;
            Outcome::Writes(required(&inner, "template", problems)?)
        } else if let Some(node) = map.get("invalid") {
            Outcome::Invalid(Text::read(node, problems)?)
        } else {
            Outcome::Loses(required(&map, "loses", problems)?)
        };
        Some(Self { when, outcome })
    }
}

impl Is {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        if node.value == Value::Text("absent".to_owned()) {
            return Some(Self::Absent);
        }
        const KEYS: &[&str] = &["in", "not-in", "text-in", "text-not-in", "listed-as"];
        let map = Mapping::open(node, "a condition", KEYS, problems)?;
        let mut list = |key: &str| map.get(key).and_then(|node| WordList::read(node, problems));
        let found = list("in").map(Self::In).or_else(|| list("not-in").map(Self::NotIn));
        let found = found.or_else(|| list("text-in").map(Self::TextIn));
        if let Some(found) = found.or_else(|| list("text-not-in").map(Self::TextNotIn)) {
            return Some(found);
        }
        required(&map, "listed-as", problems).map(Self::ListedAs)
    }
}

impl WordList {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(_) => Text::read(node, problems).map(Self::Named),
            _ => Some(Self::Words(words(node, problems))),
        }
    }
}

fn words(node: &Node, problems: &mut Problems) -> Vec<String> {
    node.items(problems)
        .iter()
        .filter_map(|item| item.text(problems).map(str::to_owned))
        .collect()
}
