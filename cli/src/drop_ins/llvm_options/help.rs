//! The help of a tool: what it is for, and its options under headings or as one list.

use offload_bundle_core::options::{OptionSpec, Shown, Syntax};

use super::texts::fill;

/// The help of `syntax` for the program called `name`: options under headings or as one list, with those for experts (`hidden`) or
/// without.
pub(in crate::drop_ins) fn help(syntax: &Syntax, name: &str, headings: bool, hidden: bool) -> String {
    let mut options: Vec<&OptionSpec> = syntax
        .options
        .iter()
        .filter(|option| is_shown(option.shown, headings, hidden))
        .collect();
    options.sort_by(|a, b| a.name.cmp(b.name));
    let width = options
        .iter()
        .map(|option| left(option).len())
        .max()
        .unwrap_or_default();
    let mut text = format!(
        "{}\n\n{}\n\n{}\n",
        fill(syntax.texts.overview, &[("text", syntax.overview)]),
        fill(syntax.texts.usage, &[("name", name)]),
        syntax.texts.options,
    );
    if !headings {
        options.iter().for_each(|option| describe(&mut text, option, width));
        return text;
    }
    let mut categories: Vec<&str> = options.iter().map(|option| option.category).collect();
    categories.sort_unstable();
    categories.dedup();
    for category in categories {
        text.push_str(&format!("\n{category}:\n\n"));
        options
            .iter()
            .filter(|option| option.category == category)
            .for_each(|option| describe(&mut text, option, width));
    }
    text
}

/// Whether an option is in a help of this form.
fn is_shown(shown: Shown, headings: bool, hidden: bool) -> bool {
    match shown {
        Shown::Always => true,
        Shown::Headings => headings || hidden,
        Shown::Experts => hidden,
        Shown::Never => false,
    }
}

/// The left column: the option with what stands for its value.
fn left(option: &OptionSpec) -> String {
    if option.value.is_empty() {
        format!("  --{}", option.name)
    } else {
        format!("  --{}=<{}>", option.name, option.value)
    }
}

/// One option; the further lines of its help stand under the first.
fn describe(text: &mut String, option: &OptionSpec, width: usize) {
    let indent = width.saturating_add(3);
    for (index, line) in option.help.lines().enumerate() {
        if index == 0 {
            text.push_str(&format!("{:width$} - {line}\n", left(option)));
        } else {
            text.push_str(&format!("{:indent$}{line}\n", ""));
        }
    }
}
