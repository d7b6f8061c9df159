//! Remembers the calls of a command-line tool.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use super::adapter::Adapter;
use super::called::Called;
use super::command::CommandTestee;
use super::confined::Limits;
use super::implementation::Testee;
use crate::case::Question;

impl CommandTestee {
    /// Returns the calls for `question` without calling the tool, which need not be installed.
    pub fn would_call(adapter: Adapter, question: &Question<Vec<u8>>) -> Vec<Called> {
        let program = PathBuf::from(&adapter.program);
        let calls = Some(Arc::default());
        let mut testee =
            Self { adapter, program, limits: Limits::default(), calls, kept: false, dry: true, fills_memory: false };
        testee.answer(question);
        testee.calls()
    }

    /// Remembers later calls without keeping their folders.
    pub fn remember(&mut self) {
        self.calls = Some(Arc::default());
    }

    /// Returns the line with the version of the tool.
    pub fn version(&self) -> Option<String> {
        let output = Command::new(&self.program).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = text.lines().find(|line| line.contains("version"))?;
        Some(line.trim().to_string())
    }
}
