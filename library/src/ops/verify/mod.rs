//! `verify`: reports everything wrong or odd in each input, as findings.

mod attributes;
mod code_object;
mod composition;
mod coverage;
mod elsewhere;
mod envelopes;
mod findings;
mod loaders;
mod sums;
mod totals;
mod variants;
mod walk;

use std::collections::BTreeSet;
use std::sync::Arc;

use offload_bundle_core::describe::{EachRow, Row};
use offload_bundle_core::plain::PlainFormat;
use offload_bundle_core::registry::Registry;

use self::coverage::Coverage;
use self::findings::Findings;
use self::totals::Totals;
use self::variants::Wheels;
use super::check::refuse_rereading;
use super::judge::Judge;
use crate::error::Error;
use crate::file_error::damage;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding};
use crate::input::{Input, InputFile, WindowReader};
use crate::package::Walk;
use crate::report::{
    Diagnostic, ExternalCodeReference, Outcome, Verdict, VerifiedFile, VerifyItem, VerifyReport, VerifySummary,
};
use crate::request::VerifyRequest;
use crate::scan::{EntryRef, Form, KnownArchives, Located, Scan, or_plain, scan_following};

/// Who is shown what is found, piece by piece.
type Visit<'v> = dyn FnMut(VerifyItem<'_>) -> Result<(), Error> + 'v;

/// Reports what is wrong or odd in each input. The report has the error of an input that cannot be verified.
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
/// assert_eq!(report.outcome, Outcome::Done);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(registry: &Registry, request: &VerifyRequest) -> Result<VerifyReport, Error> {
    let mut files: Vec<VerifiedFile> = Vec::new();
    let (mut totals, mut required, mut variants) = (None, Vec::new(), Vec::new());
    let outcome = verify_with(registry, request, &mut |item| {
        match (item, files.last_mut()) {
            (VerifyItem::File(file), _) => {
                files.push(VerifiedFile { file: file.into(), findings: Vec::new(), summary: VerifySummary::default() })
            }
            (VerifyItem::Finding(finding), Some(file)) => file.findings.push(finding),
            (VerifyItem::End(summary), Some(file)) => file.summary = summary,
            (VerifyItem::Required(input), _) => required.push(*input),
            (VerifyItem::Totals(of_files), _) => totals = Some(of_files),
            (VerifyItem::Variant(variant), _) => variants.push(variant),
            (VerifyItem::PassedOver(_), _) | (_, None) => {}
        }
        Ok(())
    })?;
    let required = (!request.required.is_empty()).then_some(required);
    Ok(VerifyReport { files, totals, required, variants: request.variant.then_some(variants), outcome })
}

/// Like [`verify`], but passes the report to `visit` piece by piece.
///
/// # Errors
///
/// Returns an error where [`verify`] does, or if `visit` does.
pub fn verify_with(registry: &Registry, request: &VerifyRequest, visit: &mut Visit<'_>) -> Result<Outcome, Error> {
    refuse_rereading(&request.inputs)?;
    let mut totals = Totals::new(request.inputs.len());
    let mut wheels = Wheels::new(registry.ids);
    let mut archives = KnownArchives::default();
    let mut judge = Judge::new(registry, &request.required, &[]);
    let mut is_met = true;
    for input in &request.inputs {
        judge.begin(&input.name());
        let so_far = (&mut totals, &mut wheels, &mut archives);
        each_file(registry, request, input, so_far, &mut judge, visit)?;
        if !request.required.is_empty() {
            let answer = judge.end();
            is_met &= answer.is_supported();
            visit(VerifyItem::Required(Box::new(answer)))?;
        }
    }
    let mut outcome = totals.outcome();
    if let Some(totals) = totals.of_several() {
        visit(VerifyItem::Totals(totals))?;
    }
    // Where it is asked for, and there is no wheel, nothing is right.
    let mut is_right = !request.variant || !wheels.is_empty();
    for variant in wheels.into_reports() {
        is_right &= variant.is_right();
        visit(VerifyItem::Variant(variant))?;
    }
    if !is_right || !is_met {
        outcome = outcome.max(Outcome::Negative);
    }
    Ok(outcome)
}

/// What is known of the inputs so far.
type SoFar<'s, 'g> = (&'s mut Totals, &'s mut Wheels<'g>, &'s mut KnownArchives);

/// Verifies each file of an input.
fn each_file(
    registry: &Registry,
    request: &VerifyRequest,
    input: &InputFile,
    (totals, wheels, archives): SoFar<'_, '_>,
    judge: &mut Judge<'_>,
    visit: &mut Visit<'_>,
) -> Result<(), Error> {
    Walk::new(registry, &request.scan, &request.exclude).each(std::slice::from_ref(input), &mut |leaf| {
        totals.look_into(leaf.found);
        let wheel = leaf.package.filter(|_| request.variant);
        let looked_at = leaf.input.and_then(|input| {
            if let Some(wheel) = &wheel {
                wheels.file(wheel, &leaf.name, &input)?;
            }
            verify_input(registry, request, input, archives)
        });
        let summary = match looked_at {
            Err(error) => {
                let verdict = matches!(error, Error::NotABundle { .. }).then_some(Verdict::NoBundles);
                let outcome = error.outcome();
                if verdict.is_some() && leaf.found {
                    totals.add(&VerifySummary { verdict, outcome, ..VerifySummary::default() });
                    return visit(VerifyItem::PassedOver(error));
                }
                visit(VerifyItem::File(&leaf.name))?;
                VerifySummary { verdict, outcome, error: Some(error), ..VerifySummary::default() }
            }
            Ok((input, verified)) => {
                visit(VerifyItem::File(input.name()))?;
                if let Some(wheel) = &wheel {
                    wheels.add_scan(wheel, input.name(), &verified.scan);
                }
                let findings = &verified.findings;
                findings
                    .in_full(input.name(), &verified.scan)
                    .try_for_each(|finding| visit(VerifyItem::Finding(finding)))?;
                if !request.required.is_empty() {
                    judge.add(input.name(), &verified.scan)?;
                }
                VerifySummary { external_code: verified.scan.external_code, ..verified.summary }
            }
        };
        if request.inputs.len() > 1 || leaf.found {
            totals.add_targets(&summary);
        }
        totals.add(&summary);
        visit(VerifyItem::End(summary))
    })
}

