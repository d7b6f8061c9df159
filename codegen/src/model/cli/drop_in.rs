//! A tool that the program can stand in for: its options in LLVM's syntax, environment, messages, deliberate differences.

use super::Word;
use super::command::{ExitCode, exit_codes};
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::{Key, Node};

/// A tool that the program can stand in for.
#[derive(Debug, Clone)]
pub struct DropIn {
    /// Its name.
    pub name: Word,
    /// The driver it runs.
    pub runs: Word,
    /// One line on it.
    pub about: String,
    /// More on that.
    pub doc: String,
    /// First words of its help.
    pub overview: String,
    /// What it answers when asked for its version.
    pub version: Word,
    /// What its exit codes mean.
    pub exit_codes: Vec<ExitCode>,
    /// The file type that can only be taken apart.
    pub archive_type: String,
    /// The style of IDs that is written unless another is asked for.
    pub default_style: String,
    /// Styles whose releases do not check that entries can stand side by side.
    pub unchecked_styles: Vec<String>,
    /// Headings of the help, by name.
    pub categories: Vec<(Key, Word)>,
    /// Its options.
    pub options: Vec<ToolOption>,
    /// Environment variables it heeds.
    pub environment: Vec<Variable>,
    /// Styles whose releases compress, each with the versions of the compressed format that it writes, its own choice first.
    pub compressed_versions: Vec<(Key, Vec<u64>)>,
    /// Kinds whose entries also serve requests for another kind, where that is asked for.
    pub compatible_kinds: Vec<Kinds>,
    /// What it says, by name.
    pub messages: Vec<(Key, Word)>,
    /// Where the program deliberately differs from it.
    pub differences: Vec<Difference>,
    /// Where the messages stand.
    pub messages_at: Node,
}

/// An option of the tool.
#[derive(Debug, Clone)]
pub struct ToolOption {
    /// Its name, without dashes.
    pub name: Word,
    /// What it takes.
    pub takes: Word,
    /// What it does at once, if it does.
    pub does: Option<Word>,
    /// The field of the driver's request that it sets.
    pub sets: Option<Word>,
    /// In which helps it is shown.
    pub shown: Option<Word>,
    /// The heading it stands under.
    pub category: Word,
    /// Whether the command line is wrong without it.
    pub required: bool,
    /// What stands for its value in the help.
    pub value: String,
    /// The help.
    pub help: String,
}

/// An environment variable of the tool.
#[derive(Debug, Clone)]
pub struct Variable {
    /// Its name.
    pub name: Word,
    /// The field of the driver's environment that it sets.
    pub sets: Word,
    /// What it does.
    pub doc: String,
}

/// Kinds whose entries also serve requests for `kind`.
#[derive(Debug, Clone)]
pub struct Kinds {
    /// The kind asked for.
    pub kind: String,
    /// The kinds that serve it too.
    pub served_by: Vec<String>,
}

/// A deliberate difference from the tool.
#[derive(Debug, Clone)]
pub struct Difference {
    /// Its name.
    pub id: Word,
    /// What the tool does.
    pub theirs: String,
    /// What the program does.
    pub ours: String,
}

const KEYS: &[&str] = &[
    "name",
    "runs",
    "about",
    "doc",
    "overview",
    "version",
    "exit-codes",
    "archive-type",
    "default-style",
    "unchecked-styles",
    "categories",
    "options",
    "environment",
    "compressed-versions",
    "compatible-kinds",
    "messages",
    "differences",
];

impl DropIn {
    pub(super) fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a drop-in", KEYS, problems)?;
        let name = Word::required(&map, "name", problems);
        let runs = Word::required(&map, "runs", problems);
        let version = Word::required(&map, "version", problems);
        let mut text = |key: &str| map.required_text(key, problems).map(str::to_owned);
        let (about, doc, overview) = (text("about"), text("doc"), text("overview"));
        let (archive_type, default_style) = (text("archive-type"), text("default-style"));
        let unchecked_styles = each(&map, "unchecked-styles", problems, |node, problems| {
            node.text(problems).map(str::to_owned)
        });
        let messages_at = map.required("messages", problems);
        let exit_codes = exit_codes(&map, problems);
        map.required("options", problems)?;
        let options = each(&map, "options", problems, ToolOption::read);
        let environment = each(&map, "environment", problems, Variable::read);
        let differences = each(&map, "differences", problems, Difference::read);
        let mut compressed_versions = Vec::new();
        for (key, node) in map.entries("compressed-versions", problems) {
            let versions = node.items(problems);
            let versions = versions.iter().filter_map(|version| version.number(problems));
            compressed_versions.push((key.clone(), versions.collect()));
        }
        let mut compatible_kinds = Vec::new();
        for (key, node) in map.entries("compatible-kinds", problems) {
            compatible_kinds.push(Kinds {
                kind: key.text.clone(),
                served_by: node.texts(problems).into_iter().map(str::to_owned).collect(),
            });
        }
        Some(Self {
            name: name?,
            runs: runs?,
            about: about?,
            doc: doc?.trim().to_owned(),
            overview: overview?,
            version: version?,
            exit_codes,
            archive_type: archive_type?,
            default_style: default_style?,
            unchecked_styles,
            categories: words(&map, "categories", problems),
            options,
            environment,
            compressed_versions,
            compatible_kinds,
            messages: words(&map, "messages", problems),
            differences,
            messages_at: messages_at?.clone(),
        })
    }
}

/// The items of the list under `key`, each read by `read`.
fn each<T>(
    map: &Mapping<'_>,
    key: &str,
    problems: &mut Problems,
    read: impl Fn(&Node, &mut Problems) -> Option<T>,
) -> Vec<T> {
    let items = map.list(key, problems);
    items.iter().filter_map(|node| read(node, problems)).collect()
}

/// The texts of the mapping under `key`, by name.
fn words(map: &Mapping<'_>, key: &str, problems: &mut Problems) -> Vec<(Key, Word)> {
    let entries = map.entries(key, problems);
    entries
        .iter()
        .filter_map(|(key, node)| Some((key.clone(), Word::read(node, problems)?)))
        .collect()
}

impl ToolOption {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let keys = ["name", "takes", "does", "sets", "shown", "category", "required", "value", "help"];
        let map = Mapping::open(node, "an option", &keys, problems)?;
        let name = Word::required(&map, "name", problems);
        let takes = Word::required(&map, "takes", problems);
        let category = Word::required(&map, "category", problems);
        let help = map.required_text("help", problems);
        Some(Self {
            does: Word::optional(&map, "does", problems),
            sets: Word::optional(&map, "sets", problems),
            shown: Word::optional(&map, "shown", problems),
            required: map.flag("required", problems),
            value: map.text("value", problems).unwrap_or_default().to_owned(),
            name: name?,
            takes: takes?,
            category: category?,
            help: help?.to_owned(),
        })
    }
}

impl Variable {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "an environment variable", &["name", "sets", "doc"], problems)?;
        let name = Word::required(&map, "name", problems);
        let sets = Word::required(&map, "sets", problems);
        let doc = map.required_text("doc", problems);
        Some(Self { name: name?, sets: sets?, doc: doc?.to_owned() })
    }
}

impl Difference {
    fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        let map = Mapping::open(node, "a difference", &["id", "theirs", "ours"], problems)?;
        let id = Word::required(&map, "id", problems);
        let theirs = map.required_text("theirs", problems);
        let ours = map.required_text("ours", problems);
        Some(Self { id: id?, theirs: theirs?.to_owned(), ours: ours?.to_owned() })
    }
}
