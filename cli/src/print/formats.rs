//! Prints the formats and file types that can be read and written.

use offload_bundle::report::FormatsReport;

use super::settings::Settings;
use super::table::{Align, table};

pub(crate) fn formats(report: &FormatsReport, settings: Settings) -> String {
    let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
    let heading = |cells: [&str; 4]| cells.map(|cell| settings.heading(cell)).to_vec();
    let mut rows = vec![heading(["format", "versions", "methods", "what it is"])];
    for format in &report.formats {
        let versions = match format.versions {
            [] => "-".to_owned(),
            versions => join(versions),
        };
        rows.push(row([format.name, &versions, "-", format.title]));
    }
    for format in &report.compressed {
        let versions = join(format.versions);
        let methods = join(format.methods.iter().map(|method| method.name));
        rows.push(row([format.name, &versions, &methods, format.title]));
    }
    for format in &report.plain {
        rows.push(row([format.name, "-", "-", format.title]));
    }
    let formats = table(settings.columns, &[Align::Left; 4], &rows);
    let mut rows = vec![heading(["type", "format", "what it is", "not yet"])];
    for file_type in &report.types {
        let not_yet = join(&file_type.unsupported);
        rows.push(row([file_type.name, file_type.format, file_type.title, &not_yet]));
    }
    format!("{formats}\n{}", table(settings.columns, &[Align::Left; 4], &rows))
}

fn join(words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(", ")
}
