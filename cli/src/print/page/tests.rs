//! The page is complete, closed to the content of files, and matches its policy.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use super::*;

fn page(name: &str) -> String {
    let mut page = Vec::new();
    write_page(&serde_json::json!({ "name": name }), &mut page).unwrap();
    String::from_utf8(page).unwrap()
}

#[test]
fn policy_contains_script_and_style_digests() {
    for (file, text, told) in [("page.css.sha256", STYLE, STYLE_DIGEST), ("script/sha256", SCRIPT, SCRIPT_DIGEST)] {
        let digest = format!("sha256-{}\n", BASE64.encode(Sha256::digest(text)));
        if std::env::var_os("BLESS").is_some() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/print/page").join(file);
            std::fs::write(path, &digest).unwrap();
            continue;
        }
        assert_eq!(
            told, digest,
            "run BLESS=1 cargo test -p offload-bundle-cli --lib policy"
        );
    }
}

#[test]
fn page_loads_nothing_and_sets_text_only() {
    let frame = page("");
    for word in ["http:", "https:", "//cdn", "url(", "@import", " src=", "href=", "fetch(", "XMLHttp", "import("] {
        assert!(!frame.contains(word), "{word}");
    }
    for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser"]
    {
        assert!(!SCRIPT.contains(word), "{word}");
    }
    // An end tag would end the element.
    assert!(!SCRIPT.contains("</script") && !SCRIPT.contains("<!--") && !STYLE.contains("</style"));
}

#[test]
fn placeholders_are_filled_once() {
    let plain = page("add");
    assert!(!plain.contains("__"), "{}", plain.split("__").nth(1).unwrap());
    let hostile = page("__SCRIPT____STYLE__</script><!--<script>");
    let (before, behind) = hostile
        .split_once(r#""__SCRIPT____STYLE__\u003c/script>\u003c!--\u003cscript>""#)
        .unwrap();
    assert_eq!(format!("{before}\"add\"{behind}"), plain);
}
