//! Pages in a real browser: every screen size, mouse and keyboard.

use std::collections::BTreeMap;
use std::path::Path;

use offload_bundle::BundleBuilder;
use offload_bundle_testing::browser::Browser;
use serde_json::{Value, json};

use super::{crowd, fixture, hostile, made};
use crate::support::program::run;

const HERE: &str = "document.getElementById('here').textContent";
const FOCUS: &str = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent";

fn open(browser: &mut Browser, folder: &Path, command: &str, inputs: &[&str]) -> String {
    made(folder, command, inputs);
    let url = format!("file://{}", folder.join("page.html").display());
    browser.open(&url);
    assert_eq!(browser.eval("document.documentElement.dataset.ready"), json!("true"));
    url
}

fn fits(browser: &mut Browser, at: &str) {
    for (width, height) in [(1300, 900), (400, 844)] {
        for scheme in ["light", "dark"] {
            browser.screen(width, height, scheme);
            // Tiles move, and the next frame shows them.
            browser.call(
                "Runtime.evaluate",
                json!({ "expression": "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))", "awaitPromise": true }),
            );
            let wide = browser.eval("document.documentElement.scrollWidth");
            assert!(wide.as_u64().unwrap() <= u64::from(width), "{at}, {width}: {wide}");
            let worst = browser.worst_contrast();
            assert!(worst[0].as_f64().unwrap() >= 4.5, "{at}, {scheme}: {worst}");
            let outside = browser.eval(
                "(map => [...map.querySelectorAll('.tile')].filter(tile => tile.offsetLeft + tile.offsetWidth > map.clientWidth + 1 \
                 || tile.offsetTop + tile.offsetHeight > map.clientHeight + 1).length)(document.getElementById('map'))",
            );
            assert_eq!(outside, json!(0), "{at}, {width}");
        }
    }
    browser.screen(1300, 900, "light");
}

