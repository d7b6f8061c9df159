//! One run of the emulated tool.

use std::sync::Arc;

use offload_bundle::FileName;
use offload_bundle::input::{Input, InputFile};
use offload_bundle_cli_definitions::clang_offload_bundler::{Environment, Options};
use offload_bundle_core::registry::Registry;

use crate::drop_ins::llvm_options::Release;
use crate::print::Printer;

/// Errors of its functions are messages.
pub(super) struct Driver<'d> {
    pub(super) registry: &'static Registry,
    pub(super) program: &'d str,
    /// Or a style of IDs.
    pub(super) release: Release,
    pub(super) options: Options,
    pub(super) environment: Environment,
    /// Each opened once; standard input on first use.
    pub(super) inputs: Vec<InputFile>,
    pub(super) printer: Printer<'d>,
}

impl Driver<'_> {
    pub(super) fn opened(&self, file: &FileName) -> Option<&Arc<Input>> {
        self.inputs.iter().find_map(|input| match input {
            InputFile::Opened(input) if input.name() == file => Some(input),
            _ => None,
        })
    }

    pub(super) fn say(&mut self, line: &str) {
        self.printer.say(&format!("{line}\n"));
    }

    pub(super) fn warn(&mut self, text: &str) {
        let line = format!("{}: warning: {text}", self.program);
        self.say(&line);
    }
}
