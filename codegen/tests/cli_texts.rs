//! Every text that a schema of the command line must give is printed somewhere by a driver. (That a driver prints none that a schema does
//! not give, the compiler sees to: the texts are fields.)

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use offload_bundle_codegen::vocabulary::{BUNDLER_TEXTS, OPTION_TEXTS};

fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
    text
}

#[test]
fn every_text_is_printed_somewhere() {
    let drop_ins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/src/drop_ins");
    let drivers = [("llvm_options", "texts", OPTION_TEXTS), ("clang_offload_bundler", "TEXTS", BUNDLER_TEXTS)];
    for (folder, value, texts) in drivers {
        let sources = sources(&drop_ins.join(folder));
        for (name, _) in texts {
            let used = format!("{value}.{name}");
            let next = |at: usize| sources[at + used.len()..].chars().next();
            let ends = |at: usize| next(at).is_none_or(|c| !c.is_alphanumeric() && c != '_');
            let found = sources.match_indices(&used).any(|(at, _)| ends(at));
            assert!(found, "the text `{name}` is never printed");
        }
    }
}