fn is_quiet(browser: &Browser, url: &str) {
    let others: Vec<&String> = browser
        .requests
        .iter()
        .filter(|request| !request.starts_with(url))
        .collect();
    assert!(others.is_empty(), "{others:?}");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

fn to_tile(browser: &mut Browser, beginning: &str) {
    let arrows =
        ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowLeft", "ArrowDown"];
    for arrow in arrows.iter().cycle().take(64) {
        if browser.eval(FOCUS).as_str().unwrap().starts_with(beginning) {
            return;
        }
        browser.press(arrow);
    }
    panic!("{beginning}: {}", browser.eval(FOCUS));
}

fn sums(browser: &mut Browser, expression: &str) -> BTreeMap<String, u64> {
    let sums = browser.eval(expression);
    let sum = |row: &Value| (row[0].as_str().unwrap().to_owned(), row[1].as_u64().unwrap());
    sums.as_array().unwrap().iter().map(sum).collect()
}

fn told(by: &str, inputs: &[&str], name: fn(&Value) -> Option<&str>) -> BTreeMap<String, u64> {
    let words = [&["size", "--json", "--by", by][..], inputs].concat();
    let output = run(Path::new("."), &words);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = report["rows"].as_array().unwrap().iter();
    let row = |row: &Value| Some((name(row)?.to_owned(), row["size_in_file"].as_u64().unwrap()));
    rows.filter_map(row).collect()
}

#[test]
fn map_is_navigated_by_keyboard() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let inputs = [fixture("objects/hip.22.so"), fixture("compressed/device.22.hipfb"), fixture("objects/rdc.22.o")];
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    browser.screen(1300, 900, "light");
    let url = open(&mut browser, folder.path(), "size", &inputs);

    // Each level adds up to its parent, and all to the JSON totals.
    let wrong = "(function walk(of) { const list = children(of); const sum = list.reduce((sum, child) => sum + child.size, 0); \
                 return list.flatMap(walk).concat(MAPPED.has(of.kind) && sum !== of.size ? [`${of.name}: ${sum}, ${of.size}`] : []); })(root)";
    assert_eq!(browser.eval(wrong), json!([]));
    let by_target = sums(&mut browser, "[...byTarget(root)]");
    assert_eq!(
        by_target,
        told("arch", &inputs, |row| row["target"].as_str().or(row["kind"].as_str()))
    );
    let kernels = "[...(function walk(of, sums) { if (of.kind === 'kernel') sums.set(of.name, (sums.get(of.name) ?? 0) + of.size); \
                   children(of).forEach(child => walk(child, sums)); return sums; })(root, new Map())]";
    assert_eq!(
        sums(&mut browser, kernels),
        told("kernel", &inputs, |row| row["kernel"].as_str())
    );
    let table = browser.eval("[...document.querySelectorAll('#table tbody td:nth-child(2)')].map(cell => Number(cell.title.replace(/\\D/g, '')))");
    let files: u64 = table.as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!(json!(files), browser.eval("root.size"));

    // Arrows move between tiles, Enter opens, Escape returns to the tile.
    fits(&mut browser, "files");
    browser.eval("document.querySelector('#map .tile').focus()");
    let start = browser.eval(FOCUS);
    browser.press("End");
    assert_ne!(browser.eval(FOCUS), start);
    browser.press("Home");
    assert_eq!(browser.eval(FOCUS), start);
    browser.press("ArrowRight");
    let second = browser.eval(FOCUS);
    assert_ne!(second, start);
    browser.press("ArrowLeft");
    let mut path = vec![browser.eval(FOCUS)];
    browser.press("Enter");
    for (level, inside) in [("bundle 0", "file"), ("gfx", "bundle"), ("add(", "code object")] {
        fits(&mut browser, inside);
        to_tile(&mut browser, level);
        path.push(browser.eval(FOCUS));
        browser.press("Enter");
    }
    assert!(
        browser.eval(HERE).as_str().unwrap().starts_with("add("),
        "{}",
        browser.eval(HERE)
    );
    fits(&mut browser, "kernel");
    let shown = browser.eval("document.getElementById('facts').innerText");
    for part in ["140 bytes", "Of the code object", "Of the bundle", "Of the file"] {
        assert!(shown.as_str().unwrap().contains(part), "{part}: {shown}");
    }
    for before in path.iter().rev() {
        browser.press("Escape");
        assert_eq!(browser.eval(FOCUS), *before);
    }
    assert_eq!(browser.eval(HERE).as_str().unwrap().split(':').next(), Some("3 files"));
    browser.press("Escape");
    assert_eq!(browser.eval(HERE).as_str().unwrap().split(':').next(), Some("3 files"));

    // Links and the browser's back button work.
    browser.open("about:blank");
    browser.open(&format!("{url}#0.0"));
    assert!(browser.eval(HERE).as_str().unwrap().starts_with("bundle 0"));
    browser.press("Escape");
    let back = "new Promise(done => { addEventListener('popstate', () => setTimeout(done), { once: true }); history.back(); })";
    browser.call("Runtime.evaluate", json!({ "expression": back, "awaitPromise": true }));
    assert!(browser.eval(HERE).as_str().unwrap().starts_with("bundle 0"));
    browser.requests.retain(|request| request != "about:blank");
    is_quiet(&browser, &url);

    // Texts for screen readers.
    let tree = browser.call("Accessibility.getFullAXTree", json!({}));
    let nodes = tree["nodes"].as_array().unwrap();
    let named = |role: &str| {
        nodes
            .iter()
            .any(|node| node["role"]["value"] == role && !node["name"]["value"].as_str().unwrap_or("").is_empty())
    };
    for role in ["button", "heading", "navigation", "group", "columnheader"] {
        assert!(named(role), "{role}");
    }
}

#[test]
fn table_is_sorted_by_each_column() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let url = open(
        &mut browser,
        folder.path(),
        "size",
        &[&fixture("compressed/device.22.hipfb"), &fixture("objects/hip.22.so")],
    );
    let names = "[...document.querySelectorAll('#table tbody th button')].map(cell => cell.textContent)";
    let sorted = |browser: &mut Browser| {
        let mut names: Vec<String> = serde_json::from_value(browser.eval(names)).unwrap();
        let shown = names.clone();
        names.sort();
        (shown == names, shown)
    };
    browser.click("#table thead th:nth-child(1) button");
    assert!(sorted(&mut browser).0);
    assert_eq!(
        browser.eval("document.querySelector('#table thead th').getAttribute('aria-sort')"),
        json!("ascending")
    );
    browser.press("Enter");
    assert!(!sorted(&mut browser).0);
    browser.click("#table thead th:nth-child(2) button");
    assert_eq!(
        browser.eval("document.querySelectorAll('#table [aria-sort]').length"),
        json!(1)
    );
    let before = sorted(&mut browser).1;
    browser.press("Enter");
    let after: Vec<String> = sorted(&mut browser).1.into_iter().rev().collect();
    assert_eq!(before, after);
    // Moves between rows, and opens one.
    browser.eval("document.querySelector('#table tbody button').focus()");
    browser.press("ArrowDown");
    assert_eq!(
        browser.eval(FOCUS).as_str(),
        before.iter().rev().nth(1).map(String::as_str)
    );
    browser.press("Enter");
    assert!(browser.eval("document.querySelectorAll('#path li').length") == json!(2));
    is_quiet(&browser, &url);
}

