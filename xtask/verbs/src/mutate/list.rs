//! Reads `conformance/mutation.yaml`: prose keys, tests with facts of a schema, and changes that no test can notice.

use std::collections::BTreeSet;

use offload_bundle_codegen::yaml::Node;
use serde::Deserialize;
use serde_json::Value;

use super::changes::{Mutant, value};

pub const LIST: &str = "conformance/mutation.yaml";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    pub prose: BTreeSet<String>,
    suites: Vec<Tests>,
    survivors: Vec<UncaughtMutant>,
}

#[derive(Debug, Default, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tests {
    schema: String,
    /// Test modules that read a grammar at run time.
    #[serde(default)]
    pub interpreted: Vec<String>,
    /// Test modules that need core and formats only.
    #[serde(default)]
    pub alone: Vec<String>,
    /// Other test programs, optionally with a module.
    #[serde(default)]
    pub tests: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UncaughtMutant {
    schema: String,
    /// One or several; `*` matches any text.
    place: Value,
    /// Empty for all.
    #[serde(default)]
    changes: Vec<String>,
    why: String,
}

impl List {
    pub fn parse(text: &str) -> Result<Self, String> {
        let root = Node::parse(LIST, text).map_err(|problem| problem.to_string())?;
        serde_json::from_value(value(&root)).map_err(|error| format!("{LIST}: {error}"))
    }

    pub fn tests(&self, schema: &str) -> Tests {
        let found = self.suites.iter().find(|suite| suite.schema == schema);
        found.cloned().unwrap_or_default()
    }

    pub fn why(&self, mutant: &Mutant) -> Option<&str> {
        let fits = |survivor: &&UncaughtMutant| {
            survivor.schema == mutant.schema
                && survivor.places().any(|place| matches(place, &mutant.place))
                && (survivor.changes.is_empty() || survivor.changes.iter().any(|change| change == mutant.operator))
        };
        self.survivors.iter().find(fits).map(|survivor| survivor.why.as_str())
    }

    /// Paths of survivors without a change.
    pub fn stale(&self, mutants: &[Mutant]) -> Vec<String> {
        let places = self
            .survivors
            .iter()
            .flat_map(|survivor| survivor.places().map(|place| (&survivor.schema, place)));
        let is_at = |schema: &str, place: &str| {
            mutants
                .iter()
                .any(|mutant| mutant.schema == schema && matches(place, &mutant.place))
        };
        let stale = places.filter(|(schema, place)| !is_at(schema, place));
        stale.map(|(schema, place)| format!("{schema} {place}")).collect()
    }
}

impl UncaughtMutant {
    fn places(&self) -> impl Iterator<Item = &str> {
        let several = self.place.as_array().into_iter().flatten();
        several.chain([&self.place]).filter_map(Value::as_str)
    }
}

/// `*` matches any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|text| {
            let mut ends = (0..=text.len()).filter_map(|at| text.get(at..));
            ends.any(|text| matches(rest, text))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_matches_any_text() {
        assert!(matches("/types/*/seq/0", "/types/a/b/seq/0"));
        assert!(matches("*", "/x") && matches("/x", "/x"));
        assert!(!matches("/types/*/seq/0", "/types/a/seq/1"));
    }
}
