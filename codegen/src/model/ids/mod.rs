//! An ID grammar as its schema says it: `dialect: ids`.

pub mod code_object;
pub mod rule;
pub mod style;
pub mod table;
pub mod verdict;

use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::Node;

use code_object::{Content, Flags, Machine};
use rule::{Class, Rule};
use style::{List, Spelling, Style};
use table::{Feature, Kind, Processors, Words};
use verdict::{Comparison, Composition};

/// A text with its place in the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Line, counted from 1.
    pub line: u64,
    /// Column, counted from 1.
    pub column: u64,
    /// Path in the YAML tree.
    pub path: String,
}

impl Text {
    /// The text that stands at `node`.
    pub fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        node.text(problems).map(|text| Self {
            text: text.to_owned(),
            line: node.line,
            column: node.column,
            path: node.path.clone(),
        })
    }

    /// The texts of the list at `node`; a single text counts as a list of one.
    pub fn read_all(node: &Node, problems: &mut Problems) -> Vec<Self> {
        match &node.value {
            crate::yaml::Value::Text(_) => Self::read(node, problems).into_iter().collect(),
            _ => node
                .items(problems)
                .iter()
                .filter_map(|item| Self::read(item, problems))
                .collect(),
        }
    }

    /// The key that names `node`.
    pub fn key(key: &crate::yaml::Key, node: &Node) -> Self {
        Self { text: key.text.clone(), line: key.line, column: key.column, path: node.path.clone() }
    }
}

/// A grammar schema.
#[derive(Debug, Clone)]
pub struct Spec {
    /// Name of the schema file.
    pub file: String,
    /// The module's name.
    pub id: Text,
    /// Title for people.
    pub title: String,
    /// Name of the type that implements the grammar.
    pub type_name: Text,
    /// What the IDs are.
    pub doc: String,
    /// Section of the source document.
    pub doc_ref: Option<String>,
    /// The types of an ID, a triple, a target ID and a feature.
    pub types: [TypeName; 4],
    /// What the rules capture.
    pub parts: Vec<Part>,
    /// Which part plays which role.
    pub roles: Roles,
    /// Sets of characters.
    pub classes: Vec<Class>,
    /// The rules.
    pub rules: Vec<Rule>,
    /// The rule that reads any text.
    pub unchecked: Text,
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// The word tables.
    pub words: Vec<Words>,
    /// The features.
    pub features: Vec<Feature>,
    /// The processors, by group.
    pub processors: Vec<Processors>,
    /// The canonical spelling.
    pub canonical: Spelling,
    /// How an unknown triple is shown.
    pub triple: Spelling,
    /// Named lists of words.
    pub lists: Vec<List>,
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

/// The name of a generated type.
#[derive(Debug, Clone)]
pub struct TypeName {
    /// The name.
    pub name: Text,
    /// The rule that reads one; a feature is read with its target ID.
    pub rule: Option<Text>,
    /// What it is.
    pub doc: String,
    /// Section of the source document.
    pub doc_ref: Option<String>,
}

/// Something that rules capture.
#[derive(Debug, Clone)]
pub struct Part {
    /// Its name.
    pub id: Text,
    /// The table of the words it may hold.
    pub words: Option<Text>,
    /// The rule that reads a word that is known without being listed.
    pub also_known: Option<Text>,
    /// What it means.
    pub doc: String,
}

/// Which part plays which role.
#[derive(Debug, Clone)]
pub struct Roles {
    /// Which runtime an entry is for.
    pub kind: Text,
    /// The fields of a triple, in order.
    pub triple: Vec<Text>,
    /// The field that must be known.
    pub architecture: Text,
    /// The processor.
    pub processor: Text,
    /// A feature's name.
    pub feature: Text,
    /// A feature's sign.
    pub sign: Text,
    /// The sign of a feature that must be on, and of one that must be off.
    pub signs: [Text; 2],
    /// Placeholder for a processor with its features.
    pub target: Text,
    /// One feature with its sign.
    pub feature_template: Text,
}

const KEYS: &[&str] = &[
    "dialect",
    "meta",
    "doc",
    "doc-ref",
    "types",
    "parts",
    "roles",
    "classes",
    "rules",
    "unchecked",
    "kinds",
    "words",
    "features",
    "processors",
    "contents",
    "machines",
    "flags",
    "canonical",
    "triple",
    "lists",
    "styles",
    "composition",
    "compatibility",
];

impl Spec {
    /// Reads the grammar schema in `file`.
    pub fn read(file: &str, node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "an ID grammar", KEYS, problems)?;
        let meta = map.required("meta", problems)?;
        let meta = Mapping::open(meta, "`meta`", &["id", "title", "type"], problems)?;
        let classes = map
            .entries("classes", problems)
            .iter()
            .filter_map(|(key, node)| Class::read(key, node, problems))
            .collect();
        let rules = map
            .entries("rules", problems)
            .iter()
            .filter_map(|(key, node)| Rule::read(key, node, problems))
            .collect();
        let parts = each(&map, "parts", problems, Part::read);
        let kinds = each(&map, "kinds", problems, Kind::read);
        let words = map
            .entries("words", problems)
            .iter()
            .filter_map(|(key, node)| Words::read(key, node, problems))
            .collect();
        let lists = map
            .entries("lists", problems)
            .iter()
            .map(|(key, node)| List { id: Text::key(key, node), words: Text::read_all(node, problems) })
            .collect();
        let features = each(&map, "features", problems, Feature::read);
        let processors = each(&map, "processors", problems, Processors::read);
        let styles = each(&map, "styles", problems, Style::read);
        let composition = each(&map, "composition", problems, Composition::read);
        let compatibility = each(&map, "compatibility", problems, Comparison::read);
        let contents = each(&map, "contents", problems, Content::read);
        let machines = each(&map, "machines", problems, Machine::read);
        let flags = each(&map, "flags", problems, Flags::read);
        let types = read_types(&map, problems);
        let roles = map
            .required("roles", problems)
            .and_then(|node| Roles::read(node, problems));
        let canonical = map
            .required("canonical", problems)
            .and_then(|node| Spelling::read(node, problems));
        let triple = map
            .required("triple", problems)
            .and_then(|node| Spelling::read(node, problems));
        let unchecked = required(&map, "unchecked", problems);
        let id = required(&meta, "id", problems);
        let type_name = required(&meta, "type", problems);
        let title = meta.required_text("title", problems);
        let doc = map.required_text("doc", problems);
        Some(Self {
            file: file.to_owned(),
            id: id?,
            title: title?.to_owned(),
            type_name: type_name?,
            doc: doc?.to_owned(),
            doc_ref: map.text("doc-ref", problems).map(str::to_owned),
            types: types?,
            parts,
            roles: roles?,
            classes,
            rules,
            unchecked: unchecked?,
            kinds,
            words,
            features,
            processors,
            canonical: canonical?,
            triple: triple?,
            lists,
            styles,
            composition,
            compatibility,
            contents,
            machines,
            flags,
        })
    }
}

