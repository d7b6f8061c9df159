//! A release while it is made, and why a part of it may not be.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::archive::Files;
use super::checkout::Checkout;
use super::contents;

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
    /// The repository that it is made in: programs that make it are installed below its `target/`.
    home: PathBuf,
    /// What it is made of.
    pub checkout: Checkout,
    /// Its number.
    pub version: String,
    /// Where it is built.
    pub build: PathBuf,
    shared: OnceCell<Files>,
}

impl Release {
    /// The release of the repository itself.
    pub fn here(checkout: Checkout) -> Self {
        let home = checkout.root.clone();
        let build = home.join("target/dist-work/build");
        Self { home, checkout, version: env!("CARGO_PKG_VERSION").to_owned(), build, shared: OnceCell::new() }
    }

    /// The same, of a copy of the files at another place, where it is built too.
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

    /// Where there is room for what comes between.
    pub fn work(&self) -> PathBuf {
        self.home.join("target/dist-work")
    }

    /// Where programs are that cargo installs.
    pub fn tools(&self) -> PathBuf {
        self.home.join("target/tools")
    }

    /// What is beside the program on all systems. What the tool prints of itself does not depend on where it was built, if the program does
    /// not; so that of the repository is asked, once.
    pub fn shared(&self) -> Result<&Files, String> {
        if self.shared.get().is_none() {
            let _ = self.shared.set(contents::collect_shared(&self.home, &self.work())?);
        }
        self.shared.get().ok_or_else(|| "it is not there".to_owned())
    }
}

/// A file of a release: its name and its bytes.
pub type Made = (String, Vec<u8>);
