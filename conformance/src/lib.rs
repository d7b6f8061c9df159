//! The conformance suite: cases as data, testees, verdicts and reports.

pub mod bless;
pub mod case;
pub mod command_line;
pub mod difference;
pub mod embedded;
pub mod expectations;
pub mod export;
pub mod field;
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
pub mod testee;
pub mod tools;
mod value_difference;
mod values;
pub mod verdict;
pub mod violators;
mod written;
