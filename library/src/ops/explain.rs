//! Why each request got the entry that it got: what `unbundle` reports.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::ids::Verdict;
use serde_json::{Value, json};

use super::list::printable;
use super::matching::{Match, reasons};
use crate::input::Input;
use crate::scan::EntryRef;

/// Stands before each reason.
const INDENT: &str = "    ";

/// What goes to one output.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    /// The ID asked for; none where every entry was.
    pub asked: Option<String>,
    /// The number of the bundle that the content comes from, from 0, and its stored ID; none where there was nothing.
    pub stored: Option<(usize, String)>,
    /// The output.
    pub output: String,
    /// What its place counts in: the file, or what an envelope in the file holds. None where there is nothing to write.
    pub input: Option<Arc<Input>>,
    /// What goes there.
    pub place: Place,
}

/// Everything that led to a choice.
#[derive(Debug)]
pub(super) struct Explanation<'e> {
    /// The input.
    pub input: &'e str,
    /// The IDs asked for.
    pub asked: &'e [&'e str],
    /// The entries.
    pub entries: &'e [EntryRef<'e>],
    /// What was found out for each request.
    pub matches: &'e [Match],
}

impl Explanation<'_> {
    /// One paragraph a request, with one line an entry and one line a reason.
    pub(super) fn as_text(&self) -> String {
        let mut text = String::new();
        for (asked, found) in self.asked.iter().zip(self.matches) {
            text.push_str(&format!("{asked}:\n"));
            for (position, (EntryRef { bundle, entry, .. }, verdict)) in
                self.entries.iter().zip(&found.verdicts).enumerate()
            {
                let id = entry.id.as_ref().map_or_else(|_| "?".into(), |id| printable(id));
                let answer = match verdict {
                    Some(verdict) if found.chosen == Some(position) => format!("chosen{}", reasons(verdict, INDENT)),
                    Some(verdict) if verdict.compatible => format!("yes, but not the best{}", reasons(verdict, INDENT)),
                    Some(verdict) => format!("no{}", reasons(verdict, INDENT)),
                    None => "no: its ID cannot be read".into(),
                };
                text.push_str(&format!("  bundle {bundle}: {id}: {answer}\n"));
            }
            if self.entries.is_empty() {
                text.push_str("  there are no entries\n");
            }
        }
        text
    }

    /// The report as JSON.
    pub(super) fn as_json(&self, chosen: &[Chosen], with_reasons: bool) -> Value {
        let outputs: Vec<Value> = chosen
            .iter()
            .map(|chosen| {
                json!({
                    "asked": chosen.asked,
                    "bundle": chosen.stored.as_ref().map(|(bundle, _)| bundle),
                    "id": chosen.stored.as_ref().map(|(_, id)| id),
                    "offset": chosen.place.ofs,
                    "size": chosen.place.len,
                    "output": chosen.output,
                })
            })
            .collect();
        let mut report = json!({ "file": self.input, "outputs": outputs });
        if let (true, Some(report)) = (with_reasons, report.as_object_mut()) {
            let requests = self.asked.iter().zip(self.matches);
            let explanations = requests.map(|(asked, found)| {
                let entries = self.entries.iter().zip(&found.verdicts).enumerate();
                let entries: Vec<Value> = entries
                    .map(|(position, entry)| verdict(found, position, entry))
                    .collect();
                json!({ "asked": asked, "entries": entries })
            });
            report.insert("explanations".into(), explanations.collect());
        }
        report
    }
}

type Judged<'e> = (&'e EntryRef<'e>, &'e Option<Verdict>);

fn verdict(found: &Match, position: usize, (stored, verdict): Judged<'_>) -> Value {
    let reasons = verdict.iter().flat_map(|verdict| &verdict.reasons);
    let reasons = reasons.map(|reason| json!({ "rule": reason.rule, "text": reason.text }));
    json!({
        "bundle": stored.bundle,
        "id": stored.entry.id.as_deref().ok(),
        "compatible": verdict.as_ref().is_some_and(|verdict| verdict.compatible),
        "rank": verdict.as_ref().map(|verdict| verdict.rank),
        "chosen": found.chosen == Some(position),
        "reasons": reasons.collect::<Vec<Value>>(),
    })
}
