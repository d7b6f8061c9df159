//! What is found wrong or odd: one line a finding, and one that sums up an input.

use std::borrow::Borrow;

use offload_bundle::ops::verify_with;
use offload_bundle::report::{
    Diagnostic, Outcome, UnmetClaim, Verdict, VerifyItem, VerifySummary, VerifyTotals, WheelVariant,
};
use offload_bundle::request::VerifyRequest;
use offload_bundle::{Error, FileName, Severity};
use offload_bundle_core::registry::Registry;

use super::advice::{advise, advise_on_finding};
use super::counted::pluralize;
use super::details;
use super::json::JsonDocument;
use super::notes::{all, in_parentheses, is_one_of_several, say_external_code, say_file_counts, say_searched};
use super::printer::Printer;
use super::shown::show;
use super::supports::missing;

/// Verifies, and prints what is found as it comes.
///
/// # Errors
///
/// Those of the operation; standard output cannot be written.
pub(crate) fn verify(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &VerifyRequest,
) -> Result<Outcome, Error> {
    let mut document: Option<JsonDocument> = None;
    let mut name = FileName::default();
    let mut findings: usize = 0;
    let mut count = Counts::default();
    let mut totals = None;
    let (mut required, mut variants) = (Vec::new(), Vec::new());
    let outcome = verify_with(registry, request, &mut |item| {
        let document = JsonDocument::files(&mut document, printer)?;
        match item {
            VerifyItem::File(file) => {
                if let Some(document) = document {
                    document.begin_object(printer)?;
                    document.member(printer, "file", &file)?;
                    document.begin_list(printer, "findings")?;
                }
                file.clone_into(&mut name);
                (findings, count) = (0, Counts::default());
            }
            VerifyItem::Finding(finding) => {
                findings = findings.saturating_add(1);
                count.add(finding.severity);
                match document {
                    Some(document) => document.item(printer, &finding)?,
                    None => printer.push(&line(&name, &finding))?,
                }
            }
            VerifyItem::End(summary) => {
                let several = is_one_of_several(&request.inputs, &name);
                match (document, &summary.error) {
                    (Some(document), _) => document.end_with(printer, &summary)?,
                    (None, None) => printer.print(&sum(&name, &count, &summary))?,
                    // Of several there may be very many.
                    (None, Some(Error::NotABundle { .. })) if !several => {
                        printer.print(&format!("{name}: {NO_BUNDLES}\n"))?;
                    }
                    (None, Some(_)) => printer.flush()?,
                }
                say_rest(printer, &name, &summary, findings, several);
            }
            VerifyItem::PassedOver(error) => printer.detail(|| advise(&error)),
            VerifyItem::Totals(of_files) => {
                if document.is_none() && of_files.files.file_count > 0 {
                    printer.print(&sum_of_all(&of_files))?;
                }
                say_file_counts(printer, of_files.files);
                totals = Some(of_files);
            }
            VerifyItem::Required(input) => match document {
                Some(_) => required.push(input),
                None => printer.print(&missing(&input))?,
            },
            VerifyItem::Variant(variant) => {
                if document.is_none() {
                    printer.print(&of_variant(&variant))?;
                    for property in variant.claimable.iter().filter(|_| variant.label.is_some()) {
                        if !variant.claimed.contains(property) {
                            printer.note(&format!("{}: {property} could be claimed too", variant.wheel));
                        }
                    }
                }
                variants.push(variant);
            }
            _ => {}
        }
        Ok(())
    })?;
    if let Some(mut document) = document {
        document.end(printer)?;
        if let Some(totals) = totals {
            document.member(printer, "totals", &totals)?;
        }
        if !request.required.is_empty() {
            document.member(printer, "required", &required)?;
        }
        if request.variant {
            document.member(printer, "variants", &variants)?;
        }
        document.finish(printer)?;
    }
    if request.variant && variants.is_empty() {
        printer.message(NO_WHEEL);
    }
    Ok(outcome)
}

/// The message where wheels are asked for, and none is given.
const NO_WHEEL: &str =
    "no wheel is among the files: give one, or a folder with some, to learn which processors it is for";

/// What a wheel is for, a line each, and what is wrong with what it says.
fn of_variant(variant: &WheelVariant) -> String {
    let WheelVariant { wheel, claimable, unmet, mistakes, .. } = variant;
    let can = claimable.iter().map(|property| format!("{wheel}: {property}\n"));
    let claims = unmet.iter().map(|UnmetClaim { property, file, bundle_count, .. }| {
        let property = show(property);
        match file {
            Some(file) => format!(
                "{wheel}: error: claims {property}, for which {} no code, the first in {file}\n",
                match bundle_count {
                    1 => "1 bundle has".to_owned(),
                    count => format!("{count} bundles have"),
                }
            ),
            None => format!("{wheel}: error: claims {property} and has no code for any such processor\n"),
        }
    });
    let wrong = mistakes
        .iter()
        .map(|mistake| format!("{wheel}: error: {}\n", show(mistake)));
    can.chain(claims).chain(wrong).collect()
}

