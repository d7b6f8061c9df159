//! Which loaders refuse a code object, by the rules of its machine.

use offload_bundle_core::error::Path;
use offload_bundle_core::ids::Grammar;
use offload_bundle_core::ids::tables::{LoaderCheck, LoaderRule};
use offload_bundle_core::severity::Severity;

use crate::code_fault::CodeFault;
use crate::object::WholeElf;

/// What is refused of a code object: where, in bytes from its start and by its field, and why.
type Refusal = (u64, Path, CodeFault);
type Rules = Vec<&'static LoaderRule<'static>>;

/// Everything that loaders would not take of `elf`, which is in an entry called `id`.
pub(super) fn refusals(ids: &Grammar<'static>, id: Option<&str>, elf: &WholeElf) -> Vec<Refusal> {
    let Some(machine) = elf.machine().filter(|_| elf.is_loaded()) else {
        return Vec::new();
    };
    let group = id
        .and_then(|id| ids.served(id))
        .map_or_else(String::new, |served| served.group);
    let rules = machine.loaders.iter().filter(|rule| rule.is_for(&group));
    let (of_abi, others): (Rules, Rules) = rules.partition(|rule| rule.checks == LoaderCheck::Abi);
    let header = elf.header();
    let (abi_offset, flags_offset) = elf.target_offsets();
    let mut refused = Vec::new();
    if let Some(rule) = of_abi.into_iter().find(|rule| !rule.has_abi(header)) {
        let found = format!("OS ABI {} with version {}", header.os_abi, header.abi_version);
        let what = format!("expected {}, found {found}", abis(rule));
        refused.push((abi_offset, Path::from("e_ident"), fault(rule, what)));
        // Of something that has another form nothing more is known.
        if rule.level == Severity::Error {
            return refused;
        }
    }
    for rule in others.iter().filter(|rule| rule.has_abi(header)) {
        let mut violations = elf.violations().iter();
        let violation = violations
            .find(|(check, _)| *check == rule.checks)
            .map(|(_, violation)| violation);
        if let Some(violation) = violation {
            refused.push((violation.ofs, violation.path.clone(), fault(rule, violation.to_text())));
        }
        if let Some(what) = generic(ids, rule.checks, elf) {
            refused.push((flags_offset, Path::from("e_flags"), fault(rule, what)));
        }
    }
    refused
}

fn fault(rule: &LoaderRule<'static>, what: String) -> CodeFault {
    CodeFault::Refused { rule: rule.id, level: rule.level, what, because: rule.because }
}

/// The ABIs that a rule takes, for people.
fn abis(rule: &LoaderRule<'_>) -> String {
    let list = |numbers: &[u16]| numbers.iter().map(u16::to_string).collect::<Vec<_>>().join(" or ");
    format!("OS ABI {} with version {}", list(rule.os_abi), list(rule.abi_version))
}

/// What is wrong with the version of a generic processor.
fn generic(ids: &Grammar<'static>, checks: LoaderCheck, elf: &WholeElf) -> Option<String> {
    let code = ids.generic_code(elf.header())?;
    let expected = format!(
        "expected a version of the generic processor {} in the flags",
        code.processor
    );
    match (checks, code.version) {
        (LoaderCheck::GenericVersion, None) => Some(format!("{expected}, found an ABI version without one")),
        (LoaderCheck::GenericVersion, Some(0)) => Some(format!("{expected}, found 0")),
        (LoaderCheck::NewGenericVersion, Some(version)) if version > code.known => {
            Some(format!("{expected} of at most {}, found {version}", code.known))
        }
        _ => None,
    }
}
