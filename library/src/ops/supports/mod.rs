//! `supports`: whether each input runs on GPUs.

pub(super) mod judge;
pub(crate) mod report;
mod sets;
pub(super) mod units;

use offload_bundle_core::registry::Registry;

use super::check::refuse_unsound;
use super::supports::judge::Judge;
use crate::error::Error;
use crate::package::Leaf;
use crate::report::{FileNotes, Item, NotedFile, Outcome, SupportsInput, SupportsReport, SupportsSummary};
use crate::request::{RequestedTarget, SupportsRequest};
use crate::scan::{KnownArchives, scan_following};
use crate::walk::{Files, refuse_rereading};

/// Is shown the answer for each input.
type Visit<'v> = dyn FnMut(Item<SupportsInput>) -> Result<(), Error> + 'v;

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
        inputs.extend(item.into_file());
        Ok(())
    })?;
    Ok(SupportsReport { inputs, summary })
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
    let mut all = Files::new(registry, &request.scan, &request.exclude, request.inputs.len());
    let mut archives = KnownArchives::default();
    let mut judge = Judge::new(registry, &request.targets, &request.kinds);
    for input in &request.inputs {
        judge.begin(&input.name());
        let mut files = Vec::new();
        let mut read = |leaf: Leaf| look_into(registry, request, leaf, &mut archives, &mut judge);
        all.each(std::slice::from_ref(input), &mut read, &mut |item| match item {
            Item::File(file) => {
                files.push(file);
                Ok(())
            }
            Item::PassedOver(error) => visit(Item::PassedOver(error)),
        })?;
        let answer = judge.end();
        // That one of several inputs holds no code is no answer for all of them.
        let holds_code = !answer.sets.is_empty() || !answer.unseen.is_empty();
        if holds_code && !answer.is_supported() {
            all.worsen(Outcome::Negative);
        }
        visit(Item::File(SupportsInput { answer, files }))?;
    }
    let notes = request.targets.iter().flat_map(RequestedTarget::notes).collect();
    Ok(SupportsSummary { totals: all.counts(), notes, outcome: all.outcome() })
}

/// Adds what is in a file to what is judged. The notes say that it holds bundles if it holds code.
fn look_into(
    registry: &Registry,
    request: &SupportsRequest,
    leaf: Leaf,
    archives: &mut KnownArchives,
    judge: &mut Judge<'_>,
) -> Result<NotedFile, Error> {
    let input = leaf.input?;
    let scan = input.unless_changed(scan_following(registry, &input, &request.scan, archives))?;
    refuse_unsound(&scan, false)?;
    let holds_bundles = judge.add(input.name(), &scan)?;
    let notes = FileNotes { holds_bundles, ..FileNotes::new(input.name(), scan) };
    Ok(NotedFile { file: leaf.name, notes })
}
