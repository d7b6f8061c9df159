//! What becomes of a command that could not be carried out.

use alloc::string::ToString;
use serde_json::{Value, json};

use crate::ops::{OpError, Session};

/// Says why the operation failed: one line on standard error, and as JSON an object `error` with `code` and `message`.
/// The result is the exit code.
pub fn failure(session: &mut Session<'_>, error: &OpError) -> u8 {
    tell(session, &error.to_string(), error.as_json());
    error.exit_code()
}

/// Says what is wrong with a command line, as [`failure`] does.
pub fn misuse(session: &mut Session<'_>, message: &str) {
    tell(session, message, json!({ "code": "usage", "message": message }));
}

fn tell(session: &mut Session<'_>, message: &str, error: Value) {
    session.message(message);
    if session.json {
        // It has been told; that its second telling fails too changes nothing.
        let _ = session.print(&alloc::format!("{:#}\n", json!({ "error": error })));
    }
}