/// What is said of a file that holds none: it is neither sound nor not.
const NO_BUNDLES: &str = "no offload bundles";

/// The verdict on a file that could not be checked to its end, and in which nothing is known to be wrong.
const UNDECIDED: &str = "not verified: not all of it could be checked";

/// What is said of a file whose device code is in others.
const ELSEWHERE: &str = "no offload bundles: its device code is in other files";

/// How many findings there are that count.
#[derive(Default)]
struct Counts {
    errors: usize,
    warnings: usize,
}

impl Counts {
    fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors = self.errors.saturating_add(1),
            Severity::Warning => self.warnings = self.warnings.saturating_add(1),
            Severity::Note => {}
        }
    }
}

fn say_rest(printer: &mut Printer<'_>, name: &FileName, summary: &VerifySummary, findings: usize, several: bool) {
    match &summary.error {
        Some(error) if several && error.outcome() == Outcome::Negative => printer.detail(|| advise(error)),
        Some(error) => printer.error(error),
        None => details::say_verified(printer, name, summary, findings),
    }
    say_searched(printer, name, summary.searched);
    say_external_code(printer, name, &summary.external_code);
}

fn line(name: &FileName, finding: &Diagnostic) -> String {
    let Diagnostic { code, severity, file, section, offset, path, .. } = finding;
    let section = section.iter().map(|section| format!(" in section {}", show(section)));
    format!(
        "{}: at byte {offset:#x}{}{}: {}[{code}]: {}\n",
        file.as_ref().unwrap_or(name),
        section.collect::<String>(),
        in_parentheses(path),
        severity.name(),
        show(&advise_on_finding(finding)),
    )
}

/// One line that sums up an input.
fn sum(name: &FileName, count: &Counts, summary: &VerifySummary) -> String {
    let verdict = match (count.errors, count.warnings) {
        (0, 0) => "sound".into(),
        (0, warnings) => format!("not sound: {}", pluralize(warnings, "warning", "warnings")),
        (errors, 0) => format!("not sound: {}", pluralize(errors, "error", "errors")),
        (errors, warnings) => {
            let errors = pluralize(errors, "error", "errors");
            format!("not sound: {errors}, {}", pluralize(warnings, "warning", "warnings"))
        }
    };
    let allowed = match summary.allowed_count {
        0 => String::new(),
        allowed => format!("; allowed: {}", pluralize(allowed, "finding", "findings")),
    };
    match summary.verdict {
        Some(Verdict::NoBundles) => return format!("{name}: {NO_BUNDLES}{allowed}\n"),
        Some(Verdict::Undecided) => {
            let held = describe_contents(summary.bundle_count, summary.entry_count, &summary.targets());
            return format!("{name}: {UNDECIDED}: {held}{allowed}\n");
        }
        Some(Verdict::Elsewhere) => return format!("{name}: {ELSEWHERE}{allowed}\n"),
        _ => {}
    }
    let held = describe_contents(summary.bundle_count, summary.entry_count, &summary.targets());
    format!("{name}: {verdict}: {held}{allowed}\n")
}

/// What files hold.
fn describe_contents(bundle_count: usize, entry_count: usize, targets: &[impl Borrow<str>]) -> String {
    let bundles = pluralize(bundle_count, "bundle", "bundles");
    let entries = pluralize(entry_count, "entry", "entries");
    let served = match targets {
        [] => "no targets".into(),
        targets => format!(
            "{}: {}",
            pluralize(targets.len(), "target", "targets"),
            show(&targets.join(", "))
        ),
    };
    format!("{bundles}, {entries}, {served}")
}

/// One line that sums up several inputs.
fn sum_of_all(totals: &VerifyTotals) -> String {
    let verdicts = [
        (totals.sound_count, "sound"),
        (totals.not_sound_count, "not sound"),
        (totals.elsewhere_count, "with device code in other files"),
        (totals.files.without_bundles_count, "without offload bundles"),
        (totals.failed_count, "not verified"),
    ];
    let verdicts = verdicts.into_iter().filter(|(count, _)| *count > 0);
    let verdicts: Vec<String> = verdicts.map(|(count, verdict)| format!("{count} {verdict}")).collect();
    let held = describe_contents(totals.bundle_count, totals.entry_count, &totals.targets);
    format!("{}: {}: {held}\n", all(totals.files), verdicts.join(", "))
}
