//! A finding with the place that it is about: which input, section, bundle and entry.

use serde_json::{Value, json};

use crate::finding::Finding;
use crate::scan::Scan;

/// A finding and what it is about.
#[derive(Debug, Clone)]
pub(super) struct Diagnostic {
    /// The name of what its offset counts in.
    pub(super) input: String,
    /// The section of the file that it is in, where it is in one.
    pub(super) section: Option<String>,
    /// The bundle, by its position in the scan.
    pub(super) bundle: Option<usize>,
    /// The entry, by its position in the bundle.
    pub(super) entry: Option<u64>,
    /// What is found.
    pub(super) finding: Finding,
}

/// Everything that the scan itself has found.
pub(super) fn of_scan(scan: &Scan) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (number, found) in scan.bundles.iter().enumerate() {
        diagnostics.extend(
            found
                .findings
                .iter()
                .map(|finding| Diagnostic::of(scan, number, finding.clone())),
        );
    }
    diagnostics.extend(scan.unread.iter().map(|unread| Diagnostic {
        input: unread.input.name().into(),
        section: section(scan, unread.region),
        bundle: None,
        entry: None,
        finding: Finding::from(unread.error.clone()),
    }));
    diagnostics.extend(scan.anomalies.iter().map(|located| Diagnostic {
        input: located.file.clone(),
        section: None,
        bundle: None,
        entry: None,
        finding: located.finding.clone(),
    }));
    diagnostics
}

/// The section that a region is.
pub(super) fn section(scan: &Scan, region: usize) -> Option<String> {
    scan.regions.get(region)?.kind.section().map(Into::into)
}

impl Diagnostic {
    /// A finding in the bundle number `number`, whose offset counts in what the bundle stands in.
    pub(super) fn of(scan: &Scan, number: usize, finding: Finding) -> Self {
        let found = scan.bundles.get(number);
        Self {
            input: found.map_or_else(String::new, |found| found.input.name().into()),
            section: found.and_then(|found| section(scan, found.region)),
            bundle: Some(number),
            entry: finding.entry,
            finding,
        }
    }

    pub(super) fn as_line(&self) -> String {
        let Finding { offset, path, anomaly, .. } = &self.finding;
        let section = self.section.iter().map(|section| format!(" in section {section}"));
        let path = if path.is_empty() {
            String::new()
        } else {
            format!(" ({path})")
        };
        format!(
            "{}: at byte {offset:#x}{}{path}: {}[{}]: {anomaly}\n",
            self.input,
            section.collect::<String>(),
            self.finding.severity().name(),
            self.finding.code(),
        )
    }

    pub(super) fn as_json(&self) -> Value {
        let path = &self.finding.path;
        json!({
            "code": self.finding.code(),
            "severity": self.finding.severity().name(),
            "input": self.input,
            "section": self.section,
            "bundle": self.bundle,
            "entry": self.entry,
            "offset": self.finding.offset,
            "path": path.to_string(),
            "message": format!("{}", self.finding.anomaly),
        })
    }
}
