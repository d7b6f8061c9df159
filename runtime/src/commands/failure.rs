//! What becomes of an operation that could not be carried out.

use alloc::string::ToString;
use serde_json::json;

use crate::ops::{OpError, Session};

/// Says why the operation failed: one line on standard error, and as JSON an object `error` with `code` and `message`.
/// The result is the exit code.
pub fn failure(session: &mut Session<'_>, error: &OpError) -> u8 {
    let message = error.to_string();
    session.message(&message);
    if session.json {
        let object = json!({ "error": { "code": error.code(), "message": message } });
        // The failure has been told; that its second telling fails too changes nothing.
        let _ = session.print(&alloc::format!("{object:#}\n"));
    }
    error.exit_code()
}