/// The items of the list under `key`, read by `read`.
fn each<T>(
    map: &Mapping<'_>,
    key: &str,
    problems: &mut Problems,
    read: impl Fn(&Node, &mut Problems) -> Option<T>,
) -> Vec<T> {
    map.list(key, problems)
        .iter()
        .filter_map(|node| read(node, problems))
        .collect()
}

/// The text under `key`; its absence is a problem.
pub(crate) fn required(map: &Mapping<'_>, key: &str, problems: &mut Problems) -> Option<Text> {
    map.required(key, problems).and_then(|node| Text::read(node, problems))
}

/// The text under `key`, where there is any.
pub(crate) fn optional(map: &Mapping<'_>, key: &str, problems: &mut Problems) -> Option<Text> {
    map.get(key).and_then(|node| Text::read(node, problems))
}

fn read_types(map: &Mapping<'_>, problems: &mut Problems) -> Option<[TypeName; 4]> {
    let node = map.required("types", problems)?;
    let map = Mapping::open(node, "`types`", &["entry", "triple", "target", "feature"], problems)?;
    let [a, b, c, d] = ["entry", "triple", "target", "feature"].map(|key| {
        let node = map.required(key, problems)?;
        let map = Mapping::open(node, "a type", &["name", "rule", "doc", "doc-ref"], problems)?;
        let rule = match key {
            "feature" => None,
            _ => Some(required(&map, "rule", problems)?),
        };
        let name = required(&map, "name", problems);
        let doc = map.required_text("doc", problems);
        Some(TypeName {
            name: name?,
            rule,
            doc: doc?.to_owned(),
            doc_ref: map.text("doc-ref", problems).map(str::to_owned),
        })
    });
    Some([a?, b?, c?, d?])
}

impl Part {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a part", &["id", "words", "also-known", "doc"], problems)?;
        let id = required(&map, "id", problems);
        let doc = map.required_text("doc", problems);
        Some(Self {
            words: optional(&map, "words", problems),
            also_known: optional(&map, "also-known", problems),
            id: id?,
            doc: doc?.to_owned(),
        })
    }
}

impl Roles {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        const KEYS: &[&str] =
            &["kind", "triple", "architecture", "processor", "feature", "sign", "signs", "target", "feature-template"];
        let map = Mapping::open(node, "`roles`", KEYS, problems)?;
        let signs = map.required("signs", problems)?;
        let signs = Mapping::open(signs, "`signs`", &["on", "off"], problems)?;
        let signs = ["on", "off"].map(|key| required(&signs, key, problems));
        let [on, off] = signs;
        let triple = map.required("triple", problems)?;
        let [kind, architecture, processor, feature, sign, target, template] =
            ["kind", "architecture", "processor", "feature", "sign", "target", "feature-template"]
                .map(|key| required(&map, key, problems));
        Some(Self {
            kind: kind?,
            triple: Text::read_all(triple, problems),
            architecture: architecture?,
            processor: processor?,
            feature: feature?,
            sign: sign?,
            signs: [on?, off?],
            target: target?,
            feature_template: template?,
        })
    }
}
