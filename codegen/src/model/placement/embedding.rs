//! Object files that embed a container in a program.

use offload_bundle_core::placement as core;

use super::{have_names, is_a_format};
use crate::problem::Problems;
use crate::reading::{Maybe, Must, OneOrMore, Trimmed, each, is_not_empty, number, table};
use crate::yaml::Node;

table! {
    for<'a> core::EmbeddingRule<'a> as "objects that embed a container" => check_instead {
        name = "id";
        title, doc: Trimmed;
        formats: Must => each(is_a_format);
        advice: Trimmed;
        sections: Must => check_sections;
        instead: Maybe;
        instead_advice: Maybe<Trimmed>;
    } beside { doc_ref: OneOrMore<String> }
}

table! {
    for<'a> core::EmbeddedSection<'a> as "a section of an embedding object" {
        name;
        symbol, zeros;
        alignment = "align" => is_a_power;
        flags: Must => is_not_empty("the flags in at least one form of object files", "the section is never written");
    }
}

table! {
    for<'a> core::MachineRule<'a> as "a machine of new objects" {
        name = "id", format = "in", number;
    }
}

fn check_sections(list: &Node, problems: &mut Problems) {
    let whole = list.items().iter().filter(|section| section.get("zeros").is_none());
    if whole.count() != 1 {
        let hint = "all sections but one have `zeros`";
        problems.add(list, "one section with the container", "none or several", hint);
    }
}

fn is_a_power(alignment: &Node, problems: &mut Problems) {
    if number(alignment).is_some_and(|alignment| !alignment.is_power_of_two() || alignment > 8192) {
        let hint = "COFF objects have no other alignments";
        problems.add(alignment, "a power of two up to 8192", "another number", hint);
    }
}

fn check_instead(rule: &Node, problems: &mut Problems) {
    if rule.get("instead").is_some() != rule.get("instead-advice").is_some() {
        let hint = "the advice is for objects with the section";
        problems.add(rule, "both `instead` and `instead-advice`, or neither", "one", hint);
    }
}

pub(super) fn check_machines(list: &Node, problems: &mut Problems) {
    have_names(list, problems);
    for format in list.items().iter().filter_map(|machine| machine.text("in")) {
        if !["elf", "coff"].contains(&format.as_str()) {
            problems.add_word(&format, "`elf` or `coff`", "other objects are not written");
        }
    }
}
