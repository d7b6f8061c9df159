//! `man`: the manual, from the same definitions as the parser and the help.

use std::{fs, io};

use offload_bundle::error::OpError;
use offload_bundle::ops::{Outcome, Session};
use offload_bundle_cli_definitions::requests::ManArguments;

use super::text::text;
use crate::command_line::command;

/// Prints the program's own page, or writes one page a command into a folder.
pub(super) fn manual(session: &mut Session<'_>, arguments: &ManArguments) -> Result<Outcome, OpError> {
    let definition = command();
    if let Some(folder) = &arguments.dir {
        let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(definition, folder));
        written.map_err(|error| failed(&folder.display().to_string(), error))?;
        return Ok(Outcome::Yes);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(definition)
        .render(&mut page)
        .map_err(|error| failed("the manual", error))?;
    text(session, "page", &String::from_utf8_lossy(&page))
}

fn failed(file: &str, error: io::Error) -> OpError {
    OpError::Io { file: file.to_owned(), error }
}
