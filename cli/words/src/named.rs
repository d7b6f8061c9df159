//! Words for values with unique names.

use std::collections::BTreeSet;
use std::ffi::OsStr;

use offload_bundle::request::{
    CompressionMethod, CompressionThreads, CompressionVersion, ContainerFormat, FindingCode, FormatVersion, IdStyle,
    Machine, Release, RequestedKind, RequestedTarget, RequestedTriple, RuntimeRelease, SizeBy,
};
use offload_bundle_core::ids::IdComponent;
use offload_bundle_core::registry::{FileType, Registry};

use crate::plain::text;
use crate::{FromWord, KnownWord};

trait Listed: Clone + Send + Sync + 'static {
    /// The plural noun for messages.
    const WHAT: &'static str;

    fn listed(registry: &Registry) -> Vec<(KnownWord, Self)>;
}

impl<T: Listed> FromWord for T {
    const IS_LISTED: bool = true;

    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let mut listed = T::listed(registry);
        match listed.iter().position(|(known, _)| known.word.as_str() == word) {
            Some(index) => Ok(listed.swap_remove(index).1),
            None => {
                let known = joined(listed.into_iter().map(|(known, _)| known.word));
                Err(format!("unknown {}; known: {known}", T::WHAT))
            }
        }
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        T::listed(registry).into_iter().map(|(known, _)| known).collect()
    }
}

impl Listed for FormatVersion {
    const WHAT: &'static str = "version";

    fn listed(registry: &Registry) -> Vec<(KnownWord, Self)> {
        let containers = registry.containers.iter();
        let versions: BTreeSet<u64> = containers.flat_map(|container| container.versions()).copied().collect();
        let versions = versions.into_iter();
        versions
            .map(|version| (KnownWord::new(version), Self(version)))
            .collect()
    }
}

impl Listed for CompressionVersion {
    const WHAT: &'static str = "version";

    fn listed(registry: &Registry) -> Vec<(KnownWord, Self)> {
        let envelopes = registry.envelopes.iter();
        let versions: BTreeSet<u64> = envelopes.flat_map(|envelope| envelope.versions()).copied().collect();
        let versions = versions.into_iter();
        versions
            .map(|version| (KnownWord::new(version), Self(version)))
            .collect()
    }
}

impl Listed for Release {
    const WHAT: &'static str = "release";

    fn listed(registry: &Registry) -> Vec<(KnownWord, Self)> {
        let known = Self::all(registry).into_iter();
        known.map(|known| (KnownWord::new(known.name()), known)).collect()
    }
}

impl Listed for &'static FileType {
    const WHAT: &'static str = "file type";

    fn listed(registry: &Registry) -> Vec<(KnownWord, Self)> {
        let types = registry.file_types.iter();
        types
            .map(|known| (KnownWord::meaning(known.name, known.title), known))
            .collect()
    }
}

impl Listed for IdStyle {
    const WHAT: &'static str = "style";

    fn listed(registry: &Registry) -> Vec<(KnownWord, Self)> {
        let styles = registry.ids.styles.iter();
        let styles = styles.filter_map(|known| Some((known.name, Self::from_name(registry, known.name)?)));
        styles.map(|(name, style)| (KnownWord::new(name), style)).collect()
    }
}

impl Listed for Machine {
    const WHAT: &'static str = "machine";

    fn listed(registry: &Registry) -> Vec<(KnownWord, Self)> {
        let machines = Self::all(registry);
        machines
            .map(|machine| (KnownWord::new(machine.name()), machine))
            .collect()
    }
}

impl Listed for SizeBy {
    const WHAT: &'static str = "sum";

    fn listed(_registry: &Registry) -> Vec<(KnownWord, Self)> {
        Self::ALL.map(|(name, by)| (KnownWord::new(name), by)).to_vec()
    }
}

impl FromWord for ContainerFormat {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let known = Self::all(registry).map(|known| known.0.name());
        Self::from_name(registry, text(word)?).ok_or_else(|| format!("unknown format; known: {}", joined(known)))
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        let known = Self::all(registry);
        known
            .map(|known| KnownWord::meaning(known.0.name(), known.0.title()))
            .collect()
    }
}

/// An empty word is the default method.
impl FromWord for CompressionMethod {
    const IS_LISTED: bool = true;

    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        if word.is_empty() {
            return Self::default_method(registry).ok_or_else(|| "no compression method is known".into());
        }
        let name = text(word)?;
        let names = || method_names(registry);
        let mut known = Self::all(registry);
        let found = known.find(|known| known.method.name == name);
        found.ok_or_else(|| format!("unknown method; known: {}", joined(names())))
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        method_names(registry).into_iter().map(KnownWord::new).collect()
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
        Self::from_name(registry, text(word)?)
            .ok_or_else(|| format!("expected a release such as `6.3`, from the first of: {}", joined(known)))
    }

    fn known_words(registry: &Registry) -> Vec<KnownWord> {
        let known = registry.runtimes.iter();
        known
            .map(|rule| KnownWord::meaning(format!("{}.{}", rule.since.0, rule.since.1), rule.title))
            .collect()
    }
}

/// Without repeats: formats can share them.
fn method_names(registry: &Registry) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for CompressionMethod { method, .. } in CompressionMethod::all(registry) {
        if !names.contains(&method.name) {
            names.push(method.name);
        }
    }
    names
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

/// Several, separated by commas.
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

fn component_words(registry: &Registry, component: IdComponent) -> Vec<KnownWord> {
    let words = registry.ids.component_words(component);
    words.into_iter().map(KnownWord::new).collect()
}

pub(crate) fn joined(words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(", ")
}
