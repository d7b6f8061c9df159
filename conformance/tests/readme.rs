//! The README shows what compiles and runs: its library example is the one in `examples/`.

use std::fs;
use std::path::Path;

#[test]
fn the_library_example_is_the_one_that_compiles() {
    let conformance = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(conformance.join("../README.md")).expect("the README is there");
    let compiled = fs::read_to_string(conformance.join("examples/sizes.rs")).expect("the example is there");
    let (_, block) = readme.split_once("```rust\n").expect("the README has a Rust example");
    let (block, _) = block.split_once("```").expect("the example ends");
    assert!(
        compiled.contains(block),
        "make the example of README.md and conformance/examples/sizes.rs equal"
    );
}
