//! The page: one file that loads nothing.

use super::document::Document;

/// The page of a run.
///
/// # Errors
///
/// The run cannot be written as JSON.
pub fn page(document: &Document) -> Result<String, String> {
    let data = serde_json::to_string(document).map_err(|error| error.to_string())?;
    // Within a script nothing may look like the end of one, or like a comment.
    let data = data.replace('<', "\\u003c");
    Ok(include_str!("report.html").replacen("__DATA__", &data, 1))
}
