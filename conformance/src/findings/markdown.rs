//! Renders findings as Markdown.

use std::fmt::Write as _;

use super::finding::{Finding, VERDICTS, testees};
use super::listing;
use crate::case::{Case, Expectation};

const WIDE: usize = 240;

/// Returns a Markdown page of the findings.
pub fn markdown(findings: &[Finding<'_>]) -> String {
    let names = testees(findings);
    let lines: usize = findings
        .iter()
        .flat_map(|finding| &finding.cases)
        .map(|(_, verdicts)| verdicts.len())
        .sum();
    let mut text = format!(
        "# Findings\n\nWhat releases of real tools do otherwise than the documents of the formats say, or than is safe: {} mechanisms, \
         {lines} deviations of {} tools. Each has the smallest input that shows it, and lines for a shell: the suite asks the tool and \
         says what came of it; or the input is made, and the tool is called by hand. `offload-bundle-conformance findings show N` prints the text of a bug \
         report on one. {} of them name the function in the source of the tool, and what is known of them upstream.\n\nThe verdicts, the worst first: `leak` gives \
         out bytes that do not stand in the input, others each time; `escape` writes outside of its outputs; `crash`, `exhausted`, `hang` end by a signal, \
         use up memory or room, or do not end; `undefined` works with memory that it never wrote, so that it crashes on one machine, and is \
         wrong or right on another; `silent` ends with 0 and has done nothing; `fail` is a wrong answer.\n\n",
        findings.len(),
        names.len(),
        findings.iter().filter(|one| one.source.is_some()).count(),
    );
    text += "This page is made from [cases/](cases/) and [expectations/](expectations/) by `BLESS=1 cargo test -p \
             offload-bundle-conformance --test suite findings`; `offload-bundle-conformance findings` prints it.\n\n";
    text += "| | finding | worst | tools | cases |\n|---|---|---|---|---|\n";
    for (number, finding) in (1..).zip(findings) {
        let tools: Vec<&str> = finding.counts().into_keys().collect();
        let _ = writeln!(
            text,
            "| [{number}](#finding-{number}) | {} | `{}` | {} | {} |",
            sentence(&finding.reason).replace('|', "\\|"),
            finding.smallest.verdict,
            releases(&tools),
            finding.cases.len()
        );
    }
    for (number, finding) in (1..).zip(findings) {
        text += &section(number, finding);
    }
    text
}

/// By tool: `clang-offload-bundler 14, 16`.
pub(super) fn releases(tools: &[&str]) -> String {
    let mut shown: Vec<(&str, Vec<&str>)> = Vec::new();
    for tool in tools {
        let split = tool
            .rsplit_once('-')
            .filter(|(_, end)| end.bytes().all(|byte| byte.is_ascii_digit()));
        let (name, release) = split.map_or((*tool, None), |(name, release)| (name, Some(release)));
        match shown.iter_mut().find(|(known, _)| *known == name) {
            Some((_, releases)) => releases.extend(release),
            None => shown.push((name, release.into_iter().collect())),
        }
    }
    let shown = shown
        .iter()
        .map(|(name, releases)| format!("{name} {}", releases.join(", ")).trim_end().to_string());
    shown.collect::<Vec<_>>().join("; ")
}

pub(super) fn sentence(reason: &str) -> String {
    let mut characters = reason.chars();
    let first = characters
        .next()
        .map(|first| first.to_uppercase().to_string())
        .unwrap_or_default();
    first + characters.as_str()
}

fn section(number: usize, finding: &Finding<'_>) -> String {
    let shown = &finding.smallest;
    let mut text = format!(
        "\n## <a id=\"finding-{number}\"></a>{number}. {}\n\n",
        sentence(&finding.reason)
    );
    for (tool, verdicts) in finding.counts() {
        let mut words: Vec<(&str, usize)> = verdicts.into_iter().collect();
        words.sort_by_key(|(word, _)| VERDICTS.iter().position(|known| known == word));
        let words: Vec<String> = words
            .iter()
            .map(|(word, count)| format!("{count} × `{word}`"))
            .collect();
        let _ = writeln!(text, "- {tool}: {}", words.join(", "));
    }
    if let Some(source) = &finding.source {
        let _ = write!(text, "\n{source}");
    }
    let _ = writeln!(
        text,
        "\n**`{}`** ({:?}). {}\n",
        shown.case.id, shown.case.level, shown.case.why
    );
    if let Some(listing) = listing::question(shown.case) {
        let _ = writeln!(text, "```text\n{listing}\n```\n");
    }
    let _ = writeln!(
        text,
        "Expected {}; {} gets `{}`:\n",
        expectation(shown.case),
        shown.testee,
        shown.verdict
    );
    let _ = writeln!(
        text,
        "```sh\noffload-bundle-conformance --testee {} --case {} --verbose",
        shown.testee, shown.case.id
    );
    shown
        .making
        .iter()
        .chain([&shown.command])
        .for_each(|line| text += &format!("{line}\n"));
    text += "```\n";
    if finding.cases.len() > 1 {
        let _ = writeln!(
            text,
            "\n<details><summary>All {} cases</summary>\n",
            finding.cases.len()
        );
        for (case, verdicts) in &finding.cases {
            let tools: Vec<&str> = verdicts.keys().map(String::as_str).collect();
            let _ = writeln!(text, "- `{}`: {}", case.id, releases(&tools));
        }
        text += "\n</details>\n";
    }
    text
}

pub(super) fn expectation(case: &Case) -> String {
    match &case.expect {
        Expectation::Reject(why) => format!("a refusal ({why})"),
        Expectation::Accept(value) | Expectation::Either { accept: value, .. } => {
            let value = value.to_string();
            match value.chars().count() {
                0..=WIDE => format!("`{value}`"),
                _ => "the value in the case".into(),
            }
        }
    }
}
