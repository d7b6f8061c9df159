//! Documents list the known failures of tools from the expectations. `BLESS=1` writes the tables.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use offload_bundle_conformance::embedded;
use offload_bundle_conformance::findings::findings;

const START: &str =
    "<!-- results: written by BLESS=1 cargo test -p offload-bundle-conformance --test suite results -->\n";
const END: &str = "<!-- end of results -->";

/// Columns after the sum, and the verdicts that each counts. The last column counts the rest.
const COLUMNS: [(&str, &[&str]); 3] = [
    (
        "crash, hang, leak, undefined behaviour",
        &["crash", "escape", "exhausted", "hang", "leak", "undefined"],
    ),
    ("exit 0 without a result", &["silent"]),
    ("wrong answer", &[]),
];

/// Counts of the verdicts for `tool`: the sum, then each column.
fn counts(tool: &str) -> [usize; 4] {
    let expectations = embedded::expectations(tool).unwrap();
    let mut counts = [0; 4];
    for (_, verdict, _) in expectations.lines() {
        let column = COLUMNS.iter().position(|(_, verdicts)| verdicts.contains(&verdict));
        counts[0] += 1;
        counts[1 + column.unwrap_or(COLUMNS.len() - 1)] += 1;
    }
    counts
}

/// The number of cases, and a table of tools with all releases or only the newest.
fn table(all: bool) -> String {
    let adapters = embedded::adapters().unwrap();
    let others = adapters.iter().filter(|adapter| adapter.is_of_others());
    let mut tools: Vec<&str> = others.map(|adapter| adapter.name.as_str()).collect();
    // The Python readers are generated from our schemas.
    tools.retain(|name| *name != "kaitai-python" && counts(name)[0] > 0);
    tools.sort_unstable();
    let stem = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let is_newest = |at: usize| tools.get(at + 1).is_none_or(|next| stem(next) != stem(tools[at]));
    let shown = (0..tools.len()).filter(|at| all || is_newest(*at)).map(|at| tools[at]);

    let cases = embedded::cases().unwrap().cases().count();
    let mut table = format!(
        "{},{:03} cases; known failures:\n\n| tool | failures |",
        cases / 1000,
        cases % 1000
    );
    COLUMNS
        .iter()
        .for_each(|(title, _)| table.push_str(&format!(" {title} |")));
    table.push_str("\n|---|---|---|---|---|\n");
    for tool in ["offload-bundle"].into_iter().chain(shown) {
        table.push_str(&format!("| {tool} |"));
        counts(tool)
            .iter()
            .for_each(|count| table.push_str(&format!(" {count} |")));
        table.push('\n');
    }
    table
}

/// Severities of findings, worst first. Other verdicts are wrong answers.
const SEVERITIES: [(&str, &[&str]); 4] = [
    ("leaks memory", &["leak"]),
    ("crashes, or undefined behaviour", &["crash", "escape", "undefined"]),
    ("runs without end", &["exhausted", "hang"]),
    ("exits with 0 without a result", &["silent"]),
];

/// Findings by tool and severity, with their numbers and the first title.
fn groups() -> String {
    let collection = embedded::cases().unwrap();
    let mut groups: BTreeMap<(String, usize), Vec<(usize, String)>> = BTreeMap::new();
    for (number, finding) in (1..).zip(findings(&collection).unwrap()) {
        let verdict = finding.smallest.verdict.as_str();
        let severity = SEVERITIES.iter().position(|(_, verdicts)| verdicts.contains(&verdict));
        let name = |tool: &&str| {
            tool.trim_end_matches(|c: char| c.is_ascii_digit())
                .trim_end_matches('-')
                .to_owned()
        };
        let tools: BTreeSet<String> = finding.counts().keys().map(name).collect();
        for tool in tools {
            let group = groups.entry((tool, severity.unwrap_or(SEVERITIES.len()))).or_default();
            group.push((number, finding.reason.clone()));
        }
    }
    let mut table = "| tool | severity | findings | the first one |\n|---|---|---|---|\n".to_owned();
    for ((tool, severity), found) in groups {
        let severity = SEVERITIES.get(severity).map_or("answers wrongly", |(name, _)| name);
        let (number, title) = &found[0];
        let title = title.replace('|', "\\|");
        let count = found.len();
        table.push_str(&format!(
            "| {tool} | {severity} | {count} | [{number}](findings.md#finding-{number}): {title} |\n"
        ));
    }
    table
}

#[test]
fn readme_groups_the_findings() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once("<!-- findings -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end of findings -->").unwrap();
    let fresh = format!("{before}<!-- findings -->\n{}<!-- end of findings -->{after}", groups());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap() == fresh,
        "conformance/README.md is stale: BLESS=1 cargo test -p offload-bundle-conformance --test suite results"
    );
}

#[test]
fn pages_have_the_known_failures() {
    for (page, all) in [("README.md", false), ("docs/concepts/comparison.md", true), ("conformance/README.md", true)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(page);
        let text = std::fs::read_to_string(&path).unwrap();
        let (before, rest) = text.split_once(START).expect("the page marks the table");
        let (_, after) = rest.split_once(END).expect("the page marks the end of the table");
        let fresh = format!("{before}{START}{}{END}{after}", table(all));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &fresh).unwrap();
        }
        assert!(
            std::fs::read_to_string(&path).unwrap() == fresh,
            "{page} is stale: BLESS=1 cargo test -p offload-bundle-conformance --test suite results"
        );
    }
}
