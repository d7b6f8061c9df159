//! `verify`: reports all faults and oddities of each input as findings.

mod checks;
mod code_object;
pub(crate) mod report;
mod variants;

use std::collections::BTreeSet;

use offload_bundle_core::describe::{EachRow, Row};
use offload_bundle_core::plain::PlainFormat;
use offload_bundle_core::registry::Registry;

use self::report::Findings;
pub use self::report::FoundFindings;
use self::variants::{Coverage, Wheels};
use super::supports::Judge;
use crate::error::Error;
use crate::file_error::damage;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding};
use crate::input::{Input, WindowReader};
use crate::package::Leaf;
use crate::report::{
    Diagnostic, ExternalCodeReference, FileCounts, FileSummary, Item, Outcome, SupportedInput, Verdict, VerifiedFile,
    VerifyItem, VerifyReport, VerifySummary, VerifyTotals, WheelVariant,
};
use crate::request::VerifyRequest;
use crate::scan::{EntryRef, Form, KnownArchives, Located, Scan, or_plain, scan_following};
use crate::shown::Natural;
use crate::walk::{Files, ReportedFile, refuse_rereading};

type Visit<'v> = dyn FnMut(VerifyItem<'_, FoundFindings>) -> Result<(), Error> + 'v;

/// Reports the faults and oddities of each input. The report contains the error of an input that cannot be verified.
///
/// # Errors
///
/// Returns an error if standard input is given twice.
///
/// ```
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
/// use offload_bundle::ops;
/// use offload_bundle::REGISTRY;
/// use offload_bundle::report::Outcome;
/// use offload_bundle::request::VerifyRequest;
///
/// let mut request = VerifyRequest::default();
/// request.inputs = vec![path.into()];
/// let report = ops::verify(&REGISTRY, &request)?;
/// assert_eq!(report.summary.outcome, Outcome::Done);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(registry: &Registry, request: &VerifyRequest) -> Result<VerifyReport, Error> {
    let mut files = Vec::new();
    let summary = verify_with(registry, request, &mut |item| {
        if let VerifyItem::File(file) = item {
            let VerifiedFile { file, findings, summary } = *file;
            files.push(VerifiedFile { file, findings: findings.iter().collect(), summary });
        }
        Ok(())
    })?;
    Ok(VerifyReport { files, summary })
}

/// Like [`verify`], but passes the report to `visit` file by file.
///
/// # Errors
///
/// Returns an error if [`verify`] does, or if `visit` does.
pub fn verify_with(
    registry: &Registry,
    request: &VerifyRequest,
    visit: &mut Visit<'_>,
) -> Result<VerifySummary, Error> {
    refuse_rereading(&request.inputs)?;
    let mut files = Files::new(registry, &request.scan, &request.exclude, request.inputs.len());
    let mut totals = Totals::default();
    let mut wheels = Wheels::new(registry.ids);
    let mut archives = KnownArchives::default();
    let mut judge = Judge::new(registry, &request.required, &[]);
    let mut required = (!request.required.is_empty()).then(Vec::new);
    for input in &request.inputs {
        judge.begin(&input.name());
        let mut verify = |leaf: Leaf| {
            let wheel = leaf.package.filter(|_| request.variant);
            let input = leaf.input?;
            if let Some(wheel) = &wheel {
                wheels.file(wheel, &leaf.name, &input)?;
            }
            let scan = scan_following(registry, &input, &request.scan, &mut archives);
            let (scan, plain) = or_plain(registry, &input, scan)?;
            let mut verified = input.unless_changed(Verified::check(registry, request, input.name(), scan))?;
            if let Some(format) = plain {
                input.unless_changed(verified.check_plain(request, format, &input))?;
            }
            let Verified { mut scan, findings, mut summary } = verified;
            if let Some(wheel) = &wheel {
                wheels.add_scan(wheel, input.name(), &scan);
            }
            if required.is_some() {
                judge.add(input.name(), &scan)?;
            }
            summary.external_code = std::mem::take(&mut scan.external_code);
            let findings = FoundFindings { name: leaf.name.clone(), scan, findings };
            Ok(VerifiedFile { file: leaf.name, findings, summary })
        };
        files.each(std::slice::from_ref(input), &mut verify, &mut |item| {
            visit(match item {
                Item::File(file) => {
                    totals.add(&file.summary);
                    VerifyItem::File(Box::new(file))
                }
                Item::PassedOver(error) => VerifyItem::PassedOver(error),
            })
        })?;
        if let Some(required) = &mut required {
            let answer = judge.end();
            visit(VerifyItem::Required(&answer))?;
            required.push(answer);
        }
    }
    let is_met = required.iter().flatten().all(SupportedInput::is_supported);
    let variants = request
        .variant
        .then(|| wheels.into_reports().collect::<Vec<WheelVariant>>());
    // A request for variants without any wheel fails.
    let is_right = variants
        .as_deref()
        .is_none_or(|variants| !variants.is_empty() && variants.iter().all(WheelVariant::is_consistent));
    if !is_right || !is_met {
        files.worsen(Outcome::Negative);
    }
    Ok(VerifySummary {
        totals: files.counts().map(|counts| totals.of(counts)),
        required,
        variants,
        outcome: files.outcome(),
    })
}

