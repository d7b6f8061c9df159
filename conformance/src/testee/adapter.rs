//! What a command-line tool is called with for each operation: a file of `testees/`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A tool, and what it is called with.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adapter {
    /// Its name, by which its expectations are found.
    pub name: String,
    /// What it is: one line.
    pub about: String,
    /// The program, as a shell finds it.
    pub program: String,
    /// Words before all others.
    #[serde(default)]
    pub prefix: Vec<String>,
    /// Environment variables.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// The file types that it has; all where it says nothing.
    #[serde(default)]
    pub file_types: Option<Vec<String>>,
    /// What it is called with, by operation.
    #[serde(default)]
    pub operations: BTreeMap<String, Call>,
}

/// What a tool is called with for one operation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// Words with placeholders: `{file_type}`, `{input}`, `{output}`, `{version}`, `{method}`, `{alignment}`; `{inputs}`, `{outputs}` and `{targets}` with commas
    /// between; a word with `{each-input}`, `{each-output}` or `{each-target}` comes once for each.
    pub(super) words: Vec<Word>,
    /// Environment variables of this call.
    #[serde(default)]
    pub(super) environment: BTreeMap<String, String>,
    /// Where the tool has no such operation: the words of its refusal that mean no. Any other refusal is one of the question.
    #[serde(default)]
    pub(super) no: Vec<String>,
    /// Whether nothing printed and nothing said means that there is nothing to be found, and not that something is wrong.
    #[serde(default)]
    pub(super) empty_is_an_answer: bool,
}

/// A word of a command line.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Word {
    /// It is always there.
    Always(String),
    /// It is there where something is asked for.
    When {
        /// What: `allow_missing` or `alignment`.
        when: String,
        /// The word.
        word: String,
    },
}

/// What stands for the placeholders of one call.
#[derive(Debug, Default)]
pub(super) struct Filling<'q> {
    pub(super) file_type: &'q str,
    pub(super) inputs: Vec<String>,
    pub(super) outputs: Vec<String>,
    pub(super) targets: Vec<&'q str>,
    pub(super) allow_missing: bool,
    pub(super) alignment: Option<u32>,
    pub(super) version: Option<u32>,
    pub(super) method: &'q str,
}

impl Call {
    /// The words of the command line.
    pub(super) fn filled(&self, filling: &Filling<'_>) -> Vec<String> {
        let mut words = Vec::new();
        for word in &self.words {
            let word = match word {
                Word::Always(word) => word,
                Word::When { when, word } => match when.as_str() {
                    "allow_missing" if filling.allow_missing => word,
                    "alignment" if filling.alignment.is_some() => word,
                    _ => continue,
                },
            };
            let targets: Vec<String> = filling.targets.iter().map(ToString::to_string).collect();
            let each =
                [("{each-input}", &filling.inputs), ("{each-output}", &filling.outputs), ("{each-target}", &targets)];
            match each.into_iter().find(|(placeholder, _)| word.contains(placeholder)) {
                Some((placeholder, all)) => words.extend(all.iter().map(|one| word.replace(placeholder, one))),
                None => words.push(filling.fill(word)),
            }
        }
        words
    }
}

impl Filling<'_> {
    fn fill(&self, word: &str) -> String {
        let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        let first = |names: &[String]| names.first().cloned().unwrap_or_default();
        [
            ("{file_type}", self.file_type.to_string()),
            ("{input}", first(&self.inputs)),
            ("{output}", first(&self.outputs)),
            ("{inputs}", self.inputs.join(",")),
            ("{outputs}", self.outputs.join(",")),
            ("{targets}", self.targets.join(",")),
            ("{alignment}", number(self.alignment)),
            ("{version}", number(self.version)),
            ("{method}", self.method.to_string()),
        ]
        .iter()
        .fold(word.to_string(), |word, (placeholder, value)| {
            word.replace(placeholder, value)
        })
    }
}
