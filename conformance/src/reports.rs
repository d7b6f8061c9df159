//! Prints results and writes reports.

use clap::ArgMatches;
use offload_bundle_conformance::case::Case;
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::failures::failures;
use offload_bundle_conformance::findings::{self, Asked, Finding, Shown, bug_report, markdown};
use offload_bundle_conformance::matrix::matrix;
use offload_bundle_conformance::report::{Document, junit, page};
use offload_bundle_conformance::runner::ask;
use offload_bundle_conformance::testee::{CommandTestee, Limits, Testee as _};

use crate::printing::{say, tell};

pub(crate) fn write(matches: &ArgMatches, document: &Document) -> Result<(), String> {
    for testee in &document.testees {
        let text = failures(document, testee);
        if !text.is_empty() {
            tell!("{text}");
        }
    }
    say!("{}", matrix(document));
    let write = |name: &str, text: &dyn Fn() -> Result<String, String>| match matches.get_one::<String>(name) {
        Some(file) => std::fs::write(file, text()?).map_err(|error| format!("{file}: {error}")),
        None => Ok(()),
    };
    let json = || serde_json::to_string_pretty(document).map_err(|error| error.to_string());
    write("json", &json)?;
    write("junit", &|| junit(document))?;
    write("html", &|| page(document))
}

pub(crate) fn findings(matches: &ArgMatches) -> Result<bool, String> {
    let collection = embedded::cases()?;
    let all = findings::findings(&collection)?;
    let Some(number) = matches
        .subcommand_matches("show")
        .and_then(|show| show.get_one::<usize>("number"))
    else {
        say!("{}", markdown(&all));
        return Ok(true);
    };
    let index = number.checked_sub(1);
    let finding = index.and_then(|index| all.get(index));
    let finding = finding.ok_or_else(|| format!("unknown finding {number}; the last is {}", all.len()))?;
    let requirements = embedded::requirements()?;
    say!("{}", bug_report(finding, &requirements, ask_now(finding)?.as_ref()));
    Ok(true)
}

fn ask_now(finding: &Finding<'_>) -> Result<Option<Asked>, String> {
    let Shown { case, testee, .. } = &finding.smallest;
    let adapters = embedded::adapters()?;
    let adapter = adapters
        .into_iter()
        .find(|one| one.name == *testee && one.script.is_none());
    let Some(mut tool) = adapter.and_then(|adapter| CommandTestee::find(adapter, Limits::default()).ok()) else {
        return Ok(None);
    };
    tool.remember();
    let verdict = ask(&mut tool, case, &embedded::fixture);
    let ended = tool
        .calls()
        .into_iter()
        .find_map(|called| called.ended)
        .unwrap_or_default();
    Ok(Some(Asked { version: tool.version(), ended, verdict }))
}

/// Whether all results are at least as good as expected.
pub(crate) fn merge(matches: &ArgMatches) -> Result<bool, String> {
    let read = |file: &String| -> Result<Document, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        serde_json::from_str(&text).map_err(|error| format!("{file}: not a report of this suite: {error}"))
    };
    let files = matches.get_many::<String>("files").into_iter().flatten();
    let documents = files.map(read).collect::<Result<_, _>>()?;
    let collection = embedded::cases()?;
    let document = Document::merge(documents, &collection.cases().collect::<Vec<&Case>>())?;
    write(matches, &document)?;
    Ok(document.is_expected(matches.get_flag("strict")))
}
