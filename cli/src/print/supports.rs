//! Prints the report of `supports`.

use offload_bundle::Error;
use offload_bundle::ops::supports_with;
use offload_bundle::report::{
    InputAnswer, Item, NotedFile, Outcome, SetAnswer, SupportedBy, SupportedInput, SupportedSet, SupportingTarget,
    SupportsInput,
};
use offload_bundle::request::SupportsRequest;
use offload_bundle_core::registry::Registry;

use super::advice::advise;
use super::counted::pluralize;
use super::json::JsonDocument;
use super::notes::{is_one_of_several, say_file_counts, say_notes, say_request_notes};
use super::printer::Printer;
use super::settings::Settings;
use super::shown::show;

/// Most named as missing.
const NAMED: usize = 8;

pub(crate) fn supports(
    printer: &mut Printer<'_>,
    registry: &Registry,
    request: &SupportsRequest,
) -> Result<Outcome, Error> {
    let mut document: Option<JsonDocument> = None;
    let summary = supports_with(registry, request, &mut |item| {
        let document = JsonDocument::list(&mut document, printer, "inputs")?;
        match item {
            Item::File(input) => {
                match document {
                    Some(document) => document.item(printer, &input)?,
                    None => printer.print(&answers(&input, printer.settings()))?,
                }
                for file in &input.files {
                    let several = is_one_of_several(&request.inputs, &file.file);
                    say_notes(printer, &file.file, &file.notes, several);
                }
            }
            Item::PassedOver(error) => printer.detail(|| advise(&error)),
        }
        Ok(())
    })?;
    JsonDocument::list(&mut document, printer, "inputs")?;
    if let Some(document) = document {
        document.finish(printer, &summary)?;
    }
    say_request_notes(printer, &summary.notes);
    if let Some(totals) = summary.totals {
        say_file_counts(printer, totals);
    }
    Ok(summary.outcome)
}

fn answers(SupportsInput { answer: input, files, .. }: &SupportsInput, settings: Settings) -> String {
    let gpu = |gpu: &str| match input.gpus.len() {
        1 => String::new(),
        _ => format!("{gpu}: "),
    };
    let sets = input.sets.iter().flat_map(|set| {
        let concerned = set.gpus.iter().filter(|answer| answer.supported.is_some());
        concerned.map(move |answer| {
            format!(
                "{}: {}{}\n",
                set.name,
                gpu(&answer.gpu),
                coloured(&of_set(set, answer), settings)
            )
        })
    });
    let wholes = input.gpus.iter().filter_map(|answer| {
        let text = of_whole(input, files, answer)?;
        Some(format!(
            "{}: {}{}\n",
            input.input,
            gpu(&answer.gpu),
            coloured(&text, settings)
        ))
    });
    sets.chain(wholes).collect()
}

/// It ends at the first colon.
fn coloured(answer: &str, settings: Settings) -> String {
    let (verdict, rest) = answer.split_once(':').unwrap_or((answer, ""));
    let is_good = match verdict {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    };
    format!("{}:{rest}", settings.verdict(verdict, is_good))
}

/// One line per set and GPU.
pub(super) fn missing(input: &SupportedInput, settings: Settings) -> String {
    let error = settings.verdict("error[missing-target]", Some(false));
    let mut lines = String::new();
    let mut say = |name: &dyn std::fmt::Display, gpu: &str, found: &str| {
        lines.push_str(&format!("{name}: {error}: no code for {gpu}: {found}\n"));
    };
    for (number, whole) in input
        .gpus
        .iter()
        .enumerate()
        .filter(|(_, answer)| answer.supported != Some(true))
    {
        let sets = input.sets.iter().filter_map(|set| Some((set, set.gpus.get(number)?)));
        for (set, answer) in sets.filter(|(_, answer)| answer.supported == Some(false)) {
            let found = match answer.only_with.as_slice() {
                [] => lacking(set, answer),
                only_with => format!("it runs only with {}: {}", only_with.join(" or "), with(set, answer)),
            };
            say(&set.name, &whole.gpu, &found);
        }
        match input.unsearched.first() {
            Some(unseen) => say(unseen, &whole.gpu, ELSEWHERE),
            None if whole.set_count == 0 && input.sets.is_empty() => {
                say(&input.input, &whole.gpu, "it holds no code for GPUs")
            }
            None if whole.set_count == 0 => {
                let targets = show(&input.targets.join(", "));
                say(
                    &input.input,
                    &whole.gpu,
                    &format!("it has no code for such GPUs, only for {targets}"),
                );
            }
            None => {}
        }
    }
    lines
}

const ELSEWHERE: &str = "its code is in other files, which are not looked into";

fn of_set(set: &SupportedSet, answer: &SetAnswer) -> String {
    match answer.only_with.as_slice() {
        _ if answer.supported == Some(true) => format!("yes: {}", with(set, answer)),
        [] => format!("no: {}", lacking(set, answer)),
        only_with => format!("only with {}: {}", only_with.join(" or "), with(set, answer)),
    }
}

