//! The resolved command line: tables, and additional facts for generated code.

use offload_bundle_core::options as core;

use crate::model::cli as model;

#[derive(Debug, Clone)]
pub struct Cli<'a> {
    pub source: &'a str,
    pub exit_codes: model::ExitCodes<'a>,
    pub program: core::Program<'a>,
    /// The arguments that several commands share.
    pub shared: &'a [core::Argument<'a>],
    pub globals: Vec<Fill<'a>>,
    pub requests: Vec<Request<'a>>,
    /// The replaced tools.
    pub drop_ins: Vec<DropIn<'a>>,
}

#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// The names from the program to the command.
    pub path: Vec<&'a str>,
    pub name: &'a str,
    /// Whether the program itself implements it, instead of the library.
    pub by_program: bool,
    pub fills: Vec<Fill<'a>>,
}

#[derive(Debug, Clone)]
pub struct Fill<'a> {
    /// The name of the argument.
    pub argument: &'a str,
    pub help: &'a str,
    /// The path of the field, with dots.
    pub field: String,
    pub holds: Holds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    Flag,
    Value,
    Perhaps,
    All,
}

#[derive(Debug, Clone)]
pub struct DropIn<'a> {
    pub spec: &'a model::DropIn<'a>,
    pub table: core::DropIn<'a>,
    /// The field for each option of the table; `None` for an option with an immediate action.
    pub fields: Vec<Option<String>>,
}
