//! Tests the results page in a browser: reading, filters, links and keyboard.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_conformance::case::{Case, Level};
use offload_bundle_conformance::embedded::{self, Suite};
use offload_bundle_conformance::expectations::Surprise;
use offload_bundle_conformance::report::{Document, Results, page};
use offload_bundle_conformance::verdict::Verdict;
use offload_bundle_testing::browser::Browser;
use serde_json::json;

/// A run with a correct testee and a testee that fails in every way.
fn document() -> Document {
    let collection = embedded::cases().unwrap();
    let cases: Vec<Case> = collection
        .cases()
        .filter(|case| case.id.starts_with("ccob/"))
        .cloned()
        .collect();
    let verdict = |number: usize| match number % 5 {
        0 => Verdict::Fail(
            "expected {\"size\":1}, found {\"size\":2}\nbytes differs from offset 0x4 on\n  expected  000000  43\n"
                .into(),
        ),
        1 => Verdict::Skipped("it lacks the operation".into()),
        2 => Verdict::Crash("segmentation fault".into()),
        _ => Verdict::Pass,
    };
    let results = |name: &str, verdict: &dyn Fn(usize) -> Verdict| Results {
        name: name.into(),
        command: format!("offload-bundle-conformance --program 'build/{name}'"),
        verdicts: cases
            .iter()
            .enumerate()
            .map(|(number, case)| (case.id.clone(), verdict(number)))
            .collect(),
        milliseconds: BTreeMap::new(),
        known: BTreeMap::from([(cases[0].id.clone(), "sizes are not checked".into())]),
        surprises: (1..cases.len())
            .filter(|number| !verdict(*number).is_sound())
            .map(|number| Surprise::New { case: cases[number].id.clone() })
            .collect::<BTreeSet<_>>(),
    };
    let testees = vec![results("offload-bundle", &|_| Verdict::Pass), results("clang-offload-bundler-19", &verdict)];
    Document { suite: Suite::this(), shard: None, cases: cases.clone(), testees }
}

const FOCUS: &str = "document.activeElement.getAttribute('aria-label') || document.activeElement.dataset.case || document.activeElement.id";

