//! `man`: the manual, from the same definitions as the parser and the help.

mod page;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::{fs, io};

use offload_bundle::report::Outcome;
use offload_bundle::{Error, FileName};
use offload_bundle_cli_definitions::commands::PROGRAM;
use offload_bundle_cli_definitions::requests::ManArguments;
use serde::Serialize;

use self::page::pages;
use crate::drop_ins;
use crate::print::Printer;

/// The manual.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ManualReport {
    /// The program's own page, in roff; null where pages were written into a folder.
    page: Option<String>,
}

/// Prints the program's own page, or writes one page a command into a folder.
pub(super) fn manual(printer: &mut Printer<'_>, arguments: &ManArguments) -> Result<Outcome, Error> {
    let pages = pages(&PROGRAM, drop_ins::tables());
    let page = match &arguments.dir {
        Some(folder) => {
            let folder = Path::new(folder);
            fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
            for page in pages {
                let file = folder.join(page.file_name());
                fs::write(&file, page.text).map_err(|error| failed(&file, error))?;
                printer.detail(|| format!("{}: wrote a page", file.display()));
            }
            None
        }
        None => pages.into_iter().next().map(|page| page.text),
    };
    printer.report(&ManualReport { page }, |report, _| {
        report.page.clone().unwrap_or_default()
    })?;
    Ok(Outcome::Done)
}

fn failed(file: impl Into<FileName>, error: io::Error) -> Error {
    Error::Io { file: file.into(), error }
}
