//! What can be read and written.

use offload_bundle::report::FormatsReport;

/// One line a format and a file type.
pub(crate) fn formats(report: &FormatsReport) -> String {
    let mut text = String::from("formats:\n");
    for format in &report.formats {
        text.push_str(&format!("  {:<16} {}\n", format.name, format.title));
    }
    for format in &report.compressed {
        text.push_str(&format!(
            "  {:<16} {}; versions {}; methods {}\n",
            format.name,
            format.title,
            joined(format.versions),
            joined(format.methods.iter().map(|method| method.name))
        ));
    }
    text.push_str("types:\n");
    for file_type in &report.types {
        text.push_str(&format!(
            "  {:<5} {:<16} {}",
            file_type.name, file_type.format, file_type.title
        ));
        for why in &file_type.unsupported {
            text.push_str(&format!(" (not yet: {why})"));
        }
        text.push('\n');
    }
    text
}

fn joined(words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(", ")
}
