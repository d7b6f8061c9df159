//! Counts of bundles and entries in one line, the same for every command.

use std::borrow::Borrow;
use std::collections::BTreeSet;

use offload_bundle::report::{ListedBundle, ListedFile};

use super::counted::pluralize;
use super::shown::show;
use super::sizes::Sizes;

pub(super) fn describe_contents(bundle_count: usize, entry_count: usize, targets: &[impl Borrow<str>]) -> String {
    let bundles = pluralize(bundle_count, "bundle", "bundles");
    let entries = pluralize(entry_count, "entry", "entries");
    let served = match targets {
        [] => "no targets".into(),
        targets => format!(
            "{}: {}",
            pluralize(targets.len(), "target", "targets"),
            show(&targets.join(", "))
        ),
    };
    format!("{bundles}, {entries}, {served}")
}

#[derive(Debug, Default)]
pub(super) struct Contents {
    formats: BTreeSet<String>,
    bundle_count: usize,
    entry_count: usize,
    size: u64,
    is_compressed: bool,
}

impl Contents {
    /// Without bundles in its entries.
    pub(super) fn add(&mut self, file: &ListedFile) {
        for bundle in &file.bundles {
            let is_compressed = is_compressed(bundle);
            self.is_compressed |= is_compressed;
            let version = bundle.version.map(|version| format!(" v{version}"));
            let compressed = if is_compressed { " (compressed)" } else { "" };
            self.formats
                .insert(format!("{}{}{compressed}", bundle.format, version.unwrap_or_default()));
            self.bundle_count = self.bundle_count.saturating_add(1);
            self.entry_count = self.entry_count.saturating_add(bundle.entries.len());
            for entry in &bundle.entries {
                self.size = self.size.saturating_add(entry.size.map_or(0, |size| size.0));
            }
        }
    }

    pub(super) fn describe(&self, targets: &[String], sizes: Sizes) -> String {
        let formats: Vec<&str> = self.formats.iter().map(String::as_str).collect();
        let formats = match formats.as_slice() {
            [] => String::new(),
            formats => format!("{}: ", formats.join(", ")),
        };
        let unpacked = if self.is_compressed { " unpacked" } else { "" };
        let held = describe_contents(self.bundle_count, self.entry_count, targets);
        format!("{formats}{}{unpacked}, {held}", sizes.words(self.size))
    }
}

fn is_compressed(bundle: &ListedBundle) -> bool {
    bundle.compression.is_some() || bundle.entries.iter().any(|entry| entry.packed_size.is_some())
}
