//! `supports`: whether each input runs on GPUs.

pub(crate) mod report;
pub(super) mod units;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::{Grammar, IdComponent, Loading, StoredCode};
use offload_bundle_core::registry::Registry;

use self::units::{Set, SetVerdict, Unit, UnitAnswer, UnitPlace, is_without_kernels, units};
use super::check::refuse_unsound;
use crate::error::Error;
use crate::file_name::FileName;
use crate::package::Leaf;
use crate::report::{
    FileNotes, InputAnswer, Item, NotedFile, Outcome, SetAnswer, SupportedBy, SupportedInput, SupportedSet,
    SupportingTarget, SupportsInput, SupportsReport, SupportsSummary,
};
use crate::request::{RequestedKind, RequestedTarget, SupportsRequest};
use crate::scan::{KnownArchives, Scan, scan_following};
use crate::shown::Natural;
use crate::walk::{Files, refuse_rereading};

type Visit<'v> = dyn FnMut(Item<SupportsInput>) -> Result<(), Error> + 'v;

/// Reports whether each input runs on GPUs, by the choice of loaders: exact code, another variant of the processor, the
/// generic processor of its family, an earlier processor of its generation, or code that the driver compiles. Only code
/// for the architecture of the GPU counts. Files and members are alternatives if their names differ only in the processor.
/// The report contains the error of a file that cannot be read.
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
/// Returns an error if [`supports`] does, or if `visit` does.
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
        let mut read = |leaf: Leaf| {
            let input = leaf.input?;
            let scan = input.unless_changed(scan_following(registry, &input, &request.scan, &mut archives))?;
            refuse_unsound(&scan, false)?;
            // Whether the file contains code.
            let holds_bundles = judge.add(input.name(), &scan)?;
            let notes = FileNotes { holds_bundles, ..FileNotes::new(input.name(), scan) };
            Ok(NotedFile { file: leaf.name, notes })
        };
        all.each(std::slice::from_ref(input), &mut read, &mut |item| match item {
            Item::File(file) => {
                files.push(file);
                Ok(())
            }
            Item::PassedOver(error) => visit(Item::PassedOver(error)),
        })?;
        let answer = judge.end();
        // An input without code does not make the whole answer negative.
        let holds_code = !answer.sets.is_empty() || !answer.unsearched.is_empty();
        if holds_code && !answer.is_supported() {
            all.worsen(Outcome::Negative);
        }
        visit(Item::File(SupportsInput { answer, files }))?;
    }
    let notes = request.targets.iter().flat_map(RequestedTarget::notes).collect();
    Ok(SupportsSummary { totals: all.counts(), notes, outcome: all.outcome() })
}

pub(in crate::ops) struct Judge<'r> {
    registry: &'r Registry,
    gpus: Vec<Gpu>,
    kinds: &'r [RequestedKind],
    codes: Codes,
    input: InputSoFar,
}

#[derive(Default)]
struct InputSoFar {
    name: FileName,
    sets: BTreeMap<(String, bool), KnownSet>,
    order: Vec<(String, bool)>,
    unseen: Vec<FileName>,
}

#[derive(Default)]
struct KnownSet {
    set: Set,
    /// Earlier files have been counted.
    last: Option<FileName>,
    file_count: usize,
    targets: BTreeSet<Natural>,
}

impl<'r> Judge<'r> {
    pub(in crate::ops) fn new(registry: &'r Registry, targets: &[RequestedTarget], kinds: &'r [RequestedKind]) -> Self {
        let gpus = targets.iter().map(|target| Gpu::new(registry.ids, target)).collect();
        let codes = Codes { ids: registry.ids, known: BTreeMap::new() };
        Self { registry, gpus, kinds, codes, input: InputSoFar::default() }
    }

    pub(in crate::ops) fn begin(&mut self, name: &FileName) {
        self.input = InputSoFar { name: name.clone(), ..InputSoFar::default() };
    }

