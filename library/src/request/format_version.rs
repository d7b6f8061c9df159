//! A version of a container's format.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use offload_bundle_core::registry::Registry;

use super::known_word::KnownWord;
use super::words::{FromWord, joined, text};

/// A version of a container's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormatVersion(pub u64);

impl FromWord for FormatVersion {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let versions = versions(registry);
        match text(word)?.parse() {
            Ok(version) if versions.contains(&version) => Ok(Self(version)),
            _ => Err(format!("no such version; there is: {}", joined(versions))),
        }
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        versions(registry).into_iter().map(KnownWord::new).collect()
    }
}

/// The versions of all formats of containers.
fn versions(registry: &Registry) -> BTreeSet<u64> {
    let containers = registry.containers.iter();
    containers.flat_map(|container| container.versions()).copied().collect()
}
