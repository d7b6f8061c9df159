//! What people read is plain English: phrases that read as if translated, each with what to write instead. Comments in code are read by
//! people too; some phrases are looked for there as well.

use super::Finding;
use super::tree::Tree;

/// Where people read: pages, and the help of the commands.
const PAGES: [&str; 6] =
    ["README.md", "CHANGELOG.md", "docs/", "schemas/cli.yaml", "schemas/README.md", "conformance/README.md"];

/// A phrase, and what to write instead.
const PHRASES: [(&str, &str); 20] = [
    ("all the same", "\"still\", or nothing"),
    ("are told", "\"are reported\""),
    ("asked in vain", "\"fails\""),
    ("by themselves", "\"alone\", or nothing"),
    ("heeds", "\"reads\""),
    ("is said of", "say what holds: subject, verb, object"),
    ("is told", "\"is reported\""),
    ("nobody", "\"no one\", or name the program that does not"),
    ("passed over", "\"skipped\" or \"ignored\""),
    ("stand for", "\"mean\""),
    ("stand in", "\"are in\""),
    ("stands for", "\"means\""),
    ("stands in", "\"is in\""),
    ("stands there", "\"is there\""),
    ("takes the place of", "\"replaces\""),
    ("to that end", "\"so\""),
    ("what came of", "\"the result of\""),
    ("what there is", "name the things"),
    ("wherever they lie", "\"wherever they are\""),
    ("whoever", "name the person or the program"),
];

/// Those that comments do not contain either.
const NOT_IN_COMMENTS: [&str; 4] = ["asked in vain", "nobody", "stands there", "whoever"];

/// Folders whose comments users read, as documentation, JSON Schemas and Python types: they contain none of the phrases.
const API: [&str; 5] = [
    "library/src/offload_file/",
    "library/src/ops/",
    "library/src/parts/",
    "rewrite/src/prune/report.rs",
    "rewrite/src/replace/report.rs",
];

/// Finds these phrases.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let pages = PAGES.iter().flat_map(|page| tree.below(page));
    let mut found: Vec<Finding> = pages
        .flat_map(|(path, text)| of_lines(path, text.lines(), |_| true))
        .collect();
    let code = tree.texts.iter().filter(|(path, _)| path.ends_with(".rs"));
    found.extend(code.flat_map(|(path, text)| {
        let comments = text
            .lines()
            .map(|line| line.trim_start().strip_prefix("//").unwrap_or_default());
        match API.iter().any(|folder| path.starts_with(folder)) {
            true => of_lines(path, comments, |_| true),
            false => of_lines(path, comments, |phrase| NOT_IN_COMMENTS.contains(&phrase)),
        }
    }));
    found
}

/// The phrases in `lines` of the file at `path`, of those that `wanted` chooses.
fn of_lines<'t>(path: &str, lines: impl Iterator<Item = &'t str>, wanted: fn(&str) -> bool) -> Vec<Finding> {
    let mut found = Vec::new();
    for (index, line) in lines.enumerate() {
        let line = line.to_lowercase();
        for (phrase, instead) in PHRASES
            .iter()
            .filter(|(phrase, _)| wanted(phrase) && line.contains(phrase))
        {
            found.push(Finding::at(path, index, format!("{phrase:?}: write {instead}")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_on_a_page_and_in_a_comment_and_not_in_code() {
        let page = "One line.\nWhoever reads this is told.\n".to_owned();
        let code = "/// It is told.\nlet whoever = 1;\n    // Nobody knows.\n".to_owned();
        let api = "/// The caller is told.\nlet told = \"is told\";\n".to_owned();
        let texts = [
            ("docs/x.md".to_owned(), page),
            ("core/src/x.rs".to_owned(), code),
            ("library/src/parts/x.rs".to_owned(), api),
        ];
        let found = check(&Tree { texts: texts.into(), ..Tree::default() });
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            [
                "docs/x.md:2: \"is told\": write \"is reported\"",
                "docs/x.md:2: \"whoever\": write name the person or the program",
                "core/src/x.rs:3: \"nobody\": write \"no one\", or name the program that does not",
                "library/src/parts/x.rs:1: \"is told\": write \"is reported\""
            ]
        );
    }
}