    pub(in crate::ops) fn add(&mut self, file: &FileName, scan: &Scan) -> Result<bool, Error> {
        let units = units(self.registry.ids, scan);
        // If all external code was found, it is in units.
        if units.is_empty() && !scan.external_code.is_empty() {
            self.input.unseen.push(file.clone());
        }
        for unit in &units {
            self.unit(file, scan, unit)?;
        }
        Ok(!units.is_empty())
    }

    fn unit(&mut self, file: &FileName, scan: &Scan, unit: &Unit<'_>) -> Result<(), Error> {
        let Self { registry, gpus, kinds, codes, input } = self;
        let ids: BTreeSet<&str> = unit.ids.iter().copied().collect();
        let mut targets = BTreeSet::new();
        let mut processors: BTreeSet<Option<String>> = BTreeSet::new();
        // An empty row of a table of contents concerns every GPU.
        let mut concerns = vec![ids.is_empty(); gpus.len()];
        let mut first = None;
        for id in ids {
            let code = codes.look_up(id, gpus, kinds);
            if !code.counts {
                continue;
            }
            first.get_or_insert(id);
            targets.insert(code.target.clone());
            processors.insert(code.processor.clone());
            for (concerns, of_code) in concerns.iter_mut().zip(&code.concerns) {
                *concerns |= of_code;
            }
        }
        let mut answers: Vec<Option<UnitAnswer>> = Vec::with_capacity(gpus.len());
        let mut has_no_kernels = None;
        for (number, gpu) in gpus.iter().enumerate() {
            if !concerns.get(number).is_some_and(|concerns| *concerns) {
                answers.push(None);
                continue;
            }
            let mut devices = Vec::with_capacity(gpu.devices.len());
            for device in 0..gpu.devices.len() {
                let best = unit
                    .runs(|code| -> Option<Fit> { codes.fits(code, gpus, kinds).get(number)?.get(device)?.clone() });
                devices.push(best.map(|(_, (Reverse(how), _, Reverse(target)))| (how, target)));
            }
            if devices.iter().any(Option::is_none) {
                let known = match has_no_kernels {
                    Some(known) => known,
                    None => *has_no_kernels.insert(is_without_kernels(registry, scan, unit)?),
                };
                if let Some(target) = targets.first().filter(|_| known) {
                    devices.fill(Some((SupportedBy::WithoutKernels, target.clone())));
                }
            }
            answers.push(Some(UnitAnswer { devices }));
        }
        let of_one_processor =
            first.filter(|_| processors.len() == 1 && processors.first().is_some_and(Option::is_some));
        let place = place_of(registry, &input.name, file, scan, unit, of_one_processor);
        let key = (place.set.clone(), place.is_pattern);
        if !input.sets.contains_key(&key) {
            input.order.push(key.clone());
        }
        let known = input.sets.entry(key).or_default();
        if known.last.as_ref() != Some(file) {
            known.file_count = known.file_count.saturating_add(1);
            known.last = Some(file.clone());
        }
        known.targets.append(&mut targets);
        known.set.add(&place, (unit.bundle, unit.bundle_count), &answers);
        Ok(())
    }

