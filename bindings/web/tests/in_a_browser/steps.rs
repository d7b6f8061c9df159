//! Users inspect a library, save a code object and find damage, with the mouse and the keyboard.

use std::fs::{self, File};
use std::io::Write;

use offload_bundle::OffloadFile;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::page::{Page, fixture};

const ROWS: &str = "document.querySelectorAll('#contents tbody tr').length";

#[test]
fn library_is_inspected_and_code_saved() {
    let Some(mut page) = Page::open() else { return };
    let library = fixture("objects/hip.22.so");
    page.choose(&library);
    assert_eq!(page.text("name"), "hip.22.so");
    assert_eq!(page.text("about"), "19.0 KiB (19,496 bytes), 1 bundle");
    let contents = page.text("contents");
    for id in
        ["host-x86_64-unknown-linux-gnu-", "hipv4-amdgcn-amd-amdhsa--gfx906", "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+"]
    {
        assert!(contents.contains(id), "{id}: {contents}");
    }
    assert_eq!(page.browser.eval(ROWS), json!(3));
    page.fits("contents");

    // Bytes and name equal the library's and the tool's.
    page.browser
        .click("[aria-label='Save hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+ of bundle 0']");
    let saved = page.saved();
    let name = "hip.22.so.0.hipv4-amdgcn-amd-amdhsa--gfx90a%3Axnack+";
    assert_eq!(page.text("about"), format!("Saved {name}: 4.5 KiB (4,616 bytes)."));
    let expected = OffloadFile::open(&library).unwrap();
    let expected = Sha256::digest(&*expected.entries().nth(2).unwrap().bytes().unwrap());
    assert_eq!(Sha256::digest(saved), expected);

    page.tab("sizes");
    let sizes = page.text("sizes");
    assert!(
        sizes.contains("gfx90a:xnack+, hip") && sizes.contains("4.5 KiB"),
        "{sizes}"
    );
    page.fits("sizes");
    page.browser
        .eval("(by => { by.value = 'kernel'; by.dispatchEvent(new Event('change')); })(document.getElementById('by'))");
    page.wait("document.getElementById('sizes').innerText.includes('add(')");
    page.fits("kernels");

    page.tab("findings");
    let findings = page.text("findings");
    assert!(findings.contains("sound: 1 bundle, 3 entries"), "{findings}");
    page.fits("findings");

    page.tab("fields");
    page.wait("document.querySelectorAll('#part .hex span').length > 0");
    let fields = page.text("part");
    assert!(fields.contains("entries[0]") && fields.contains("0x1000"), "{fields}");
    page.browser.click("#part tbody tr:not(.group) button");
    assert_eq!(
        page.browser
            .eval("document.querySelectorAll('#part .hex .chosen').length"),
        json!(24)
    );
    page.fits("fields");
    // The records that point at the bundle are below it.
    let parts = "[...document.getElementById('parts').options].map(part => part.text.slice(0, 8) + part.selected)";
    let parts = page.browser.eval(parts);
    assert_eq!(parts, json!(["clang oftrue", "HIP fat false"]));
    page.browser.eval(
        "(parts => { parts.value = '1'; parts.dispatchEvent(new Event('change')); })(document.getElementById('parts'))",
    );
    page.wait("document.getElementById('part').innerText.includes('embedded')");
    let fields = page.text("part");
    for shown in ["wrappers[0]", "magic", "address"] {
        assert!(fields.contains(shown), "{shown}: {fields}");
    }
    page.fits("fields of the wrapper");

    page.tab("runs");
    for (gpu, answer) in [
        ("gfx906", "hip.22.so: yes"),
        ("gfx90a", "hip.22.so: only with xnack+"),
        ("gfx1100", "hip.22.so: no"),
        ("gfx 90a", "unknown GPU"),
    ] {
        page.browser
            .eval(&format!("document.getElementById('gpu').value = {}", json!(gpu)));
        page.browser.click("#runs-form button");
        page.wait("!document.querySelector('[aria-busy]')");
        let runs = page.text("runs");
        assert!(runs.starts_with(answer), "{gpu}: {runs}");
        page.fits(gpu);
    }
    page.is_quiet();
}

#[test]
fn damage_is_shown_with_offset() {
    let Some(mut page) = Page::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("damaged\u{202e}.so");
    let mut bytes = fs::read(fixture("objects/hip.22.so")).unwrap();
    bytes[4140] = b'X';
    fs::write(&damaged, &bytes).unwrap();
    page.drop(&damaged);
    assert_eq!(page.text("name"), "damaged\\u{202e}.so");
    page.tab("findings");
    let findings = page.text("findings");
    for part in ["not sound", "runs past the end of the file", "0x1028", "entries[0].len_code_object", "out-of-bounds"]
    {
        assert!(findings.contains(part), "{part}: {findings}");
    }
    page.fits("damaged");

    let text = folder.path().join("notes.txt");
    fs::write(&text, "nothing for a GPU\n").unwrap();
    page.choose(&text);
    assert!(page.text("about").contains("18 bytes"), "{}", page.text("about"));
    page.tab("contents");
    assert!(
        page.text("contents").contains("not an offload bundle"),
        "{}",
        page.text("contents")
    );
    page.is_quiet();
}

