//! Drop-in replacements for other tools.

mod clang_offload_bundler;
mod clang_offload_packager;
mod llvm_options;

#[cfg(test)]
mod tests;

use std::ffi::OsString;

use llvm_options::{CommandLine, command_line_of};
use offload_bundle_cli_definitions as definitions;
use offload_bundle_core::ids::Grammar;
use offload_bundle_core::options::DropIn;
use offload_bundle_core::registry::Registry;
use offload_bundle_formats::{registry, target_id};

use crate::surroundings::Surroundings;

/// The formats with the IDs that the tools' releases know.
static REGISTRY: Registry = Registry { ids: &GRAMMAR, ..registry::REGISTRY };
static GRAMMAR: Grammar<'_> = Grammar { releases_only: true, ..target_id::GRAMMAR };

struct DropInEntry {
    tool: &'static DropIn<'static>,
    driver: fn(&CommandLine, &mut Surroundings<'_>) -> u8,
    failed: u8,
}

static DROP_INS: &[DropInEntry] = &[
    DropInEntry {
        tool: &definitions::clang_offload_bundler::DROP_IN,
        driver: clang_offload_bundler::run,
        failed: definitions::clang_offload_bundler::FAILED,
    },
    DropInEntry {
        tool: &definitions::clang_offload_packager::DROP_IN,
        driver: clang_offload_packager::run,
        failed: definitions::clang_offload_packager::FAILED,
    },
];

pub(crate) struct DropInExit {
    pub(crate) code: u8,
    pub(crate) failed: u8,
}

pub(crate) fn tables() -> impl Iterator<Item = &'static DropIn<'static>> {
    DROP_INS.iter().map(|known| known.tool)
}

/// `None` if `words` call none.
pub(crate) fn run(words: &[OsString], surroundings: &mut Surroundings<'_>) -> Option<DropInExit> {
    run_one_of(DROP_INS, words, surroundings)
}

fn run_one_of(drop_ins: &[DropInEntry], words: &[OsString], surroundings: &mut Surroundings<'_>) -> Option<DropInExit> {
    drop_ins.iter().find_map(|known| {
        let called = known.tool.names().find_map(|name| command_line_of(words, name))?;
        let code = (known.driver)(&called, surroundings);
        Some(DropInExit { code, failed: known.failed })
    })
}