    pub(in crate::ops) fn end(&mut self) -> SupportedInput {
        let InputSoFar { name, mut sets, order, unseen } = std::mem::take(&mut self.input);
        let mut targets: BTreeSet<Natural> = BTreeSet::new();
        let mut told = Vec::with_capacity(order.len());
        let mut sums: Vec<InputSum> = self.gpus.iter().map(|_| InputSum::default()).collect();
        for key in order {
            let Some(known) = sets.remove(&key) else { continue };
            targets.extend(known.targets.iter().cloned());
            let mut answers = Vec::with_capacity(sums.len());
            for (number, (gpu, sum)) in self.gpus.iter().zip(&mut sums).enumerate() {
                let verdict = known.set.judge(number, gpu.devices.len());
                sum.add(&verdict);
                answers.push(self.answer(gpu, verdict));
            }
            let file = if known.file_count == 1 { known.last } else { None };
            told.push(SupportedSet {
                // A pattern with `*` is not a file name.
                name: file.unwrap_or_else(|| key.0.into()),
                file_count: known.file_count,
                has_alternatives: known.set.has_alternatives(),
                targets: texts(known.targets),
                gpus: answers,
            });
        }
        let gpus = self.gpus.iter().zip(sums).map(|(gpu, sum)| InputAnswer {
            gpu: gpu.target.text().into(),
            supported: match sum.devices.as_slice() {
                // Unsearched files may contain code, or no code exists.
                [] if !unseen.is_empty() || told.is_empty() => None,
                [] => Some(false),
                devices if devices.iter().all(|runs| *runs) => unseen.is_empty().then_some(true),
                _ => Some(false),
            },
            only_with: self.only_with(gpu, &sum.devices),
            set_count: sum.set_count,
            supported_set_count: sum.supported_count,
            other_set_count: told.len().saturating_sub(sum.set_count),
        });
        let gpus = gpus.collect();
        SupportedInput { input: name, gpus, targets: texts(targets), sets: told, unsearched: unseen }
    }

    fn answer(&self, gpu: &Gpu, verdict: SetVerdict) -> SetAnswer {
        let only_with = self.only_with(gpu, &verdict.devices);
        let with = verdict.with.into_iter();
        let with = with.map(|((how, Natural(target)), unit_count)| SupportingTarget { target, how, unit_count });
        SetAnswer {
            gpu: gpu.target.text().into(),
            supported: (!verdict.devices.is_empty()).then(|| verdict.devices.iter().all(|runs| *runs)),
            only_with,
            unit_count: verdict.unit_count,
            bundle_count: verdict.bundle_count,
            supported_unit_count: verdict.supported_count,
            best_code: with.collect(),
            bundles_without: verdict.bundles_without,
            parts_without: verdict.slots_without,
        }
    }

    /// Empty if the input runs with all.
    fn only_with(&self, gpu: &Gpu, runs: &[bool]) -> Vec<String> {
        let devices = gpu.devices.iter().zip(runs).filter(|(_, runs)| **runs);
        let devices: Vec<&str> = devices.map(|(device, _)| device.as_str()).collect();
        match devices.is_empty() || devices.len() == gpu.devices.len() {
            true => Vec::new(),
            false => self.registry.ids.settings(gpu.target.text(), &devices),
        }
    }
}

#[derive(Default)]
struct InputSum {
    /// Whether every set for the architecture runs; empty without such sets.
    devices: Vec<bool>,
    set_count: usize,
    supported_count: usize,
}

impl InputSum {
    fn add(&mut self, verdict: &SetVerdict) {
        if verdict.devices.is_empty() {
            return;
        }
        self.set_count = self.set_count.saturating_add(1);
        let is_supported = verdict.devices.iter().all(|runs| *runs);
        self.supported_count = self.supported_count.saturating_add(usize::from(is_supported));
        self.devices.resize(verdict.devices.len(), true);
        for (all, runs) in self.devices.iter_mut().zip(&verdict.devices) {
            *all &= runs;
        }
    }
}