#[test]
fn field_and_bytes_mark_each_other() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.screen(1300, 900, "light");
    let url = open(
        &mut browser,
        folder.path(),
        "inspect",
        &[&fixture("hip/device.22.hipfb")],
    );
    let chosen = "[...document.querySelectorAll('.hex .chosen')].map(byte => byte.textContent).join('')";
    let field = "document.querySelector('[aria-pressed=true]')?.textContent";
    let status = "document.querySelector('.status').textContent";
    let button =
        "[...document.querySelectorAll('.part tbody button')].find(button => button.textContent === 'num_entries')";
    browser.eval(&format!("{button}.focus()"));
    browser.press("Enter");
    assert_eq!(browser.eval(chosen), json!("0300000000000000"));
    let said = browser.eval(status);
    for part in ["num_entries: 8 bytes at 0x18, 3.", "Number of entry records"] {
        assert!(said.as_str().unwrap().contains(part), "{said}");
    }
    fits(&mut browser, "a chosen field");
    browser.press("ArrowUp");
    browser.press("Enter");
    assert_eq!(
        (
            browser.eval(field),
            browser.eval("document.querySelectorAll('.hex .chosen').length")
        ),
        (json!("magic"), json!(24))
    );
    // Truncated fields are marked.
    browser.eval("[...document.querySelectorAll('.part tbody button')].filter(button => button.textContent === 'code_object').pop().click()");
    assert_eq!(
        browser.eval("document.querySelectorAll('.hex .chosen').length"),
        json!(64)
    );
    assert!(
        browser
            .eval(status)
            .as_str()
            .unwrap()
            .ends_with("of its bytes are not on this page."),
        "{}",
        browser.eval(status)
    );
    assert!(
        browser
            .eval("document.querySelector('.hex').innerText")
            .as_str()
            .unwrap()
            .contains("bytes are left out")
    );
    // From the table to the bytes, with the mouse and the keyboard.
    browser.eval("document.querySelectorAll('.hex span')[0]; document.querySelector('.hex').scrollTop = 0");
    browser.click(".hex div:nth-child(2) span:nth-of-type(11)");
    assert_eq!(browser.eval(field), json!("num_entries"));
    browser.press("ArrowUp");
    assert_eq!(browser.eval(field), json!("magic"));
    browser.press("ArrowDown");
    browser.press("ArrowDown");
    assert_eq!(browser.eval(field), json!("len_code_object"));
    browser.press("ArrowLeft");
    browser.press("ArrowLeft");
    assert_eq!(browser.eval(field), json!("ofs_code_object"));
    // Records fold.
    let toggle = "document.querySelector('.part [aria-expanded]')";
    let rows = "[...document.querySelectorAll('.part tbody tr')].filter(row => !row.hidden).length";
    let all = browser.eval(rows).as_u64().unwrap();
    browser.eval(&format!("{toggle}.focus()"));
    browser.press("Enter");
    assert_eq!(browser.eval(rows).as_u64(), Some(all - 5));
    is_quiet(&browser, &url);
}

