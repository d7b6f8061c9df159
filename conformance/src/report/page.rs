//! Renders a run as an HTML page without external resources.

use super::document::Document;

/// Returns the page of a run.
///
/// # Errors
///
/// Returns the error of the JSON writer.
pub fn page(document: &Document) -> Result<String, String> {
    let data = serde_json::to_string(document).map_err(|error| error.to_string())?;
    // `<` could end the script or begin a comment.
    let data = data.replace('<', "\\u003c");
    Ok(include_str!("report.html").replacen("__DATA__", &data, 1))
}
