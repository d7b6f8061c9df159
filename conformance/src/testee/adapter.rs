//! Describes the command lines and outputs of a tool: a file in `testees/`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A tool and its command lines.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adapter {
    /// Name, which selects its expectations.
    pub name: String,
    /// One-line description.
    pub about: String,
    /// Program name or path.
    pub program: String,
    /// Environment variable with the path of a program that may be built without installation. If unset, the suite
    /// first looks next to its own program.
    #[serde(default)]
    pub variable: Option<String>,
    /// Script in `testees/` for a testee with the pipe protocol. The program is an interpreter and gets it after `-c`.
    #[serde(default)]
    pub script: Option<String>,
    /// First words of each command line, or arguments of the script.
    #[serde(default)]
    pub prefix: Vec<String>,
    /// Environment variables.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// Supported file types; `None` supports all.
    #[serde(default)]
    pub file_types: Option<Vec<String>>,
    /// Spelling of host IDs in requests.
    #[serde(default)]
    pub host_ids: HostIds,
    /// Calls by operation.
    #[serde(default)]
    pub operations: BTreeMap<String, Call>,
}

/// Spelling of host IDs in requests. Host IDs lack a target ID. Questions about IDs keep the original spelling.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HostIds {
    /// The spelling in the question.
    #[default]
    AsAsked,
    /// The documented spelling, without a dash after the four fields of the triple.
    WithoutDash,
}

impl HostIds {
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
    /// Whether the tool is from another project. Our own programs may be built without installation.
    pub fn is_of_others(&self) -> bool {
        self.variable.is_none()
    }
}

/// The command line and output format of an operation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Call {
    /// Words with placeholders: `{file_type}`, `{input}`, `{output}`, `{version}`, `{method}`, `{alignment}`,
    /// `{compression_level}`; `{inputs}`, `{outputs}` and `{targets}`, separated by commas; `{filter}` as
    /// `KEY=VALUE,…`, after `file=OUTPUT` for a single output. A word with `{each-input}`, `{each-output}`,
    /// `{each-target}`, or for images `{each-image_kind}`, `{each-offload_kind}`, `{each-flags}`, `{each-strings}` (as
    /// `,KEY=VALUE,…`), repeats for each value.
    pub(super) words: Vec<Word>,
    #[serde(default)]
    pub(super) environment: BTreeMap<String, String>,
    /// `None` uses the types of the tool.
    #[serde(default)]
    pub(super) file_types: Option<Vec<String>>,
    /// `None` supports all.
    #[serde(default)]
    pub(super) versions: Option<Vec<u32>>,
    /// `None` supports all.
    #[serde(default)]
    pub(super) methods: Option<Vec<String>>,
    /// For an emulated operation, refusal words that mean "no". Other refusals refuse the question.
    #[serde(default)]
    pub(super) no: Vec<String>,
    /// Otherwise a fault.
    #[serde(default)]
    pub(super) empty_is_an_answer: bool,
    /// Prefix of output names that the tool chooses. Operations other than `list`, `images` and `extract` ignore these files.
    #[serde(default)]
    pub(super) files: Option<String>,
    /// By file suffix. Other suffixes give no kind, and other kinds are not supported.
    #[serde(default)]
    pub(super) suffixes: Option<BTreeMap<String, u16>>,
    /// By name.
    #[serde(default)]
    pub(super) offload_kinds: Option<BTreeMap<String, u16>>,
    /// By printed name.
    #[serde(default)]
    pub(super) image_kinds: Option<BTreeMap<String, u16>>,
    /// Starts the line before the printed keys and values of an image.
    #[serde(default)]
    pub(super) printed: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Word {
    Always(String),
    When {
        /// `allow_missing`, `interchangeable_kinds`, `check_members`, `compress`, `compression_level` or `alignment`.
        when: String,
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
