//! Prints files with rewritten bundles.

use std::collections::BTreeMap;

use offload_bundle::FileName;
use offload_bundle::report::UnchangedFile;

use super::counted::pluralize;
use super::printer::Printer;
use super::sizes::Sizes;

/// Keeps the size of the file.
const ZERO: &str = "zero";

/// Most named per reason.
const NAMED: usize = 4;

/// For many files, the first and the count.
pub(super) fn say_left(printer: &mut Printer<'_>, left: &[UnchangedFile], dry_run: bool) {
    let mut reasons: BTreeMap<(&str, Option<&str>), Vec<&UnchangedFile>> = BTreeMap::new();
    for file in left {
        reasons.entry((file.reason, file.format)).or_default().push(file);
    }
    let sizes = printer.settings().sizes_err;
    let verb = leave(dry_run);
    for ((why, format), files) in reasons {
        let format = format.map_or_else(String::new, |format| format!("{format}: "));
        let named = if files.len() > NAMED { 1 } else { files.len() };
        let (shown, more) = files.split_at(named);
        for file in shown {
            let others = match more.len() {
                0 => String::new(),
                count => format!(" and {}", pluralize(count, "other file", "other files")),
            };
            let all = more
                .iter()
                .fold(file.packed_size.0, |sum, file| sum.saturating_add(file.packed_size.0));
            let size = sizes.words(all);
            printer.note(&format!(
                "{}{others}: {verb} as found, {size} in the package: {format}{why}",
                file.file
            ));
        }
    }
}

pub(super) fn note_unchanged_bundles(printer: &mut Printer<'_>, file: &FileName, count: usize, dry_run: bool) {
    if count > 0 {
        let others = pluralize(count, "bundle", "bundles");
        let verb = leave(dry_run);
        printer.note(&format!("{file}: {others} in other places of the file {verb} as found"));
    }
}

pub(super) fn leave(dry_run: bool) -> &'static str {
    if dry_run { "would be left" } else { "left" }
}

pub(super) fn note_unchanged_size(printer: &mut Printer<'_>, file: &FileName, way: Option<&str>) {
    if way == Some(ZERO) {
        printer.note(&format!(
            "{file}: as long as before: its program headers allow no part to leave it, or less than a page is free; the bytes are zeros"
        ));
    }
}

pub(super) fn size_change_text(
    name: &FileName,
    (before, now): (u64, u64),
    way: Option<&str>,
    dry_run: bool,
    sizes: Sizes,
) -> String {
    let way = way.map_or_else(String::new, |way| format!(" ({way})"));
    let verb = if dry_run { "would be" } else { "is" };
    format!(
        "{name}: was {}, {verb} {}{way}\n",
        sizes.words(before),
        sizes.words(now)
    )
}
