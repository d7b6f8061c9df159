//! The page, a single file. Its policy allows only the style and the script with its digests.

use std::io::Write;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use super::program::Program;

const PAGE: &str = "bindings/web/page";
/// Shared with the tool's pages.
const SHARED: &str = "cli/src/print/page";
/// In order.
const STYLE: [(&str, &str); 2] = [(SHARED, "page.css"), (PAGE, "style.css")];
const SCRIPT: [(&str, &str); 8] = [
    (SHARED, "script/text.js"),
    (SHARED, "script/keys.js"),
    (SHARED, "script/fields.js"),
    (PAGE, "script/render.js"),
    (PAGE, "script/panels.js"),
    (PAGE, "script/ask.js"),
    (PAGE, "script/several.js"),
    (PAGE, "script/start.js"),
];
const LINK: &str = " <a href=\"conformance.html\">How well tools read and write these formats</a>";

/// The page, with a link to the conformance results if they are published with it.
pub fn assemble(root: &Path, program: &Program, has_matrix: bool) -> Result<String, String> {
    let style = all(root, &STYLE)?;
    let script = all(root, &SCRIPT)?;
    let worker = program.script.clone() + &all(root, &[(PAGE, "worker.js")])?;
    let wasm = BASE64.encode(gzip(&program.wasm)?);
    for (what, text) in [("the script", &script), ("the worker", &worker)] {
        if text.contains("</script") || text.contains("<!--") {
            return Err(format!("{what} holds what would end its element"));
        }
    }
    let digest = |text: &str| format!("sha256-{}", BASE64.encode(Sha256::digest(text)));
    let frame = all(root, &[(PAGE, "index.html")])?;
    let mut page = String::new();
    let mut left = frame.as_str();
    for (place, filling) in [
        ("__STYLE_DIGEST__", digest(&style).as_str()),
        ("__SCRIPT_DIGEST__", &digest(&script)),
        ("__STYLE__", &style),
        ("__CONFORMANCE__", if has_matrix { LINK } else { "" }),
        ("__VERSION__", env!("CARGO_PKG_VERSION")),
        ("__WORKER__", &worker),
        ("__PROGRAM__", &wasm),
        ("__SCRIPT__", &script),
    ] {
        let (before, behind) = left
            .split_once(place)
            .ok_or_else(|| format!("{PAGE}/index.html: {place} is missing"))?;
        page += before;
        page += filling;
        left = behind;
    }
    Ok(page + left)
}

fn all(root: &Path, files: &[(&str, &str)]) -> Result<String, String> {
    let texts = files.iter().map(|(folder, name)| {
        let path = root.join(folder).join(name);
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    });
    texts.collect()
}

pub fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = GzEncoder::new(Vec::new(), Compression::best());
    out.write_all(bytes)
        .and_then(|()| out.finish())
        .map_err(|error| error.to_string())
}
