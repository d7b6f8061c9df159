//! `supports`: whether everything in each input runs on a GPU.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use offload_bundle_core::ids::{Grammar, IdComponent, Loading, StoredCode};
use offload_bundle_core::registry::Registry;

use super::check::{refuse_rereading, refuse_unsound};
use super::file_outcomes::FileOutcomes;
use super::units::units;
use super::without_kernels::is_without_kernels;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::Input;
use crate::natural_order::Natural;
use crate::package::Walk;
use crate::report::{
    FileNotes, Outcome, SupportedBy, SupportedFile, SupportingTarget, SupportsItem, SupportsReport, SupportsSummary,
};
use crate::request::{RequestedTarget, SupportsRequest};
use crate::scan::{KnownArchives, Scan, scan_following};

/// Is shown the answers, one after the other.
type Visit<'v> = dyn FnMut(SupportsItem) -> Result<(), Error> + 'v;

/// Reports whether everything in each input runs on a GPU, as a loader would choose: exact code, another variant of the processor, the
/// generic processor of its family, an earlier one of its generation, or code that the driver compiles. The report has the error of an
/// input that cannot be read.
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
/// assert_eq!(ops::supports(&REGISTRY, &request)?.files[0].supported, Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn supports(registry: &Registry, request: &SupportsRequest) -> Result<SupportsReport, Error> {
    let mut files = Vec::new();
    let summary = supports_with(registry, request, &mut |item| {
        if let SupportsItem::File(file) = item {
            files.push(*file);
        }
        Ok(())
    })?;
    let SupportsSummary { totals, notes, outcome } = summary;
    Ok(SupportsReport { files, totals, notes, outcome })
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
    Walk::new(registry, &request.scan, &request.exclude).each(&request.inputs, &mut |leaf| {
        outcomes.look_into(leaf.found);
        let file = match leaf
            .input
            .and_then(|input| answer(registry, request, &input, &mut archives))
        {
            Ok(file) => file,
            Err(error) if leaf.found && matches!(error, Error::NotABundle { .. }) => {
                outcomes.add(error.outcome(), false);
                return visit(SupportsItem::PassedOver(Box::new(error)));
            }
            Err(error) => {
                SupportedFile { file: leaf.name, notes: FileNotes::failed(error), ..SupportedFile::default() }
            }
        };
        let holds_code = file.supported.is_some();
        let outcome = match file.supported {
            Some(true) => Outcome::Done,
            Some(false) => Outcome::Negative,
            None => file.notes.outcome().max(Outcome::Negative),
        };
        outcomes.add(outcome, holds_code);
        visit(SupportsItem::File(Box::new(file)))
    })?;
    let notes = request.target.notes();
    Ok(SupportsSummary { totals: outcomes.counts(), notes, outcome: outcomes.outcome() })
}

/// Whether everything in `input` runs there.
fn answer(
    registry: &Registry,
    request: &SupportsRequest,
    input: &Arc<Input>,
    archives: &mut KnownArchives,
) -> Result<SupportedFile, Error> {
    let scan = input.unless_changed(scan_following(registry, input, &request.scan, archives))?;
    refuse_unsound(&scan, false)?;
    SupportedFile::from_scan(registry, &request.target, input.name(), scan)
}

impl SupportedFile {
    fn from_scan(registry: &Registry, target: &RequestedTarget, name: &FileName, scan: Scan) -> Result<Self, Error> {
        let ids = registry.ids;
        let mut known: BTreeMap<StoredCode<'_>, Code> = BTreeMap::new();
        let mut with: BTreeMap<(SupportedBy, Natural), usize> = BTreeMap::new();
        let (mut unit_count, mut supported_unit_count): (usize, usize) = (0, 0);
        let mut bundles_without = Vec::new();
        let units = units(ids, &scan);
        for unit in &units {
            unit_count = unit_count.saturating_add(1);
            for code in unit.all_codes() {
                known.entry(code).or_insert_with(|| Code::judge(ids, target, code));
            }
            let best = unit.runs(|code| {
                let Code { target, runs, rank } = known.get(&code)?;
                let (loading, how) = (*runs)?;
                Some((loading, (Reverse(how), *rank, Reverse(target.clone()))))
            });
            match best {
                Some((_, (Reverse(how), _, Reverse(target)))) => {
                    supported_unit_count = supported_unit_count.saturating_add(1);
                    let count = with.entry((how, target)).or_default();
                    *count = count.saturating_add(1);
                }
                None if is_without_kernels(registry, &scan, unit)? => {
                    supported_unit_count = supported_unit_count.saturating_add(1);
                    let mut targets = unit
                        .all_codes()
                        .filter_map(|code| Some(known.get(&code)?.target.clone()));
                    if let Some(target) = targets.next() {
                        let count = with.entry((SupportedBy::WithoutKernels, target)).or_default();
                        *count = count.saturating_add(1);
                    }
                }
                None => bundles_without.push(unit.bundle),
            }
        }
        let targets: BTreeSet<Natural> = known.into_values().map(|code| code.target).collect();
        let with = with
            .into_iter()
            .map(|((how, Natural(target)), unit_count)| SupportingTarget { target, how, unit_count });
        Ok(Self {
            file: name.clone(),
            supported: (unit_count > 0).then_some(bundles_without.is_empty()),
            unit_count,
            supported_unit_count,
            with: with.collect(),
            bundles_without,
            targets: targets.into_iter().map(|Natural(target)| target).collect(),
            notes: FileNotes::new(name, scan),
        })
    }
}

/// What is known of code from outside.
struct Code {
    target: Natural,
    /// How it runs on the GPU and why, if it does.
    runs: Option<(Loading, SupportedBy)>,
    /// Of what runs in the same way, the greatest is best.
    rank: u32,
}

impl Code {
    fn judge(ids: &Grammar<'static>, target: &RequestedTarget, code: StoredCode<'_>) -> Self {
        let name = ids
            .served(code.id)
            .map_or_else(|| code.id.to_owned(), |served| served.target);
        let verdict = ids.select(code, IdComponent::Target, target.text());
        let runs = verdict.loads.map(|loading| {
            let how = match loading {
                Loading::Own if name == target.text() => SupportedBy::Exact,
                Loading::Generic => SupportedBy::Generic,
                Loading::Earlier => SupportedBy::Earlier,
                Loading::Compiled => SupportedBy::Compiled,
                _ => SupportedBy::Variant,
            };
            (loading, how)
        });
        Self { target: Natural(name), runs, rank: verdict.rank }
    }
}
