//! Tables of a grammar: kinds, words, features, processors.

use offload_bundle_core::ids::tables as core;

use crate::problem::Problems;
use crate::reading::{
    Maybe, Must, OneOrMore, Several, alone, each, gives, mapping, named, names, placeholders, table, texts,
};
use crate::spanned::Spanned;
use crate::yaml::Node;

table! {
    for<'a> core::OffloadKind<'a> as "a kind" {
        name = "id" => named("a kind");
        group => gives("a group of kinds");
        host, alone, code, doc;
        interchangeable: Several => names("a kind");
    } beside { doc_ref: Option<String> }
}

mapping! {
    pub struct Words by id: Spanned<String> as "a word table" {
        pub doc: String,
        /// Whether other text may follow a word.
        pub open: bool,
        pub words: Spanned<Vec<OneOrMore<Spanned<String>>>> => are_different,
    }
}

table! {
    for<'a> core::TargetFeature<'a> as "a feature" {
        name = "id" => named("a feature");
        doc;
    }
}

table! {
    for<'a> core::ProcessorGroup<'a> as "a group of processors" {
        architectures, compiled_from, compiled_for: Several => names("an architecture");
        processors = "list": Must;
        brands, products;
    } beside { doc: String, doc_ref: Option<String> }
}

table! {
    for<'a> core::Products<'a> as "products" {
        processor => names("a processor");
        names: Must<Several> => alone("a name of a product");
    }
}

table! {
    for<'a> core::Processor<'a> as "a processor" {
        name => named("a processor");
        also: Several => alone("a name of a processor");
        features, newer_features, fixed: Several => names("a feature");
        family => names("a processor");
        elf_machine;
        releases: Several => gives("a release that some processor names");
    }
}

table! {
    for<'a> core::Subarchitectures<'a> as "subarchitectures" {
        architecture => names("the primary name of an architecture");
        unnamed: Several;
        outside, incomplete => placeholders(&["stored", "architecture", "processor"]);
        list: Must;
    } beside { doc: String, doc_ref: Option<String> }
}

table! {
    for<'a> core::Subarchitecture<'a> as "a subarchitecture" {
        name => named("a subarchitecture");
        also: Several => alone("a name of a subarchitecture");
        processor => names("a processor");
        members: Several => names("a processor");
    }
}

table! {
    for<'a> core::Renamed<'a> as "a processor with another number" {
        from, to => names("a processor");
    }
}

table! {
    for<'a> core::Generations<'a> as "processors with numbers" {
        begins => each(begins_a_name);
        alone, together, compiled, unlinked: Several;
        apart: Several => names("a processor");
        renamed;
        earlier, compiles, refuses => placeholders(REASONS);
    } beside { doc: String, doc_ref: Option<String> }
}

fn are_different(words: &Node, problems: &mut Problems) {
    problems.unique("a word in this table", &texts(words));
}

/// For generations.
const REASONS: &[&str] = &["stored", "asked", "image"];

fn begins_a_name(begins: &Spanned<String>, problems: &mut Problems) {
    let begins = begins.clone();
    problems.later(move |names, problems| {
        let mut processors = names.given("a processor").iter();
        if !processors.any(|name| name.starts_with(begins.as_str())) {
            let expected = "what the name of some processor begins with";
            problems.add_word(&begins, expected, "no processor would count");
        }
    });
}

table! {
    for<'a> core::Variants<'a> as "wheel variants" {
        file, folder, key, chars, properties;
    } beside { doc: String, doc_ref: Option<String> }
}

table! {
    for<'a> core::VariantProperty<'a> as "a variant property" {
        architectures: Must<Several> => names("an architecture");
        namespace, feature, runs;
        value => placeholders(&["processor", "number"]);
        compiled: Maybe => placeholders(&["processor", "number"]);
    }
}
