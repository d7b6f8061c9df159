//! Rewrites files with bundles.

use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::input::InputPiece;
use offload_bundle::internal::ops::{Task, refuse_unsound};
use offload_bundle::internal::output::Output;
use offload_bundle::internal::package;
use offload_bundle::internal::scan::{FoundBundle, RegionKind, Scan, scan};
use offload_bundle::ops::Context;
use offload_bundle::report::{Compression, Diagnostic, Integer, RewrittenFile};
use offload_bundle::{Error, FileName};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::PackageForm;
use offload_bundle_core::registry::Registry;

use super::check::check;
use super::content::parts;
use super::holder::{Edit, Holder};
use super::made::Made;
use super::unit::Unit;

#[derive(Debug)]
pub(super) struct Rewritten {
    pub(super) size_before: u64,
    pub(super) size: u64,
    pub(super) is_unchanged: bool,
    pub(super) way: Option<&'static str>,
    pub(super) section: Option<String>,
    pub(super) wrapper_count: Option<usize>,
    pub(super) units: Vec<RewrittenUnit>,
    /// Outside of the holder.
    pub(super) other_bundle_count: usize,
    pub(super) to_be_linked: Option<String>,
    pub(super) warnings: Vec<Diagnostic>,
}

impl Rewritten {
    pub(super) fn into_report(self) -> RewrittenFile {
        let mut file = RewrittenFile::default();
        file.size_before = Integer(self.size_before);
        file.size = Integer(self.size);
        file.resize_method = self.way;
        file.section = self.section;
        file.wrapper_count = self.wrapper_count;
        file.other_bundle_count = self.other_bundle_count;
        file
    }
}

#[derive(Debug)]
pub(super) struct RewrittenUnit {
    pub(super) before: Place,
    pub(super) after: Place,
    pub(super) kept: usize,
    pub(super) dropped: usize,
    pub(super) kept_for_devices: usize,
    pub(super) compression_before: Option<Compression>,
    pub(super) compression: Option<Compression>,
}

fn plain_len(units: &[Unit<'_>], path: &FileName) -> Result<u64, Error> {
    let anew = units.iter().filter(|unit| !unit.goes() && unit.is_compressed_anew());
    anew.map(|unit| Ok(InputPiece::total(&unit.plain(path)?)))
        .try_fold(0_u64, |sum, len: Result<u64, Error>| Ok(sum.saturating_add(len?)))
}

/// Unless it is unchanged or a dry run.
fn write(
    registry: &Registry,
    task: &Task<'_>,
    (units, made): (&[Unit<'_>], &Made),
    (input, path): (&Arc<Input>, &FileName),
    context: &mut Context<'_>,
) -> Result<(), Error> {
    if !task.writes(!made.is_unchanged) {
        return Ok(());
    }
    let output = Output::new(path.clone(), parts(&made.pieces)).with_mode_of(input);
    let output = output.changed_in_place(task.in_place);
    let mut checked = |result: &Arc<Input>| match made.is_unchanged {
        true => Ok(()),
        false => check((registry, task.scan), (input, units), made, result),
    };
    task.write(&output, context, &mut checked)
}

pub(super) fn is_package(registry: &Registry, input: &Arc<Input>) -> Result<bool, Error> {
    let form = package::form(registry, input)?;
    Ok(form.is_some_and(|form| form != PackageForm::Cpio))
}

/// The result is read back and compared with the input before it appears; nothing is written on errors.
pub(super) fn rewrite(
    registry: &Registry,
    task: &Task<'_>,
    (input, edit): (&Arc<Input>, Edit),
    context: &mut Context<'_>,
    choose: &mut dyn FnMut(&mut [Unit<'_>]) -> Result<(), Error>,
) -> Result<Rewritten, Error> {
    let scan = scan(registry, input, task.scan)?;
    rewrite_scanned(registry, task, (input, &scan, edit), context, choose)
}

pub(super) fn rewrite_scanned(
    registry: &Registry,
    task: &Task<'_>,
    (input, scan, edit): (&Arc<Input>, &Scan, Edit),
    context: &mut Context<'_>,
    choose: &mut dyn FnMut(&mut [Unit<'_>]) -> Result<(), Error>,
) -> Result<Rewritten, Error> {
    refuse_unsound(scan, false)?;
    let holder = Holder::find(scan, input, edit)?;
    let mut units = Unit::all(scan, holder.region);
    choose(&mut units)?;
    let path = task.path(input);
    let made = match units.iter().all(Unit::stays) {
        true => {
            let made = Made::unchanged(input, &units);
            write(registry, task, (&units, &made), (input, &path), context)?;
            made
        }
        false => {
            holder.refuse_others(input, &units)?;
            let compressed = plain_len(&units, &path)?;
            let rest = input.len().saturating_sub(holder.place.len);
            context.as_whole(compressed.saturating_add(rest), |context| {
                let made = context.as_part(compressed, |context| {
                    context.split(|_, progress| Made::make(registry, (input, &holder), &units, &path, progress))
                })?;
                context.as_part(rest, |context| {
                    write(registry, task, (&units, &made), (input, &path), context)
                })?;
                Ok::<_, Error>(made)
            })?
        }
    };
    let size = InputPiece::total(&made.pieces);
    let rewritten = units.iter().zip(&made.places).zip(&made.compressions);
    let rewritten = rewritten.map(|((unit, place), compression)| {
        let (kept, dropped) = unit.counts();
        RewrittenUnit {
            before: unit.place,
            after: *place,
            kept,
            dropped,
            kept_for_devices: unit.count_kept_for_devices(registry.ids),
            compression_before: unit.envelope().map(|envelope| Compression::new(envelope)),
            compression: compression.clone(),
        }
    });
    Ok(Rewritten {
        size_before: input.len(),
        size,
        is_unchanged: made.is_unchanged,
        way: made.way(),
        section: holder.section.clone(),
        wrapper_count: made.repack.as_ref().map(|(repack, _)| repack.wrapper_count()),
        units: rewritten.collect(),
        other_bundle_count: scan.in_use().filter(|(_, found)| found.region != holder.region).count(),
        to_be_linked: scan.in_use().find_map(|(_, found)| section_to_be_linked(scan, found)),
        warnings: Diagnostic::of_scan(input.name(), scan).collect(),
    })
}

fn section_to_be_linked(scan: &Scan, found: &FoundBundle) -> Option<String> {
    match &scan.regions.get(found.region)?.kind {
        RegionKind::Section { name, linked_into, .. } if !linked_into.is_empty() => Some(name.clone()),
        _ => None,
    }
}
