//! `prune`: keeps only the code objects for some processors in a library, program or bundle.

mod choice;
mod report;

use std::collections::BTreeSet;
use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::ops::Task;
use offload_bundle::internal::package;
use offload_bundle::ops::Context;
use offload_bundle::report::Integer;
use offload_bundle::{Error, FileName, Refusal};
use offload_bundle_core::registry::Registry;

use crate::rewritten::{self, Rewritten};
use crate::runtime::suit;
use crate::unit::Unit;
use crate::wheel::packed::rewrite_package;
use choice::{Choice, Filters};
use report::Counted;
pub use report::{PruneReport, PruneRequest, PrunedBundle, PrunedTarget};

/// Writes the input without the code objects that are not kept. Everything else stays: pointers to bundles follow them,
/// no other address changes, and pages that become free leave the file. The result is read back and compared with the
/// input before it appears. If nothing is dropped, the output is the same file.
///
/// # Errors
///
/// Returns [`Error::NothingFits`] if a target matches nothing, and [`Error::Refused`] if something unsupported refers
/// to the bundles, or if nothing would be left. Nothing is written then.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/hip/device.22.hipfb");
/// # let folder = tempfile::tempdir()?;
/// # let output = folder.path().join("small.hipfb");
/// use offload_bundle::ops::Context;
/// use offload_bundle::request::RequestedTarget;
/// use offload_bundle::REGISTRY;
/// use offload_bundle_rewrite::PruneRequest;
///
/// let mut request = PruneRequest::default();
/// request.input = path.into();
/// request.output = Some(output);
/// request.keep = vec![RequestedTarget::parse(&REGISTRY, "gfx90a")?];
/// let report = offload_bundle_rewrite::prune(&REGISTRY, &request, &mut Context::default())?;
/// assert!(report.size < report.size_before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prune(registry: &Registry, request: &PruneRequest, context: &mut Context<'_>) -> Result<PruneReport, Error> {
    if request.keep.is_empty() && request.drop.is_empty() {
        return Err(request.input.refuse(Refusal::new(
            "nothing-asked",
            "neither what to keep nor what to drop is given",
        )));
    }
    let input = package::open(registry, &request.input, &request.scan)?;
    let asked = (request.output.as_deref(), request.in_place, request.dry_run);
    let task = Task::new((&request.input, &input), &request.scan, asked)?;
    let task = task.dropping_signatures(request.drop_signatures);
    let mut report = match rewritten::is_package(registry, &input)? {
        true => prune_package(registry, request, (&task, &input), context)?,
        false => prune_file(registry, request, (&task, &input), context)?.0,
    };
    report.output = task.output.as_ref().map(FileName::from);
    report.dry_run = request.dry_run;
    Ok(report)
}

/// Prunes the files in the zip archive `package`.
fn prune_package(
    registry: &Registry,
    request: &PruneRequest,
    (task, package): (&Task<'_>, &Arc<Input>),
    context: &mut Context<'_>,
) -> Result<PruneReport, Error> {
    let mut report =
        PruneReport { file: package.name().into(), size_before: Integer(package.len()), ..PruneReport::default() };
    let mut known = Known::default();
    let mut each = |task: &Task<'_>, input: &Arc<Input>, context: &mut Context<'_>| {
        let of_file = PruneRequest { input: Arc::clone(input).into(), ..request.clone() };
        let (file, has_changed) = prune_file(registry, &of_file, (task, input), context)?;
        add(&mut report, &mut known, file);
        Ok(has_changed)
    };
    let rewritten = rewrite_package(registry, task, package, context, &mut each)?;
    report.size = Integer(rewritten.size);
    report.targets = known.targets.into_targets();
    report.unpruned = rewritten.left;
    Ok(report)
}

/// Prunes one file. Also returns whether anything has changed.
fn prune_file(
    registry: &Registry,
    request: &PruneRequest,
    (task, input): (&Task<'_>, &Arc<Input>),
    context: &mut Context<'_>,
) -> Result<(PruneReport, bool), Error> {
    let filters = Filters::new(&request.keep, &request.drop);
    let (mut targets, mut notes) = (Vec::new(), Vec::new());
    let mut choose = |units: &mut [Unit<'_>]| {
        let mut choice = Choice::new(registry.ids, &filters);
        for bundle in units.iter_mut().flat_map(|unit| &mut unit.bundles) {
            bundle.retain(&mut |id, len| choice.keeps(id, len))?;
        }
        (targets, notes) = choice.finish(&request.input)?;
        suit(request.runtime, input, units)
    };
    let rewritten = rewritten::rewrite(registry, task, input, context, &mut choose)?;
    let has_changed = !rewritten.is_unchanged;
    Ok((PruneReport { targets, notes, ..of_file(input, rewritten) }, has_changed))
}

/// Reports a file, without its targets.
fn of_file(input: &Input, rewritten: Rewritten) -> PruneReport {
    let bundles = rewritten.units.iter().map(|unit| PrunedBundle {
        offset_before: Integer(unit.before.ofs),
        size_before: Integer(unit.before.len),
        offset: Integer(unit.after.ofs),
        size: Integer(unit.after.len),
        kept: unit.kept,
        dropped: unit.dropped,
        kept_for_devices: unit.kept_for_devices,
        compressed: unit.compression_before.is_some(),
    });
    PruneReport {
        file: input.name().into(),
        size_before: Integer(rewritten.size_before),
        size: Integer(rewritten.size),
        resize_method: rewritten.way,
        bundles: bundles.collect(),
        section: rewritten.section,
        wrapper_count: rewritten.wrapper_count,
        other_bundle_count: rewritten.other_bundle_count,
        warnings: rewritten.warnings,
        ..PruneReport::default()
    }
}

/// Targets and notes of a package, each once.
#[derive(Default)]
struct Known {
    targets: Counted,
    notes: BTreeSet<String>,
}

fn add(report: &mut PruneReport, known: &mut Known, file: PruneReport) {
    for target in &file.targets {
        known.targets.add(&target.id, target.kept, target.count, target.size.0);
    }
    for note in &file.notes {
        if known.notes.insert(note.message.clone()) {
            report.notes.push(note.clone());
        }
    }
    report.files.push(file);
}
