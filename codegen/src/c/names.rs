//! Names in C. The top level of the header is one scope, and the members of each struct are another.

use std::collections::BTreeMap;

use offload_bundle_core::tree::Held;

use crate::ir::binary::{Format, Member, Record};
use crate::ir::layout;
use crate::scope::Scope;

/// Keywords of C and C++, and lower-case macros of compilers or system headers.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "case", "catch", "char", "char16_t", "char32_t",
    "class", "co_await", "co_return", "co_yield", "compl", "complex", "concept", "consteval", "constexpr", "constinit", "const_cast",
    "decltype", "default", "delete", "double", "dynamic_cast", "errno", "explicit", "export", "far", "float", "friend", "goto", 
    "imaginary", "inline", "int", "interface", "linux", "long", "major", "minor", "mutable", "namespace", "near", "new", "noexcept", "not",
    "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires",
    "restrict", "short", "signed", "sizeof", "small", "static_assert", "static_cast", "stderr", "stdin", "stdout", "switch", "template",
    "this", "thread_local", "throw", "typedef", "typeid", "typename", "union", "unix", "unsigned", "using", "void", "volatile", "wchar_t",
    "xor", "xor_eq",
];
/// In every header.
#[rustfmt::skip]
const FIXED: &[&str] = &[
    "ob_at", "ob_bytes", "ob_code", "ob_code_word", "ob_codec", "ob_envelope", "ob_error", "ob_error_path", "ob_error_text", "ob_image_size", "ob_is",
    "ob_list", "ob_loading", "ob_path", "ob_place", "ob_step", "ob_verdict",
];
const MEMBERS: &[&str] = &["at", "bytes", "end", "path"];

pub(super) const NEXT: &str = "next";
pub(super) const GET: &str = "get";

pub(super) fn members(fixed: &[&str]) -> Scope {
    Scope::with(&[WORDS, fixed])
}

#[derive(Debug)]
pub(super) struct Names {
    pub(super) top: Scope,
    pub(super) macros: Scope,
}

impl Default for Names {
    fn default() -> Self {
        let macros = &["OB_NO_INDEX", "OB_PATH_STEPS", "OB_OK", "OB_END"];
        Self { top: Scope::with(&[FIXED, WORDS]), macros: Scope::with(&[macros]) }
    }
}

#[derive(Debug)]
pub(super) struct FormatNames {
    /// Indices in dependency order.
    pub(super) order: Vec<usize>,
    pub(super) records: Vec<RecordNames>,
    /// Nesting of records.
    pub(super) depth: usize,
    /// Per enum: the function from number to name, and the macro of each value.
    pub(super) enums: Vec<(String, Vec<String>)>,
    pub(super) recognises: String,
    pub(super) open: String,
    pub(super) next: String,
    pub(super) length: String,
    /// The struct, and the prefix of its functions.
    pub(super) item: String,
    pub(super) envelope: String,
}

#[derive(Debug)]
pub(super) struct RecordNames {
    /// The struct, and the prefix of its functions.
    pub(super) of: String,
    pub(super) read: String,
    pub(super) opens: String,
    /// For a record of a switch.
    pub(super) case: String,
    members: BTreeMap<String, String>,
    places: BTreeMap<String, String>,
    functions: BTreeMap<String, String>,
    /// By field or part, and word.
    further: BTreeMap<(String, String), String>,
}

impl FormatNames {
    pub(super) fn new(format: &Format<'_>, names: &mut Names) -> Self {
        let prefix = format!("ob_{}", format.id);
        let mut called = |id: &str| names.top.snake(id);
        let types: Vec<String> = format
            .records
            .iter()
            .map(|record| match record.is_root {
                true => called(&prefix),
                false => called(&format!("{prefix}_{}", record.id)),
            })
            .collect();
        let [recognises, open, next, length, item, envelope] =
            ["recognises", "open", "next", "length", "item", "envelope"]
                .map(|word| called(&format!("{prefix}_{word}")));
        let mut cases = members(&[]);
        let records = format.records.iter().zip(types);
        let records = records.map(|(record, of)| {
            let case = cases.snake(of.strip_prefix(&format!("{prefix}_")).unwrap_or(&of));
            RecordNames::new(record, (of, case), &mut called)
        });
        let records = records.collect();
        let enums = format.spec.root.enums.iter().map(|named| {
            let word = names.top.snake(&format!("{prefix}_{}_word", *named.id));
            let member = |id: &str| names.macros.constant(&format!("{prefix}_{}_{id}", *named.id));
            (
                word,
                named
                    .members
                    .iter()
                    .map(|member| &*member.id.value)
                    .map(member)
                    .collect(),
            )
        });
        let enums = enums.collect();
        let (order, depth) = order(format);
        Self { order, records, depth, enums, recognises, open, next, length, item, envelope }
    }

