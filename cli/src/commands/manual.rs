//! `man`: prints the manual.

use std::io::{self, Write};
use std::path::Path;

use clap::{Arg, ArgAction, Command};
use clap_mangen::Man;
use offload_bundle::Error;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::Outcome;
use offload_bundle_cli_definitions::requests::ManArguments;
use offload_bundle_core::options::{DropInOption, Shown};
use roff::{Roff, roman};
use serde::Serialize;

use crate::drop_ins;
use crate::print::{Printer, heading_marks};

/// The manual.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ManualReport {
    /// The program's own page, in roff; null where pages were written into a folder.
    page: Option<String>,
}

/// The program's own page, or one page per command in a folder.
pub(super) fn manual(printer: &mut Printer<'_>, arguments: &ManArguments, parser: Command) -> Result<Outcome, Error> {
    let pages = pages(parser);
    let page = match &arguments.dir {
        Some(folder) => {
            let folder = Path::new(folder);
            ops::write_files(folder, &pages, &mut Context::default())?;
            for (name, _) in &pages {
                printer.detail(|| format!("{}: wrote a page", folder.join(name).display()));
            }
            None
        }
        None => pages.into_iter().next().map(|(_, page)| page),
    };
    printer.report(&ManualReport { page }, |report, _| {
        report.page.clone().unwrap_or_default()
    })?;
    Ok(Outcome::Done)
}

/// The program's own first.
fn pages(parser: Command) -> Vec<(String, String)> {
    let tools = drop_ins::tables();
    let mut parser = tools.fold(parser.disable_help_subcommand(true), |parser, tool| {
        let options = tool.options.iter().filter(|option| option.shown != Shown::Never);
        parser.mut_subcommand(tool.name, |command| command.args(options.map(tool_option)))
    });
    parser.build();
    let mut pages = Vec::new();
    let mut waiting = vec![parser];
    while let Some(command) = waiting.pop() {
        waiting.extend(command.get_subcommands().cloned());
        // A tool takes its own options only.
        let is_tool = drop_ins::tables().any(|tool| tool.name == command.get_name());
        let command = command.mut_args(|argument| match is_tool && argument.is_global_set() {
            true => argument.hide(true),
            false => argument,
        });
        let man = Man::new(command.clone())
            .date(" ")
            .source(concat!("offload-bundle ", env!("CARGO_PKG_VERSION")))
            .manual("User Commands");
        let mut page = Vec::new();
        // Writing to memory does not fail.
        let _ = render(&man, &command, &mut page);
        let text = String::from_utf8_lossy(&page);
        // Viewers replace some characters, and warn of blank lines and doubled breaks.
        let replaced =
            [("…", "..."), ("~", r"\(ti"), ("^", r"\(ha"), ("\n.br\n\n.br\n", "\n.sp\n"), ("\n\n", "\n.sp\n")];
        let text = replaced
            .iter()
            .fold(text.into_owned(), |text, (from, to)| text.replace(from, to));
        pages.push((man.get_filename(), text));
    }
    pages
}

fn tool_option(table: &DropInOption<'static>) -> Arg {
    let releases = match table.releases {
        [] => String::new(),
        releases => format!("\n\nReleases {}.", releases.join(", ")),
    };
    let mut option = Arg::new(table.name).help(format!("{}{releases}", table.help));
    if !table.positional {
        option = option.long(table.name);
    }
    match table.value {
        "" => option.action(ArgAction::SetTrue),
        value => option.value_name(value),
    }
}

/// Sections at the end of the help keep their lines.
fn render(man: &Man, command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    page.write_all(description(command).as_bytes())?;
    man.render_options_section(page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(page)?;
    }
    let notes = command
        .get_after_long_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    for section in notes.split("\n\n") {
        let mut roff = Roff::new();
        let Some((heading, lines)) = section.split_once(":\n") else {
            roff.control("PP", []).text([roman(section.trim())]);
            page.write_all(roff.to_roff().as_bytes())?;
            continue;
        };
        roff.control("SH", [heading.to_uppercase().as_str()]).control("nf", []);
        lines.lines().for_each(|line| {
            roff.text([roman(line)]);
        });
        page.write_all(roff.control("fi", []).to_roff().as_bytes())?;
    }
    Ok(())
}

/// Its headings are headings of the page too.
fn description(command: &Command) -> String {
    let [begin, end] = heading_marks();
    let about = command.get_long_about().or(command.get_about());
    let about = about.map(|about| about.ansi().to_string()).unwrap_or_default();
    let mut roff = Roff::new();
    roff.control("SH", ["DESCRIPTION"]);
    let heading = |line: &str| {
        line.strip_prefix(begin.as_str())?
            .strip_suffix(end.as_str())
            .map(str::to_owned)
    };
    let mut lines = about.lines().peekable();
    while let Some(line) = lines.next() {
        match heading(line) {
            Some(heading) => roff.control("SS", [heading.as_str()]),
            // A heading begins its own paragraph.
            None if line.is_empty() && lines.peek().is_some_and(|next| heading(next).is_some()) => &mut roff,
            None if line.is_empty() => roff.control("PP", []),
            None => roff.text([roman(line)]),
        };
    }
    roff.to_roff()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::command;

    #[test]
    fn manual_has_pages_of_commands_and_tools() {
        let pages = pages(command());
        assert_eq!(pages[0].0, "offload-bundle.1");
        assert!(
            pages[0].1.contains("\n.SH ENVIRONMENT\n.nf\n  NO_COLOR\n"),
            "{}",
            pages[0].1
        );
        let page = |name: &str| {
            let (_, text) = pages.iter().find(|(file, _)| file == name).unwrap();
            text.as_str()
        };
        let convert = page("offload-bundle-convert.1");
        for piece in [
            "\n.TH offload-bundle-convert 1 \" \" \"offload-bundle ",
            "\\fBoffload\\-bundle convert\\fR",
            "\n.SH \"EXIT CODES\"\n.nf\n  0  Done",
            "\n    offload\\-bundle convert \\-\\-to offload_binary a.hipfb \\-o a.bin\n",
            "\n\\fB\\-\\-json\\fR\n",
        ] {
            assert!(convert.contains(piece), "{piece}:\n{convert}");
        }
        let pair = page("offload-bundle-target-compat.1");
        assert!(pair.contains("\\fBoffload\\-bundle target compat\\fR"), "{pair}");
        for tool in drop_ins::tables() {
            let text = page(&format!("offload-bundle-{}.1", tool.name));
            let option = tool.options.iter().find(|option| !option.value.is_empty()).unwrap();
            let tag = format!("\\fR \\fI<{}>", option.value);
            assert!(text.contains(&tag) && !text.contains("\\-\\-json"), "{tag}:\n{text}");
        }
        assert!(!pages.iter().any(|(file, _)| file.contains("help")));
    }

    #[test]
    fn headings_are_apart_from_their_paragraphs() {
        let pages = pages(command());
        let (_, text) = pages
            .iter()
            .find(|(file, _)| file == "offload-bundle-unbundle.1")
            .unwrap();
        for piece in [
            "\n.SS Selection\nThe spelling of an ID",
            "\n.SS \"Several bundles\"\nA library contains",
            "\n.fi\n.PP\n1 if no entry matches a request;",
        ] {
            assert!(text.contains(piece), "{piece}:\n{text}");
        }
        for (file, text) in &pages {
            assert!(!text.contains("Exit codes:"), "{file}:\n{text}");
        }
    }
}
