//! Commands whose result is a text made for another program.

use offload_bundle::error::OpError;
use offload_bundle::ops::{Outcome, Session};
use serde_json::json;

/// Prints `text`; as JSON an object with the one name `name`.
pub(super) fn text(session: &mut Session<'_>, name: &str, text: &str) -> Result<Outcome, OpError> {
    if session.json {
        session.print(&format!("{:#}\n", json!({ name: text })))?;
    } else {
        session.print(text)?;
    }
    Ok(Outcome::Yes)
}
