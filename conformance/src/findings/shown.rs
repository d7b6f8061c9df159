//! Renders a finding as a bug report.

use super::finding::{Finding, Shown};
use super::listing;
use super::markdown::{expectation, releases, sentence};
use crate::requirements::Requirements;
use crate::verdict::Verdict;

/// The result of an installed tool.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Its version line.
    pub version: Option<String>,
    /// Its exit status and output.
    pub ended: String,
    /// The suite's verdict.
    pub verdict: Verdict,
}

/// Returns a bug report: reproduction, actual result, expected result and reason. `asked` is the result of the
/// installed tool, if any.
pub fn bug_report(finding: &Finding<'_>, requirements: &Requirements, asked: Option<&Asked>) -> String {
    let shown = &finding.smallest;
    let counts = finding.counts();
    let tools: Vec<&str> = counts.into_keys().collect();
    let mut text = format!("# {}: {}\n\n", shown.testee, sentence(&finding.reason));
    text += &format!("Seen with: {}.\n", releases(&tools));
    if let Some(version) = asked.and_then(|asked| asked.version.as_ref()) {
        text += &format!("Version: {version}\n");
    }
    text += "\n## How to see it\n\n```sh\n";
    for line in shown.making.iter().chain([&shown.command]) {
        text += &format!("{line}\n");
    }
    text += "```\n";
    if let Some(listing) = listing::question(shown.case) {
        text += &format!("\nWhat the input holds, by offset:\n\n```text\n{listing}\n```\n");
    }
    text += &format!("\n## What happens\n\n{}.\n", meaning(&shown.verdict));
    if let Some(asked) = asked {
        text += &format!("\n```text\n{}```\n", asked.ended);
        if asked.verdict.is_sound() {
            text += "\nThis release does not show it any more.\n";
        } else {
            text += &format!("\n```text\n{}\n```\n", asked.verdict);
        }
    }
    text += &format!(
        "\n## What is expected\n\nExpected: {}.\n\n{}\n",
        expectation(shown.case),
        shown.case.why
    );
    text += &reasons(shown, requirements);
    if let Some(source) = &finding.source {
        text += &format!("\n## In the source\n\n{source}");
    }
    text + &format!(
        "\nThe conformance suite of offload-bundle asks this as `{}` ({}); {} of its cases show the same.\n",
        shown.case.id,
        shown.case.level.word(),
        finding.cases.len()
    )
}

/// The requirements of a case, or another source of its expectation.
fn reasons(shown: &Shown<'_>, requirements: &Requirements) -> String {
    let stated = requirements
        .requirements
        .iter()
        .filter(|one| shown.case.requires.contains(&one.id));
    let mut text: String = stated
        .filter_map(|one| {
            let title = &requirements.sources.get(&one.source)?.title;
            Some(format!("\n> {}\n>\n> ({title}, {})\n", one.sentence, one.section))
        })
        .collect();
    if let Some(source) = &shown.case.source {
        text += &format!("\nSource: {source}\n");
    }
    text
}

fn meaning(word: &str) -> &'static str {
    match word {
        "leak" => "It gives out bytes that do not stand in its input",
        "zero-filled" => "It gives out zeros in the place of bytes that are not there",
        "crash" => "It crashes",
        "undefined" => {
            "It works with memory that it never wrote: it crashes on one machine, and is wrong or right on another"
        }
        "exhausted" => "It uses more memory, or writes more, than it may",
        "hang" => "It does not end",
        "silent" => "It ends as if it had done what was asked, and has done nothing",
        "escape" => "It writes outside of its outputs",
        "broken" => "It cannot be asked",
        _ => "The answer is wrong",
    }
}
