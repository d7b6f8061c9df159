//! Properties of an ID grammar: verdicts agree with their reasons, canonical spellings are stable, and generated types
//! agree with the tables.

use offload_bundle_core::ids::ParseError;
use offload_bundle_core::ids::tables::Grammar;
use offload_bundle_core::testing::id_texts;

/// The number of texts, which are compared in pairs.
const MOST: usize = 6;

/// `read` returns the spelling of a parsed ID, and whether it serves itself.
pub fn grammar(bytes: &[u8], grammar: &'static Grammar<'static>, read: fn(&str) -> Result<(String, bool), ParseError>) {
    let text = String::from_utf8_lossy(bytes);
    let texts: Vec<&str> = text.split('\n').take(MOST).collect();
    id_texts(grammar, &texts, read);
}