#[test]
fn page_is_read_filtered_and_clicked() {
    let Some(mut browser) = Browser::start() else { return };
    let scene = tempfile::tempdir().unwrap();
    let file = scene.path().join("report.html");
    let document = document();
    std::fs::write(&file, page(&document).unwrap()).unwrap();
    let url = format!("file://{}", file.display());
    browser.screen(1300, 900, "light");
    browser.open(&url);

    let crashes = document.testees[1]
        .verdicts
        .values()
        .filter(|one| one.word() == "crash")
        .count();
    let wrong = document.testees[1]
        .verdicts
        .values()
        .filter(|one| !one.is_sound())
        .count();
    // The page opens with the unexpected failures below the totals. One failure is known.
    assert_eq!(
        browser.eval("byId('count').textContent"),
        json!(format!("{} cases, clang-offload-bundler-19", wrong - 1))
    );
    let totals = browser.eval("document.querySelector('#totals tbody').innerText");
    let totals = totals.as_str().unwrap();
    for part in [format!("✗ {}", wrong - 1), format!("◐ {wrong}"), "✓ 0".into()] {
        assert!(totals.contains(&part), "{part:?}: {totals}");
    }
    assert_eq!(browser.eval("document.querySelector('main table').id"), json!("totals"));
    let sum = "[...document.querySelectorAll('#totals tbody tr:last-child td')].slice(1, 5).reduce((sum, cell) => sum + Number(cell.innerText.replace('◐ ', '')), 0)";
    assert_eq!(browser.eval(sum), json!(document.cases.len()));
    let levels = browser.eval("[...document.querySelectorAll('#cases .level')].map(level => level.innerText)");
    let ranks = ["required", "recommended", "observed"];
    let levels = levels
        .as_array()
        .unwrap()
        .iter()
        .map(|level| ranks.iter().position(|rank| level == rank).unwrap());
    assert!(levels.clone().count() > 10 && levels.is_sorted(), "{totals}");

    let count = |browser: &mut Browser| browser.eval("Number(byId('count').textContent.split(' ')[0])").as_u64();
    let pick = |browser: &mut Browser, select: &str, value: &str| {
        browser.eval(&format!(
            "byId('{select}').value = '{value}'; byId('{select}').dispatchEvent(new Event('change'))"
        ));
    };
    browser.click("#totals button[data-testee='offload-bundle'][data-verdict='pass']");
    assert_eq!(count(&mut browser), Some(document.cases.len() as u64));
    let of = |fits: &dyn Fn(&Case) -> bool| Some(document.cases.iter().filter(|case| fits(case)).count() as u64);
    pick(&mut browser, "level", "required");
    assert_eq!(count(&mut browser), of(&|case| case.level == Level::Required));
    let requirement = document.cases.iter().find_map(|case| case.requires.first()).unwrap();
    pick(&mut browser, "level", "");
    pick(&mut browser, "requirement", requirement);
    assert_eq!(count(&mut browser), of(&|case| case.requires.contains(requirement)));

    // From a number of the matrix to its cases, and then to one case.
    browser.click("#matrix button[data-testee='clang-offload-bundler-19'][data-group='']");
    assert_eq!(
        browser.eval("byId('count').textContent"),
        json!(format!("{wrong} cases, clang-offload-bundler-19"))
    );
    browser.click("#verdict");
    browser.press("Escape");
    browser.eval("byId('verdict').value = 'crash'; byId('verdict').dispatchEvent(new Event('change'))");
    assert_eq!(
        browser.eval("document.querySelectorAll('#cases li').length"),
        json!(crashes.min(25))
    );
    let first = browser.eval("document.querySelector('#cases button').dataset.case");
    let first = first.as_str().unwrap().to_string();
    browser.click("#cases button");
    let shown = browser.eval("document.querySelector('#cases article').innerText");
    let shown = shown.as_str().unwrap();
    let case = document.cases.iter().find(|case| case.id == first).unwrap();
    for part in [&case.why, "Question", "Expected", "What happened", "segmentation fault", "op: "] {
        assert!(shown.contains(part), "{part:?}: {shown}");
    }
    assert!(
        shown.contains(&format!(
            "offload-bundle-conformance --program 'build/clang-offload-bundler-19' --case {first} --verbose"
        )),
        "{shown}"
    );

    browser.eval("byId('verdict').value = 'fail'; byId('verdict').dispatchEvent(new Event('change'))");
    browser.click("#cases button");
    let shown = browser.eval("document.querySelector('#cases article').innerText");
    assert!(
        shown
            .as_str()
            .unwrap()
            .contains("\nbytes differs from offset 0x4 on\n  expected  000000  43"),
        "{shown}"
    );
    browser.eval("byId('verdict').value = 'crash'; byId('verdict').dispatchEvent(new Event('change'))");

    browser.click("#words");
    browser.write("no such word anywhere");
    assert_eq!(
        browser.eval("byId('count').textContent"),
        json!("0 cases, clang-offload-bundler-19")
    );
    browser.eval("choose('clang-offload-bundler-19', '', 'wrong')");

    // Keyboard only.
    browser.eval("document.querySelector('#matrix button').focus()");
    browser.press("ArrowRight");
    let focus = browser.eval(FOCUS);
    assert!(focus.as_str().unwrap().contains("clang-offload-bundler-19"), "{focus}");
    browser.press("ArrowDown");
    assert_ne!(browser.eval(FOCUS), focus);
    browser.press("Enter");
    assert_eq!(browser.eval(FOCUS), json!("count"));
    browser.press("Tab");
    let case = browser.eval(FOCUS);
    assert!(case.as_str().unwrap().starts_with("ccob/"), "{case}");
    browser.press("Enter");
    let open = "document.querySelectorAll('#cases article').length";
    assert_eq!(browser.eval(open), json!(1));
    browser.press("Tab");
    browser.press("Escape");
    assert_eq!((browser.eval(open), browser.eval(FOCUS)), (json!(0), case.clone()));
    browser.press("ArrowDown");
    assert_ne!(browser.eval(FOCUS), case);

    // On every screen size, only designated parts scroll sideways, and every text is readable.
    browser.press("Enter");
    for (width, height) in [(1300, 900), (400, 844)] {
        for scheme in ["light", "dark"] {
            browser.screen(width, height, scheme);
            let wide = browser.eval("document.documentElement.scrollWidth");
            assert!(wide.as_u64().unwrap() <= u64::from(width), "{width}: {wide}");
            let worst = browser.worst_contrast();
            assert!(worst[0].as_f64().unwrap() >= 4.5, "{scheme}: {worst}");
        }
    }

    // The accessibility tree for screen readers.
    let tree = browser.call("Accessibility.getFullAXTree", json!({}));
    let roles: BTreeSet<&str> = tree["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|node| node["role"]["value"].as_str())
        .collect();
    for role in [
        "banner",
        "main",
        "contentinfo",
        "heading",
        "table",
        "columnheader",
        "rowheader",
        "search",
        "status",
        "list",
        "article",
    ] {
        assert!(roles.contains(role), "{role}: {roles:?}");
    }
    let names = "[...document.querySelectorAll('button, select, input, [role=region]')].filter(e => !e.innerText && !e.labels?.length && !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby')).length";
    assert_eq!(browser.eval(names), json!(0));

    browser.open("about:blank");
    browser.open(&format!("{url}#{first}"));
    assert_eq!(browser.eval(open), json!(1));
    let elsewhere: Vec<&String> = browser.requests.iter().filter(|one| !one.starts_with(&url)).collect();
    assert!(elsewhere.iter().all(|one| *one == "about:blank"), "{elsewhere:?}");
}
