//! What a command-line tool is called with for each operation, and how its answers are read: a file of `testees/`.

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
    /// For a program that may be built and not installed: the environment variable that says where it is. Without the variable, it is
    /// looked for beside the suite's own program first.
    #[serde(default)]
    pub variable: Option<String>,
    /// For a testee that speaks the pipe protocol: the script of `testees/` that the program, an interpreter, is given after `-c`.
    #[serde(default)]
    pub script: Option<String>,
    /// Words before all others; of a script, those that it is given.
    #[serde(default)]
    pub prefix: Vec<String>,
    /// Environment variables.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// The file types that it has; all where it says nothing.
    #[serde(default)]
    pub file_types: Option<Vec<String>>,
    /// How it spells the host where it is asked for code objects, or to bundle some.
    #[serde(default)]
    pub host_ids: HostIds,
    /// What it is called with, by operation.
    #[serde(default)]
    pub operations: BTreeMap<String, Call>,
}

/// How a tool spells the ID of a host, which has no target ID, in what it is asked for. Questions about IDs themselves are asked as they are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HostIds {
    /// As the question does.
    #[default]
    AsAsked,
    /// As the document does: without a dash behind a triple of four fields.
    WithoutDash,
}

impl HostIds {
    /// The ID as the tool is asked for it.
    pub(super) fn spelling(self, id: &str) -> &str {
        let fields: Vec<&str> = id.split('-').collect();
        match (self, &fields[..]) {
            (Self::WithoutDash, ["host", _, _, _, environment, ""]) if !environment.is_empty() => {
                id.strip_suffix('-').unwrap_or(id)
            }
            _ => id,
        }
    }
}

impl Adapter {
    /// Whether the tool is made by others. What is made here may be built and not installed.
    pub fn is_of_others(&self) -> bool {
        self.variable.is_none()
    }
}

/// What a tool is called with for one operation, and how its answer is read.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Call {
    /// Words with placeholders: `{file_type}`, `{input}`, `{output}`, `{version}`, `{method}`, `{alignment}`, `{compression_level}`; `{inputs}`,
    /// `{outputs}` and `{targets}` with commas between; `{filter}` as `KEY=VALUE,…`, with `file=OUTPUT` before where one output is
    /// asked for. A word with `{each-input}`, `{each-output}`, `{each-target}`, or for images `{each-image_kind}`,
    /// `{each-offload_kind}`, `{each-flags}`, `{each-strings}` (as `,KEY=VALUE,…`), comes once for each.
    pub(super) words: Vec<Word>,
    /// Environment variables of this call.
    #[serde(default)]
    pub(super) environment: BTreeMap<String, String>,
    /// The file types that this call has, where they are others than those of the tool.
    #[serde(default)]
    pub(super) file_types: Option<Vec<String>>,
    /// The versions of the format that can be asked for; all where it says nothing.
    #[serde(default)]
    pub(super) versions: Option<Vec<u32>>,
    /// The methods of compression that can be asked for; all where it says nothing.
    #[serde(default)]
    pub(super) methods: Option<Vec<String>>,
    /// Where the tool has no such operation: the words of its refusal that mean no. Any other refusal is one of the question.
    #[serde(default)]
    pub(super) no: Vec<String>,
    /// Whether nothing printed and nothing said means that there is nothing to be found, and not that something is wrong.
    #[serde(default)]
    pub(super) empty_is_an_answer: bool,
    /// The tool makes up names of files: what all of them begin with. The answer is read off these files and their names: for `list`
    /// the ID behind a number and a dot, for `images` and `extract` each content, in the order of the numbers before the suffixes. For other operations
    /// these files may be there, and are not looked at.
    #[serde(default)]
    pub(super) files: Option<String>,
    /// The suffixes of files that stand for kinds of images, with their numbers. One that is not here says nothing of the kind, and a
    /// kind that is not here cannot be asked for.
    #[serde(default)]
    pub(super) suffixes: Option<BTreeMap<String, u16>>,
    /// The words that stand for offload kinds, with their numbers.
    #[serde(default)]
    pub(super) offload_kinds: Option<BTreeMap<String, u16>>,
    /// The words that stand for kinds of images where the tool prints them, with their numbers.
    #[serde(default)]
    pub(super) image_kinds: Option<BTreeMap<String, u16>>,
    /// The tool prints lines of a key and a value for each image: the first words of the line before them.
    #[serde(default)]
    pub(super) printed: Option<String>,
}

/// A word of a command line.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Word {
    /// It is always there.
    Always(String),
    /// It is there where something is asked for.
    When {
        /// What: `allow_missing`, `interchangeable_kinds`, `check_members`, `compress`, `compression_level` or `alignment`.
        when: String,
        /// The word.
        word: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn final_dash_of_hosts_is_dropped() {
        let (asked, without) = ("host-x86_64-unknown-linux-gnu-", "host-x86_64-unknown-linux-gnu");
        assert_eq!(HostIds::WithoutDash.spelling(asked), without);
        assert_eq!(HostIds::AsAsked.spelling(asked), asked);
        for id in [
            without,
            "host-x86_64-unknown-linux--",
            "hip-amdgcn-amd-amdhsa--gfx906",
            "openmp-powerpc64le-ibm-linux-gnu-",
        ] {
            assert_eq!(HostIds::WithoutDash.spelling(id), id);
        }
    }
}
