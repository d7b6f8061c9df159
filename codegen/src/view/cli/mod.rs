//! The Rust spelling of the command line, one view a file: definitions, dispatch, the stand-ins, and the page for people.

mod commands;
mod dispatch;
mod drop_in;
mod page;
mod spell;

use serde::Serialize;

use crate::emit::Page;
use crate::ir::cli::Cli;

/// What every file of the command line begins with, and the few words the fixed ones need.
#[derive(Debug, Serialize)]
struct Frame {
    /// The schema's file.
    source: String,
    /// The library's name in Rust: the program's, with underscores.
    crate_name: String,
    /// The program's name, as a Rust string.
    program: String,
    /// Modules of the stand-ins.
    drop_ins: Vec<String>,
}

/// The pages of the command line.
pub fn pages(cli: &Cli) -> Vec<Page> {
    let frame = Frame {
        source: cli.source.clone(),
        crate_name: spell::ident(&cli.name),
        program: spell::string(&cli.name),
        drop_ins: cli.drop_ins.iter().map(|tool| spell::ident(&tool.name)).collect(),
    };
    let mut pages = vec![
        Page::new("cli_bin.rs.tera", format!("src/bin/{}.rs", cli.name), &frame),
        Page::new("cli_mod.rs.tera", "src/cli/mod.rs", &frame),
        Page::new("cli_values.rs.tera", "src/cli/values.rs", &frame),
        Page::new("cli_commands.rs.tera", "src/cli/commands.rs", &commands::view(cli)),
        Page::new("cli_dispatch.rs.tera", "src/cli/dispatch.rs", &dispatch::view(cli)),
        Page::new("cli_page.md.tera", "docs/command-line.md", &page::view(cli)),
    ];
    for tool in &cli.drop_ins {
        let path = format!("src/cli/{}.rs", spell::ident(&tool.name));
        pages.push(Page::new("cli_drop_in.rs.tera", path, &drop_in::view(cli, tool)));
    }
    pages
}
