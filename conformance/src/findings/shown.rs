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
    text += "\n## Reproduction\n\n```sh\n";
    for line in shown.making.iter().chain([&shown.command]) {
        text += &format!("{line}\n");
    }
    text += "```\n";
    if let Some(listing) = listing::question(shown.case) {
        text += &format!("\nThe input, by offset:\n\n```text\n{listing}\n```\n");
    }
    text += &format!("\n## Actual result\n\n{}.\n", meaning(&shown.verdict));
    if let Some(asked) = asked {
        text += &format!("\n```text\n{}```\n", asked.ended);
        if asked.verdict.is_sound() {
            text += "\nThis release no longer shows the fault.\n";
        } else {
            text += &format!("\n```text\n{}\n```\n", asked.verdict);
        }
    }
    text += &format!(
        "\n## Expected result\n\nExpected: {}.\n\n{}\n",
        expectation(shown.case),
        shown.case.why
    );
    text += &reasons(shown, requirements);
    if let Some(source) = &finding.source {
        text += &format!("\n## In the source\n\n{source}");
    }
    text + &format!(
        "\nThe conformance suite of offload-bundle tests this as `{}` ({}); {} of its cases show the fault.\n",
        shown.case.id,
        shown.case.level.word(),
        finding.cases.len()
    )
}

/// Requirements, or another source of the expectation.
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
        "leak" => "The output contains bytes that are not in the input",
        "zero-filled" => "The output contains zeros instead of the missing bytes",
        "crash" => "The tool crashes",
        "undefined" => "The tool uses memory that it never wrote: it may crash, or answer wrongly or correctly",
        "exhausted" => "The tool exceeds the limit for memory or output",
        "hang" => "The tool does not end within the time limit",
        "silent" => "The tool reports success without a result",
        "escape" => "The tool writes outside of its outputs",
        "broken" => "The answer does not follow the protocol",
        _ => "The answer is wrong",
    }
}
