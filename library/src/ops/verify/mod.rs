//! `verify`: everything that can be found wrong or odd in each input, as findings.

mod code_object;
mod composition;
mod coverage;
mod diagnostic;
mod envelopes;

use std::collections::BTreeSet;

use offload_bundle_core::registry::Registry;
use offload_bundle_core::severity::Severity;
use serde_json::{Map, Value};

use self::coverage::Coverage;
use self::diagnostic::Diagnostic;
use super::check::refuse_rereading;
use crate::canonical::quoted;
use crate::error::OpError;
use crate::ops::{Outcome, Session};
use crate::request::VerifyRequest;
use crate::scan::{ExternalCode, Scan, scan};

/// Tells what is wrong or odd in each input: one line a finding. [`Outcome::No`] if there is a finding that is more than a note, or
/// an input is no bundle.
///
/// # Errors
///
/// An input that cannot be read.
///
/// As JSON: a list with one object an input: `file`, `bundles`, `entries` (how many there are), `findings`, `coverage`, and `error`
/// (`code`, `message`) where it is no bundle; `external_code` as in [`super::list()`]. A finding is `code`, `severity` (`error`, `warning`, `note`), `input` (the file, or what
/// an envelope in it holds: what the offset counts in), `section`, `bundle`, `entry` (positions from 0; null where it is about none),
/// `offset`, `path`, `message`. A row of the coverage is `kind` (the
/// group of kinds), `targets`, and `bundles`, the positions of those that serve just these.
pub fn verify(session: &mut Session<'_>, request: &VerifyRequest) -> Result<Outcome, OpError> {
    refuse_rereading(&request.inputs)?;
    let mut outcome = Outcome::Yes;
    let mut files = Vec::new();
    for file in &request.inputs {
        let input = file.open()?;
        let name = input.name();
        let scan = match scan(session.registry, &input, &request.scan) {
            Err(error @ OpError::NotABundle { .. }) => {
                outcome = Outcome::No;
                session.message(&error.to_string());
                files.push(not_a_bundle(name, &error));
                continue;
            }
            other => other?,
        };
        let verified = Verified::of(session.registry, &scan)?;
        if verified.worst() > Some(Severity::Note) {
            outcome = Outcome::No;
        }
        if session.json {
            files.push(verified.as_json(name, &scan));
        } else {
            session.print(&verified.as_text(name, &scan))?;
        }
        session.note_external_code(name, &scan);
    }
    if session.json {
        session.print(&format!("[\n{}\n]\n", files.join(",\n")))?;
    }
    Ok(outcome)
}

/// What has been found in one input.
struct Verified {
    findings: Vec<Diagnostic>,
    coverage: Coverage,
}

impl Verified {
    fn of(registry: &Registry, scan: &Scan) -> Result<Self, OpError> {
        let mut findings = diagnostic::of_scan(scan);
        for (number, found) in scan.bundles.iter().enumerate() {
            findings.extend(
                composition::findings(registry.ids, found).map(|finding| Diagnostic::of(scan, number, finding)),
            );
        }
        code_object::check(registry, scan, &mut findings)?;
        envelopes::check(scan, &mut findings)?;
        let coverage = Coverage::of(registry.ids, scan);
        findings.extend(coverage.findings(scan));
        // By bundle, and within one in file order; what is about no bundle comes last.
        findings.sort_by_key(|diagnostic| (diagnostic.bundle.unwrap_or(usize::MAX), diagnostic.finding.offset));
        Ok(Self { findings, coverage })
    }

    fn worst(&self) -> Option<Severity> {
        self.findings
            .iter()
            .map(|diagnostic| diagnostic.finding.severity())
            .max()
    }

    fn as_text(&self, name: &str, scan: &Scan) -> String {
        let mut text: String = self.findings.iter().map(Diagnostic::as_line).collect();
        if self.worst() <= Some(Severity::Note) {
            text.push_str(&self.summary(name, scan));
        }
        text
    }

    /// One line about an input that is as it should be.
    fn summary(&self, name: &str, scan: &Scan) -> String {
        let targets: BTreeSet<&str> = self.coverage.targets().collect();
        let targets: Vec<&str> = targets.into_iter().collect();
        let bundles = counted(scan.bundles.len(), "bundle", "bundles");
        let entries = counted(entries(scan), "entry", "entries");
        let served = match targets.as_slice() {
            [] => "no targets".into(),
            targets => format!(
                "{}: {}",
                counted(targets.len(), "target", "targets"),
                targets.join(", ")
            ),
        };
        format!("{name}: sound: {bundles}, {entries}, {served}\n")
    }

    /// The findings one by one: a value of them all would take many times the room of its text.
    fn as_json(&self, name: &str, scan: &Scan) -> String {
        let (bundles, entries) = (scan.bundles.len(), entries(scan));
        let name = quoted(name);
        let mut text =
            format!("  {{\n    \"file\": {name}, \"bundles\": {bundles}, \"entries\": {entries},\n    \"findings\": [");
        let mut separator = "\n";
        for diagnostic in &self.findings {
            text.push_str(core::mem::replace(&mut separator, ",\n"));
            text.push_str(&format!("      {}", diagnostic.as_json()));
        }
        text.push_str(&format!("\n    ],\n    \"coverage\": {}", self.coverage.as_json()));
        if !scan.external_code.is_empty() {
            let external_code: Value = scan.external_code.iter().map(ExternalCode::as_json).collect();
            text.push_str(&format!(",\n    \"elsewhere\": {external_code}"));
        }
        text.push_str("\n  }");
        text
    }
}

fn entries(scan: &Scan) -> usize {
    scan.bundles.iter().map(|found| found.bundle.entries.len()).sum()
}

fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

fn not_a_bundle(name: &str, error: &OpError) -> String {
    let mut object = Map::new();
    object.insert("file".into(), name.into());
    for count in ["bundles", "entries"] {
        object.insert(count.into(), 0.into());
    }
    for list in ["findings", "coverage"] {
        object.insert(list.into(), Value::Array(Vec::new()));
    }
    object.insert("error".into(), error.as_json());
    format!("  {}", Value::Object(object))
}