/// Names of alternatives differ only in the processor.
fn place_of(
    registry: &Registry,
    input: &FileName,
    file: &FileName,
    scan: &Scan,
    unit: &Unit<'_>,
    id: Option<&str>,
) -> UnitPlace {
    let without = |text: &str| id.and_then(|id| registry.ids.without_processor(id, text));
    // The name of the input itself does not describe its content.
    let path = (file != input).then(|| file.within(input));
    let path_text = path.as_ref().and_then(|path| path.as_path().to_str());
    let whole = file.as_path().to_str();
    let pattern = path_text.zip(whole).and_then(|(path, whole)| {
        let before = whole.strip_suffix(path)?;
        Some([before, &without(path)?].concat())
    });
    let found = scan.bundles.get(unit.bundle);
    let member = found
        .and_then(|found| found.archive_member())
        .map(|member| member.name.to_string());
    let member = member.unwrap_or_default();
    let member_pattern = without(&member);
    let is_pattern = pattern.is_some();
    let name = file.to_string();
    let (slot, alternative) = match (is_pattern, member_pattern) {
        (_, Some(slot)) => (slot, format!("{name}\0{member}")),
        (true, None) => (member.clone(), format!("{name}\0{member}")),
        // A single slot saves memory for large archives without alternatives.
        (false, None) => (String::new(), name.clone()),
    };
    UnitPlace { set: pattern.unwrap_or(name), is_pattern, slot, alternative }
}

fn texts(all: BTreeSet<Natural>) -> Vec<String> {
    all.into_iter().map(|Natural(text)| text).collect()
}

/// Greater is better.
type Fit = (Loading, (Reverse<SupportedBy>, u32, Reverse<Natural>));

struct Code {
    target: Natural,
    processor: Option<String>,
    counts: bool,
    concerns: Vec<bool>,
    /// By image kind, GPU and device.
    fits: BTreeMap<Option<String>, Vec<Vec<Option<Fit>>>>,
}

/// By ID, as a library repeats a few.
struct Codes {
    ids: &'static Grammar<'static>,
    known: BTreeMap<String, Code>,
}

impl Codes {
    fn look_up(&mut self, id: &str, gpus: &[Gpu], kinds: &[RequestedKind]) -> &mut Code {
        let ids = self.ids;
        self.known.entry(id.to_owned()).or_insert_with(|| {
            let target = ids.served(id).map_or_else(|| id.to_owned(), |served| served.target);
            let is_kind = |kind: &RequestedKind| ids.select(id.into(), IdComponent::Kind, kind.text()).loads.is_some();
            Code {
                target: Natural(target),
                processor: ids.processor_of(id),
                counts: kinds.is_empty() || kinds.iter().any(is_kind),
                concerns: gpus.iter().map(|gpu| ids.may_concern(id, gpu.target.text())).collect(),
                fits: BTreeMap::new(),
            }
        })
    }

    fn fits(&mut self, code: StoredCode<'_>, gpus: &[Gpu], kinds: &[RequestedKind]) -> &Vec<Vec<Option<Fit>>> {
        let ids = self.ids;
        let StoredCode { id, image } = code;
        let known = self.look_up(id, gpus, kinds);
        let (target, counts) = (&known.target, known.counts);
        known.fits.entry(image.map(str::to_owned)).or_insert_with(|| {
            let fit = |gpu: &Gpu, device: &String| {
                let verdict = ids.run(code, device);
                let how = match verdict.loads? {
                    Loading::Own if target.0 == gpu.target.text() => SupportedBy::Exact,
                    Loading::Generic => SupportedBy::Generic,
                    Loading::Earlier => SupportedBy::Earlier,
                    Loading::Compiled => SupportedBy::Compiled,
                    _ => SupportedBy::Variant,
                };
                Some((verdict.loads?, (Reverse(how), verdict.rank, Reverse(target.clone()))))
            };
            let of_gpu = |gpu: &Gpu| {
                gpu.devices
                    .iter()
                    .map(|device| fit(gpu, device).filter(|_| counts))
                    .collect()
            };
            gpus.iter().map(of_gpu).collect()
        })
    }
}

struct Gpu {
    target: RequestedTarget,
    /// A processor without features has a device for each setting.
    devices: Vec<String>,
}

impl Gpu {
    fn new(ids: &Grammar<'static>, target: &RequestedTarget) -> Self {
        Self { devices: ids.devices(target.text()), target: target.clone() }
    }
}
