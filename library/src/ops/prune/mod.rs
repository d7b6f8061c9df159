//! `prune`: leaves of the code objects in a library, program or bundle those for some processors.

mod check;
mod choice;
mod content;
mod holder;
mod packed;
mod record;
#[cfg(test)]
mod tests;
mod unit;

use std::path::PathBuf;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::PackageForm;
use offload_bundle_core::registry::Registry;

use super::check::refuse_unsound;
use super::context::Context;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::{Input, InputFile, InputPiece};
use crate::object::elf::repack::fault::RepackFault;
use crate::object::elf::repack::{Repack, Repacked};
use crate::output::{self, Output, write_checked};
use crate::package;
use crate::prune_fault::PruneFault;
use crate::report::{Diagnostic, Integer, PruneReport, PrunedBundle};
use crate::request::PruneRequest;
use crate::scan::scan;

use check::{check, check_contents};
use choice::{Choice, Filters};
use content::{Effort, NewBundles, parts};
use holder::Holder;
use packed::Packed;
use unit::Unit;

/// Writes the input without the code objects that are not kept. Everything else stays as it is: what points at bundles follows them, no
/// other address changes, and the pages that become free leave the file. The result is read back and compared with the input before
/// it appears. Where nothing is dropped, it is the same file.
///
/// # Errors
///
/// [`Error::NothingFits`] for a target that nothing is for; [`Error::Prune`] for a file in which something is not
/// understood that would have to follow, and where nothing would be left. Then nothing is written.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/hip/device.22.hipfb");
/// # let folder = tempfile::tempdir()?;
/// # let output = folder.path().join("small.hipfb");
/// use offload_bundle::ops::{self, Context};
/// use offload_bundle::request::{PruneRequest, RequestedTarget};
/// use offload_bundle_formats::registry::REGISTRY;
///
/// let mut request = PruneRequest::default();
/// request.input = path.into();
/// request.output = Some(output);
/// request.keep = vec![RequestedTarget::parse(&REGISTRY, "gfx90a")?];
/// let report = ops::prune(&REGISTRY, &request, &mut Context::default())?;
/// assert!(report.size < report.size_before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prune(registry: &Registry, request: &PruneRequest, context: &mut Context<'_>) -> Result<PruneReport, Error> {
    if request.keep.is_empty() && request.drop.is_empty() {
        return Err(Error::Prune { file: request.input.name(), fault: PruneFault::NothingAsked });
    }
    let input = package::open(registry, &request.input, &request.scan)?;
    let output = output_of(request, &input)?;
    match package::form(registry, &input)? {
        Some(PackageForm::Zip) => prune_package(registry, request, &input, output, context),
        _ => prune_file(registry, request, &input, output, context),
    }
}

/// Prunes the files in the zip archive `package`.
fn prune_package(
    registry: &Registry,
    request: &PruneRequest,
    package: &Arc<Input>,
    output: Option<PathBuf>,
    context: &mut Context<'_>,
) -> Result<PruneReport, Error> {
    let path = output.as_ref().map_or_else(|| package.name().into(), FileName::from);
    let Packed { result, contents, mut report } = packed::packed(registry, request, package, &path, context)?;
    report.output = output.as_ref().map(FileName::from);
    report.dry_run = request.dry_run;
    if request.dry_run || (request.in_place && contents.is_none()) {
        return Ok(report);
    }
    let pieces = [InputPiece::Range(Arc::clone(&result), result.whole())];
    let output = Output::new(path.clone(), parts(&pieces)).with_mode_of(package);
    let mut checked = |written: &Arc<Input>| match &contents {
        None => Ok(()),
        Some(contents) => check_contents(registry, written, contents),
    };
    context.split(|stdout, progress| write_checked(&output, stdout, progress, &mut checked))?;
    Ok(report)
}

