//! Schemas made up by chance: types, fields of every kind, switches, lists, pointed-at records, enums, and every key that goes with
//! them. Not all of them are sound: what the generator refuses is refused with problems.

use super::draw::Draw;
use super::ids::{AWKWARD, PYTHON};

/// Whole numbers at the edge of something. The Kaitai compiler takes those that its own language has as whole ones only.
const ODD: &[&u64] = &[&0, &1, &2, &3, &7, &8, &16, &100, &127, &200, &255, &256, &1000, &65535, &65536, &16777216];

/// A schema, in the making.
pub(super) struct Schema<'d> {
    pub draw: &'d mut Draw,
    /// Whether its ids are fit for Python.
    python: bool,
    /// Which of the schemas it is: two formats whose files may begin alike are refused.
    number: usize,
    pub records: Vec<Record>,
    enums: Vec<(String, String)>,
    pub options: Vec<(String, String)>,
    /// Types that some record must use yet.
    pub open: Vec<usize>,
    /// Whether something is pointed at, so that nothing takes the rest of the file.
    parts: bool,
}

/// A record, in the making.
#[derive(Default)]
pub(super) struct Record {
    pub id: String,
    pub ids: Vec<String>,
    seq: Vec<String>,
    instances: Vec<String>,
    /// Numbers that the caller gives, which can be computed with.
    pub numbers: Vec<String>,
}

/// The text of a schema of the format `id`, and whether the reader in Python can have its ids.
pub fn schema(draw: &mut Draw, index: usize) -> (String, bool) {
    let python = draw.chance(70);
    let types = draw.below(5);
    let mut schema = Schema {
        draw,
        python,
        number: index,
        records: Vec::new(),
        enums: Vec::new(),
        options: Vec::new(),
        open: (1..=types).collect(),
        parts: false,
    };
    let id = format!("{}_{index}", schema.fresh(&mut Vec::new()));
    let mut ids = vec![id.clone()];
    schema.records.push(Record { id, ..Record::default() });
    for _ in 0..types {
        let id = schema.fresh(&mut ids);
        schema.records.push(Record { id, ..Record::default() });
    }
    for index in 0..=types {
        schema.fill(index, types);
    }
    (schema.text(), python)
}

