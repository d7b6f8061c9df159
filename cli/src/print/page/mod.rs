//! An HTML page with a report: one file that loads nothing.
//!
//! Texts from files appear only as JSON in a data element; `script/` creates text nodes from it, never markup. The policy in `page.html`
//! allows only the script and the style with its digests.

mod of_inspect;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::Path;

use offload_bundle::Error;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{SizeReport, SizeTree};
use serde::Serialize;

use super::printer::Printer;

pub(super) use of_inspect::InspectPage;
use of_inspect::wrong;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = concat!(
    include_str!("script/text.js"),
    include_str!("script/keys.js"),
    include_str!("script/tree.js"),
    include_str!("script/place.js"),
    include_str!("script/map.js"),
    include_str!("script/table.js"),
    include_str!("script/fields.js"),
    include_str!("script/start.js"),
);
/// A test checks them.
const STYLE_DIGEST: &str = include_str!("page.css.sha256");
const SCRIPT_DIGEST: &str = include_str!("script/sha256");

#[derive(Debug, Serialize)]
struct PageContent<'p, R> {
    /// The command that made it.
    command: &'static str,
    version: &'static str,
    report: &'p R,
}

#[derive(Debug, Serialize)]
struct SizePage<'r> {
    #[serde(flatten)]
    report: &'r SizeReport,
    tree: SizeTree,
    wrong: Vec<String>,
}

/// If the report has content. Takes its tree.
pub(super) fn write_size(printer: &mut Printer<'_>, path: &Path, report: &mut SizeReport) -> Result<(), Error> {
    let Some(tree) = report.tree.take().filter(|tree| !tree.files.is_empty()) else {
        return Ok(());
    };
    let wrong = report.files.iter().flat_map(|file| wrong(&file.file, &file.notes));
    let wrong = wrong.collect();
    write(printer, path, "size", &SizePage { report, tree, wrong })
}

/// If there are parts or errors.
pub(super) fn write_inspect(printer: &mut Printer<'_>, path: &Path, page: &InspectPage) -> Result<(), Error> {
    match page.is_empty() {
        true => Ok(()),
        false => write(printer, path, "inspect", page),
    }
}

fn write<R: Serialize>(printer: &mut Printer<'_>, path: &Path, command: &'static str, report: &R) -> Result<(), Error> {
    let content = PageContent { command, version: env!("CARGO_PKG_VERSION"), report };
    let mut context = Context { stdout: Some(printer.stdout()), progress: None };
    ops::write_file(path, &mut context, &mut |out| write_page(&content, out))?;
    printer.detail(|| format!("{}: wrote a page", path.display()));
    Ok(())
}

/// Filled-in text is not searched for placeholders.
fn write_page(content: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let mut left = PAGE;
    for (place, filling) in [
        ("__STYLE_DIGEST__", Some(STYLE_DIGEST.trim_end())),
        ("__SCRIPT_DIGEST__", Some(SCRIPT_DIGEST.trim_end())),
        ("__STYLE__", Some(STYLE)),
        ("__CONTENT__", None),
        ("__SCRIPT__", Some(SCRIPT)),
    ] {
        let (before, behind) = left.split_once(place).unwrap_or((left, ""));
        out.write_all(before.as_bytes())?;
        match filling {
            Some(text) => out.write_all(text.as_bytes())?,
            None => serde_json::to_writer(WithinScript(out), content)?,
        }
        left = behind;
    }
    out.write_all(left.as_bytes())
}

/// A `script` element must contain neither its end tag nor a comment. `<` occurs in JSON strings only, so it is escaped.
struct WithinScript<'o>(&'o mut dyn Write);

impl Write for WithinScript<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (number, piece) in bytes.split(|byte| *byte == b'<').enumerate() {
            if number > 0 {
                self.0.write_all(b"\\u003c")?;
            }
            self.0.write_all(piece)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
