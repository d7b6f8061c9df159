//! A release while it is made, and why a part of it may not be.

use std::path::PathBuf;

use super::checkout::Checkout;
use super::target::Target;

/// Why something of a release is not made.
#[derive(Debug)]
pub enum Stop {
    /// Something that it needs is not on this machine, and cannot be installed.
    Skipped(String),
    /// It went wrong.
    Failed(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

/// A release while it is made.
#[derive(Debug)]
pub struct Release {
    /// What it is made of.
    pub checkout: Checkout,
    /// Its number.
    pub version: String,
    /// For which systems.
    pub targets: Vec<&'static Target>,
    /// Where it is built.
    pub work: PathBuf,
}

/// A file of a release: its name and its bytes.
pub type Made = (String, Vec<u8>);
