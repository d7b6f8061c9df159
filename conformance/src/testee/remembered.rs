//! What a command-line tool is called with, and how it ended, for people who repeat it.

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
    /// What the tool would be called with to answer `question`, whether it is installed or not; nothing where it would not be called.
    pub fn would_call(adapter: Adapter, question: &Question<Vec<u8>>) -> Vec<Called> {
        let program = PathBuf::from(&adapter.program);
        let calls = Some(Arc::default());
        let mut testee =
            Self { adapter, program, limits: Limits::default(), calls, kept: false, dry: true, fills_memory: false };
        testee.answer(question);
        testee.calls()
    }

    /// From now on remember the calls, and keep nothing else of them.
    pub fn remember(&mut self) {
        self.calls = Some(Arc::default());
    }

    /// The line in which the tool tells its version, if it does.
    pub fn version(&self) -> Option<String> {
        let output = Command::new(&self.program).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = text.lines().find(|line| line.contains("version"))?;
        Some(line.trim().to_string())
    }
}
