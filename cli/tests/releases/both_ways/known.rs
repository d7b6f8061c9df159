//! What releases are known to do otherwise: drawn all the same, and not asked of them.

use std::sync::LazyLock;

use serde::Deserialize;

/// Data, with a reason for each.
const KNOWN: &str = include_str!("known.yaml");

/// A deviation.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Known {
    /// The releases.
    releases: Vec<String>,
    /// The file types; all without them.
    #[serde(default)]
    types: Vec<String>,
    /// What is drawn that shows it.
    shown_by: Shown,
    /// Why it is so.
    #[allow(dead_code)] // For people.
    why: String,
}

/// What shows a deviation.
#[derive(Debug, Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// A content without bytes.
    Empty,
    /// An alignment that is no power of two.
    OddAlignment,
    /// No device.
    HostAlone,
    /// Anything.
    Always,
}

/// Whether `release` is known to do otherwise with what these describe.
pub fn known(release: &str, file_type: &str, shown: &[Shown]) -> bool {
    static ALL: LazyLock<Vec<Known>> = LazyLock::new(|| serde_yaml::from_str(KNOWN).unwrap());
    ALL.iter().any(|known| {
        known.releases.iter().any(|known| known == release)
            && (known.types.is_empty() || known.types.iter().any(|known| known == file_type))
            && (known.shown_by == Shown::Always || shown.contains(&known.shown_by))
    })
}
