//! What people read is plain English: phrases that read as if translated, each with what to write instead.

use super::Finding;
use super::tree::Tree;

/// Where people read: pages, and the help of the commands.
const PAGES: [&str; 5] = ["README.md", "docs/", "schemas/cli.yaml", "schemas/README.md", "conformance/README.md"];

/// A phrase, and what to write instead.
const PHRASES: [(&str, &str); 11] = [
    ("all the same", "\"still\", or nothing"),
    ("are told", "\"are reported\""),
    ("asked in vain", "\"fails\""),
    ("is said of", "say what holds: subject, verb, object"),
    ("is told", "\"is reported\""),
    ("nobody", "\"no one\", or name the program that does not"),
    ("stands there", "\"is there\""),
    ("to that end", "\"so\""),
    ("what there is", "name the things"),
    ("wherever they lie", "\"wherever they are\""),
    ("whoever", "name the person or the program"),
];

/// Finds these phrases.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let pages = PAGES.iter().flat_map(|page| tree.below(page));
    let lines = pages.flat_map(|(path, text)| text.lines().enumerate().map(move |(index, line)| (path, index, line)));
    let found = lines.flat_map(|(path, index, line)| {
        let line = line.to_lowercase();
        let phrases = PHRASES.iter().filter(move |(phrase, _)| line.contains(phrase));
        phrases.map(move |(phrase, instead)| Finding::at(path, index, format!("{phrase:?}: write {instead}")))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_on_a_page_and_not_in_code() {
        let text = "One line.\nWhoever reads this.\n".to_owned();
        let texts = [("docs/x.md".to_owned(), text.clone()), ("core/src/x.rs".to_owned(), text)];
        let found = check(&Tree { texts: texts.into(), ..Tree::default() });
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            ["docs/x.md:2: \"whoever\": write name the person or the program"]
        );
    }
}
