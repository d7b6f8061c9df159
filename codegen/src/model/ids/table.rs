//! The tables of a grammar: kinds, words, features, processors.

use offload_bundle_core::ids::tables as core;

use crate::reading::{OneOrMore, mapping};
use crate::spanned::Spanned;

mapping! {
    /// Which runtime an entry is for.
    pub struct Kind as "a kind" => for<'a> core::OffloadKind<'a> {
        pub name: Spanned<String> as "id",
        /// Kinds of one group may stand for each other.
        pub group: String,
        /// Whether it marks the host's entry.
        pub host: bool,
        /// Whether a bundle of such entries only needs no host entry.
        pub alone: bool,
        /// Kinds of other groups that may stand for it where a user asks for that.
        pub interchangeable: OneOrMore<Spanned<String>>,
        pub doc: String,
        pub _doc_ref: Option<String> as unfilled,
    }
}

mapping! {
    /// A table of words.
    pub struct Words by id: Spanned<String> as "a word table" {
        pub doc: String,
        /// Whether anything may follow a word.
        pub open: bool,
        /// Each word: its primary name, then others.
        pub words: Spanned<Vec<OneOrMore<Spanned<String>>>>,
    }
}

mapping! {
    pub struct Feature as "a feature" => for<'a> core::TargetFeature<'a> {
        pub name: Spanned<String> as "id",
        pub doc: String,
    }
}

mapping! {
    /// Processors of the same architectures.
    pub struct Processors as "a group of processors" => for<'a> core::ProcessorGroup<'a> {
        pub architectures: OneOrMore<Spanned<String>>,
        pub _doc: String as unfilled,
        pub _doc_ref: Option<String> as unfilled,
        /// The architectures of code for no processor that is compiled for any of these when it is loaded.
        pub compiled_from: OneOrMore<Spanned<String>>,
        pub processors: Spanned<Vec<Processor>> as "list",
        /// Words in names of products that tell no product from another.
        pub brands: Vec<String>,
        /// The names that they are sold under.
        pub products: Vec<Products>,
    }
}

mapping! {
    /// The names that GPUs with a processor are sold under.
    pub struct Products as "products" => for<'a> core::Products<'a> {
        pub processor: Spanned<String>,
        pub names: Spanned<OneOrMore<Spanned<String>>>,
    }
}

mapping! {
    pub struct Processor as "a processor" => for<'a> core::Processor<'a> {
        pub name: Spanned<String>,
        pub also: OneOrMore<Spanned<String>>,
        /// The features that it lets one choose.
        pub features: OneOrMore<Spanned<String>>,
        /// The generic processor whose code also runs on it.
        pub family: Option<Spanned<String>>,
        /// Its number in the flags of an ELF file.
        pub elf_machine: Option<Spanned<u64>>,
        /// The releases whose compiler knows it, where not all do.
        pub releases: OneOrMore<Spanned<String>>,
    }
}

mapping! {
    /// Processors whose names are numbers: the last digit is a step in the generation that the digits before it name.
    pub struct Generations as "processors with numbers" => for<'a> core::Generations<'a> {
        pub _doc: String as unfilled,
        pub _doc_ref: Option<String> as unfilled,
        /// What their names begin with, before the number.
        pub begins: Spanned<String>,
        /// The letters behind a number with which code runs on that processor alone.
        pub alone: OneOrMore<Spanned<String>>,
        /// The letters with which code runs in the generation alone.
        pub together: OneOrMore<Spanned<String>>,
        /// Those whose code runs on no other, and which run the code of no other.
        pub apart: OneOrMore<Spanned<String>>,
        /// What is compiled for a processor when it is loaded.
        pub compiled: OneOrMore<Spanned<String>>,
        /// What has to be linked before it runs at all.
        pub unlinked: OneOrMore<Spanned<String>>,
        /// The reasons.
        pub earlier: Spanned<String>,
        pub compiles: Spanned<String>,
        pub refuses: Spanned<String>,
    }
}

mapping! {
    /// How wheels say which variant they are.
    pub struct Variants as "wheel variants" => for<'a> core::Variants<'a> {
        pub _doc: String as unfilled,
        pub _doc_ref: Option<String> as unfilled,
        /// The file that says so, in JSON.
        pub file: String,
        /// How the name of the folder ends that it is in.
        pub folder: String,
        /// The key of what is said, by the labels of variants.
        pub key: String,
        /// The characters that values have.
        pub chars: String,
        pub properties: Vec<VariantProperty>,
    }
}

mapping! {
    /// What wheels say of the processors of some architectures.
    pub struct VariantProperty as "a variant property" => for<'a> core::VariantProperty<'a> {
        pub architectures: Spanned<OneOrMore<Spanned<String>>>,
        /// Who defines it.
        pub namespace: String,
        pub feature: String,
        /// The value for machine code.
        pub value: Spanned<String>,
        /// The value for what is compiled when it is loaded.
        pub compiled: Option<Spanned<String>>,
        /// Whether all code that runs on the processor has the value.
        pub runs: bool,
    }
}
