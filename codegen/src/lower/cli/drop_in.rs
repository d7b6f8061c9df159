//! The tables of the tools whose place the program takes.

use offload_bundle_core::options::{Difference, DropInOption, ExitCode, Repeats, Shown, Takes, Variable};

use crate::arena::Arena;
use crate::ir::cli::DropIn;
use crate::model::cli as model;
use crate::names::snake;
use crate::spanned::Spanned;

/// Fills the table of `tool`, which has the options `common` before its own.
pub(super) fn lower<'a>(arena: &'a Arena, tool: &model::DropIn, common: &[model::DropInOption]) -> DropIn<'a> {
    let name = arena.text(&tool.name);
    let own_category = arena.text(&format!("{name} options"));
    let options = || common.iter().chain(tool.options.iter());
    let table = offload_bundle_core::options::DropIn {
        name,
        about: arena.text(&tool.about),
        doc: arena.text(&tool.doc),
        overview: arena.text(&tool.overview),
        version: arena.text(&tool.version),
        releases: texts(arena, &tool.releases),
        exit_codes: arena.list(tool.exit_codes.iter().map(|code| exit_code(arena, code))),
        options: arena.list(options().map(|option| self::option(arena, option, own_category))),
        environment: arena.list(
            tool.environment
                .iter()
                .map(|variable| Variable { name: arena.text(&variable.name), doc: arena.text(&variable.doc) }),
        ),
        differences: arena.list(tool.differences.iter().map(|difference| Difference {
            id: arena.text(&difference.id),
            theirs: arena.text(&difference.theirs),
            ours: arena.text(&difference.ours),
        })),
    };
    DropIn {
        table,
        fields: options().map(field).collect(),
        outcomes: tool.exit_codes.iter().map(|code| code.outcome.value.clone()).collect(),
    }
}

/// What is said of an exit code.
fn exit_code<'a>(arena: &'a Arena, code: &model::ExitCode) -> ExitCode<'a> {
    ExitCode { code: u8::try_from(code.code.value).unwrap_or(u8::MAX), doc: arena.text(&code.doc) }
}

fn texts<'a>(arena: &'a Arena, texts: &[Spanned<String>]) -> &'a [&'a str] {
    arena.texts(texts.iter().map(|text| text.as_str()))
}

fn option<'a>(arena: &'a Arena, option: &model::DropInOption, own_category: &'a str) -> DropInOption<'a> {
    DropInOption {
        name: arena.text(&option.name),
        takes: match (&option.takes, &option.does) {
            (_, Some(does)) => Takes::Nothing(does.value),
            (Some(takes), None) => takes.value,
            (None, None) => Takes::Flag,
        },
        repeats: option.repeats.as_ref().map_or(Repeats::Last, |repeats| repeats.value),
        required: option.required,
        shown: option.shown.unwrap_or(Shown::Always),
        category: option
            .category
            .as_ref()
            .map_or(own_category, |category| arena.text(category)),
        value: option.value.as_ref().map_or("", |value| arena.text(value)),
        help: arena.text(&option.help),
        releases: texts(arena, &option.releases),
    }
}

/// The field for what is given for an option.
fn field(option: &model::DropInOption) -> Option<String> {
    let named = option.field.as_ref().map(|field| field.value.clone());
    option
        .takes
        .as_ref()
        .map(|_| named.unwrap_or_else(|| snake(&option.name)))
}
