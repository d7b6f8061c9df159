//! Rust names and texts of the command line.

use crate::model::cli::ExitCodes;
use crate::names::snake;
use crate::view::rust::{Documented, doc_lines};

pub(super) fn constant(name: &str) -> String {
    snake(name).to_uppercase()
}

pub(super) fn doc(mark: &str, text: &str) -> String {
    let lines = doc_lines(text, None);
    let lines = lines
        .iter()
        .map(|line| format!("{mark} {}", line.trim()).trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

pub(super) fn exit_codes(codes: ExitCodes<'_>) -> Vec<Documented> {
    let constants = codes.iter().map(|(outcome, exit)| {
        let head = format!("pub const {}: u8", constant(outcome));
        let docs = doc_lines(&format!("Exit code: {}", exit.doc), None);
        Documented::set(docs, &head, &exit.code.to_string())
    });
    constants.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schema_texts_become_rust_text() {
        assert_eq!(constant("comma-list"), "COMMA_LIST");
        assert_eq!(doc("///", "A.\n\nB. "), "/// A.\n///\n/// B.");
    }
}
