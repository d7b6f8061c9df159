//! The environment: what it turns on, and what is wrong with it.

use std::{str::FromStr, string::String, vec::Vec};

use super::{BundlerEnvironment, BundlerTool};
use crate::options::fill;

/// The text that turns something on; no other does.
const ON: &str = "1";

impl BundlerEnvironment {
    /// Without the variables that have no effect.
    pub(super) fn heeded(self) -> Self {
        if self.ignored.as_deref() == Some(ON) {
            return Self { style: self.style, ..Self::default() };
        }
        self
    }

    pub(super) fn compresses(&self) -> bool {
        self.compress.as_deref() == Some(ON)
    }

    pub(super) fn is_verbose(&self) -> bool {
        self.verbose.as_deref() == Some(ON)
    }

    /// The level of compression, if the text is one.
    pub(super) fn level(&self) -> Option<i32> {
        self.level.as_deref().and_then(number)
    }

    /// The version of the compressed format, if the text is a number.
    pub(super) fn version(&self) -> Option<u64> {
        self.format_version.as_deref().and_then(number)
    }

    /// What is wrong with it for a release that writes these versions of the compressed format, one line each. One that knows no
    /// version does not look at it, and one that knows a single one does not look for a version.
    pub(super) fn warnings(&self, tool: &BundlerTool, versions: &[u64]) -> Vec<String> {
        let texts = &tool.texts;
        let mut warnings = Vec::new();
        if let Some(level) = self.level.as_deref().filter(|_| !versions.is_empty())
            && self.level().is_none()
        {
            warnings.push(fill(texts.bad_level, &[("value", level)]));
        }
        if let Some(version) = self.format_version.as_deref().filter(|_| versions.len() > 1) {
            let values = [("value", version)];
            match self.version() {
                Some(number) if versions.contains(&number) => {}
                Some(_) => warnings.push(fill(texts.bad_version_number, &values)),
                None => warnings.push(fill(texts.bad_version, &values)),
            }
        }
        warnings
    }
}

/// A decimal number, perhaps with a minus sign; a plus sign does not make one.
fn number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}
