//! `man`: the manual, from the same definitions as the parser and the help.

mod page;
#[cfg(test)]
mod tests;

use std::path::Path;

use offload_bundle::Error;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::Outcome;
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
            let files: Vec<_> = pages.into_iter().map(|page| (page.file_name(), page.text)).collect();
            ops::write_files(folder, &files, &mut Context::default())?;
            for (name, _) in &files {
                printer.detail(|| format!("{}: wrote a page", folder.join(name).display()));
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
