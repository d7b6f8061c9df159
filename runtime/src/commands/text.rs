//! Commands whose result is a text made for another program.

use serde_json::json;

use crate::ops::{OpError, Outcome, Session};

/// Prints `text`; as JSON an object with the one name `name`.
pub fn text(session: &mut Session<'_>, name: &str, text: &str) -> Result<Outcome, OpError> {
    if session.json {
        session.print(&alloc::format!("{:#}\n", json!({ name: text })))?;
    } else {
        session.print(text)?;
    }
    Ok(Outcome::Yes)
}