impl ReportedFile for VerifiedFile<FoundFindings> {
    fn failed(file: FileName, error: Error) -> Self {
        let verdict = matches!(error, Error::NotABundle { .. }).then_some(Verdict::NoBundles);
        let outcome = error.outcome();
        let summary = FileSummary { verdict, outcome, error: Some(error), ..FileSummary::default() };
        Self { findings: FoundFindings::default(), file, summary }
    }

    fn outcome(&self) -> (Outcome, bool) {
        (self.summary.outcome, self.summary.verdict != Some(Verdict::NoBundles))
    }
}

struct Verified {
    scan: Scan,
    findings: Findings,
    summary: FileSummary,
}

impl Verified {
    fn check(registry: &Registry, request: &VerifyRequest, name: &FileName, mut scan: Scan) -> Result<Self, Error> {
        let mut findings = Findings::of_scan(name, &scan);
        for (number, found) in scan.bundles.iter().enumerate() {
            if let Some(table) = found.form.attributes() {
                let odd = checks::attribute_findings(table, found);
                odd.into_iter().for_each(|finding| findings.push(number, finding));
                continue;
            }
            // Loaders choose the most specific entry of a row, so other variants may be present.
            if found.row.is_some() || matches!(found.form, Form::Bare(_)) {
                continue;
            }
            let odd = checks::composition_findings(registry.ids, found);
            odd.for_each(|finding| findings.push(number, finding));
        }
        let across = checks::across_members(registry.ids, &scan).into_iter();
        across.for_each(|(bundle, finding)| findings.push(bundle, finding));
        unknown_targets(registry, &scan).for_each(|(bundle, finding)| findings.push(bundle, finding));
        check_hosts(&scan, &mut findings)?;
        code_object::check(registry, &scan, &mut findings)?;
        checks::check_sums(&scan, &mut findings)?;
        checks::check_envelopes(name, &scan, &mut findings)?;
        checks::look_for_magic(name, &scan, &mut findings)?;
        findings.extend(checks::moved_code(name, &scan));
        let coverage = Coverage::new(registry.ids, &scan);
        coverage.findings(&scan, &mut |bundle, finding| findings.push(bundle, finding));
        findings.sort(&scan);
        let allowed_count = findings.leave_out(&scan, &request.allowed);
        let verdict = match findings.verdict(&scan) {
            Some(verdict) => verdict,
            None if scan.bundles.is_empty() && is_elsewhere(&scan) => Verdict::Elsewhere,
            // An input without bundles is not unsound.
            None if scan.bundles.is_empty() => Verdict::NoBundles,
            None => Verdict::Sound,
        };
        let summary = FileSummary {
            verdict: Some(verdict),
            bundle_count: scan.bundles.len(),
            entry_count: scan.bundles.iter().map(|found| found.bundle.entries.len()).sum(),
            allowed_count,
            coverage: coverage.into_rows(),
            external_code: Vec::new(),
            searched: std::mem::take(&mut scan.searched),
            error: None,
            outcome: verdict.outcome(),
        };
        Ok(Self { scan, findings, summary })
    }

