//! Marks of prose that reads as if translated: the regular expressions in `expressions.txt`.

use std::sync::LazyLock;

use regex::Regex;

const EXPRESSIONS: &str = include_str!("expressions.txt");

/// The text must not follow a match.
struct Mark {
    expression: Regex,
    not_before: Option<Regex>,
}

struct Marks {
    /// Most texts have no mark.
    any: Regex,
    each: Vec<Mark>,
}

pub fn count(text: &str) -> usize {
    static MARKS: LazyLock<Marks> = LazyLock::new(compile);
    if !MARKS.any.is_match(text) {
        return 0;
    }
    MARKS.each.iter().map(|mark| mark.count(text)).sum()
}

impl Mark {
    fn count(&self, text: &str) -> usize {
        let ends = self.expression.find_iter(text).map(|found| found.end());
        let is_refused = |end: &usize| {
            let rest = text.get(*end..).unwrap_or_default();
            self.not_before.as_ref().is_some_and(|refused| refused.is_match(rest))
        };
        ends.filter(|end| !is_refused(end)).count()
    }
}

/// From `expressions.txt`.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = EXPRESSIONS.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once(' '))
        .map(|(key, value)| (key, value.trim()))
}

fn compile() -> Marks {
    // English words end at the same places if only ASCII letters count, which is faster.
    let ascii = |expression: &str| Regex::new(&expression.replace(r"\b", r"(?-u:\b)")).expect("an expression compiles");
    let mut each: Vec<Mark> = Vec::new();
    let mut any = Vec::new();
    for (key, value) in lines() {
        match (key, each.last_mut()) {
            ("mark", _) => {
                each.push(Mark { expression: ascii(value), not_before: None });
                any.push(format!("(?:{value})"));
            }
            ("not", Some(mark)) => mark.not_before = Some(ascii(value)),
            _ => {}
        }
    }
    Marks { any: ascii(&any.join("|")), each }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_have_expected_marks() {
        let marks = compile();
        let mut index = 0;
        for (key, text) in lines() {
            match key {
                "mark" => index += 1,
                "not" => {}
                "found" => {
                    assert_eq!(marks.each[index - 1].count(text), 1, "{text}");
                    assert!(count(text) > 0, "{text}");
                }
                "plain" => assert_eq!(count(text), 0, "{text}"),
                key => panic!("{key}"),
            }
        }
        assert_eq!(index, 14);
    }

    #[test]
    fn several_marks_are_counted() {
        let all: Vec<_> = lines()
            .filter(|(key, _)| *key == "found")
            .map(|(_, text)| text)
            .collect();
        let separate: usize = all.iter().map(|text| count(text)).sum();
        assert_eq!(count(&all.join(" ")), separate);
        assert_eq!(count(&all.join("\n")), separate);
    }
}
