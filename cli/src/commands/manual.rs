//! `man`: the manual, from the same definitions as the parser and the help.

use std::path::Path;
use std::{fs, io};

use offload_bundle::report::Outcome;
use offload_bundle::{Error, FileName};
use offload_bundle_cli_definitions::requests::ManArguments;
use serde::Serialize;

use crate::command_line::command;
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
    let definition = command();
    let page = match &arguments.dir {
        Some(folder) => {
            let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(definition, folder));
            written.map_err(|error| failed(Path::new(folder), error))?;
            None
        }
        None => {
            let mut page = Vec::new();
            let rendered = clap_mangen::Man::new(definition).render(&mut page);
            rendered.map_err(|error| failed("the manual", error))?;
            Some(String::from_utf8_lossy(&page).into_owned())
        }
    };
    printer.report(&ManualReport { page }, |report, _| {
        report.page.clone().unwrap_or_default()
    })?;
    Ok(Outcome::Done)
}

fn failed(file: impl Into<FileName>, error: io::Error) -> Error {
    Error::Io { file: file.into(), error }
}
