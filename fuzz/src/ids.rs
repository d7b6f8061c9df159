//! Laws of a grammar of IDs: a verdict agrees with its reasons, a canonical spelling is its own, and the types say what the tables say.

use offload_bundle_core::ids::ParseError;
use offload_bundle_core::ids::tables::Grammar;
use offload_bundle_core::testing::id_texts;

/// How many texts are looked at: every pair of them is compared.
const MOST: usize = 6;

/// `read` gives what the type of IDs makes of a text, spelled, and whether that serves itself.
pub fn grammar(bytes: &[u8], grammar: &'static Grammar<'static>, read: fn(&str) -> Result<(String, bool), ParseError>) {
    let text = String::from_utf8_lossy(bytes);
    let texts: Vec<&str> = text.split('\n').take(MOST).collect();
    id_texts(grammar, &texts, read);
}
