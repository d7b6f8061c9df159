//! Awkward IDs for Rust, its standard library, generated code and Python.

/// Rust keywords, names in the standard library and in generated code, and IDs with equal type names.
#[rustfmt::skip]
pub const AWKWARD: &[&str] = &[
    "a", "a_at", "a_len", "a_count", "a_place", "align", "alignment", "all", "any", "arbitrary", "as_ref", "at", "become", "bin",
    "bool", "borrow", "box", "builder", "bytes", "bytes_", "checked", "clone", "cmp", "code", "collect", "container", "content",
    "copy", "core", "count", "crate", "cursor", "data", "debug", "default", "default_page", "deref", "describe", "describe_at",
    "digest", "drop", "enum", "envelope", "eq", "err", "error", "extern", "false_", "fields", "fmt", "fn", "foo", "frame", "gen", "hash",
    "id", "impl", "index", "into", "into_iter", "item", "iter", "iterator", "known", "layout", "len", "length", "let", "list",
    "loop", "magic", "main", "match", "method", "mod", "move", "mul", "mut", "named", "named_a", "neg", "new", "next", "none",
    "number", "number_of", "ok", "open", "option", "parsed_a", "path", "place", "placement", "plan", "pub", "range", "read",
    "read_at", "record", "ref", "result", "root", "root_a", "parent_a", "self", "self_", "sized", "slice", "some", "static", "str_",
    "strategy", "string", "string_builder", "struct", "sub", "super", "switch", "test", "tests", "text", "trait", "type", "type_",
    "u", "u64", "unit", "union", "unsafe", "use", "v1", "v_1", "v__1", "value", "values", "vec", "virtual", "where", "width", "write",
    "write_frame", "writer", "x", "x_builder", "y", "z", "z9", "baz", "quux", "open_", "list_", "box_", "len_", "to_builder", "method_",
];

/// Words that break Python's reader. Schemas with them are not compared.
#[rustfmt::skip]
pub const PYTHON: &[&str] = &[
    "as", "async", "await", "break", "continue", "else", "for", "if", "in", "return", "try", "while", "yield", "self", "read", "close",
    "from", "import", "class", "not", "or", "and", "with", "pass", "is", "del", "def",
    "none", "false_",
];
