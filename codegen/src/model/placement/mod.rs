//! The dialect `placement`.

pub mod content;
mod embedding;
mod images;
mod moved;
mod section;

use offload_bundle_core::placement as core;

use super::docs::Docs;
use crate::problem::Problems;
use crate::reading::{Must, Prose, Rows, Trimmed, each, gives, is_not_empty, mapping, number, placeholders, table};
use crate::spanned::Spanned;
use crate::yaml::Node;

mapping! {
    pub struct Spec<'a> as "a placement schema" {
        pub _dialect: String,
        pub docs: Docs as flatten,
        /// The order of formats.
        pub formats: Spanned<Vec<Spanned<String>>> => gives(FORMATS),
        pub contents: Vec<content::Content<'a>> => content::check,
        pub file_types: Vec<Spanned<FileType<'a>>> as (Must) => check_file_types,
        pub sections: &'a [core::SectionRule<'a>] => section::check,
        pub images: &'a [core::ImageRule<'a>] => have_names,
        pub runtimes: &'a [core::RuntimeRule<'a>] => follow_each_other,
        pub embeddings: &'a [core::EmbeddingRule<'a>] => have_names,
        pub machines: &'a [core::MachineRule<'a>] => embedding::check_machines,
    }
}

pub const HOST: &str = "the `id` of an interpreted schema";
const FORMATS: &str = "a format of `formats`";

mapping! {
    pub struct FileType<'a> as "a file type" {
        pub id: Spanned<String> => gives("the name of a file type"),
        pub title: Prose,
        pub format: Spanned<String>,
        pub with: Vec<(Spanned<String>, Spanned<String>)> as (Rows),
        pub suffix: Spanned<String> => each(is_suffix),
        pub since: Option<String>,
        pub archive: bool,
        /// The names of members in extracted archives.
        pub members: Option<core::MemberRule<'a>>,
    }
}

table! {
    for<'a> core::MemberRule<'a> as "the members of an archive" {
        name => placeholders(core::MemberRule::PLACEHOLDERS);
        replace, extensions: Rows => is_not_empty("text that is not empty", "an empty text matches everywhere");
    }
}

table! {
    for<'a> core::RuntimeRule<'a> as "what a runtime reads" {
        since;
        title: Trimmed;
        format => each(is_a_format);
        versions: Must => ascend;
    } is |_map, _reader| Self { since: core::RuntimeRule::release(since).unwrap_or_default(), title, format, versions }
}

fn have_names(list: &Node, problems: &mut Problems) {
    let names: Vec<_> = list.items().iter().filter_map(|item| item.text("id")).collect();
    problems.unique("a name", &names);
}

fn check_file_types(list: &Node, problems: &mut Problems) {
    have_names(list, problems);
    is_not_empty("at least one file type", "add an item to `file-types`")(list, problems);
    for file_type in list.items() {
        let members = file_type.get("members").and_then(|members| members.get("name"));
        if let Some(name) = members.filter(|_| !file_type.says("archive")) {
            let hint = "remove `members:`, or add `archive: true`";
            problems.add(name, "members in a file type of archives", "another file type", hint);
        }
    }
}

fn is_suffix(suffix: &Spanned<String>, problems: &mut Problems) {
    let name = suffix.strip_prefix('.');
    if !name.is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric())) {
        let hint = "it becomes the end of names of files";
        problems.add_word(suffix, "a dot and then letters or digits", hint);
    }
}

fn follow_each_other(list: &Node, problems: &mut Problems) {
    let mut before = None;
    for since in list.items().iter().filter_map(|runtime| runtime.text("since")) {
        let release = core::RuntimeRule::release(&since);
        match release {
            None => {
                let hint = "a release is called by two numbers";
                problems.add_word(&since, "two numbers with a dot between them", hint);
            }
            Some(_) if before >= release => {
                let hint = "a rule applies up to the next release";
                problems.add_word(&since, "a later release than the previous rule", hint);
            }
            Some(_) => before = release,
        }
    }
}

fn ascend(versions: &Node, problems: &mut Problems) {
    let numbers: Vec<_> = versions.items().iter().filter_map(number).collect();
    if !numbers.is_sorted_by(|first, second| first < second) {
        let expected = "versions in ascending order, each once";
        problems.add(versions, expected, "another order", "the last one is written");
    }
}

fn is_a_format(format: &Spanned<String>, problems: &mut Problems) {
    let format = format.clone();
    problems.later(move |names, problems| {
        if names.given(FORMATS).iter().all(|known| known.value != format.value) {
            problems.add_word(&format, FORMATS, "say what is read");
        }
    });
}
