//! `prune`: keeps only the code objects for some processors in a library, program or bundle.

mod choice;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::ops::Task;
use offload_bundle::internal::package;
use offload_bundle::ops::Context;
use offload_bundle::report::{Integer, RequestNote};
use offload_bundle::{Error, FileName, Refusal};
use offload_bundle_core::registry::Registry;

use crate::holder::Edit;
use crate::rewritten::{self, Rewritten};
use crate::runtime::suit;
use crate::unit::Unit;
use crate::wheel::packed::{PackageChange, rewrite_package};
use choice::{Choice, Criteria};
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
        false => prune_file(registry, request, (&task, &input), true, context)?.report,
    };
    report.output = task.output.as_ref().map(FileName::from);
    report.dry_run = request.dry_run;
    Ok(report)
}

fn prune_package(
    registry: &Registry,
    request: &PruneRequest,
    (task, package): (&Task<'_>, &Arc<Input>),
    context: &mut Context<'_>,
) -> Result<PruneReport, Error> {
    let report =
        PruneReport { file: package.name().into(), size_before: Integer(package.len()), ..PruneReport::default() };
    let mut pruning = Pruning { registry, request, report, known: Known::default(), missing: None };
    let rewritten = rewrite_package(registry, task, package, context, &mut pruning)?;
    let Pruning { mut report, known, .. } = pruning;
    report.size = Integer(rewritten.size);
    report.targets = known.targets.into_targets();
    report.unpruned = rewritten.left;
    Ok(report)
}

struct Pruning<'r> {
    registry: &'r Registry,
    request: &'r PruneRequest,
    report: PruneReport,
    known: Known,
    /// In any file so far.
    missing: Option<BTreeMap<usize, Error>>,
}

impl PackageChange for Pruning<'_> {
    fn rewrite(&mut self, task: &Task<'_>, input: &Arc<Input>, context: &mut Context<'_>) -> Result<bool, Error> {
        let of_file = PruneRequest { input: Arc::clone(input).into(), ..self.request.clone() };
        let pruned = prune_file(self.registry, &of_file, (task, input), false, context)?;
        match &mut self.missing {
            Some(missing) => missing.retain(|criterion, _| pruned.missing.contains_key(criterion)),
            None => self.missing = Some(pruned.missing),
        }
        add(&mut self.report, &mut self.known, pruned.report);
        Ok(pruned.has_changed)
    }

    fn finish(&mut self, package: &Input) -> Result<(), Error> {
        let Some((_, error)) = self.missing.as_mut().and_then(BTreeMap::pop_first) else {
            return Ok(());
        };
        let stored = self.known.targets.targets().iter().map(|target| target.id.clone());
        let (nearest, left_out) = match error {
            Error::NothingFits { nearest, left_out, .. } => (nearest, left_out),
            error => return Err(error),
        };
        Err(Error::NothingFits { files: vec![package.name().clone()], stored: stored.collect(), nearest, left_out })
    }
}

struct PrunedFile {
    report: PruneReport,
    has_changed: bool,
    /// By criterion.
    missing: BTreeMap<usize, Error>,
}

/// For the criteria that match something in it.
fn prune_file(
    registry: &Registry,
    request: &PruneRequest,
    (task, input): (&Task<'_>, &Arc<Input>),
    is_alone: bool,
    context: &mut Context<'_>,
) -> Result<PrunedFile, Error> {
    let criteria = Criteria::new(registry, request);
    let (mut targets, mut notes, mut missing) = (Vec::new(), Vec::new(), BTreeMap::new());
    let mut choose = |units: &mut [Unit<'_>]| {
        let mut choice = Choice::new(&criteria);
        for bundle in units.iter_mut().flat_map(|unit| &mut unit.bundles) {
            choice.apply(bundle)?;
        }
        let chosen = choice.finish(&request.input, is_alone)?;
        (targets, notes, missing) = (chosen.targets, chosen.notes, chosen.missing);
        suit(request.runtime, input, units)
    };
    let rewritten = rewritten::rewrite(registry, task, (input, Edit::Removal), context, &mut choose)?;
    let has_changed = !rewritten.is_unchanged;
    notes.extend(rewritten.to_be_linked.as_ref().map(|section| {
        let message = format!("kept: the bundles in `{section}`, because their code has to be linked before it runs");
        RequestNote::new("unlinked", message)
    }));
    let report = PruneReport { targets, notes, ..of_file(input, rewritten) };
    Ok(PrunedFile { report, has_changed, missing })
}

/// Without its targets.
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

/// Each once.
#[derive(Default)]
struct Known {
    targets: Counted,
    notes: BTreeSet<String>,
}

fn add(report: &mut PruneReport, known: &mut Known, file: PruneReport) {
    for target in &file.targets {
        let key = (target.id.as_str(), target.image.as_deref(), target.kept);
        known.targets.add(key, target.count, target.size.0);
    }
    for note in &file.notes {
        if known.notes.insert(note.message.clone()) {
            report.notes.push(note.clone());
        }
    }
    report.files.push(file);
}
