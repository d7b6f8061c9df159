//! A schema in the making: types inside of types, each with parameters, fields and instances.

use crate::schemas::{AWKWARD, Draw, PYTHON};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Float,
    Flag,
    Text,
    Bytes,
    /// The enum of this number.
    Enum(usize),
    /// A list of numbers.
    Numbers,
}

/// A type, in the making. The first is the file.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub id: String,
    /// Its names, and those of what it has, in Kaitai's language.
    pub taken: Vec<String>,
    /// The type that it is declared in.
    around: usize,
    pub params: Vec<(String, Kind)>,
    /// What expressions can use that stand behind it.
    pub known: Vec<(String, Kind)>,
    pub seq: Vec<String>,
    pub instances: Vec<String>,
    /// Whether it takes a byte at least, so that lists of it end.
    pub is_long: bool,
}

/// A schema, in the making.
pub(super) struct Schema<'d> {
    pub draw: &'d mut Draw,
    pub records: Vec<Record>,
    pub enums: Vec<(String, Vec<String>)>,
    /// Whether expressions are of fields: they can ask how far the stream has been read. Where an instance could not be read, Kaitai's
    /// reader leaves the stream where that was.
    pub in_fields: bool,
    /// Names of types and enums, as classes have them: they are all told apart.
    classes: Vec<String>,
}

/// The text of a schema.
pub fn schema(draw: &mut Draw, index: u64) -> String {
    let mut schema = Schema { draw, records: Vec::new(), enums: Vec::new(), in_fields: true, classes: Vec::new() };
    let id = format!("{}_{index}", schema.class());
    schema.records.push(Record { id, ..Record::default() });
    for index in 1..=schema.draw.below(5) {
        let around = if schema.draw.chance(40) {
            schema.draw.below(index)
        } else {
            0
        };
        let id = schema.class();
        schema.records.push(Record { id, around, ..Record::default() });
    }
    for _ in 0..schema.draw.below(3) {
        let id = schema.class();
        let mut taken = vec!["name".to_owned(), "value".to_owned()];
        let members = (0..=schema.draw.below(4)).map(|_| schema.fresh(&mut taken)).collect();
        schema.enums.push((id, members));
    }
    let count = schema.records.len();
    for index in 1..count {
        for _ in 0..schema.draw.below(3) {
            let kind = [Kind::Number, Kind::Number, Kind::Flag, Kind::Text][schema.draw.below(4)];
            let id = schema.id(index);
            schema.records[index].params.push((id.clone(), kind));
            schema.records[index].known.push((id, kind));
        }
    }
    // Types are filled from the last to the first, so that it is known of each whether it takes a byte where it is used.
    for index in (0..count).rev() {
        schema.fill(index);
    }
    schema.text()
}

impl Schema<'_> {
    /// An id that is not in `taken`, which it joins.
    fn fresh(&mut self, taken: &mut Vec<String>) -> String {
        let mut id = self.draw.pick(AWKWARD).unwrap_or("a").to_owned();
        while taken.contains(&id) || PYTHON.contains(&id.as_str()) || id == "super" {
            let plain = id.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
            id = format!("{plain}_q{}", taken.len());
        }
        taken.push(id.clone());
        id
    }

    /// The id of a type or an enum.
    fn class(&mut self) -> String {
        loop {
            let id = self.draw.pick(AWKWARD).unwrap_or("a").to_owned();
            let class = id.replace('_', "").to_lowercase();
            if !self.classes.contains(&class)
                && !PYTHON.contains(&id.as_str())
                && !["none", "false"].contains(&class.as_str())
            {
                self.classes.push(class);
                return id;
            }
        }
    }

    /// An id that the record does not have yet.
    pub(super) fn id(&mut self, index: usize) -> String {
        let mut taken = std::mem::take(&mut self.records[index].taken);
        let id = self.fresh(&mut taken);
        self.records[index].taken = taken;
        id
    }

    /// The path of a type, from the outside in.
    pub(super) fn path(&self, index: usize) -> String {
        let record = &self.records[index];
        match (index, record.around) {
            (0, _) | (_, 0) => record.id.clone(),
            (_, around) => format!("{}::{}", self.path(around), record.id),
        }
    }

    fn fill(&mut self, index: usize) {
        // Most types begin with a byte, so that lists of them end.
        if index == 0 || self.draw.chance(80) {
            let id = self.id(index);
            self.field(index, &id, "type: u1");
            self.records[index].known.push((id, Kind::Number));
            self.records[index].is_long = true;
        }
        for _ in 0..self.draw.below(6) {
            self.some_field(index);
        }
        self.in_fields = false;
        for _ in 0..self.draw.below(4) {
            self.some_instance(index);
        }
        self.in_fields = true;
    }

    pub(super) fn field(&mut self, index: usize, id: &str, keys: &str) {
        self.records[index].seq.push(format!("{{id: {id}, {keys}}}"));
    }

    fn text(mut self) -> String {
        let endian = if self.draw.chance(50) { "le" } else { "be" };
        let bits = if self.draw.chance(50) { "le" } else { "be" };
        let id = self.records[0].id.clone();
        let head = format!("meta: {{id: {id}, endian: {endian}, bit-endian: {bits}, encoding: ASCII}}\n");
        let mut text = head + &self.body(0, "");
        for (heading, (id, members)) in self.enums.iter().enumerate() {
            let members = members
                .iter()
                .enumerate()
                .map(|(number, member)| format!("{number}: {member}"));
            let members: Vec<String> = members.collect();
            let heading = if heading == 0 { "enums:\n" } else { "" };
            text.push_str(&format!("{heading}  {id}: {{{}}}\n", members.join(", ")));
        }
        text
    }

    /// What is in a type.
    fn body(&mut self, index: usize, indent: &str) -> String {
        let mut text = String::new();
        if index > 0 && self.draw.chance(20) {
            let endian = if self.draw.chance(50) { "le" } else { "be" };
            text.push_str(&format!("{indent}meta: {{endian: {endian}}}\n"));
        }
        let record = &self.records[index];
        if !record.params.is_empty() {
            text.push_str(&format!("{indent}params:\n"));
        }
        for (id, kind) in &record.params {
            let of = match kind {
                Kind::Flag => "bool",
                Kind::Text => "str",
                _ => "s8",
            };
            text.push_str(&format!("{indent}  - {{id: {id}, type: {of}}}\n"));
        }
        if !record.seq.is_empty() {
            text.push_str(&format!("{indent}seq:\n"));
        }
        record
            .seq
            .iter()
            .for_each(|field| text.push_str(&format!("{indent}  - {field}\n")));
        if !record.instances.is_empty() {
            text.push_str(&format!("{indent}instances:\n"));
        }
        record
            .instances
            .iter()
            .for_each(|part| text.push_str(&format!("{indent}  {part}\n")));
        let inside: Vec<usize> = (1..self.records.len())
            .filter(|inner| self.records[*inner].around == index)
            .collect();
        if !inside.is_empty() {
            text.push_str(&format!("{indent}types:\n"));
        }
        for inner in inside {
            text.push_str(&format!("{indent}  {}:\n", self.records[inner].id));
            let body = self.body(inner, &format!("{indent}    "));
            // A type can be empty.
            let body = if body.is_empty() {
                format!("{indent}    seq: []\n")
            } else {
                body
            };
            text.push_str(&body);
        }
        text
    }
}
