//! Verdicts on pairs of IDs.

use super::super::stored_code::StoredCode;
use super::super::tables::{OneOf, WordRule};
use super::super::tiny::TINY;
use super::pair::OF_EQUAL_KIND;
use super::*;

fn verdict(stored: &str, asked: &str) -> (bool, u32, Vec<alloc::string::String>) {
    let Verdict { compatible, rank, reasons, .. } = TINY.verdict(stored, asked);
    (
        compatible,
        rank,
        reasons.into_iter().map(|reason| reason.text).collect(),
    )
}

#[test]
fn rules_apply_and_give_reasons() {
    let same = verdict("away/gro/c1", "away/gro/c1");
    assert_eq!(same, (true, u32::MAX, vec!["both are away/gro/c1".into()]));
    let fits = verdict("away/gro/c1", "far/wood/c1.fast+");
    assert_eq!(fits, (true, 1, vec!["away and far".into()]));
    assert_eq!(verdict("far/gro/c1.fast+", "away/wood/c1.fast+").1, 2);
    assert_eq!(verdict("home/gro/c1", "home/wood/c1.fast+").1, OF_EQUAL_KIND + 1);
    let family = verdict("home/x/call", "home/y/c1");
    assert_eq!(family, (false, OF_EQUAL_KIND + 1, vec!["c1 is a call".into()]));
    let differs = verdict("home/gro/c1.fast+", "home/gro/c2");
    assert_eq!(differs.2, ["c1 is not c2", "fast+ is not ?"]);
    assert_eq!(verdict("home/gro/c2.hot+", "home/gro/c2.hot+/").2, ["c2 is not hot"]);
    assert_eq!(verdict("home", "").2.len(), 2);
}

#[test]
fn component_rules_ignore_other_parts() {
    let [stored, asked] = ["home/gro/c1", "away/wood/c2"].map(|id| TINY.read(id).unwrap());
    let compatible = |component| TINY.compare_by(component, &stored, &asked).compatible;
    assert!(compatible(IdComponent::Triple));
    assert!(!compatible(IdComponent::Kind) && !compatible(IdComponent::Target));
}

#[test]
fn equivalent_spelling_is_requested_id() {
    for (stored, asked) in [("away/gro/c1.fast+.hot-", "away/wood/c1.hot-.fast+"), ("away/gro/c2", "away/grove/c-2/")] {
        assert_eq!(verdict(stored, asked).1, u32::MAX, "{stored} {asked}");
    }
    for (stored, asked) in [("far/gro/c2", "away/gro/c2"), ("away/x/c2", "away/y/c2")] {
        let (compatible, rank, _) = verdict(stored, asked);
        assert!(compatible && rank < u32::MAX, "{stored} {asked}");
    }
}

#[test]
fn generic_processor_loads_without_matching_name() {
    let both = |stored: &str, asked: &str| {
        let verdict = TINY.verdict(stored, asked);
        (verdict.compatible, verdict.loads)
    };
    assert_eq!(both("away/gro/call", "away/gro/c1"), (false, Some(Loading::Generic)));
    assert_eq!(both("away/gro/c1", "away/gro/c1.fast+"), (true, Some(Loading::Own)));
    assert_eq!(both("away/gro/c1", "away/gro/call"), (false, None));
    assert_eq!(both("home/gro/call", "away/gro/c1"), (false, None));
    assert_eq!(both("away/gro/call.fast-", "away/gro/c1.fast+"), (false, None));
    assert_eq!(both("away/sea/n70", "away/sea/n75"), (false, Some(Loading::Earlier)));
    assert_eq!(both("away/sea/n75", "away/sea/n70"), (false, None));
    assert_eq!(both("home/sea/n70", "away/sea/n75"), (false, None));
}

#[test]
fn code_without_processor_is_compiled_for_group() {
    let loads = |stored: &str, asked: &str| TINY.target_verdict(stored.into(), asked).loads;
    assert_eq!(loads("away/gro", "n75"), Some(Loading::Compiled));
    assert_eq!(loads("away/wood", "n75"), Some(Loading::Compiled));
    assert_eq!(loads("away/gro", "c1"), None);
    assert_eq!(loads("away/gro/c3", "n75"), None);
    assert_eq!(loads("away/gr", "n75"), None);
    assert!(!TINY.target_verdict("away/gro".into(), "n75").compatible);
}

#[test]
fn portable_code_is_compiled_for_its_architectures() {
    let told = |stored: &str, asked: &str| {
        let verdict = TINY.target_verdict(stored.into(), asked);
        (
            verdict.compatible,
            verdict.loads,
            verdict.reasons.into_iter().map(|reason| reason.text).next(),
        )
    };
    let compiled = (false, Some(Loading::Compiled), Some("any is made for n75".into()));
    assert_eq!(told("any", "n75"), compiled);
    assert_eq!(told("any.fast+", "n75").1, None, "it has no features");
    assert_eq!(told("any", "c1").1, None);
    assert_eq!(told("n75", "any").1, None);
    let whole = |stored: &str, asked: &str| TINY.verdict(stored, asked).loads;
    assert_eq!(whole("away/gr/any", "away/sea/n75"), Some(Loading::Compiled));
    assert_eq!(whole("home/gr/any", "away/sea/n75"), None);
}

