//! A page to look at: one file that loads nothing, with what a report says in it.
//!
//! What comes from files is in the page once, as JSON in an element that is no program; `script/` makes texts of it and never markup. The
//! policy in `page.html` names the digests of the program and of the style, so that a browser runs nothing else, whatever a file holds.

mod bytes;
mod content;
mod of_inspect;
mod of_size;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::Path;

use offload_bundle::Error;
use offload_bundle::ops::{self, Context};

use self::content::PageContent;
use super::printer::Printer;

pub(super) use of_inspect::InspectPage;
pub(super) use of_size::of_size;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// Its files are one program.
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
/// The digests of both, as the policy of the page names them. A test says what they are.
const STYLE_DIGEST: &str = include_str!("page.css.sha256");
const SCRIPT_DIGEST: &str = include_str!("script/sha256");

/// Writes the page with this content to `path`.
///
/// # Errors
///
/// What the system says of the file.
pub(super) fn write(printer: &mut Printer<'_>, path: &Path, content: &PageContent) -> Result<(), Error> {
    let mut context = Context { stdout: Some(printer.stdout()), progress: None };
    ops::write_file(path, &mut context, &mut |out| write_page(content, out))?;
    printer.detail(|| format!("{}: wrote a page", path.display()));
    Ok(())
}

/// Writes the page with what its places are filled with, in their order. What fills one place is not searched for the next.
fn write_page(content: &PageContent, out: &mut dyn Write) -> io::Result<()> {
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

/// Writes JSON as it may be in an element `script`: there nothing may look like the end of one, or like a comment. In JSON `<` occurs in
/// texts only, where it may be written by its number.
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
