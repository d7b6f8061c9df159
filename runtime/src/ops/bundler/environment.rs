//! The environment: what it turns on, and what is wrong with it.

use std::{string::String, vec::Vec};

use super::{BundlerEnvironment, BundlerTool};
use crate::options::fill;

/// The text that turns something on; no other does.
const ON: &str = "1";

impl BundlerEnvironment {
    /// Without the variables that have no effect.
    pub(super) fn heeded(self) -> Self {
        if self.ignored.as_deref() == Some(ON) {
            return Self {
                style: self.style,
                ..Self::default()
            };
        }
        self
    }

    pub(super) fn compresses(&self) -> bool {
        self.compress.as_deref() == Some(ON)
    }

    pub(super) fn is_verbose(&self) -> bool {
        self.verbose.as_deref() == Some(ON)
    }

    /// What is wrong with it, one line each.
    pub(super) fn warnings(&self, tool: &BundlerTool) -> Vec<String> {
        let texts = &tool.texts;
        let mut warnings = Vec::new();
        if let Some(level) = self.level.as_deref().filter(|level| level.parse::<i32>().is_err()) {
            warnings.push(fill(texts.bad_level, &[("value", level)]));
        }
        if let Some(version) = &self.format_version {
            let values = [("value", version.as_str())];
            match version.parse::<u64>() {
                Ok(number) if tool.compressed_versions.contains(&number) => {}
                Ok(_) => warnings.push(fill(texts.bad_version_number, &values)),
                Err(_) => warnings.push(fill(texts.bad_version, &values)),
            }
        }
        warnings
    }
}
