//! The schemas resolved: no names left to look up, nothing left to decide but spelling.

pub mod cli;
pub mod vocabulary;

/// Everything that is to be generated.
#[derive(Debug, Clone, Default)]
pub struct Project {
    /// The command line.
    pub cli: Option<cli::Cli>,
}
