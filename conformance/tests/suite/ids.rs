//! Case ids are permanent. `BLESS=1` adds new ids to `ids.txt`; retired ids are marked by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use offload_bundle_conformance::embedded;

/// Header of the list.
const HEAD: &str = "# Every id of a case that there ever was. An id stays with its case: it is never renamed, and never given to another case.\n\
                    # A case that is taken out leaves a line `ID retired # why`. New ids are added by\n\
                    # BLESS=1 cargo test -p offload-bundle-conformance --test suite ids\n";

/// The ids of a list, with the reason for each retired id.
fn read(text: &str) -> Result<BTreeMap<&str, Option<&str>>, String> {
    let mut known = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (id, retired) = match line.split_once(' ') {
            None => (line, None),
            Some((id, rest)) => match rest.strip_prefix("retired # ").map(str::trim) {
                Some(why) if !why.is_empty() => (id, Some(why)),
                _ => return Err(format!("expected `ID` or `ID retired # why`: {line}")),
            },
        };
        if known.insert(id, retired).is_some() {
            return Err(format!("{id} is listed twice"));
        }
    }
    Ok(known)
}

/// Returns the faults of a list, and the case ids that it lacks.
fn judged<'c>(text: &str, cases: &BTreeSet<&'c str>) -> Result<(Vec<String>, Vec<&'c str>), String> {
    let known = read(text)?;
    let wrong = known
        .iter()
        .filter_map(|(id, retired)| match (cases.contains(id), retired) {
            (true, Some(_)) => Some(format!("{id} is retired: the new case needs another id")),
            (false, None) => Some(format!(
                "{id} is gone: `{id} retired # why`, if the case was not renamed, which it must not be"
            )),
            _ => None,
        });
    let missing = cases.iter().copied().filter(|id| !known.contains_key(id));
    Ok((wrong.collect(), missing.collect()))
}

fn with(text: &str, more: &[&str]) -> Result<String, String> {
    let known = read(text)?;
    let mut lines: BTreeMap<&str, String> = known
        .iter()
        .map(|(id, retired)| (*id, retired.map_or_else(String::new, |why| format!(" retired # {why}"))))
        .collect();
    lines.extend(more.iter().map(|id| (*id, String::new())));
    let lines: String = lines.iter().map(|(id, rest)| format!("{id}{rest}\n")).collect();
    Ok(format!("{HEAD}{lines}"))
}

#[test]
fn published_ids_keep_their_case() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ids.txt");
    let collection = embedded::cases().unwrap();
    let cases: BTreeSet<&str> = collection.cases().map(|case| case.id.as_str()).collect();
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let (wrong, missing) = judged(&text, &cases).unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let fresh = with(&text, &missing).unwrap();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &fresh).unwrap();
        return;
    }
    assert!(
        fresh == text,
        "conformance/ids.txt misses {missing:?}, or is not in order: BLESS=1 cargo test -p offload-bundle-conformance --test suite ids"
    );
}

/// Ids that only add a counter to another id.
fn counted<'c>(cases: &BTreeSet<&'c str>) -> Vec<&'c str> {
    let is_counted = |id: &&str| {
        let counter = id
            .rsplit_once('_')
            .filter(|(_, end)| matches!(end.as_bytes(), [b'2'..=b'9']));
        counter.is_some_and(|(begin, _)| cases.contains(begin))
    };
    cases.iter().copied().filter(is_counted).collect()
}

#[test]
fn ids_describe_differences_without_numbers() {
    let collection = embedded::cases().unwrap();
    let cases = collection.cases().map(|case| case.id.as_str()).collect();
    assert_eq!(counted(&cases), Vec::<&str>::new());
    let planted = BTreeSet::from(["a/b/cut", "a/b/cut_2", "a/b/version_2", "a/b/cut_at_9"]);
    assert_eq!(counted(&planted), ["a/b/cut_2"]);
}

#[test]
fn renamed_and_reused_ids_are_noticed() {
    let list = with("", &["a/b/one", "a/b/two"]).unwrap();
    let judged_by = |text: &str, cases: &[&'static str]| judged(text, &cases.iter().copied().collect()).unwrap();
    assert_eq!(judged_by(&list, &["a/b/one", "a/b/two"]), (Vec::new(), Vec::new()));
    let (wrong, missing) = judged_by(&list, &["a/b/one", "a/b/second"]);
    assert!(wrong.len() == 1 && wrong[0].starts_with("a/b/two is gone"), "{wrong:?}");
    assert_eq!(missing, ["a/b/second"]);
    let retired = list.replace("a/b/two", "a/b/two retired # it was wrong");
    assert_eq!(judged_by(&retired, &["a/b/one"]), (Vec::new(), Vec::new()));
    assert!(judged_by(&retired, &["a/b/one", "a/b/two"]).0[0].contains("needs another id"));
    let more = with(&retired, &["a/b/new"]).unwrap();
    assert!(
        more.ends_with("a/b/new\na/b/one\na/b/two retired # it was wrong\n"),
        "{more}"
    );
    for wrong in ["a/b/one gone", "a/b/one retired #", "a/b/one\na/b/one"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}