/// Leaves of the code objects in `input` those that are asked for.
fn prune_file(
    registry: &Registry,
    request: &PruneRequest,
    input: &Arc<Input>,
    output: Option<PathBuf>,
    context: &mut Context<'_>,
) -> Result<PruneReport, Error> {
    let scan = scan(registry, input, &request.scan)?.without_unknown_names();
    refuse_unsound(&scan, false)?;
    let holder = Holder::of(&scan, input)?;
    let mut units = Unit::all(&scan, holder.region);
    let filters = Filters::of(request);
    let mut choice = Choice::new(registry.ids, &filters);
    for unit in &mut units {
        unit.choose(&mut choice)?;
    }
    let (targets, notes) = choice.finish(&request.input)?;
    let path = output.as_ref().map_or_else(|| input.name().into(), FileName::from);
    let made = match units.iter().all(Unit::is_whole) {
        true => Made::unchanged(input, &units),
        false => {
            holder.refuse_others(input, &units)?;
            context.split(|_, progress| Made::of(registry, (input, &holder), &units, &path, progress))?
        }
    };
    let size = made.pieces.iter().map(InputPiece::len).fold(0, u64::saturating_add);
    let stays = request.in_place && made.is_unchanged;
    if !(request.dry_run || stays) {
        let output = Output::new(path.clone(), parts(&made.pieces)).with_mode_of(input);
        let mut checked = |result: &Arc<Input>| match made.is_unchanged {
            true => Ok(()),
            false => check((registry, &request.scan), &units, &made, result),
        };
        context.split(|stdout, progress| write_checked(&output, stdout, progress, &mut checked))?;
    }
    let bundles = units.iter().zip(&made.places).map(|(unit, place)| {
        let (kept, dropped) = unit.counts();
        PrunedBundle {
            offset_before: Integer(unit.place.ofs),
            size_before: Integer(unit.place.len),
            offset: Integer(place.ofs),
            size: Integer(place.len),
            kept,
            dropped,
            kept_for_devices: unit.kept_for_devices(registry.ids),
            compressed: unit.bundles.iter().any(|bundle| bundle.found.envelope.is_some()),
        }
    });
    Ok(PruneReport {
        file: input.name().into(),
        output: output.as_ref().map(FileName::from),
        dry_run: request.dry_run,
        size_before: Integer(input.len()),
        size: Integer(size),
        way: made.repack.as_ref().map(|(_, repacked)| repacked.way.into()),
        section: holder.section.clone(),
        wrapper_count: made.repack.as_ref().map(|(repack, _)| repack.wrapper_count()),
        targets,
        bundles: bundles.collect(),
        other_bundle_count: scan.in_use().filter(|(_, found)| found.region != holder.region).count(),
        files: Vec::new(),
        unpruned: Vec::new(),
        notes,
        warnings: Diagnostic::of_scan(input.name(), &scan).collect(),
    })
}

/// Where the result goes.
///
/// # Errors
///
/// Nowhere; it would replace the input, which is not to be changed; or what is to be changed is no file by itself.
fn output_of(request: &PruneRequest, input: &Input) -> Result<Option<PathBuf>, Error> {
    let file = || request.input.name();
    match (&request.output, request.in_place, &request.input) {
        (Some(output), false, _) if input.is(output::identity(output)) => {
            Err(Error::OutputIsInput { file: output.into() })
        }
        (Some(output), false, _) => Ok(Some(output.clone())),
        (_, true, InputFile::Path(path)) if input.is(output::identity(path)) => Ok(Some(path.clone())),
        (_, true, _) => Err(Error::Prune { file: file(), fault: PruneFault::NotInPlace }),
        (None, false, _) if request.dry_run => Ok(None),
        (None, false, _) => Err(Error::Prune { file: file(), fault: PruneFault::NoOutput }),
    }
}

/// The file that is to be written.
struct Made {
    pieces: Vec<InputPiece>,
    /// Where each bundle is in it.
    places: Vec<Place>,
    /// Whether it is the input.
    is_unchanged: bool,
    /// How it was made, if it is a library or program.
    repack: Option<(Repack, Repacked)>,
    /// The section with the bundles, and its first byte.
    section: Option<(String, u64)>,
}

impl Made {
    fn unchanged(input: &Arc<Input>, units: &[Unit<'_>]) -> Self {
        Self {
            pieces: vec![InputPiece::Range(Arc::clone(input), input.whole())],
            places: units.iter().map(|unit| unit.place).collect(),
            is_unchanged: true,
            repack: None,
            section: None,
        }
    }

    fn of(
        registry: &Registry,
        (input, holder): (&Arc<Input>, &Holder),
        units: &[Unit<'_>],
        path: &FileName,
        progress: &mut dyn output::Progress,
    ) -> Result<Self, Error> {
        if holder.section.is_none() {
            let new = NewBundles::of((input, holder.place, 0), units, Effort::Usual, path, progress)?;
            let NewBundles { pieces, places } = new;
            return Ok(Self { pieces, places, is_unchanged: false, repack: None, section: None });
        }
        let starts: Vec<u64> = units.iter().map(|unit| unit.place.ofs).collect();
        // What cannot be done is told before anything is compressed.
        let repack = Repack::of(input, registry.sections, holder.place, &starts)?;
        let mut with = |effort| {
            let new = NewBundles::of((input, holder.place, repack.address()), units, effort, path, progress)?;
            repack.with(new.pieces, &new.places)
        };
        let mut repacked = match with(Effort::Usual) {
            Err(Error::Prune { fault: PruneFault::NotRepackable(RepackFault::Longer { .. }), .. }) => {
                with(Effort::Greatest)?
            }
            other => other?,
        };
        Ok(Self {
            pieces: std::mem::take(&mut repacked.pieces),
            places: repacked.places.clone(),
            is_unchanged: false,
            repack: Some((repack, repacked)),
            section: holder.section.clone().map(|section| (section, holder.place.ofs)),
        })
    }
}
