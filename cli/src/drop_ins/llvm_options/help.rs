//! Prints the version or the help of a tool.

use std::io::{self, Write};

use offload_bundle::input::reason;
use offload_bundle_core::options::{Action, DropIn, DropInOption, Shown};
use offload_bundle_core::template::fill;

use super::CommandLine;
use super::messages::with_dashes;
use super::release::Release;

/// Help goes to `out`, errors to `err`. Returns whether it succeeded.
pub(in crate::drop_ins) fn show(
    tool: &DropIn<'_>,
    words: &CommandLine,
    release: &Release,
    action: Action,
    (out, err): (&mut dyn Write, &mut dyn Write),
) -> bool {
    let name = &words.name();
    let text = match action {
        Action::Help { headings, hidden } => help(tool, name, &release.behaves_as, headings, hidden),
        Action::Version => {
            let version = fill(tool.version_in(&release.behaves_as), |name| match name {
                "release" => Some(&release.named),
                "version" => Some(env!("CARGO_PKG_VERSION")),
                _ => None,
            });
            format!("{version}\n")
        }
    };
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        // A closed pipe is not an error.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            // Failures to write to standard error only change the exit code.
            let _ = writeln!(err, "{}: error: standard output: {}", words.program, reason(&error));
            false
        }
        _ => true,
    }
}

/// With or without headings and expert (`hidden`) options.
pub(super) fn help(tool: &DropIn<'_>, name: &str, release: &str, headings: bool, hidden: bool) -> String {
    let options = tool.options.iter();
    let mut options: Vec<&DropInOption<'_>> = options
        .filter(|option| option.is_known_to(release, tool.releases) && !option.positional)
        .filter(|option| is_shown(option.shown, headings, hidden))
        .collect();
    options.sort_by(|a, b| a.name.cmp(b.name));
    let width = options
        .iter()
        .map(|option| left_column(option).len())
        .max()
        .unwrap_or_default();
    let positional = tool.options.iter().filter(|option| option.positional);
    let positional: String = positional.flat_map(|option| [" ", option.help]).collect();
    let overview = tool.overview;
    let mut text = format!("OVERVIEW: {overview}\n\nUSAGE: {name} [options]{positional}\n\nOPTIONS:\n");
    if !headings {
        options.iter().for_each(|option| describe(&mut text, option, width));
        return text;
    }
    let own = format!("{} options", tool.name_in(release));
    let category_of = |option: &DropInOption<'_>| match option.category {
        "" => own.clone(),
        category => category.to_owned(),
    };
    let mut categories: Vec<String> = options.iter().map(|option| category_of(option)).collect();
    categories.sort_unstable();
    categories.dedup();
    for category in categories {
        text.push_str(&format!("\n{category}:\n\n"));
        options
            .iter()
            .filter(|option| category_of(option) == category)
            .for_each(|option| describe(&mut text, option, width));
    }
    text
}

fn is_shown(shown: Shown, headings: bool, hidden: bool) -> bool {
    match shown {
        Shown::Always => true,
        Shown::Headings => headings || hidden,
        Shown::Experts => hidden,
        Shown::Never => false,
    }
}

fn left_column(option: &DropInOption<'_>) -> String {
    let name = with_dashes(option.name);
    match (option.value, option.name.len()) {
        ("", _) => format!("  {name}"),
        (value, 1) => format!("  {name} <{value}>"),
        (value, _) => format!("  {name}=<{value}>"),
    }
}

/// Further lines of its help are aligned.
fn describe(text: &mut String, option: &DropInOption<'_>, width: usize) {
    let indent = width.saturating_add(3);
    for (index, line) in option.help.lines().enumerate() {
        if index == 0 {
            text.push_str(&format!("{:width$} - {line}\n", left_column(option)));
        } else {
            text.push_str(&format!("{:indent$}{line}\n", ""));
        }
    }
}