#[test]
fn image_kind_affects_verdict() {
    let told = |image: Option<&str>, stored: &str, asked: &str| {
        let verdict = TINY.target_verdict(StoredCode { id: stored, image }, asked);
        let reasons: Vec<_> = verdict.reasons.into_iter().map(|reason| reason.text).collect();
        (verdict.compatible, verdict.loads, reasons.join("; "))
    };
    let text = |compatible, loads, reasons: &str| (compatible, loads, alloc::string::String::from(reasons));
    assert_eq!(told(None, "n70", "n70"), text(true, Some(Loading::Own), ""));
    assert_eq!(
        told(Some("text"), "n70", "n70"),
        text(true, Some(Loading::Compiled), "")
    );
    assert_eq!(
        told(Some("text"), "n70", "n80"),
        text(false, Some(Loading::Compiled), "text of n70 is compiled for n80")
    );
    assert_eq!(told(Some("text"), "n80", "n70"), text(false, None, "n80 is not n70"));
    assert_eq!(
        told(None, "n70", "n75"),
        text(false, Some(Loading::Earlier), "n75 runs n70")
    );
    assert_eq!(told(Some("loose"), "n70", "n70"), text(false, None, "loose is loose"));
    assert_eq!(told(Some("text"), "c1", "c1"), text(true, Some(Loading::Own), ""));
}

#[test]
fn nearest_code_ranks_highest() {
    let rank = |image: Option<&str>, stored: &str| {
        let verdict = TINY.target_verdict(StoredCode { id: stored, image }, "n75");
        (verdict.loads, verdict.rank)
    };
    let order =
        [("n75", None), ("n71", None), ("n70", None), ("n75", Some("text")), ("n60", Some("text")), ("n80", None)];
    let ranks: Vec<_> = order.iter().map(|(stored, image)| rank(*image, stored)).collect();
    assert!(ranks.is_sorted_by(|one, other| one > other), "{ranks:?}");
}

#[test]
fn first_differing_feature_is_named() {
    let told = |stored: &str, asked: &str| verdict(stored, asked).2;
    let (stored, asked) = ("away/gro/c1.hot+.fast+", "far/wood/c1.hot-.fast-");
    assert_eq!(told(stored, asked), ["fast+ is not -"]);
    assert_eq!(told(asked, stored), ["fast- is not +"]);
    assert_eq!(told("away/gro/c1.hot+", "far/gro/c1"), ["hot+ is not ?"]);
}

/// Places are ignored for two IDs of the kind `home`.
static HOME: Grammar<'static> = Grammar {
    compatibility: &[CompatibilityRule {
        id: "place",
        compares: Compares::Word(WordRule {
            part: "place",
            missing: None,
            unlisted: None,
            by_group: false,
            ignored: &[OneOf { part: "kind", words: &["home"] }],
            family: "",
            compiled: "",
            selects_family: false,
        }),
        agrees: "",
        equal: "",
        differs: "{stored} is not {asked}",
        nothing: "",
        source: None,
    }],
    ..TINY
};

#[test]
fn word_is_ignored_if_both_fit_condition() {
    let ids = ["home/gro/c1", "home/x/c1", "away/gro/c1", "away/x/c1"];
    let serves = |stored: &str| -> Vec<bool> {
        let verdicts = ids.iter().map(|asked| HOME.verdict(stored, asked).compatible);
        verdicts.collect()
    };
    assert_eq!(serves(ids[0]), [true, true, true, false]);
    assert_eq!(serves(ids[1]), [true, true, false, true]);
    assert_eq!(serves(ids[2]), [true, false, true, false]);
    let found = HOME.serving(&ids, &ids[1..2]);
    let found = found.iter().flatten().map(|serving| serving.stored);
    assert_eq!(found.collect::<Vec<_>>(), [0, 1, 3]);
}

#[test]
fn many_features_are_compared_in_linear_time() {
    // Quadratic comparison would take minutes. Miri is slow, so it gets fewer.
    let count = if cfg!(miri) { 100 } else { 20_000 };
    let features: alloc::string::String = (0..count).map(|n| alloc::format!(".{}+", letters(n))).collect();
    let id = alloc::format!("away/gro/c2{features}");
    let asked = id.replacen("away", "far", 1);
    assert!(TINY.read(&id).is_ok() && TINY.read(&asked).is_ok());
    let verdict = TINY.verdict(&id, &asked);
    assert!(!verdict.compatible, "c2 has no such features");
}

fn letters(mut number: u32) -> alloc::string::String {
    let mut name = alloc::string::String::from("f");
    while number > 0 {
        name.extend(('a'..='z').nth((number % 26) as usize));
        number /= 26;
    }
    name
}

#[test]
fn component_selects_code_for_some_device() {
    let taken = |stored: &str, asked: &str| {
        let verdict = TINY.select(stored.into(), IdComponent::Target, asked);
        verdict.loads.is_some()
    };
    // Open features fit both settings, the generic processor of a family runs on its members, and unknown features are
    // accepted.
    for (stored, asked) in [
        ("away/gro/c1", "c1"),
        ("away/gro/c1.fast+", "c1"),
        ("away/gro/c1.fast-.hot+", "c1"),
        ("away/gro/c1.fast+", "c1.fast+"),
        ("away/gro/c1", "c1.fast+"),
        ("away/gro/c1.hot-", "c1.fast+"),
        ("away/gro/call", "c1"),
        ("away/gro/call.fast+", "c1.fast+"),
        ("away/gro/c1.new+", "c1"),
    ] {
        assert!(taken(stored, asked), "{stored} {asked}");
    }
    for (stored, asked) in [
        ("away/gro/c1.fast-", "c1.fast+"),
        ("away/gro/c1.fast+", "c1.fast-"),
        ("away/gro/call.fast-", "c1.fast+"),
        ("away/gro/c1", "call"),
        ("away/gro/c3", "c1"),
        ("away/gro", "c1"),
    ] {
        assert!(!taken(stored, asked), "{stored} {asked}");
    }
}
