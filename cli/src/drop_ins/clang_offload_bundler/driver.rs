//! One run of the tool: what was asked for, and where its words go.

use std::io::Write;

use offload_bundle_cli_definitions::clang_offload_bundler::{Environment, Options};
use offload_bundle_core::registry::Registry;

/// One run. Errors of its functions are messages.
pub(super) struct Driver<'d> {
    pub(super) registry: &'static Registry,
    pub(super) program: &'d str,
    /// The release that is emulated, or another style of IDs.
    pub(super) style: String,
    pub(super) options: Options,
    pub(super) environment: Environment,
    pub(super) out: &'d mut dyn Write,
    pub(super) err: &'d mut dyn Write,
}

impl Driver<'_> {
    /// Says one line. A standard error that cannot be written to leaves nobody to tell.
    pub(super) fn say(&mut self, line: &str) {
        let _ = writeln!(self.err, "{line}");
    }

    pub(super) fn warn(&mut self, text: &str) {
        let line = format!("{}: warning: {text}", self.program);
        self.say(&line);
    }
}
