//! Generates `bindings/c/include/offload_bundle.h` with cbindgen.

use std::path::Path;

use super::pointers::without_names;

/// Types precede their uses.
const ORDER: [&str; 14] = [
    "status",
    "text",
    "error",
    "input",
    "foreign",
    "opened",
    "file",
    "bundle",
    "entry",
    "bytes",
    "matching",
    "target",
    "verdict",
    "compression",
];

pub fn of_crate(folder: &Path) -> Result<String, String> {
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml"))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    for name in ORDER {
        builder = builder.with_src(folder.join(format!("src/{name}.rs")));
    }
    let bindings = builder.generate().map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    let text = String::from_utf8(text).map_err(|error| error.to_string())?;
    Ok(without_names(&text))
}
