//! Prints the report of `verify`.

use offload_bundle::ops::{FoundFindings, verify_with};
use offload_bundle::report::{
    Diagnostic, FalseClaim, FileSummary, Outcome, Verdict, VerifiedFile, VerifyItem, VerifyTotals, WheelVariant,
};
use offload_bundle::request::VerifyRequest;
use offload_bundle::{Error, FileName, Severity};
use offload_bundle_core::registry::Registry;

use super::advice::{advise, advise_on_finding};
use super::contents::describe_contents;
use super::counted::pluralize;
use super::details;
use super::json::JsonDocument;
use super::notes::{all, in_parentheses, is_one_of_several, say_external_code, say_file_counts, say_searched};
use super::printer::Printer;
use super::settings::Settings;
use super::shown::show;
use super::supports::missing;

pub(crate) fn verify(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &VerifyRequest,
) -> Result<Outcome, Error> {
    let mut document: Option<JsonDocument> = None;
    let summary = verify_with(registry, request, &mut |item| {
        let document = JsonDocument::list(&mut document, printer, "files")?;
        match item {
            VerifyItem::File(file) => {
                let several = is_one_of_several(&request.inputs, &file.file);
                match document {
                    Some(document) => document.item(printer, &file)?,
                    None => print_file(printer, &file, several)?,
                }
                say_rest(printer, &file, several);
            }
            VerifyItem::PassedOver(error) => printer.detail(|| advise(&error)),
            VerifyItem::Required(input) if document.is_none() => printer.print(&missing(input, printer.settings()))?,
            _ => {}
        }
        Ok(())
    })?;
    JsonDocument::list(&mut document, printer, "files")?;
    if let Some(totals) = &summary.totals {
        if document.is_none() && totals.files.file_count > 0 {
            printer.print(&sum_of_all(totals, printer.settings()))?;
        }
        say_file_counts(printer, totals.files);
    }
    for variant in summary.variants.iter().flatten().filter(|_| document.is_none()) {
        printer.print(&of_variant(variant))?;
        for property in variant.claimable.iter().filter(|_| variant.label.is_some()) {
            if !variant.claimed.contains(property) {
                printer.note(&format!("{}: {property} could be claimed too", variant.wheel));
            }
        }
    }
    if let Some(document) = document {
        document.finish(printer, &summary)?;
    }
    if summary.variants.as_deref().is_some_and(<[WheelVariant]>::is_empty) {
        printer.message(NO_WHEEL);
    }
    Ok(summary.outcome)
}

fn print_file(printer: &mut Printer<'_>, file: &VerifiedFile<FoundFindings>, several: bool) -> Result<(), Error> {
    let VerifiedFile { file: name, findings, summary, .. } = file;
    let mut count = Counts::default();
    for finding in findings.iter() {
        count.add(finding.severity);
        printer.push(&line(name, &finding, printer.settings()))?;
    }
    match &summary.error {
        None => printer.print(&sum(name, &count, summary, printer.settings())),
        // There can be many in a folder.
        Some(Error::NotABundle { .. }) if !several => printer.print(&format!("{name}: {NO_BUNDLES}\n")),
        Some(_) => printer.flush(),
    }
}

const NO_WHEEL: &str =
    "no wheel is among the files: give one, or a folder with some, to learn which processors it is for";

fn of_variant(variant: &WheelVariant) -> String {
    let WheelVariant { wheel, claimable, false_claims: unmet, mistakes, .. } = variant;
    let can = claimable.iter().map(|property| format!("{wheel}: {property}\n"));
    let claims = unmet.iter().map(|FalseClaim { property, file, bundle_count, .. }| {
        let property = show(property);
        match file {
            Some(file) => format!(
                "{wheel}: error: claims {property}, but {} code for it, the first in {file}\n",
                match bundle_count {
                    1 => "1 bundle lacks".to_owned(),
                    count => format!("{count} bundles lack"),
                }
            ),
            None => format!("{wheel}: error: claims {property}, but lacks code for it\n"),
        }
    });
    let wrong = mistakes
        .iter()
        .map(|mistake| format!("{wheel}: error: {}\n", show(mistake)));
    can.chain(claims).chain(wrong).collect()
}

const NO_BUNDLES: &str = "no offload bundles";

/// Not checked to its end, and nothing is known to be wrong.
const UNDECIDED: &str = "not verified: a limit stopped the check";

const ELSEWHERE: &str = "no offload bundles: its device code is in other files";

/// The findings that count.
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

fn say_rest(printer: &mut Printer<'_>, file: &VerifiedFile<FoundFindings>, several: bool) {
    let VerifiedFile { file: name, findings, summary, .. } = file;
    match &summary.error {
        Some(error) if several && error.outcome() == Outcome::Negative => printer.detail(|| advise(error)),
        Some(error) => printer.error(error),
        None => details::say_verified(printer, name, summary, || findings.iter().count()),
    }
    say_searched(printer, name, summary.searched);
    say_external_code(printer, name, &summary.external_code);
}

fn line(name: &FileName, finding: &Diagnostic, settings: Settings) -> String {
    let Diagnostic { code, severity, file, section, offset, path, .. } = finding;
    let section = section.iter().map(|section| format!(" in section {}", show(section)));
    let severity = settings.severity(&format!("{}[{code}]", severity.name()), *severity);
    format!(
        "{}: at byte {offset:#x}{}{}: {severity}: {}\n",
        file.as_ref().unwrap_or(name),
        section.collect::<String>(),
        in_parentheses(path),
        show(&advise_on_finding(finding)),
    )
}

fn sum(name: &FileName, count: &Counts, summary: &FileSummary, settings: Settings) -> String {
    let not_sound = settings.verdict("not sound", Some(false));
    let verdict = match (count.errors, count.warnings) {
        (0, 0) => settings.verdict("sound", Some(true)),
        (0, warnings) => format!("{not_sound}: {}", pluralize(warnings, "warning", "warnings")),
        (errors, 0) => format!("{not_sound}: {}", pluralize(errors, "error", "errors")),
        (errors, warnings) => {
            let errors = pluralize(errors, "error", "errors");
            format!("{not_sound}: {errors}, {}", pluralize(warnings, "warning", "warnings"))
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
            let undecided = settings.verdict(UNDECIDED, None);
            return format!("{name}: {undecided}: {held}{allowed}\n");
        }
        Some(Verdict::Elsewhere) => return format!("{name}: {ELSEWHERE}{allowed}\n"),
        _ => {}
    }
    let held = describe_contents(summary.bundle_count, summary.entry_count, &summary.targets());
    format!("{name}: {verdict}: {held}{allowed}\n")
}

fn sum_of_all(totals: &VerifyTotals, settings: Settings) -> String {
    let verdicts = [
        (totals.sound_count, settings.verdict("sound", Some(true))),
        (totals.not_sound_count, settings.verdict("not sound", Some(false))),
        (totals.elsewhere_count, "with device code in other files".into()),
        (totals.files.without_bundles_count, "without offload bundles".into()),
        (totals.failed_count, settings.verdict("not verified", None)),
    ];
    let verdicts = verdicts.into_iter().filter(|(count, _)| *count > 0);
    let verdicts: Vec<String> = verdicts.map(|(count, verdict)| format!("{count} {verdict}")).collect();
    let held = describe_contents(totals.bundle_count, totals.entry_count, &totals.targets);
    format!("{}: {}: {held}\n", all(totals.files), verdicts.join(", "))
}
