//! Merges reports of shards, partial runs or several implementations.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{Document, Results, Shard};
use crate::case::Case;

impl Document {
    /// Merges documents. `all` contains every case in order.
    ///
    /// # Errors
    ///
    /// Returns an error if `documents` is empty, if the suites differ, or if a shard or a case is missing or
    /// duplicated.
    pub fn merge(documents: Vec<Self>, all: &[&Case]) -> Result<Self, String> {
        let mut documents = documents.into_iter();
        let mut merged = documents.next().ok_or("expected a report")?;
        let mut parts = Parts::default();
        parts.add(&merged);
        let mut asked: BTreeSet<String> = merged.cases.iter().map(|case| case.id.clone()).collect();
        for document in documents {
            if document.suite != merged.suite {
                return Err(other_suite(&merged, &document));
            }
            parts.add(&document);
            asked.extend(document.cases.into_iter().map(|case| case.id));
            for results in document.testees {
                match merged.testees.iter_mut().find(|known| known.name == results.name) {
                    Some(known) => join(known, results)?,
                    None => merged.testees.push(results),
                }
            }
        }
        parts.complete()?;
        merged.shard = None;
        merged.cases = all
            .iter()
            .filter(|case| asked.contains(&case.id))
            .map(|case| (*case).clone())
            .collect();
        Ok(merged)
    }
}

fn other_suite(first: &Document, other: &Document) -> String {
    let (one, other) = (&first.suite, &other.suite);
    match one.version == other.version {
        false => format!(
            "a report has suite version {}, the first has {}",
            other.version, one.version
        ),
        true => format!(
            "a report differs from the first in its cases (digests {} and {}) at the same suite version",
            other.digest, one.digest
        ),
    }
}

fn join(known: &mut Results, more: Results) -> Result<(), String> {
    if let Some(twice) = more.verdicts.keys().find(|id| known.verdicts.contains_key(*id)) {
        return Err(format!(
            "{}: two reports contain {twice}; name each part of a run once",
            known.name
        ));
    }
    known.verdicts.extend(more.verdicts);
    known.milliseconds.extend(more.milliseconds);
    known.known.extend(more.known);
    known.surprises.extend(more.surprises);
    Ok(())
}

#[derive(Default)]
struct Parts(BTreeMap<String, Vec<Shard>>);

impl Parts {
    fn add(&mut self, document: &Document) {
        let Some(shard) = document.shard else { return };
        for testee in &document.testees {
            self.0.entry(testee.name.clone()).or_default().push(shard);
        }
    }

    fn complete(&self) -> Result<(), String> {
        for (name, shards) in &self.0 {
            let of = shards.first().map_or(0, |shard| shard.of);
            if let Some(other) = shards.iter().find(|shard| shard.of != of) {
                let Shard { number, of: among } = other;
                return Err(format!("{name}: shard {number}/{among} is among shards of {of}"));
            }
            for number in 1..=of {
                match shards.iter().filter(|shard| shard.number == number).count() {
                    0 => return Err(format!("{name}: the report of shard {number}/{of} is missing")),
                    1 => {}
                    _ => return Err(format!("{name}: there are several reports of shard {number}/{of}")),
                }
            }
        }
        Ok(())
    }
}