fn with(set: &SupportedSet, answer: &SetAnswer) -> String {
    let all = answer.best_code.iter().map(|with| {
        let SupportingTarget { target, how, unit_count, .. } = with;
        let how = match how {
            SupportedBy::Exact => "",
            SupportedBy::Variant => "another variant",
            SupportedBy::Generic => ", generic",
            SupportedBy::Earlier => "earlier processor",
            SupportedBy::Compiled => "compiled by the driver",
            SupportedBy::WithoutKernels => "without kernels",
            _ => "",
        };
        let count = match is_one_file(set) {
            true => format!("{unit_count} of {}", units(answer)),
            false => String::new(),
        };
        let about: Vec<&str> = [count.as_str(), how.trim_start_matches(", ")]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect();
        match about.is_empty() {
            true => show(target).to_string(),
            false => format!("{} ({})", show(target), about.join(", ")),
        }
    });
    all.collect::<Vec<String>>().join(", ")
}

/// Bundles, or units if a program registers several at once.
fn units(answer: &SetAnswer) -> String {
    match answer.unit_count == answer.bundle_count {
        true => pluralize(answer.unit_count, "bundle", "bundles"),
        false => pluralize(answer.unit_count, "group of bundles", "groups of bundles"),
    }
}

/// Its bundles can be counted.
fn is_one_file(set: &SupportedSet) -> bool {
    set.file_count == 1 && !set.has_alternatives
}

fn lacking(set: &SupportedSet, answer: &SetAnswer) -> String {
    let gpu = &answer.gpu;
    let bundles: Vec<String> = answer.bundles_without.iter().map(ToString::to_string).collect();
    let (units, names) = match is_one_file(set) {
        true => (units(answer), bundles),
        false => (
            pluralize(answer.unit_count, "part", "parts"),
            answer.parts_without.clone(),
        ),
    };
    let named: Vec<&str> = names
        .iter()
        .take(NAMED)
        .map(String::as_str)
        .filter(|name| !name.is_empty())
        .collect();
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let without = answer.unit_count.saturating_sub(answer.supported_unit_count);
    let others = match answer.best_code.is_empty() {
        true => String::new(),
        false => format!("; others: {}", with(set, answer)),
    };
    let what = match (is_one_file(set), without == answer.unit_count) {
        (false, true) if set.file_count > 1 => format!(
            "none of {} has code for {gpu}",
            pluralize(set.file_count, "file", "files")
        ),
        (false, true) => format!("no member has code for {gpu}"),
        (true, true) if answer.best_code.is_empty() => format!(
            "none of {} has code for {gpu}",
            pluralize(answer.bundle_count, "bundle", "bundles")
        ),
        _ => format!(
            "{without} of {units} have no code for {gpu}: {}{more}{others}",
            show(&named.join(", "))
        ),
    };
    format!("{what}; there is code for {}", show(&set.targets.join(", ")))
}

/// `None` for a single set.
fn of_whole(input: &SupportedInput, looked_into: &[NotedFile], answer: &InputAnswer) -> Option<String> {
    let noun = match input.sets.iter().all(|set| set.file_count == 1) {
        true => ("file", "files"),
        false => ("set", "sets"),
    };
    let InputAnswer { set_count, supported_set_count, other_set_count, .. } = answer;
    let of = |count: usize| pluralize(count, noun.0, noun.1);
    if input.sets.is_empty() {
        let mut files = looked_into.iter();
        let has_error = files.any(|file| file.notes.error.is_some());
        return match input.unsearched.is_empty() {
            false => Some(of_unseen(input, looked_into)),
            true if looked_into.len() != 1 || has_error => None,
            true => Some("no: it holds no code for GPUs".into()),
        };
    }
    if *set_count == 0 {
        return Some(match input.unsearched.is_empty() {
            true => format!(
                "no: it has no code for such GPUs, only for {}",
                show(&input.targets.join(", "))
            ),
            false => of_unseen(input, looked_into),
        });
    }
    let is_all = input.sets.len() == 1 && input.sets.iter().all(|set| set.name == input.input);
    if is_all {
        return None;
    }
    let others = match other_set_count {
        0 => String::new(),
        _ => format!("; {} for other GPUs only", of(*other_set_count)),
    };
    Some(match (answer.supported, answer.only_with.as_slice()) {
        (Some(true), _) => format!("yes: {supported_set_count} of {}{others}", of(*set_count)),
        (None, _) => of_unseen(input, looked_into),
        (Some(false), []) => format!("no: {supported_set_count} of {}{others}", of(*set_count)),
        (Some(false), only_with) => {
            let only_with = only_with.join(" or ");
            format!(
                "only with {only_with}: {supported_set_count} of {} with every setting{others}",
                of(*set_count)
            )
        }
    })
}

fn of_unseen(input: &SupportedInput, files: &[NotedFile]) -> String {
    let mut notes = files.iter().flat_map(|file| &file.notes.external_code);
    let why = match notes.find_map(|code| code.disabled_by.as_ref()) {
        Some(variable) => format!(" because {variable} is set, as it keeps loaders from them"),
        None => String::new(),
    };
    match input.unsearched.as_slice() {
        [only] if *only != input.input => {
            format!("no: the code of {only} is in other files, which are not looked into{why}")
        }
        [] | [_] => format!("no: its code is in other files, which are not looked into{why}"),
        several => format!(
            "no: the code of {} is in other files, which are not looked into{why}",
            pluralize(several.len(), "file", "files")
        ),
    }
}
