//! Pages show the known failures of real tools, counted in the expectations. `BLESS=1` writes the tables.

use std::path::Path;

use offload_bundle_conformance::embedded;

const START: &str =
    "<!-- results: written by BLESS=1 cargo test -p offload-bundle-conformance --test suite results -->\n";
const END: &str = "<!-- end of results -->";

/// The columns after the sum, each with the verdicts that it counts; the last one counts all others.
const COLUMNS: [(&str, &[&str]); 3] = [
    (
        "crash, hang, leak, undefined behaviour",
        &["crash", "escape", "exhausted", "hang", "leak", "undefined"],
    ),
    ("exit 0 without a result", &["silent"]),
    ("wrong answer", &[]),
];

/// The counts of the verdicts in the expectations of `tool`: all, then by column.
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

/// The number of cases, and a table of the tools of others and ours: all releases, or only the newest one of each tool.
fn table(all: bool) -> String {
    let adapters = embedded::adapters().unwrap();
    let others = adapters.iter().filter(|adapter| adapter.is_of_others());
    let mut tools: Vec<&str> = others.map(|adapter| adapter.name.as_str()).collect();
    // Our schemas made the readers in Python.
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

#[test]
fn pages_have_the_known_failures() {
    for (page, all) in [("README.md", false), ("docs/concepts/comparison.md", true)] {
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
