//! The tables of the tools whose place the program takes.

use offload_bundle_core::options::{self as core, DropInOption, Renamed, SimilarRelease};

use super::command::paragraphs;
use super::{exit_codes, text, variables};
use crate::arena::Arena;
use crate::ir::cli::DropIn;
use crate::model::cli as model;

/// Fills the table of `tool`, which has the options `common` before its own.
pub(super) fn lower<'a>(arena: &'a Arena, tool: &'a model::DropIn, common: &'a [model::DropInOption]) -> DropIn<'a> {
    let options = || common.iter().chain(tool.options.iter());
    let similar = tool.similar_releases.iter();
    let similar = similar.map(|similar| SimilarRelease { name: &similar.name, of: &similar.of, doc: &similar.doc });
    let renamed = tool.renamed.as_ref();
    let table = core::DropIn {
        name: &tool.name,
        renamed: renamed.map(|new| Renamed { to: &new.to, since: &new.since, version: &new.version }),
        about: &tool.about,
        doc: paragraphs(arena, &tool.doc),
        overview: &tool.overview,
        version: &tool.version,
        releases: arena.texts(tool.releases.iter()),
        similar: arena.list(similar),
        exit_codes: exit_codes(arena, &tool.exit_codes),
        options: arena.list(options().map(|option| self::option(arena, option))),
        environment: variables(arena, &tool.environment),
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
        category: option.category.as_deref().unwrap_or_default(),
        value: text(&option.value),
        help: &option.help,
        releases: arena.texts(&option.releases),
    }
}