    pub(super) fn root(&self) -> &str {
        self.records.first().map_or("", |record| &record.of)
    }

    pub(super) fn record<'n, 'a>(
        &'n self,
        format: &'n Format<'a>,
        id: &str,
    ) -> Option<(&'n Record<'a>, &'n RecordNames)> {
        let mut records = format.records.iter().zip(&self.records);
        records.find(|(record, _)| record.id == id)
    }
}

/// By dependency, with the maximum nesting.
fn order(format: &Format<'_>) -> (Vec<usize>, usize) {
    fn add<'a>(
        format: &Format<'a>,
        id: &'a str,
        depths: &mut BTreeMap<&'a str, usize>,
        order: &mut Vec<usize>,
    ) -> usize {
        if let Some(depth) = depths.get(id) {
            return *depth;
        }
        let members = format.record(id).into_iter().flat_map(|record| &record.members);
        let inner = members.flat_map(|member| layout::records(&member.held));
        let depth = 1 + inner.map(|inner| add(format, inner, depths, order)).max().unwrap_or(0);
        depths.insert(id, depth);
        order.extend(format.records.iter().position(|record| record.id == id));
        depth
    }
    let (mut depths, mut order) = (BTreeMap::new(), Vec::new());
    let depth = add(format, format.id, &mut depths, &mut order);
    (order, depth)
}

impl RecordNames {
    fn new(record: &Record<'_>, (of, case): (String, String), called: &mut impl FnMut(&str) -> String) -> Self {
        let mut scope = members(MEMBERS);
        let fields = record.fields().map(|field| field.id);
        let kept = fields.clone().map(|id| (id.to_owned(), scope.snake(id))).collect();
        let places = fields
            .map(|id| (id.to_owned(), scope.snake(&format!("at_{id}"))))
            .collect();
        let mut further = BTreeMap::new();
        let functions = record.members.iter().map(|Member { id, held, .. }| {
            let function = called(&format!("{of}_{id}"));
            let words = match held {
                Held::List(..) => vec![NEXT, GET],
                Held::Versions(_) => layout::records(held),
                _ => Vec::new(),
            };
            for word in words {
                let key = ((*id).to_owned(), word.to_owned());
                further
                    .entry(key)
                    .or_insert_with(|| called(&format!("{function}_{word}")));
            }
            ((*id).to_owned(), function)
        });
        let functions = functions.collect();
        let inner = of.strip_prefix("ob_").unwrap_or(&of);
        let [read, opens] = ["read", "open"].map(|does| format!("obi_{does}_{inner}"));
        Self { of, read, opens, case, members: kept, places, functions, further }
    }

    pub(super) fn member(&self, id: &str) -> &str {
        self.members.get(id).map_or("", String::as_str)
    }

    pub(super) fn place(&self, id: &str) -> &str {
        self.places.get(id).map_or("", String::as_str)
    }

    pub(super) fn function(&self, id: &str) -> &str {
        self.functions.get(id).map_or("", String::as_str)
    }

    pub(super) fn magic(&self, id: &str) -> String {
        let function = self.function(id);
        format!("obi_magic_of_{}", function.strip_prefix("ob_").unwrap_or(function))
    }

    /// [`NEXT`] or [`GET`] of a list, or the id of a switch's record.
    pub(super) fn further(&self, id: &str, word: &str) -> &str {
        let key = (id.to_owned(), word.to_owned());
        self.further.get(&key).map_or("", String::as_str)
    }
}

/// Fixed bytes need no struct member.
pub(super) fn is_kept(held: &Held<'_>) -> bool {
    !matches!(held, Held::Fixed(_))
}
