//! Words for what the formats know: types of files, styles, methods, versions, releases, findings, components of IDs.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use offload_bundle::request::{
    CompressionMethod, CompressionThreads, CompressionVersion, ContainerFormat, FindingCode, FormatVersion, IdStyle,
    Release, RequestedKind, RequestedTarget, RequestedTriple, RuntimeRelease, SizeBy,
};
use offload_bundle_core::ids::IdComponent;
use offload_bundle_core::registry::{FileType, Registry};

use crate::plain::text;
use crate::{FromWord, KnownWord};

impl FromWord for ContainerFormat {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let known = Self::all(registry).map(|known| known.0.name());
        Self::named(registry, text(word)?).ok_or_else(|| format!("no such format; there is: {}", joined(known)))
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        let known = Self::all(registry);
        known
            .map(|known| KnownWord::meaning(known.0.name(), known.0.title()))
            .collect()
    }
}

impl FromWord for FormatVersion {
    const IS_LISTED: bool = true;

    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let versions = versions_of_containers(registry);
        match text(word)?.parse() {
            Ok(version) if versions.contains(&version) => Ok(Self(version)),
            _ => Err(format!("no such version; there is: {}", joined(versions))),
        }
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        versions_of_containers(registry)
            .into_iter()
            .map(KnownWord::new)
            .collect()
    }
}

/// The versions of all formats of containers.
fn versions_of_containers(registry: &Registry) -> BTreeSet<u64> {
    let containers = registry.containers.iter();
    containers.flat_map(|container| container.versions()).copied().collect()
}

impl FromWord for Release {
    const IS_LISTED: bool = true;

    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let known = Self::all(registry);
        Self::named(registry, text(word)?).ok_or_else(|| {
            format!(
                "no such release; there is: {}",
                joined(known.iter().map(|known| known.name()))
            )
        })
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        let known = Self::all(registry).into_iter();
        known.map(|known| KnownWord::new(known.name())).collect()
    }
}

impl FromWord for &'static FileType {
    const IS_LISTED: bool = true;

    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        registry.file_type(text(word)?).ok_or_else(|| {
            let names = registry.file_types.iter().map(|file_type| file_type.name);
            format!("no such file type; there is: {}", joined(names))
        })
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        let types = registry.file_types.iter();
        types.map(|known| KnownWord::meaning(known.name, known.title)).collect()
    }
}

impl FromWord for IdStyle {
    const IS_LISTED: bool = true;

    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let known = registry.ids.styles.iter().map(|style| style.name);
        Self::named(registry, text(word)?).ok_or_else(|| format!("no such style; there is: {}", joined(known)))
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        let styles = registry.ids.styles.iter();
        styles.map(|known| KnownWord::new(known.name)).collect()
    }
}

/// The usual method, where the word is empty.
impl FromWord for CompressionMethod {
    const IS_LISTED: bool = true;

    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        if word.is_empty() {
            return Self::usual(registry).ok_or_else(|| "there is no method of compression".into());
        }
        let name = text(word)?;
        let names = || method_names(registry);
        let mut known = Self::all(registry);
        let found = known.find(|known| known.method.name == name);
        found.ok_or_else(|| format!("no such method; there is: {}", joined(names())))
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        method_names(registry).into_iter().map(KnownWord::new).collect()
    }
}

impl FromWord for SizeBy {
    const IS_LISTED: bool = true;

    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let name = text(word)?;
        let found = Self::ALL.into_iter().find(|(known, _)| *known == name);
        let known = Self::ALL.map(|(known, _)| known);
        found
            .map(|(_, by)| by)
            .ok_or_else(|| format!("expected one of: {}", joined(known)))
    }

    fn known_words(_registry: &Registry) -> Vec<KnownWord> {
        Self::ALL.map(|(name, _)| KnownWord::new(name)).to_vec()
    }
}

impl FromWord for CompressionThreads {
    fn from_word(_registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let number = text(word)?.parse().ok().and_then(Self::new);
        number.ok_or_else(|| format!("expected a number from 1 to {}", Self::MOST))
    }
}

impl FromWord for RuntimeRelease {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let known = registry
            .runtimes
            .iter()
            .map(|rule| format!("{}.{}", rule.since.0, rule.since.1));
        Self::named(registry, text(word)?).ok_or_else(|| {
            format!(
                "expected a release such as 6.3, not before the first of: {}",
                joined(known)
            )
        })
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        let known = registry.runtimes.iter();
        known
            .map(|rule| KnownWord::meaning(format!("{}.{}", rule.since.0, rule.since.1), rule.title))
            .collect()
    }
}

impl FromWord for CompressionVersion {
    const IS_LISTED: bool = true;

    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let versions = versions_of_envelopes(registry);
        match text(word)?.parse() {
            Ok(version) if versions.contains(&version) => Ok(Self(version)),
            _ => Err(format!("no such version; there is: {}", joined(versions))),
        }
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        versions_of_envelopes(registry)
            .into_iter()
            .map(KnownWord::new)
            .collect()
    }
}

/// The names of all methods, each once: formats may share them.
fn method_names(registry: &Registry) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for CompressionMethod { method, .. } in CompressionMethod::all(registry) {
        if !names.contains(&method.name) {
            names.push(method.name);
        }
    }
    names
}

/// The versions of all formats of compressed files.
fn versions_of_envelopes(registry: &Registry) -> BTreeSet<u64> {
    let envelopes = registry.envelopes.iter();
    envelopes.flat_map(|envelope| envelope.versions()).copied().collect()
}

impl FromWord for FindingCode {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Self::parse(registry, text(word)?)
    }
}

impl FromWord for RequestedKind {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Self::parse(registry, text(word)?).map_err(|error| error.to_string())
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        component_words(registry, IdComponent::Kind)
    }
}

impl FromWord for RequestedTriple {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Self::parse(registry, text(word)?).map_err(|error| error.to_string())
    }
}

impl FromWord for RequestedTarget {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        Self::parse(registry, text(word)?).map_err(|error| error.to_string())
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        component_words(registry, IdComponent::Target)
    }
}

/// Several, parted by commas.
impl FromWord for Vec<RequestedTarget> {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let parsed = text(word)?
            .split(',')
            .map(|one| RequestedTarget::parse(registry, one.trim()));
        parsed.map(|target| target.map_err(|error| error.to_string())).collect()
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        RequestedTarget::known_words(registry)
    }
}

/// The words that are listed for a part of an ID.
fn component_words(registry: &Registry, component: IdComponent) -> Vec<KnownWord> {
    let words = registry.ids.component_words(component);
    words.into_iter().map(KnownWord::new).collect()
}

/// The words in one sentence.
pub(crate) fn joined(words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(", ")
}
