//! Prints the reports of `target`.

use offload_bundle::report::{CompatReason, ParsedId, TargetCanonicalReport, TargetCompatReport, TargetParseReport};

use super::settings::Settings;
use super::table::{Align, table};

pub(crate) fn format_ids(report: &TargetParseReport, settings: Settings) -> String {
    report.ids.iter().map(|id| parsed_id(id, settings)).collect()
}

fn parsed_id(ParsedId { id, parts, .. }: &ParsedId, settings: Settings) -> String {
    let heading = ["column", "part", "value", "meaning"];
    let mut rows = vec![heading.map(|name| settings.heading(name)).to_vec()];
    rows.extend(parts.iter().map(|part| {
        vec![part.column.to_string(), part.name.to_string(), format!("{:?}", part.value), part.meaning.to_string()]
    }));
    let columns = [Align::Right, Align::Left, Align::Left, Align::Left];
    format!("{id}\n{}\n", table(settings.columns, &columns, &rows))
}

pub(crate) fn canonical_ids(report: &TargetCanonicalReport, _: Settings) -> String {
    report.ids.iter().map(|id| format!("{}\n", id.canonical)).collect()
}

pub(crate) fn compatibility(report: &TargetCompatReport, settings: Settings) -> String {
    let answer = match (report.compatible, report.loadable) {
        (true, _) => settings.verdict("yes", Some(true)),
        (false, true) => settings.verdict("loaders: yes; by name: no", None),
        (false, false) => settings.verdict("no", Some(false)),
    };
    format!("{answer}{}\n", reasons(&report.reasons, "  "))
}

pub(super) fn reasons(reasons: &[CompatReason], indent: &str) -> String {
    reasons
        .iter()
        .map(|reason| format!("\n{indent}{}: {}", reason.rule, reason.text))
        .collect()
}
