//! Requirements quoted from the source documents.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use offload_bundle_conformance::case::Collection;
use serde::Deserialize;

use super::Findings;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirements {
    sources: BTreeMap<String, Source>,
    requirements: Vec<Requirement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    title: String,
    of: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Requirement {
    id: String,
    source: String,
    section: String,
    says: String,
    sentence: String,
    without_case: Option<String>,
}

impl Requirements {
    pub fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("requirements.yaml");
        Self::parse(&std::fs::read_to_string(path).unwrap())
    }

    pub fn parse(text: &str) -> Self {
        serde_yaml::from_str(text).unwrap()
    }

    pub fn ids(&self) -> BTreeSet<&str> {
        self.requirements.iter().map(|one| one.id.as_str()).collect()
    }

    /// Whether the sentence of this requirement decides the result of cases.
    pub fn decides(&self, id: &str) -> bool {
        let mut all = self.requirements.iter();
        all.any(|one| one.id == id && one.without_case.is_none() && is_quoted(&one.sentence))
    }

    /// Requirements that cases can test.
    pub fn with_cases(&self) -> impl Iterator<Item = &str> {
        let shown = self.requirements.iter().filter(|one| one.without_case.is_none());
        shown.map(|one| one.id.as_str())
    }

    pub fn wrong(&self) -> Findings {
        let mut wrong = Findings::new();
        let mut ids = BTreeSet::new();
        for (name, source) in &self.sources {
            if source.title.is_empty() || source.of.is_empty() {
                wrong.push(format!("{name}: expected the title and the origin of the source"));
            }
            if !self.requirements.iter().any(|one| one.source == *name) {
                wrong.push(format!("{name}: no statement cites this source"));
            }
        }
        for one in &self.requirements {
            let mut say = |what: &str| wrong.push(format!("{}: {what}", one.id));
            if !self.sources.contains_key(&one.source) {
                say("unknown source");
            }
            if !one.id.starts_with(&format!("{}/", one.source)) {
                say("its id does not begin with its source");
            }
            if !one.says.ends_with('.') || one.section.is_empty() {
                say("expected a section and a sentence with a full stop");
            }
            if !is_quoted(&one.sentence) || one.sentence == one.says {
                say("its sentence does not quote its source");
            }
            if !ids.insert(&one.id) {
                say("it occurs twice");
            }
        }
        wrong
    }

    /// Requirements that have neither a case nor a reason, or both.
    pub fn open(&self, collection: &Collection) -> Findings {
        let cases = collection.cases().flat_map(|case| &case.requires);
        let covered: BTreeSet<&str> = cases.map(String::as_str).collect();
        let open =
            self.requirements
                .iter()
                .filter_map(|one| match (covered.contains(one.id.as_str()), &one.without_case) {
                    (false, None) => Some(format!("{}: expected a case or a reason for having no case", one.id)),
                    (true, Some(_)) => Some(format!(
                        "{}: it has cases, but also a reason for having no case",
                        one.id
                    )),
                    _ => None,
                });
        let mut open: Findings = open.collect();
        if !open.is_empty() {
            let all = self.requirements.len();
            open.push(format!(
                "{} of {all} statements have a case or a reason",
                all - open.len()
            ));
        }
        open
    }
}

/// Whether `sentence` quotes a document, with `…` only for omissions.
fn is_quoted(sentence: &str) -> bool {
    sentence.trim() == sentence
        && sentence
            .split(" … ")
            .all(|part| part.len() > 4 && !part.contains(['…', '\n']))
}