    fn check_plain(&mut self, request: &VerifyRequest, format: &PlainFormat, input: &Input) -> Result<(), Error> {
        let mut broken: Vec<Located> = Vec::new();
        let mut reader = WindowReader::new(input);
        let read = reader.read(0, |bytes| {
            // The fields are visited again whenever the window grows.
            broken.clear();
            let mut note = |row: Row| broken.extend(row.error.map(|error| Located::new(input, error)));
            format.describe(bytes, &mut EachRow::to(&mut note))
        });
        match damage(read)? {
            Ok(read) => broken.extend(read.err().map(|error| Located::new(input, error))),
            Err(damage) => broken.push(damage.into()),
        }
        if broken.is_empty() {
            match damage(reader.read(0, |bytes| format.check_sums(bytes)))? {
                Ok(Ok(found)) => broken.extend(found.into_iter().map(|error| Located::new(input, error))),
                Ok(Err(error)) => broken.push(Located::new(input, error)),
                Err(damage) => broken.push(damage.into()),
            }
        }
        let found = broken.iter().map(|located| Diagnostic::new(input.name(), located));
        self.findings.extend(found);
        let allowed_count = self.findings.leave_out(&self.scan, &request.allowed);
        self.summary.allowed_count = self.summary.allowed_count.saturating_add(allowed_count);
        // Such a file contains no bundles, but its fields may be unsound.
        let verdict = self.findings.verdict(&self.scan).unwrap_or(Verdict::Sound);
        self.summary.verdict = Some(verdict);
        self.summary.outcome = verdict.outcome();
        Ok(())
    }
}

fn is_elsewhere(scan: &Scan) -> bool {
    let mut references = scan
        .external_code
        .iter()
        .filter_map(|external| external.reference.as_ref());
    references.any(ExternalCodeReference::is_followed)
}

/// Without sections for entries, object files are the contents.
fn check_hosts(scan: &Scan, findings: &mut Findings) -> Result<(), Error> {
    for stored in EntryRef::all(scan).filter(|stored| stored.is_stub()) {
        match stored.content() {
            Ok(_) => {}
            Err(Error::Read { error, .. }) => {
                let finding = Finding::of_entry(stored.entry, error);
                findings.push(stored.bundle, finding);
            }
            Err(other) => return Err(other),
        }
    }
    Ok(())
}

/// Each ID once, at its first entry.
fn unknown_targets<'s>(registry: &'s Registry, scan: &'s Scan) -> impl Iterator<Item = (usize, Finding)> + 's {
    let mut seen = BTreeSet::new();
    EntryRef::all(scan).flat_map(move |stored| {
        let id = stored.id().filter(|id| seen.insert(*id));
        // Contradictory words are reported elsewhere.
        let is_contradictory = |id: &&str| {
            registry
                .ids
                .validate(id)
                .is_err_and(|invalid| invalid.contradiction.is_some())
        };
        let has_table = stored.found.form.attributes().is_some();
        let id = id.filter(|id| has_table || !is_contradictory(id));
        let unknown = id.map(|id| (id, registry.ids.unknown_names(id)));
        let unknown = unknown
            .into_iter()
            .flat_map(|(id, unknown)| unknown.into_iter().map(move |unknown| (id, unknown)));
        unknown.map(move |(id, unknown)| {
            let anomaly = Anomaly::UnknownTarget { id: id.into(), unknown };
            (stored.bundle, Finding::about(stored.entry, anomaly))
        })
    })
}

#[derive(Debug, Default)]
struct Totals {
    counts: VerifyTotals,
    targets: BTreeSet<Natural>,
}

impl Totals {
    fn add(&mut self, summary: &FileSummary) {
        let counts = &mut self.counts;
        let count = match summary.verdict {
            Some(Verdict::Sound) => Some(&mut counts.sound_count),
            Some(Verdict::NotSound) => Some(&mut counts.not_sound_count),
            Some(Verdict::Elsewhere) => Some(&mut counts.elsewhere_count),
            Some(Verdict::NoBundles) => None,
            Some(Verdict::Undecided) | None => Some(&mut counts.failed_count),
        };
        if let Some(count) = count {
            *count = count.saturating_add(1);
        }
        counts.bundle_count = counts.bundle_count.saturating_add(summary.bundle_count);
        counts.entry_count = counts.entry_count.saturating_add(summary.entry_count);
        for target in summary.targets() {
            self.targets.insert(Natural(target.into()));
        }
    }

    fn of(self, files: FileCounts) -> VerifyTotals {
        let targets = self.targets.into_iter().map(|Natural(target)| target);
        VerifyTotals { files, targets: targets.collect(), ..self.counts }
    }
}
