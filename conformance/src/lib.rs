//! The conformance suite: cases as data, testees, verdicts and reports.

pub mod bless;
pub mod case;
pub mod command_line;
pub mod embedded;
pub mod expectations;
pub mod findings;
pub mod journal;
pub mod json_schema;
pub mod judge;
pub mod matrix;
pub mod merit;
mod part;
pub mod progress;
pub mod protocol;
pub mod report;
pub mod requirements;
pub mod runner;
mod terms;
pub mod testee;
pub mod tools;
pub mod verdict;
pub mod violators;
mod written;
