//! `supports`: whether each input runs on GPUs.

use std::sync::Arc;

use offload_bundle_core::registry::Registry;

use super::check::{refuse_rereading, refuse_unsound};
use super::file_outcomes::FileOutcomes;
use super::judge::Judge;
use crate::error::Error;
use crate::input::Input;
use crate::package::Walk;
use crate::report::{FileNotes, Outcome, SupportsFile, SupportsInput, SupportsItem, SupportsReport, SupportsSummary};
use crate::request::{RequestedTarget, SupportsRequest};
use crate::scan::{KnownArchives, scan_following};

/// Is shown the answers, one after the other.
type Visit<'v> = dyn FnMut(SupportsItem) -> Result<(), Error> + 'v;

/// Reports whether each input runs on GPUs, as a loader would choose: exact code, another variant of the processor, the generic processor
/// of its family, an earlier one of its generation, or code that the driver compiles. Only code for GPUs of the same architecture counts. Of
/// files and members that are alike but for the processor in their names, one is enough. The report has the error of a file that cannot be
/// read.
///
/// # Errors
///
/// Returns an error if standard input is given twice.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::ops;
/// use offload_bundle::request::{RequestedTarget, SupportsRequest};
/// use offload_bundle::REGISTRY;
///
/// let mut request = SupportsRequest::new(RequestedTarget::parse(&REGISTRY, "gfx906")?);
/// request.inputs = vec![path.into()];
/// assert!(ops::supports(&REGISTRY, &request)?.inputs[0].answer.is_supported());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn supports(registry: &Registry, request: &SupportsRequest) -> Result<SupportsReport, Error> {
    let mut inputs = Vec::new();
    let summary = supports_with(registry, request, &mut |item| {
        if let SupportsItem::Input(input) = item {
            inputs.push(*input);
        }
        Ok(())
    })?;
    let SupportsSummary { totals, notes, outcome } = summary;
    Ok(SupportsReport { inputs, totals, notes, outcome })
}

/// Like [`supports`], but passes the report to `visit` input by input.
///
/// # Errors
///
/// Returns an error where [`supports`] does, or if `visit` does.
pub fn supports_with(
    registry: &Registry,
    request: &SupportsRequest,
    visit: &mut Visit<'_>,
) -> Result<SupportsSummary, Error> {
    refuse_rereading(&request.inputs)?;
    let mut outcomes = FileOutcomes::new(request.inputs.len());
    let mut archives = KnownArchives::default();
    let mut judge = Judge::new(registry, &request.targets, &request.kinds);
    let walk = Walk::new(registry, &request.scan, &request.exclude);
    for input in &request.inputs {
        judge.begin(&input.name());
        let mut files = Vec::new();
        walk.each(std::slice::from_ref(input), &mut |leaf| {
            outcomes.look_into(leaf.found);
            let looked_into = leaf
                .input
                .and_then(|input| look_into(registry, request, &input, &mut archives, &mut judge));
            let (notes, holds_code) = match looked_into {
                Ok(known) => known,
                Err(error) if leaf.found && matches!(error, Error::NotABundle { .. }) => {
                    outcomes.add(error.outcome(), false);
                    return visit(SupportsItem::PassedOver(Box::new(error)));
                }
                Err(error) => (FileNotes::failed(error), false),
            };
            let outcome = match holds_code {
                true => Outcome::Done,
                false => notes.outcome().max(Outcome::Negative),
            };
            outcomes.add(outcome, holds_code);
            files.push(SupportsFile { file: leaf.name, notes });
            Ok(())
        })?;
        let answer = judge.end();
        // That one of several inputs holds no code is no answer for all of them.
        let holds_code = !answer.sets.is_empty() || !answer.unseen.is_empty();
        if holds_code && !answer.is_supported() {
            outcomes.worsen(Outcome::Negative);
        }
        visit(SupportsItem::Input(Box::new(SupportsInput { answer, files })))?;
    }
    let notes = request.targets.iter().flat_map(RequestedTarget::notes).collect();
    Ok(SupportsSummary { totals: outcomes.counts(), notes, outcome: outcomes.outcome() })
}

/// Adds what is in `input` to what is judged. Gives what there is to tell of it, and whether it holds code.
fn look_into(
    registry: &Registry,
    request: &SupportsRequest,
    input: &Arc<Input>,
    archives: &mut KnownArchives,
    judge: &mut Judge<'_>,
) -> Result<(FileNotes, bool), Error> {
    let scan = input.unless_changed(scan_following(registry, input, &request.scan, archives))?;
    refuse_unsound(&scan, false)?;
    let holds_code = judge.add(input.name(), &scan)?;
    Ok((FileNotes::new(input.name(), scan), holds_code))
}
