//! The file types, versions, methods and outputs of a call.

use super::adapter::{Adapter, Call};
use super::answer::Answer;

impl Call {
    pub(super) fn without_type(&self, file_type: &str, adapter: &Adapter) -> Option<Answer> {
        let known = self.file_types.as_ref().or(adapter.file_types.as_ref())?;
        let missing = !known.iter().any(|known| known == file_type);
        missing.then(|| Answer::Skipped(format!("it lacks the file type {file_type:?}")))
    }

    pub(super) fn without_version(&self, version: u32) -> Option<Answer> {
        let missing = !self.versions.as_ref()?.contains(&version);
        missing.then(|| Answer::Skipped(format!("it cannot select version {version}")))
    }

    pub(super) fn without_method(&self, method: &str) -> Option<Answer> {
        let missing = !self.methods.as_ref()?.iter().any(|known| known == method);
        missing.then(|| Answer::Skipped(format!("it cannot select the method {method:?}")))
    }

    /// With names chosen by the tool.
    pub(super) fn made_up_outputs(&self) -> Vec<String> {
        self.files.iter().map(|begin| format!("{begin}*")).collect()
    }
}