impl Schema<'_> {
    /// An id that is not in `taken`, which it joins then.
    pub(super) fn fresh(&mut self, taken: &mut Vec<String>) -> String {
        loop {
            let odd = !self.python && self.draw.chance(20);
            let id = self
                .draw
                .pick(if odd { PYTHON } else { AWKWARD })
                .unwrap_or("a")
                .to_owned();
            let fit = !self.python || !PYTHON.contains(&id.as_str());
            if fit && !taken.contains(&id) {
                taken.push(id.clone());
                return id;
            }
            if taken.len() > 60 {
                let id = format!("x{}", taken.len());
                taken.push(id.clone());
                return id;
            }
        }
    }

    /// An id that the record does not have, which it has then.
    pub(super) fn id(&mut self, index: usize) -> String {
        let mut ids = self
            .records
            .get_mut(index)
            .map(|record| std::mem::take(&mut record.ids))
            .unwrap_or_default();
        let id = self.fresh(&mut ids);
        self.record(index).ids = ids;
        id
    }

    /// The record at `index`, which is there.
    pub(super) fn record(&mut self, index: usize) -> &mut Record {
        if index >= self.records.len() {
            self.records.push(Record::default());
        }
        let last = self.records.len() - 1;
        &mut self.records[index.min(last)]
    }

    pub(super) fn field(&mut self, index: usize, id: &str, keys: &str) {
        self.record(index)
            .seq
            .push(format!("{{id: {id}, {keys}, doc: A field.}}"));
    }

    pub(super) fn part(&mut self, index: usize, id: &str, keys: &str) {
        self.parts = true;
        self.record(index)
            .instances
            .push(format!("{id}: {{{keys}, doc: A part.}}"));
    }

    /// Fills the record with fields, and with what uses types that nothing uses yet.
    fn fill(&mut self, index: usize, types: usize) {
        if index == 0 && self.draw.chance(50) {
            let id = self.id(index);
            let magic = self.contents("0x7f, MADE");
            self.field(index, &id, &magic);
        }
        let fields = 1 + self.draw.below(5);
        for _ in 0..fields {
            self.plain(index);
        }
        // The last record that could use a type must.
        let later: Vec<usize> = self.open.iter().copied().filter(|open| *open > index).collect();
        for inner in later {
            if index + 1 == inner || self.draw.chance(40) {
                self.open.retain(|open| *open != inner);
                self.uses(index, inner, types);
            }
        }
        if index == 0 && !self.parts && self.draw.chance(10) {
            let id = self.id(index);
            self.field(index, &id, "size-eos: true");
        }
    }

    /// These bytes and the number of the schema: no two schemas are told by the same ones.
    fn contents(&self, bytes: &str) -> String {
        format!(
            "contents: [{bytes}, {}, {}]",
            self.number / 256 % 256,
            self.number % 256
        )
    }

    /// A number that is given. It can be computed with unless it is large in every file: then no file might have room for what follows.
    fn number(&mut self, index: usize) {
        let id = self.id(index);
        let of = self.width();
        let chosen = self.draw.below(8);
        let more = match chosen {
            0 => format!(", valid: {}", self.odd()),
            1 => format!(
                ", valid: {{min: {}, max: {}}}",
                self.draw.below(4),
                4 + self.draw.below(200)
            ),
            2 | 3 => format!(", -default: {}", self.draw.below(200)),
            4 => format!(", -write: constant({})", self.draw.below(250)),
            5 => {
                let named = self.enum_id();
                let rule = self.draw.pick(&["", ", -open: true"]).unwrap_or("");
                format!(", enum: {named}{rule}")
            }
            6 => format!(", valid: {{min: {}}}", self.draw.below(30)),
            _ => String::new(),
        };
        self.field(index, &id, &format!("type: {of}{more}"));
        if !matches!(chosen, 0 | 4) {
            self.record(index).numbers.push(id);
        }
    }

    fn odd(&mut self) -> u64 {
        self.draw.pick(ODD).copied().unwrap_or(0)
    }

    pub(super) fn width(&mut self) -> String {
        let width = self.draw.pick(&["u1", "u1", "u2", "u4", "u8"]).unwrap_or("u1");
        let order = self.draw.pick(&["", "", "le", "be"]).unwrap_or("");
        format!("{width}{}", if width == "u1" { "" } else { order })
    }

    /// A field that is no record.
    fn plain(&mut self, index: usize) {
        match self.draw.below(12) {
            0..=4 => self.number(index),
            5 => {
                let id = self.id(index);
                let contents = self.contents("1, 0x22, AB");
                self.field(index, &id, &contents);
            }
            6 => {
                let (id, size) = (self.id(index), self.draw.below(20));
                let kind = self.text_or_bytes();
                self.field(index, &id, &format!("size: {size}{kind}"));
            }
            7 => {
                let id = self.id(index);
                let limit = 1 + self.draw.below(300);
                self.field(index, &id, &format!("type: strz, encoding: UTF-8, -limit: {limit}"));
            }
            8 if index == 0 => {
                let id = self.id(index);
                let of = self.width();
                self.field(index, &format!("len_{id}"), &format!("type: {of}, -write: size(_root)"));
            }
            9 => {
                let (id, of) = (self.id(index), self.width());
                self.field(index, &format!("num_{id}"), &format!("type: {of}, -write: constant(7)"));
            }
            10 => self.add_pointed(index),
            _ => self.add_sized(index),
        }
    }

    /// The id of an enum.
    fn enum_id(&mut self) -> String {
        if self.enums.is_empty() || self.draw.chance(30) {
            let mut taken: Vec<String> = self.enums.iter().map(|(id, _)| id.clone()).collect();
            let kaitai = self.records.iter().map(|record| record.id.clone());
            taken.extend(kaitai.filter(|_| self.python));
            let id = self.fresh(&mut taken);
            let mut members = Vec::new();
            let mut numbers: Vec<usize> = (0..9).collect();
            let count = 1 + self.draw.below(4);
            let lines: Vec<String> = (0..count)
                .filter_map(|_| {
                    Some(format!(
                        "{}: {}",
                        self.draw.take(&mut numbers)?,
                        self.fresh(&mut members)
                    ))
                })
                .collect();
            self.enums.push((id, lines.join(", ")));
        }
        let index = self.draw.below(self.enums.len());
        self.enums.get(index).map_or_else(String::new, |(id, _)| id.clone())
    }

    fn text(self) -> String {
        let endian = if self.draw.chance(50) { "le" } else { "be" };
        let mut records = self.records.into_iter();
        let root = records.next().unwrap_or_default();
        let mut text = format!(
            "meta: {{id: {}, title: Made up, endian: {endian}}}\ndoc: A made-up format.\n",
            root.id
        );
        if !self.options.is_empty() {
            text.push_str("-options:\n");
        }
        for (id, keys) in &self.options {
            text.push_str(&format!("  - {{id: {id}, {keys}, doc: An option.}}\n"));
        }
        text.push_str(&body(&root, ""));
        let mut heading = "types:\n";
        for record in records {
            text.push_str(&format!(
                "{heading}  {}:\n    doc: A type.\n{}",
                record.id,
                body(&record, "    ")
            ));
            heading = "";
        }
        if !self.enums.is_empty() {
            text.push_str("enums:\n");
        }
        for (id, members) in &self.enums {
            text.push_str(&format!("  {id}: {{{members}}}\n"));
        }
        text
    }
}

/// Fields and parts.
fn body(record: &Record, indent: &str) -> String {
    let mut text = format!("{indent}seq:\n");
    for field in &record.seq {
        text.push_str(&format!("{indent}  - {field}\n"));
    }
    if !record.instances.is_empty() {
        text.push_str(&format!("{indent}instances:\n"));
    }
    for part in &record.instances {
        text.push_str(&format!("{indent}  {part}\n"));
    }
    text
}