/// What has been found in one input.
struct Verified {
    scan: Scan,
    findings: Findings,
    summary: VerifySummary,
}

fn verify_input(
    registry: &Registry,
    request: &VerifyRequest,
    input: Arc<Input>,
    archives: &mut KnownArchives,
) -> Result<(Arc<Input>, Verified), Error> {
    let (scan, plain) = or_plain(
        registry,
        &input,
        scan_following(registry, &input, &request.scan, archives),
    )?;
    let mut verified = input.unless_changed(Verified::check(registry, request, input.name(), scan))?;
    if let Some(format) = plain {
        input.unless_changed(verified.check_plain(request, format, &input))?;
    }
    Ok((input, verified))
}

impl Verified {
    fn check(registry: &Registry, request: &VerifyRequest, name: &FileName, mut scan: Scan) -> Result<Self, Error> {
        let mut findings = Findings::of_scan(name, &scan);
        for (number, found) in scan.bundles.iter().enumerate() {
            if let Some(table) = found.form.attributes() {
                let odd = attributes::findings(table, found);
                odd.into_iter().for_each(|finding| findings.push(number, finding));
                continue;
            }
            // Loaders take the most specific of a row, so that other variants may be beside it.
            if found.row.is_some() || matches!(found.form, Form::Bare(_)) {
                continue;
            }
            let odd = composition::findings(registry.ids, found);
            odd.for_each(|finding| findings.push(number, finding));
        }
        let across = composition::across_members(registry.ids, &scan).into_iter();
        across.for_each(|(bundle, finding)| findings.push(bundle, finding));
        unknown_targets(registry, &scan).for_each(|(bundle, finding)| findings.push(bundle, finding));
        check_hosts(&scan, &mut findings)?;
        code_object::check(registry, &scan, &mut findings)?;
        sums::check(&scan, &mut findings)?;
        envelopes::check(name, &scan, &mut findings)?;
        envelopes::look_for_magic(name, &scan, &mut findings)?;
        findings.extend(elsewhere::findings(name, &scan));
        let coverage = Coverage::new(registry.ids, &scan);
        coverage.findings(&scan, &mut |bundle, finding| findings.push(bundle, finding));
        findings.sort(&scan);
        let allowed_count = findings.leave_out(&scan, &request.allowed);
        let verdict = match findings.verdict(&scan) {
            Some(verdict) => verdict,
            None if scan.bundles.is_empty() && is_elsewhere(&scan) => Verdict::Elsewhere,
            // Nothing is wrong with nothing.
            None if scan.bundles.is_empty() => Verdict::NoBundles,
            None => Verdict::Sound,
        };
        let summary = VerifySummary {
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

    /// Reads every field of `input`, which is in a format without code objects.
    fn check_plain(&mut self, request: &VerifyRequest, format: &PlainFormat, input: &Input) -> Result<(), Error> {
        let mut broken: Vec<Located> = Vec::new();
        let mut reader = WindowReader::new(input);
        let read = reader.read(0, |bytes| {
            // What is seen is seen again where the window has to grow.
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
        // Such a file holds no bundles, and has fields that are sound or not.
        let verdict = self.findings.verdict(&self.scan).unwrap_or(Verdict::Sound);
        self.summary.verdict = Some(verdict);
        self.summary.outcome = verdict.outcome();
        Ok(())
    }
}

/// Whether device code of the input is in other files.
fn is_elsewhere(scan: &Scan) -> bool {
    let mut references = scan
        .external_code
        .iter()
        .filter_map(|external| external.reference.as_ref());
    references.any(ExternalCodeReference::is_followed)
}

/// What is wrong with object files that entries stand for: without sections of theirs, these are the entries' contents.
fn check_hosts(scan: &Scan, findings: &mut Findings) -> Result<(), Error> {
    for stored in EntryRef::all(scan).filter(|stored| stored.placeholder.is_some()) {
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

/// The names of processors and features that are not known, each ID once: at its first entry.
fn unknown_targets<'s>(registry: &'s Registry, scan: &'s Scan) -> impl Iterator<Item = (usize, Finding)> + 's {
    let mut seen = BTreeSet::new();
    EntryRef::all(scan).flat_map(move |stored| {
        let id = stored.entry.id.as_deref().ok().filter(|id| seen.insert(*id));
        // Where its words do not fit each other, that has been said.
        let is_contradictory = |id: &&str| {
            registry
                .ids
                .validate(id)
                .is_err_and(|invalid| invalid.contradiction.is_some())
        };
        let has_table = scan
            .bundles
            .get(stored.bundle)
            .is_some_and(|found| found.form.attributes().is_some());
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
