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
const LAYOUT: &str = "core/src/layout/write.rs";
const BINARY: &str = "generated/formats/src/offload_binary/write.rs";
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
        "parts anywhere",
        LAYOUT,
        "Placement::new(alignment, part.placed.fill)",
        "Placement::new(1, part.placed.fill)",
    ),
    fault(
        "parts after ones",
        LAYOUT,
        "Placement::new(alignment, part.placed.fill)",
        "Placement::new(alignment, 1)",
    ),
    fault(
        "parts at multiples of half their alignment",
        LAYOUT,
        "Alignment::To(number) => number,",
        "Alignment::To(number) => number / 2,",
    ),
    fault(
        "the default alignment, whatever is chosen",
        LAYOUT,
        "self.root.number(name).unwrap_or_else(default)",
        "self.root.number(\"\").unwrap_or_else(default)",
    ),
    fault(
        "any alignment",
        LAYOUT,
        "writer.in_range(option.name, writing.option(option.name), min, max)?;",
        "",
    ),
    fault(
        "any number of records, any length",
        LAYOUT,
        "writer.in_range(name, values.len_of(name), min, max)?;",
        "",
    ),
    fault(
        "parts of areas where they come",
        LAYOUT,
        "Some(area) => writer.later_in(area, name, blank, placement, write),",
        "Some(_) => writer.later(name, blank, placement, write),",
    ),
    fault(
        "files of any length",
        LAYOUT,
        "Writer::plan_in(self.areas, self.align_end,",
        "Writer::plan_in(self.areas, 1,",
    ),
    fault(
        "other constants",
        LAYOUT,
        "Source::Constant(number) => *number,",
        "Source::Constant(number) => *number + 8,",
    ),
    fault(
        "a record too few",
        LAYOUT,
        "writer.in_range(name, values.len_of(name), min, max)?;",
        "writer.in_range(name, values.len_of(name), min, max - 1)?;",
    ),
    fault(
        "a record too many",
        LAYOUT,
        "writer.in_range(name, values.len_of(name), min, max)?;",
        "writer.in_range(name, values.len_of(name), min, max + 1)?;",
    ),
    fault(
        "texts of any length before a NUL",
        LAYOUT,
        "Holds::Terminated(encoding, limit) => (Some((0, *limit)), Some(encoding)),",
        "Holds::Terminated(encoding, _) => (None, Some(encoding)),",
    ),
    fault(
        "texts with a NUL",
        LAYOUT,
        "writer.no_nul(name, values.text(name))?;",
        "",
    ),
    fault(
        "a file without its header",
        LAYOUT,
        "Checked::from(measured).plus(plus).minus(minus)",
        "Checked::from(measured).minus(minus)",
    ),
    fault(
        "numbers outside of their bounds",
        LAYOUT,
        "Valid::Range(min, max) => writer.in_range(name, number, *min, *max)?,",
        "Valid::Range(..) => {}",
    ),
    fault(
        "the usual version, whichever is chosen",
        LAYOUT,
        "Some(Value::Case(number, _)) => *number,",
        "Some(Value::Case(..)) => *default,",
    ),
    fault("images without flags", BINARY, ".with(\"flags\", self.flags)", ""),
    fault(
        "headers of the usual method",
        CCOB,
        ".with(\"method\", self.method)",
        "",
    ),
];
