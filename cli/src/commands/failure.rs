//! What becomes of a command that could not be carried out.

use offload_bundle::error::OpError;
use offload_bundle::ops::Session;
use serde_json::{Value, json};

/// Says why the operation failed: one line on standard error, and as JSON an object `error` with `code` and `message`.
/// The result is the exit code.
pub(crate) fn failure(session: &mut Session<'_>, error: &OpError) -> u8 {
    report(session, &error.to_string(), error.as_json());
    error.exit_code()
}

/// Says what is wrong with a command line, as [`failure`] does.
pub(crate) fn misuse(session: &mut Session<'_>, message: &str) {
    report(session, message, json!({ "code": "usage", "message": message }));
}

fn report(session: &mut Session<'_>, message: &str, error: Value) {
    session.message(message);
    if session.json {
        // It stands on standard error already; that it cannot be printed a second time changes nothing.
        let _ = session.print(&format!("{:#}\n", json!({ "error": error })));
    }
}
