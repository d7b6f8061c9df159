//! Prints the report of `unbundle`; its text is empty without `--explain`.

use std::path::PathBuf;

use offload_bundle::ops::Progress;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{EntryVerdict, Explanation, Outcome, UnbundleReport, UnbundledEntry};
use offload_bundle::request::UnbundleRequest;
use offload_bundle::{Error, FileName};
use offload_bundle_core::registry::Registry;

use super::counted::list_first;
use super::details;
use super::notes::{bundle_count_text, say_no_symbol_table, warn};
use super::printer::{Printer, pretty};
use super::shown::show;
use super::target::reasons;

const INDENT: &str = "    ";

pub(crate) fn unbundle(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &UnbundleRequest,
    progress: &mut dyn Progress,
) -> Result<Outcome, Error> {
    let mut context = Context { stdout: Some(printer.stdout()), progress: Some(progress) };
    let mut report = UnbundleReport::default();
    let result = ops::unbundle_into(registry, request, &mut context, &mut report);
    if !matches!(result, Ok(()) | Err(Error::NotFound { .. })) {
        return result.map(|()| Outcome::Done);
    }
    warn(printer, &report.file, &report.warnings);
    for output in report.outputs.iter().filter(|output| !output.other_matches.is_empty()) {
        printer.warning(&others(&report.file, output));
    }
    // An empty entry, common for hosts, is not a loss.
    for output in report.outputs.iter().filter(|output| output.size.0 > 0) {
        if let (Some(requested), Some(matching)) = (&output.requested, output.matching)
            && matching.is_partial()
            && matching.bundles > 0
        {
            let (file, bundles) = (&report.file, bundle_count_text(matching));
            printer.note(&format!("{file}: {bundles} something that serves {}", show(requested)));
        }
    }
    let archives = report.archives.iter().flatten();
    for archive in archives.filter(|archive| archive.needs_symbol_table) {
        say_no_symbol_table(printer, &archive.output);
    }
    if result.is_ok() {
        details::say_unbundled(printer, &report);
    }
    let outputs: Vec<PathBuf> = request.wanted.iter().map(|wanted| wanted.output.clone()).collect();
    let text = match printer.is_json() {
        true => result.is_ok().then(|| pretty(&report)),
        false => explain(&report),
    };
    if let Some(text) = text {
        printer.print_beside(&text, outputs.iter().map(PathBuf::as_path))?;
    }
    result.map(|()| Outcome::Done)
}

fn others(file: &FileName, output: &UnbundledEntry) -> String {
    let UnbundledEntry { requested, bundle, id, other_matches: others, .. } = output;
    let each = others.iter().map(|other| {
        let id = other.id.as_deref().map_or_else(|| "?".into(), show);
        format!("bundle {} at byte {:#x} ({id})", other.bundle, other.start)
    });
    let each = list_first(each);
    format!(
        "{file}: {} entries serve {}; written was that of bundle {} ({}) alone; the others are in {each}. \
         `extract` takes out all that serve, `unbundle --all` every entry",
        others.len().saturating_add(1),
        requested.as_deref().map_or_else(String::new, show),
        bundle.unwrap_or_default(),
        id.as_deref().map_or_else(|| "?".into(), show),
    )
}

/// One paragraph per request.
fn explain(report: &UnbundleReport) -> Option<String> {
    let paragraphs = report
        .explanations
        .as_ref()?
        .iter()
        .map(|Explanation { requested, entries, .. }| {
            let mut text = format!("{requested}:\n");
            let chosen = entries.iter().find(|entry| entry.chosen).and_then(|entry| entry.rank);
            text.extend(entries.iter().map(|entry| line(entry, chosen)));
            if entries.is_empty() {
                text.push_str("  no entries\n");
            }
            text
        });
    Some(paragraphs.collect())
}

/// `chosen` is the specificity of the chosen entry.
fn line(entry: &EntryVerdict, chosen: Option<u32>) -> String {
    let id = entry.id.as_deref().map_or_else(|| "?".into(), show);
    let answer = match entry {
        EntryVerdict { rank: None, .. } => "no: its ID cannot be read",
        EntryVerdict { chosen: true, .. } => "chosen",
        EntryVerdict { compatible: true, rank, .. } if *rank == chosen => "yes, but not the first of the best",
        EntryVerdict { compatible: true, .. } => "yes, but not the best",
        _ => "no",
    };
    format!(
        "  bundle {}: {id}: {answer}{}\n",
        entry.bundle,
        reasons(&entry.reasons, INDENT)
    )
}
