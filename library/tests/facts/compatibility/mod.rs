//! Compares our verdicts with the installed releases, over cross products of ID parts.

mod archive;
mod differences;
mod ids;
mod measure;

use std::collections::BTreeSet;

use offload_bundle_formats::target_id::GRAMMAR;
use offload_bundle_testing::releases::find_installed;

use differences::listed;
use measure::{Answer, SOUND, many, one};

/// The minimum number of pairs on which the releases agree, for a meaningful comparison.
const ENOUGH: usize = 5000;

/// The releases that compare by rules.
const BY_RULES: [&str; 3] = ["16", "19", "22"];

struct Compared {
    stored: String,
    asked: String,
    answers: Vec<Answer>,
}

impl Compared {
    fn agreed(&self) -> Option<bool> {
        let answers: Vec<Answer> = self
            .answers
            .iter()
            .copied()
            .filter(|answer| *answer != Answer::Refused)
            .collect();
        let all = |expected| answers.iter().all(|answer| *answer == expected);
        match answers.len() {
            0 | 1 => None,
            _ if all(Answer::Match) => Some(true),
            _ if all(Answer::No) => Some(false),
            _ => None,
        }
    }
}

fn compared(releases: &[&str]) -> Vec<Compared> {
    let mut all = Vec::new();
    for ids in ids::sets() {
        let answers = std::thread::scope(|scope| {
            let ids = &ids;
            let runs: Vec<_> = releases
                .iter()
                .map(|release| scope.spawn(move || many(release, ids, ids)))
                .collect();
            runs.into_iter()
                .map(|run| run.join().expect("answers"))
                .collect::<Vec<_>>()
        });
        for (a, asked) in ids.iter().enumerate() {
            for (s, stored) in ids.iter().enumerate() {
                let answers = answers.iter().map(|answers| answers[a][s]).collect();
                all.push(Compared { stored: stored.clone(), asked: asked.clone(), answers });
            }
        }
    }
    for asked in ids::HOSTS {
        for stored in ids::HOSTS {
            let answers = releases.iter().map(|release| one(release, stored, asked)).collect();
            all.push(Compared { stored: (*stored).into(), asked: (*asked).into(), answers });
        }
    }
    all
}

#[test]
fn verdicts_match_releases_or_are_listed() {
    let releases: Vec<&str> = find_installed()
        .into_iter()
        .filter(|release| BY_RULES.contains(release))
        .collect();
    if releases.len() < BY_RULES.len() {
        return;
    }
    let compared = compared(&releases);
    let listed = listed();
    let (mut used, mut unlisted, mut agreed) = (BTreeSet::new(), Vec::new(), 0);
    for pair in &compared {
        let Some(theirs) = pair.agreed() else {
            continue;
        };
        agreed += 1;
        let Compared { stored, asked, .. } = pair;
        let ours = GRAMMAR.verdict(stored, asked).compatible;
        if ours == theirs {
            continue;
        }
        match listed
            .iter()
            .position(|difference| difference.is_of(stored, asked, ours))
        {
            Some(difference) => {
                used.insert(difference);
            }
            None => unlisted.push(format!("{stored} -> {asked}: ours {ours}, theirs {:?}", pair.answers)),
        }
    }
    let shown: Vec<&str> = unlisted.iter().map(String::as_str).take(30).collect();
    assert!(
        unlisted.is_empty(),
        "{} of {} pairs are not listed:\n{}",
        unlisted.len(),
        compared.len(),
        shown.join("\n")
    );
    let stale = listed.iter().enumerate().filter(|(number, _)| !used.contains(number));
    let stale: Vec<&str> = stale.map(|(_, difference)| difference.because.as_str()).collect();
    assert!(stale.is_empty(), "listed, but there is no such difference: {stale:#?}");
    assert!(
        agreed >= ENOUGH,
        "the releases agree on {agreed} of {} pairs only",
        compared.len()
    );
}

#[test]
fn release_14_matches_exact_text_only() {
    if !find_installed().contains(&"14") {
        return;
    }
    let ids =
        ["", ":xnack+", ":xnack-", ":sramecc+:xnack+", ":xnack+:sramecc+"].map(|features| format!("{SOUND}{features}"));
    for asked in &ids {
        for stored in &ids {
            let expected = if stored == asked { Answer::Match } else { Answer::No };
            assert_eq!(one("14", stored, asked), expected, "{stored} -> {asked}");
        }
    }
}
