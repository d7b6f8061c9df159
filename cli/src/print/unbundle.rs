//! What was taken out: as text nothing is said of it, unless why is asked for.

use std::path::PathBuf;

use offload_bundle::Error;
use offload_bundle::ops::Progress;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{EntryVerdict, Explanation, Outcome, UnbundleReport};
use offload_bundle::request::UnbundleRequest;
use offload_bundle_core::registry::Registry;

use super::notes::warn;
use super::printable::printable;
use super::printer::{Printer, pretty};
use super::target::reasons;

/// Stands before each reason.
const INDENT: &str = "    ";

/// Takes out what is wanted, and prints why.
///
/// # Errors
///
/// Those of the operation; standard output cannot be written.
pub(crate) fn unbundle(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &UnbundleRequest,
    progress: &mut dyn Progress,
) -> Result<Outcome, Error> {
    let mut context = Context { stdout: Some(printer.stdout()), progress: Some(progress) };
    let result = ops::unbundle(registry, request, &mut context);
    let report = match &result {
        Ok(report) => report,
        Err(Error::NotFound { report, .. }) => report,
        Err(_) => return result.map(|_| Outcome::Done),
    };
    warn(printer, &report.file, &report.warnings);
    let outputs: Vec<PathBuf> = request.wanted.iter().map(|wanted| wanted.output.clone()).collect();
    let text = match printer.is_json() {
        true => result.as_ref().ok().map(pretty),
        false => explained(report),
    };
    if let Some(text) = text {
        printer.print_beside(&text, outputs.iter().map(PathBuf::as_path))?;
    }
    result.map(|_| Outcome::Done)
}

/// One paragraph a request, with one line an entry and one line a reason.
fn explained(report: &UnbundleReport) -> Option<String> {
    let paragraphs = report
        .explanations
        .as_ref()?
        .iter()
        .map(|Explanation { requested, entries, .. }| {
            let mut text = format!("{requested}:\n");
            text.extend(entries.iter().map(line));
            if entries.is_empty() {
                text.push_str("  there are no entries\n");
            }
            text
        });
    Some(paragraphs.collect())
}

fn line(entry: &EntryVerdict) -> String {
    let id = entry.id.as_deref().map_or_else(|| "?".into(), printable);
    let answer = match entry {
        EntryVerdict { rank: None, .. } => "no: its ID cannot be read",
        EntryVerdict { chosen: true, .. } => "chosen",
        EntryVerdict { compatible: true, .. } => "yes, but not the best",
        _ => "no",
    };
    format!(
        "  bundle {}: {id}: {answer}{}\n",
        entry.bundle,
        reasons(&entry.reasons, INDENT)
    )
}