#[test]
fn several_files_are_listed_and_opened() {
    let Some(mut page) = Page::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    fs::write(&text, "nothing for a GPU\n").unwrap();
    let (library, object) = (fixture("objects/hip.22.so"), fixture("objects/hip-compressed.22.so"));
    page.choose_several(&[&text, &library, &object]);
    assert_eq!(page.text("several-about"), "3 files: 2 with GPU code");
    assert_eq!(
        page.browser.eval("document.getElementById('opened').hidden"),
        json!(true)
    );
    let rows = page
        .browser
        .eval("[...document.querySelectorAll('#overview tbody tr')].map(row => row.innerText)");
    let rows: Vec<&str> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    assert!(
        rows[0].starts_with("notes.txt") && rows[0].contains("not an offload bundle"),
        "{rows:?}"
    );
    for row in &rows[1..] {
        assert!(row.contains("gfx906, gfx90a:xnack+"), "{rows:?}");
    }
    page.fits("several");
    page.browser.click("#overview tr:nth-child(3) button");
    page.listed();
    assert_eq!(page.text("name"), "hip-compressed.22.so");
    assert!(
        page.text("contents").contains("compressed with zstd"),
        "{}",
        page.text("contents")
    );
    page.fits("one of several");
    // A new file replaces the old one.
    page.choose(&library);
    assert_eq!(
        page.browser.eval("document.getElementById('several').hidden"),
        json!(true)
    );
    page.is_quiet();
}

#[test]
fn results_page_is_linked() {
    let Some(mut page) = Page::open() else { return };
    if page.browser.eval("document.querySelector('header a') === null") == json!(true) {
        offload_bundle_testing::skip("the conformance matrix is there after `cargo xtask web --conformance --test`");
        return;
    }
    page.browser.click("header a");
    page.wait("document.title.includes('onformance') && document.querySelectorAll('table tr').length > 5");
}

#[test]
fn packages_and_long_files_are_read() {
    let Some(mut page) = Page::open() else { return };
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("libapp.so.gz");
    let library = fs::read(fixture("objects/hip-compressed.22.so")).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(File::create(&package).unwrap(), flate2::Compression::fast());
    gzip.write_all(&library).unwrap();
    gzip.finish().unwrap();
    page.choose(&package);
    let contents = page.text("contents");
    assert!(
        contents.contains("libapp.so\n") && contents.contains("compressed with zstd"),
        "{contents}"
    );
    let plain = OffloadFile::from_bytes(library).unwrap();
    let entry = plain.entries().find(|entry| entry.len().unwrap() > 0).unwrap();
    page.browser.click("#contents tbody button");
    assert_eq!(Sha256::digest(page.saved()), Sha256::digest(&*entry.bytes().unwrap()));

    // 1.3 GB, mostly outside of sections.
    let long = folder.path().join("long.so");
    fs::copy(fixture("objects/hip.22.so"), &long).unwrap();
    File::options()
        .write(true)
        .open(&long)
        .unwrap()
        .set_len(1_300_000_000)
        .unwrap();
    page.choose(&long);
    assert_eq!(page.browser.eval(ROWS), json!(3), "{}", page.text("contents"));
    for tab in ["sizes", "findings", "fields"] {
        page.tab(tab);
    }
    assert!(
        page.text("findings").contains("sound: 1 bundle"),
        "{}",
        page.text("findings")
    );
    page.is_quiet();
}

#[test]
fn page_works_with_keyboard_only() {
    let Some(mut page) = Page::served() else { return };
    // IDs are compared before a file is chosen.
    page.browser.eval("document.getElementById('requested').focus()");
    page.browser.press("Tab");
    page.browser.press("Enter");
    page.wait("document.querySelector('#compared .answer')");
    let compared = page.text("compared");
    assert!(
        compared.starts_with("yes") && compared.contains("which serves `xnack+`"),
        "{compared}"
    );
    page.fits("compared");
    page.browser
        .eval("document.getElementById('stored').value = 'gfx906'; document.getElementById('stored').focus()");
    page.browser.press("Enter");
    page.wait("document.getElementById('compared').innerText.startsWith('no')");

    page.choose(&fixture("objects/hip.22.so"));
    assert_eq!(page.focus(), json!("name"));
    page.browser.press("Tab");
    assert_eq!(page.focus(), json!("tab-contents"));
    for tab in ["sizes", "findings", "fields", "runs", "contents", "sizes"] {
        page.browser.press("ArrowRight");
        assert_eq!(page.focus(), json!(format!("tab-{tab}")));
        page.wait("!document.querySelector('[aria-busy]')");
    }
    page.browser.press("ArrowLeft");
    page.browser.press("ArrowLeft");
    assert_eq!(page.focus(), json!("tab-runs"));
    page.browser.press("Tab");
    page.browser.write("gfx906");
    page.browser.press("Enter");
    page.wait("document.querySelector('#runs .answer')");
    assert!(page.text("runs").contains("yes"), "{}", page.text("runs"));

    // Filtered and saved by keyboard: the focus stays.
    page.browser.eval("document.getElementById('tab-contents').focus()");
    page.browser.press("Home");
    page.browser.press("Tab");
    page.browser.write("906");
    assert_eq!(page.browser.eval(ROWS), json!(1));
    page.browser.press("Tab");
    assert_eq!(page.focus(), json!("Save hipv4-amdgcn-amd-amdhsa--gfx906 of bundle 0"));
    page.browser.press("Enter");
    let library = OffloadFile::open(fixture("objects/hip.22.so")).unwrap();
    assert_eq!(page.saved(), *library.entries().nth(1).unwrap().bytes().unwrap());
    assert_eq!(page.focus(), json!("Save hipv4-amdgcn-amd-amdhsa--gfx906 of bundle 0"));
    page.is_quiet();
}
