//! One run of the emulated tool.

use offload_bundle::Error;
use offload_bundle::input::reason;
use offload_bundle_cli_definitions::clang_offload_packager::Options;
use offload_bundle_core::attributes::AttributeTable;
use offload_bundle_core::registry::Registry;

use crate::drop_ins::llvm_options::Release;
use crate::print::{Printer, advise};

/// Errors of its functions are messages.
pub(super) struct Driver<'d> {
    pub(super) registry: &'static Registry,
    pub(super) program: &'d str,
    pub(super) release: Release,
    pub(super) options: Options,
    pub(super) printer: Printer<'d>,
}

impl Driver<'_> {
    pub(super) fn say(&mut self, line: &str) {
        self.printer.say(&format!("{line}\n"));
    }

    pub(super) fn warn(&mut self, text: &str) {
        let line = format!("{}: warning: {text}", self.program);
        self.say(&line);
    }

    pub(super) fn table(&self) -> Result<&'static AttributeTable<'static>, String> {
        let mut containers = self.registry.containers.iter();
        let table = containers.find_map(|container| container.attributes());
        table.ok_or_else(|| "no format is known that keeps more than IDs of images".to_owned())
    }
}

pub(super) fn message(error: &Error) -> String {
    match error {
        Error::Io { file, error } | Error::Output { file, error } => format!("'{file}': {}", reason(error)),
        Error::NotABundle { file, kind: Some(kind) } => format!("'{file}': no offload binary: {kind}"),
        Error::NotABundle { file, kind: None } => format!("'{file}': no offload binary"),
        Error::NotPacked { .. } => advise(error),
        other => other.to_string(),
    }
}
