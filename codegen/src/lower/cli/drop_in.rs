//! The tables of the tools whose place the program takes.

use offload_bundle_core::options::{self as core, DropInOption, Variable};

use super::command::paragraphs;
use super::exit_code;
use crate::arena::Arena;
use crate::ir::cli::{Difference, DropIn};
use crate::model::cli as model;
use crate::names::snake;

/// Fills the table of `tool`, which has the options `common` before its own.
pub(super) fn lower<'a>(arena: &'a Arena, tool: &model::DropIn, common: &[model::DropInOption]) -> DropIn<'a> {
    let options = || common.iter().chain(tool.options.iter());
    let table = core::DropIn {
        name: arena.text(&tool.name),
        about: arena.text(&tool.about),
        doc: paragraphs(arena, &tool.doc),
        overview: arena.text(&tool.overview),
        version: arena.text(&tool.version),
        releases: arena.texts(tool.releases.iter()),
        exit_codes: arena.list(tool.exit_codes.iter().map(|code| exit_code(arena, code))),
        options: arena.list(options().map(|option| self::option(arena, option))),
        environment: arena.list(
            tool.environment
                .iter()
                .map(|variable| Variable { name: arena.text(&variable.name), doc: arena.text(&variable.doc) }),
        ),
    };
    DropIn {
        table,
        fields: options().map(field).collect(),
        outcomes: tool.exit_codes.iter().map(|code| code.outcome.value.clone()).collect(),
        differences: tool
            .differences
            .iter()
            .map(|difference| Difference {
                id: difference.id.value.clone(),
                theirs: difference.theirs.clone(),
                ours: difference.ours.clone(),
            })
            .collect(),
    }
}

fn option<'a>(arena: &'a Arena, option: &model::DropInOption) -> DropInOption<'a> {
    let usual = DropInOption::DEFAULT;
    let at_once = option.does.as_ref().map(|does| core::Takes::Nothing(does.value));
    let takes = at_once.or(option.takes.as_ref().map(|takes| takes.value));
    DropInOption {
        name: arena.text(&option.name),
        takes: takes.unwrap_or(usual.takes),
        repeats: option.repeats.as_ref().map_or(usual.repeats, |repeats| repeats.value),
        required: option.required,
        shown: option.shown.unwrap_or(usual.shown),
        category: option.category.as_ref().map_or("", |category| arena.text(category)),
        value: option.value.as_ref().map_or("", |value| arena.text(value)),
        help: arena.text(&option.help),
        releases: arena.texts(&option.releases),
    }
}

/// The field for what is given for an option.
fn field(option: &model::DropInOption) -> Option<String> {
    let named = option.field.as_ref().map(|field| field.value.clone());
    let takes = option.takes.as_ref();
    takes.map(|_| named.unwrap_or_else(|| snake(&option.name)))
}
