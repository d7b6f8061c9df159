//! A release in progress, and errors of its parts.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::archive::Files;
use super::checkout::Checkout;
use super::contents;

#[derive(Debug)]
pub enum Stop {
    /// A required program is missing and cannot be installed.
    Skipped(String),
    Failed(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

#[derive(Debug)]
pub struct Release {
    /// Build tools are installed below its `target/`.
    home: PathBuf,
    pub checkout: Checkout,
    pub version: String,
    /// The build folder.
    pub build: PathBuf,
    shared: OnceCell<Files>,
}

impl Release {
    pub fn here(checkout: Checkout) -> Self {
        let home = checkout.root.clone();
        let build = home.join("target/dist-work/build");
        Self { home, checkout, version: env!("CARGO_PKG_VERSION").to_owned(), build, shared: OnceCell::new() }
    }

    /// The same release from a copy at another place.
    pub fn elsewhere(&self, place: &Path) -> Result<Self, String> {
        let checkout = self.checkout.copy(place)?;
        Ok(Self {
            home: self.home.clone(),
            build: checkout.root.join("target/other"),
            checkout,
            version: self.version.clone(),
            shared: self.shared.clone(),
        })
    }

    pub fn work(&self) -> PathBuf {
        self.home.join("target/dist-work")
    }

    pub fn tools(&self) -> PathBuf {
        self.home.join("target/tools")
    }

    /// Files for all systems. The repository's own tool prints them once: its output is the same everywhere.
    pub fn shared(&self) -> Result<&Files, String> {
        if self.shared.get().is_none() {
            let _ = self.shared.set(contents::collect_shared(&self.home, &self.work())?);
        }
        self.shared.get().ok_or_else(|| "it is not there".to_owned())
    }
}

pub type Made = (String, Vec<u8>);
