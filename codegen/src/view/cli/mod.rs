//! Views of the command line.

mod commands;
mod drop_in;
mod page;
mod requests;
mod spell;

use serde_json::json;

use crate::emit::Page;
use crate::ir::cli::Cli;
use crate::names::snake;

pub fn pages(cli: &Cli<'_>) -> Vec<Page> {
    let front = json!({
        "source": cli.source,
        "program": cli.program.name,
        "drop_ins": cli.drop_ins.iter().map(|tool| snake(tool.table.name)).collect::<Vec<_>>(),
    });
    let mut pages = vec![
        Page::new("cli_lib.rs.tera", "cli/src/lib.rs", &front),
        commands::page(cli),
        Page::new("cli_requests.rs.tera", "cli/src/requests.rs", &requests::view(cli)),
        Page::new("cli_page.md.tera", "docs/command-line.md", &page::view(cli)),
    ];
    for tool in &cli.drop_ins {
        let path = format!("cli/src/{}.rs", snake(tool.table.name));
        pages.push(Page::new("cli_drop_in.rs.tera", path, &drop_in::view(cli, tool)));
    }
    pages
}
