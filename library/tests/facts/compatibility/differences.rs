//! The listed differences between our verdicts and the releases.

use serde_json::Value;

const LISTED: &str = include_str!("../measured/compatibility_differences.json");

pub struct Difference {
    stored: Vec<String>,
    asked: Vec<String>,
    compatible: bool,
    pub because: String,
}

impl Difference {
    pub fn is_of(&self, stored: &str, asked: &str, compatible: bool) -> bool {
        let any = |patterns: &[String], id: &str| patterns.iter().any(|pattern| fits(pattern, id));
        self.compatible == compatible && any(&self.stored, stored) && any(&self.asked, asked)
    }
}

pub fn listed() -> Vec<Difference> {
    let listed: Vec<Value> = serde_json::from_str(LISTED).expect("the differences are JSON");
    let differences = listed.iter().map(|listed| {
        let texts = |key: &str| {
            let texts = listed[key].as_array().expect("patterns").iter();
            texts.map(|text| text.as_str().expect("a pattern").to_owned()).collect()
        };
        for key in ["because", "authority"] {
            assert!(
                listed[key].as_str().is_some_and(|text| !text.is_empty()),
                "{key} is missing: {listed}"
            );
        }
        let opposite = if listed["ours"] == "match" { "no" } else { "match" };
        assert_eq!(listed["releases"], opposite, "{listed}");
        Difference {
            stored: texts("stored"),
            asked: texts("asked"),
            compatible: listed["ours"] == "match",
            because: listed["because"].to_string(),
        }
    });
    differences.collect()
}

fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text
            .strip_prefix(start)
            .is_some_and(|text| (0..=text.len()).any(|at| text.is_char_boundary(at) && fits(rest, &text[at..]))),
    }
}

#[test]
fn star_matches_anything() {
    for (pattern, text, expected) in [
        ("a", "a", true),
        ("a", "ab", false),
        ("a*", "a", true),
        ("a*c*", "abcd", true),
        ("*--gfx906*", "hip--gfx906:xnack+", true),
        ("*--gfx906", "hip--gfx906:xnack+", false),
    ] {
        assert_eq!(fits(pattern, text), expected, "{pattern} {text}");
    }
}
