//! The generator accepts or refuses any text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle_codegen::{Source, generate};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // Schemas without `dialect:` are layouts.
    let name = if text.lines().any(|line| line.starts_with("dialect:")) {
        "schemas/input.yaml"
    } else {
        "schemas/input.ksy"
    };
    let source = Source { name: name.to_owned(), text: text.to_owned() };
    match generate(std::slice::from_ref(&source)) {
        Ok(files) => assert_eq!(generate(&[source]), Ok(files), "the same text gives other files"),
        Err(problems) => assert!(!problems.is_empty(), "refused without a reason"),
    }
});
