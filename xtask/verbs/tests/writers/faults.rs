//! One-line faults of writers: of alignment, fill, order, limits, offsets, sizes and digests.

/// A fault.
pub struct Fault {
    /// What is written then.
    pub what: &'static str,
    /// Where the line is.
    pub file: &'static str,
    /// What is there, of which the first is changed.
    pub from: &'static str,
    /// What is there instead.
    pub to: &'static str,
}

const fn fault(what: &'static str, file: &'static str, from: &'static str, to: &'static str) -> Fault {
    Fault { what, file, from, to }
}

const WRITER: &str = "core/src/plan/writer.rs";
const PIECES: &str = "core/src/plan/pieces.rs";
const AREAS: &str = "core/src/plan/areas.rs";
const STRINGS: &str = "core/src/plan/string_table.rs";
const ENVELOPE: &str = "core/src/envelope.rs";
const BUNDLE: &str = "generated/formats/src/binary_bundle/write.rs";
const BINARY: &str = "generated/formats/src/offload_binary/write.rs";
const COMPRESSED: &str = "generated/formats/src/compressed_offload_binary/write.rs";
const CCOB: &str = "generated/formats/src/ccob/write.rs";

/// All that are tried.
pub const FAULTS: &[Fault] = &[
    fault(
        "parts at even bytes",
        WRITER,
        "of(alignment.max(1))",
        "of(alignment.max(2))",
    ),
    fault(
        "zeros in every gap",
        WRITER,
        "self.plan.fill_to(ofs, fill);",
        "self.plan.fill_to(ofs, 0);",
    ),
    fault(
        "other bytes in gaps",
        PIECES,
        "push(Piece::Fill { fill, len })",
        "push(Piece::Fill { fill: !fill, len })",
    ),
    fault(
        "no zeros at the end",
        WRITER,
        "writer.align(Placement::new(alignment, 0))?;",
        "writer.align(Placement::new(1, 0))?;",
    ),
    fault(
        "parts last to first",
        WRITER,
        "self.later.push_back(part);",
        "self.later.push_front(part);",
    ),
    fault(
        "images last to first",
        AREAS,
        "waiting.parts.push_back(part);",
        "waiting.parts.push_front(part);",
    ),
    fault(
        "one more than the most",
        WRITER,
        "if min <= found && found <= max {",
        "if min <= found && found <= max.saturating_add(1) {",
    ),
    fault(
        "less than the least",
        WRITER,
        "if min <= found && found <= max {",
        "if found <= max {",
    ),
    fault(
        "one fewer than the most",
        WRITER,
        "if min <= found && found <= max {",
        "if min <= found && found < max {",
    ),
    fault(
        "offsets cut to their width",
        WRITER,
        "if found > blank.width.max() {",
        "if false {",
    ),
    fault(
        "numbers cut to their width",
        WRITER,
        "if found > width.max() {",
        "if false {",
    ),
    fault(
        "offsets outside their bounds",
        WRITER,
        "if found < min || max < found {",
        "if found < min {",
    ),
    fault("offsets not shifted", WRITER, ".plus(blank.plus)", ""),
    fault("offsets not shifted back", WRITER, ".minus(blank.minus)", ""),
    fault(
        "the length of the file without its end",
        WRITER,
        "let len = writer.plan.len();",
        "let len = writer.plan.len() - 1;",
    ),
    fault(
        "texts counted from their table",
        WRITER,
        "start.saturating_add(offset))",
        "offset)",
    ),
    fault(
        "texts once for each use",
        STRINGS,
        "if !previous.ends_with(text) {",
        "if !text.is_empty() {",
    ),
    fault(
        "texts in the order given",
        STRINGS,
        "order.sort_by(|(_, a), (_, b)| b.iter().rev().cmp(a.iter().rev()));",
        "",
    ),
    fault(
        "digests backwards",
        ENVELOPE,
        "digest: info.digest.leading().to_le_bytes()",
        "digest: info.digest.leading().to_be_bytes()",
    ),
    fault(
        "code objects anywhere",
        BUNDLE,
        "Placement::new(alignment, 0)",
        "Placement::new(1, 0)",
    ),
    fault(
        "code objects after ones",
        BUNDLE,
        "Placement::new(alignment, 0)",
        "Placement::new(alignment, 1)",
    ),
    fault(
        "any alignment",
        BUNDLE,
        "writer.in_range(\"alignment\", self.alignment, 1, 4294967295)?;",
        "",
    ),
    fault(
        "any number of entries",
        BUNDLE,
        "writer.in_range(\"entries\", count(&self.entries), 0, 65536)?;",
        "",
    ),
    fault(
        "images of version 1 at multiples of 4",
        BINARY,
        "Placement::new(8, 0)",
        "Placement::new(4, 0)",
    ),
    fault(
        "images before the strings",
        BINARY,
        "&[Area::Strings, Area::Parts]",
        "&[Area::Parts, Area::Strings]",
    ),
    fault(
        "offload binaries of any length",
        BINARY,
        "Area::Parts], 8,",
        "Area::Parts], 1,",
    ),
    fault(
        "entries of another length",
        BINARY,
        "\"len_entry\", Width::U64Le, 40",
        "\"len_entry\", Width::U64Le, 48",
    ),
    fault(
        "a string record too few",
        BINARY,
        "count(&self.strings), 0, 4096",
        "count(&self.strings), 0, 4095",
    ),
    fault(
        "a string record too many",
        BINARY,
        "count(&self.strings), 0, 4096",
        "count(&self.strings), 0, 4097",
    ),
    fault(
        "keys of any length",
        BINARY,
        "writer.in_range(\"key\", length(self.key.as_bytes()), 0, 65536)?;",
        "",
    ),
    fault("keys with a NUL", BINARY, "writer.no_nul(\"key\", &self.key)?;", ""),
    fault(
        "a file without its header",
        CCOB,
        "Checked::from(self.data.len()).plus(24)",
        "Checked::from(self.data.len()).plus(0)",
    ),
    fault(
        "compressed binaries of any length",
        COMPRESSED,
        "plan_in(&[], 8,",
        "plan_in(&[], 1,",
    ),
    fault(
        "entries elsewhere",
        COMPRESSED,
        "\"ofs_entries\", Width::U64Le, 40",
        "\"ofs_entries\", Width::U64Le, 48",
    ),
];