#[test]
fn hostile_names_are_shown_harmlessly() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    for command in ["size", "inspect"] {
        let name = hostile(folder.path(), command == "inspect");
        let url = open(&mut browser, folder.path(), command, &[&name]);
        for _ in 0..4 {
            browser.eval("(function walk(of) { show(of); children(of).forEach(walk); })(root)");
        }
        assert_eq!(browser.eval("document.querySelectorAll('img, b').length"), json!(0));
        assert_eq!(browser.eval("document.scripts.length"), json!(2));
        assert_eq!(browser.eval("document.title === '1'"), json!(false));
        browser.eval("show(root)");
        let shown = browser.eval("document.body.innerText");
        let text = shown.as_str().unwrap();
        assert!(
            text.contains("<img src=x onerror=document.title=1>&lt;__SCRIPT__\\u{202e}"),
            "{shown}"
        );
        assert!(!text.contains('\u{202e}'), "{shown}");
        assert_eq!(
            browser.eval("short('x'.repeat(2500)).slice(1999)"),
            json!("x … and 500 characters more")
        );
        fits(&mut browser, command);
        is_quiet(&browser, &url);
    }
}

#[test]
fn page_reports_omitted_rows() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let names = crowd(folder.path());
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    for (inputs, about, left) in [
        (
            &["large0", "small"][..],
            "15,019 fields of 2 parts in 2 files",
            "5,007 fields, because",
        ),
        (
            &all,
            "of 17 parts in 17 files",
            " fields, 2 whole parts, 2 whole files, because",
        ),
    ] {
        open(&mut browser, folder.path(), "inspect", inputs);
        let shown = browser.eval("['about', 'remarks'].map(id => byId(id).innerText)");
        assert!(shown[0].as_str().unwrap().ends_with(about), "{shown}");
        assert!(shown[1].as_str().unwrap().contains(left), "{shown}");
    }
}

#[test]
fn policy_blocks_other_scripts() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (page, _) = made(folder.path(), "size", &[&fixture("objects/hip.22.so")]);
    let planted = page.replacen(
        "<header>",
        "<script>document.title = 'planted'</script><img src=\"http://127.0.0.1:9/x\"><header>",
        1,
    );
    std::fs::write(folder.path().join("planted.html"), planted).unwrap();
    browser.open(&format!("file://{}", folder.path().join("planted.html").display()));
    assert_ne!(browser.eval("document.title"), json!("planted"));
    assert!(
        browser
            .complaints
            .iter()
            .any(|one| one.contains("Content Security Policy")),
        "{:?}",
        browser.complaints
    );
}

#[test]
fn map_shows_architectures_by_name_and_colour() {
    const COUNT: usize = 24;
    let folder = tempfile::tempdir().unwrap();
    let host = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"");
    let code = vec![7_u8; 40 << 10];
    let bundle = (0..COUNT).fold(host, |bundle, number| {
        bundle.entry(format!("hip-amdgcn-amd-amdhsa--gfx{}", 1000 + number), code.clone())
    });
    let bundle = bundle.to_bytes().unwrap();
    for name in ["one/lib.so", "two/lib.so"] {
        std::fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        std::fs::write(folder.path().join(name), &bundle).unwrap();
    }
    let Some(mut browser) = Browser::start() else { return };
    let url = open(&mut browser, folder.path(), "size", &["one", "two"]);
    let names = browser.eval("[...document.querySelectorAll('.tile > .name')].map(name => name.textContent).sort()");
    assert_eq!(names, json!(["one/lib.so", "two/lib.so"]));
    let inside =
        browser.eval("[...document.querySelectorAll('.tile i')].map(piece => piece.textContent).filter(text => text)");
    assert!(inside.as_array().unwrap().contains(&json!("gfx1000")), "{inside}");
    let whole = inside
        .as_array()
        .unwrap()
        .iter()
        .all(|name| name.as_str().unwrap().len() == "gfx1000".len());
    assert!(whole, "{inside}");
    for scheme in ["light", "dark"] {
        browser.screen(1300, 900, scheme);
        let closest = browser.eval(
            "(colours => { let least = Infinity; colours.forEach((a, i) => colours.slice(i + 1).forEach(b => { least = Math.min(least, \
             Math.hypot(...a.map((part, at) => part - b[at]))); })); return [colours.length, least]; })([...document.querySelectorAll('#legend \
             .swatch')].map(swatch => getComputedStyle(swatch).backgroundColor.match(/[0-9.]+/g).slice(0, 3).map(Number)))",
        );
        assert_eq!(closest[0], json!(COUNT), "{scheme}");
        assert!(closest[1].as_f64().unwrap() > 15.0, "{scheme}: {closest}");
    }
    fits(&mut browser, "two files");
    is_quiet(&browser, &url);
}
