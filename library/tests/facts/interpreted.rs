//! The grammar under test: generated, or interpreted from the schema in an environment variable. `cargo xtask mutate`
//! thus tests thousands of changed grammars without a compiler.

use std::sync::LazyLock;
use std::{env, fs};

use offload_bundle_codegen::arena::Arena;
use offload_bundle_codegen::{Source, check};
use offload_bundle_core::ids::tables::Grammar;
use offload_bundle_formats::target_id;

/// The path of a schema.
const VARIABLE: &str = "OFFLOAD_BUNDLE_GRAMMAR";

pub static GRAMMAR: LazyLock<&'static Grammar<'static>> = LazyLock::new(|| match env::var(VARIABLE) {
    Err(_) => &target_id::GRAMMAR,
    Ok(path) => {
        let text = fs::read_to_string(&path).expect("a schema");
        let arena: &Arena = Box::leak(Box::new(Arena::default()));
        let checked = check(arena, &[Source { name: path, text }]).expect("a schema without mistakes");
        let checked = Box::leak(Box::new(checked));
        Box::leak(Box::new(checked.id_grammar(arena).expect("a grammar of IDs")))
    }
});
