//! The tables of the tools whose place the program takes.

use offload_bundle_core::options::{self as core, DropInOption};

use super::command::paragraphs;
use crate::arena::Arena;
use crate::ir::cli::DropIn;
use crate::model::cli as model;
use crate::reading::Fill;

/// Fills the table of `tool`, which has the options `common` before its own.
pub(super) fn lower<'a>(arena: &'a Arena, tool: &'a model::DropIn, common: &'a [model::DropInOption]) -> DropIn<'a> {
    let options = || common.iter().chain(tool.options.iter());
    let table = core::DropIn {
        name: &tool.name,
        renamed: tool.renamed.fill(arena),
        about: &tool.about,
        doc: paragraphs(arena, &tool.doc),
        overview: &tool.overview,
        version: &tool.version,
        releases: tool.releases.fill(arena),
        similar: tool.similar_releases.fill(arena),
        exit_codes: tool.exit_codes.fill(arena),
        options: arena.list(options().map(|option| self::option(arena, option))),
        environment: tool.environment.fill(arena),
    };
    let field = |option: &model::DropInOption| option.takes.as_ref().map(|_| option.field().value);
    DropIn { spec: tool, table, fields: options().map(field).collect() }
}

fn option<'a>(arena: &'a Arena, option: &'a model::DropInOption) -> DropInOption<'a> {
    let usual = DropInOption::DEFAULT;
    let at_once = option.does.as_ref().map(|does| core::Takes::Nothing(does.value));
    let takes = at_once.or(option.takes.as_ref().map(|takes| takes.value));
    DropInOption {
        name: &option.name,
        takes: takes.unwrap_or(usual.takes),
        repeats: option.repeats.as_ref().map_or(usual.repeats, |repeats| repeats.value),
        positional: option.is_positional().is_some(),
        required: option.required,
        shown: option.shown.unwrap_or(usual.shown),
        category: option.category.fill(arena),
        value: option.value.fill(arena),
        help: &option.help,
        releases: option.releases.fill(arena),
    }
}
