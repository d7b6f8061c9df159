//! Known differences of releases: such cases are drawn, but not compared.

use std::sync::LazyLock;

use serde::Deserialize;

const KNOWN: &str = include_str!("known.yaml");

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Known {
    releases: Vec<String>,
    #[serde(default)]
    types: Vec<String>,
    shown_by: Shown,
    #[allow(dead_code)] // For people.
    why: String,
}

#[derive(Debug, Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    Empty,
    OddAlignment,
    HostAlone,
    Always,
}

pub fn known(release: &str, file_type: &str, shown: &[Shown]) -> bool {
    static ALL: LazyLock<Vec<Known>> = LazyLock::new(|| serde_yaml::from_str(KNOWN).unwrap());
    ALL.iter().any(|known| {
        known.releases.iter().any(|known| known == release)
            && (known.types.is_empty() || known.types.iter().any(|known| known == file_type))
            && (known.shown_by == Shown::Always || shown.contains(&known.shown_by))
    })
}
