//! Limits marks of translated English per 1,000 words, by area, to the rates in `xtask/prose.txt`.

mod areas;
mod marks;

use std::collections::BTreeMap;
use std::path::Path;

use super::Finding;
use super::tree::Tree;
use crate::files;
use areas::Passage;

const RATES: &str = "xtask/prose.txt";

const HEAD: &str =
    "# Marks of translated English per 1,000 words, at most, by area; areas that are not listed have at most 6.
# `cargo xtask tidy --lower` lowers the rates to those of today; `cargo xtask tidy --marks AREA` lists the sentences.
";

/// For unlisted areas; ripgrep's README and guide meet it.
const GOAL: usize = 6;

const FEWEST_WORDS: usize = 100;

#[derive(Default, Clone, Copy)]
struct Count {
    words: usize,
    marks: usize,
}

impl Count {
    /// Per 1,000 words, rounded up.
    fn rate(self) -> usize {
        (1000 * self.marks).div_ceil(self.words.max(1))
    }
}

pub fn check(tree: &Tree) -> Vec<Finding> {
    let allowed = match rates(tree) {
        Ok(rates) => rates,
        Err(finding) => return vec![finding],
    };
    let counts = count(&all_passages(tree));
    let above = counts.iter().filter_map(|(area, count)| {
        let most = allowed.get(area).copied().unwrap_or(GOAL);
        (count.rate() > most).then(|| {
            let rate = count.rate();
            Finding::whole(
                RATES,
                format!("{area}: {rate} marks per 1,000 words, at most {most}; `cargo xtask tidy --marks '{area}'` lists the sentences"),
            )
        })
    });
    above.collect()
}

/// Lowers the committed rates to the current ones.
pub fn lower(root: &Path) -> Result<(), String> {
    let tree = Tree::read(root)?;
    let allowed = rates(&tree).map_err(|finding| finding.to_string())?;
    let lines: Vec<String> = count(&all_passages(&tree))
        .iter()
        .map(|(area, count)| (area, count.rate().min(allowed.get(area).copied().unwrap_or(GOAL))))
        .filter(|(_, rate)| *rate > GOAL)
        .map(|(area, rate)| format!("{rate:3} {area}\n"))
        .collect();
    files::write_if_different(&root.join(RATES), &format!("{HEAD}{}", lines.concat())).map(|_| ())
}

/// Prints all areas, the worst last.
pub fn print_rates(root: &Path) -> Result<(), String> {
    let tree = Tree::read(root)?;
    let counts = count(&all_passages(&tree));
    let mut rows: Vec<_> = counts
        .iter()
        .map(|(area, count)| (1000.0 * count.marks as f64 / count.words as f64, count.words, area))
        .collect();
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    for (rate, words, area) in rows {
        println!("{rate:6.1}  {words:7} words  {area}");
    }
    Ok(())
}

/// Prints the sentences of `area` with marks, the worst first.
pub fn print_marks(root: &Path, area: &str) -> Result<(), String> {
    let tree = Tree::read(root)?;
    let passages = all_passages(&tree);
    if !passages.iter().any(|passage| passage.area == area) {
        return Err(format!("no area `{area}`; `cargo xtask tidy --marks` lists the areas"));
    }
    let mut found = Vec::new();
    for passage in passages.iter().filter(|passage| passage.area == area) {
        for sentence in sentences(&passage.text) {
            let marks = marks::count(sentence);
            if marks > 0 {
                found.push((marks, passage.path, passage.line, sentence));
            }
        }
    }
    found.sort_by_key(|(marks, ..)| usize::MAX - marks);
    for (marks, path, line, sentence) in found {
        println!("{marks} {path}:{line}: {sentence}");
    }
    Ok(())
}

fn rates(tree: &Tree) -> Result<BTreeMap<String, usize>, Finding> {
    let text = tree.texts.get(RATES).map_or("", String::as_str);
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    let rates = lines.map(|(index, line)| {
        let (rate, area) = line.trim().split_once(' ').unwrap_or_default();
        let rate = rate
            .parse()
            .map_err(|_| Finding::at(RATES, index, "expected a number, a space and an area"))?;
        Ok((area.to_owned(), rate))
    });
    rates.collect()
}

fn all_passages(tree: &Tree) -> Vec<Passage<'_>> {
    let mut all = Vec::new();
    for (path, text) in &tree.texts {
        areas::passages(path, text, &mut all);
    }
    all
}

fn count(passages: &[Passage<'_>]) -> BTreeMap<String, Count> {
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for passage in passages {
        let count = counts.entry(passage.area.clone()).or_default();
        count.words += passage.text.split_whitespace().count();
        count.marks += marks::count(&passage.text);
    }
    counts.retain(|_, count| count.words >= FEWEST_WORDS);
    counts
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut previous = ' ';
    text.split_inclusive(move |next: char| {
        let is_end = next.is_whitespace() && ".!?".contains(previous);
        previous = next;
        is_end
    })
    .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page of 100 words with 2 marks.
    fn tree(rates: &str) -> Tree {
        let page = format!("He stood. It lies. {}", "word ".repeat(96));
        Tree::from_texts(&[("docs/x.md", &page), (RATES, rates)])
    }

    #[test]
    fn rate_above_limit_is_found() {
        let found = |rates| -> Vec<String> { check(&tree(rates)).iter().map(ToString::to_string).collect() };
        assert!(found("# rates\n 20 md:README+docs\n").is_empty());
        let expected = |most| {
            format!(
                "xtask/prose.txt: md:README+docs: 20 marks per 1,000 words, at most {most}; `cargo xtask tidy --marks 'md:README+docs'` lists the sentences"
            )
        };
        assert_eq!(found(" 19 md:README+docs\n"), [expected(19)]);
        assert_eq!(found(""), [expected(6)]);
        assert_eq!(
            found("many md:README+docs\n"),
            ["xtask/prose.txt:1: expected a number, a space and an area"]
        );
    }

    #[test]
    fn short_areas_have_no_rate() {
        let tree = Tree::from_texts(&[("docs/x.md", "Anew and behind.\n")]);
        assert!(check(&tree).is_empty());
    }

    #[test]
    fn lowered_rates_never_rise() {
        let folder = tempfile::tempdir().unwrap();
        let lowered = |rates: &str| {
            for (path, text) in &tree(rates).texts {
                files::write(&folder.path().join(path), text.as_bytes()).unwrap();
            }
            lower(folder.path()).unwrap();
            files::read(&folder.path().join(RATES)).unwrap()
        };
        assert_eq!(lowered(" 55 md:README+docs\n"), format!("{HEAD} 20 md:README+docs\n"));
        assert_eq!(lowered("  9 md:README+docs\n"), format!("{HEAD}  9 md:README+docs\n"));
        assert_eq!(lowered(""), HEAD);
    }

    #[test]
    fn sentences_end_at_marks_of_punctuation() {
        let text = "One. Is it `a.b`? Yes";
        assert_eq!(sentences(text).collect::<Vec<_>>(), ["One.", "Is it `a.b`?", "Yes"]);
    }
}
