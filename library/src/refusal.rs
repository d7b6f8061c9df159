//! That an input cannot be changed as is asked.

use crate::error::Error;
use crate::input::{Input, InputFile};
use crate::rewrite_fault::RewriteFault;

impl Input {
    /// That it cannot be changed so, because of `fault`.
    pub(crate) fn refuse(&self, fault: impl Into<RewriteFault>) -> Error {
        Error::Rewrite { file: self.name().into(), fault: fault.into() }
    }
}

impl InputFile {
    /// The same of one that may not be open yet.
    pub(crate) fn refuse(&self, fault: impl Into<RewriteFault>) -> Error {
        Error::Rewrite { file: self.name(), fault: fault.into() }
    }
}
