//! Draws schemas from a grammar: types, fields and instances of every kind. Invalid ones test the generator's errors.

use super::draw::Draw;
use super::grammar::{Grammar, Language};
use super::ids::{AWKWARD, PYTHON};

/// For expressions.
const DEPTH: usize = 2;

#[derive(Default)]
struct Schema {
    draw: Draw,
    language: Language,
    grammar: Grammar,
    /// For a unique magic: ambiguous magics are refused.
    number: usize,
    python: bool,
    records: Vec<Record>,
    enums: Vec<(String, Vec<String>)>,
    options: Vec<String>,
    /// Unused types, and the current one.
    open: Vec<usize>,
    used: usize,
    /// Current record, whether it gets fields, and last enum.
    at: usize,
    in_fields: bool,
    named: usize,
    classes: Vec<String>,
}

#[derive(Debug, Default)]
struct Record {
    id: String,
    taken: Vec<String>,
    around: usize,
    params: Vec<(String, String)>,
    /// For expressions, with kind and enum.
    known: Vec<(String, String, usize)>,
    seq: Vec<String>,
    instances: Vec<String>,
    /// At least one byte.
    is_long: bool,
}

/// Draws a schema; returns its text, and whether Python's reader accepts its IDs.
pub fn schema(draw: &mut Draw, language: Language, number: usize) -> (String, bool) {
    let is_written = language == Language::Written;
    let (python, types) = (!is_written || draw.chance(70), draw.below(5));
    let mut schema = Schema {
        draw: Draw::new(u64::try_from(draw.below(usize::MAX)).unwrap_or(0)),
        language,
        grammar: language.grammar(),
        number,
        python,
        open: (1..=types).collect(),
        in_fields: true,
        ..Schema::default()
    };
    for index in 0..=types {
        let id = schema.class();
        let id = if index == 0 { format!("{id}_{number}") } else { id };
        let is_nested = !is_written && index > 0 && schema.draw.chance(40);
        let around = if is_nested { schema.draw.below(index) } else { 0 };
        schema.records.push(Record { id, around, ..Record::default() });
    }
    // Types are filled from last to first, so that used types are known.
    for index in (0..=types).rev() {
        schema.at = index;
        schema.fill_record();
    }
    (schema.text(), python)
}

impl Schema {
    fn record(&mut self) -> &mut Record {
        &mut self.records[self.at]
    }

    fn fill_record(&mut self) {
        let is_written = self.language == Language::Written;
        let params = usize::from(!is_written && self.at > 0) * self.draw.below(3);
        for _ in 0..params {
            let kind = self.pick("number number flag text");
            let id = self.id(self.at);
            self.record().params.push((id.clone(), kind.clone()));
            self.record().known.push((id, kind, 0));
        }
        if self.at == 0 || !is_written {
            self.add("first");
            self.record().is_long = !self.record().seq.is_empty();
        }
        for _ in 0..self.draw.below(6) + usize::from(is_written) {
            self.add("field");
        }
        if is_written {
            // The first record uses all remaining types.
            for inner in self.open.clone() {
                if inner > self.at && self.open.contains(&inner) && (self.at == 0 || self.draw.chance(40)) {
                    self.open.retain(|open| *open != inner);
                    self.used = inner;
                    self.add("use");
                }
            }
            if self.at == 0 {
                self.add("last");
            }
            return;
        }
        self.in_fields = false;
        for _ in 0..self.draw.below(4) {
            self.add("instance");
        }
        self.in_fields = true;
    }

    fn add(&mut self, rule: &str) {
        let id = self.id(self.at);
        let text = self.expand(rule, &id, DEPTH + 1).unwrap_or_default();
        for statement in text.split(" ;; ").filter(|statement| !statement.is_empty()) {
            let (statement, kind) = statement.split_once(" -> ").unwrap_or((statement, ""));
            let mut words = statement.splitn(3, ' ');
            let (list, name, keys) = (
                words.next(),
                words.next().unwrap_or_default(),
                words.next().unwrap_or_default(),
            );
            match list {
                Some("seq") => self.record().seq.push(format!("{{id: {name}, {keys}, doc: A field.}}")),
                _ => self
                    .record()
                    .instances
                    .push(format!("{name}: {{{keys}, doc: A part.}}")),
            }
            if !kind.is_empty() {
                let known = (name.to_owned(), kind.to_owned(), self.named);
                self.record().known.push(known);
            }
        }
    }

    /// The last text if a name is unavailable.
    fn expand(&mut self, rule: &str, id: &str, depth: usize) -> Option<String> {
        let texts = self.grammar.get(rule)?.clone();
        let last = texts.last()?;
        let chosen = texts[self.draw.below(texts.len())];
        let chosen = if depth == 0 { last } else { chosen };
        self.fill(chosen, id, depth).or_else(|| self.fill(last, id, depth))
    }

    fn fill(&mut self, text: &str, id: &str, depth: usize) -> Option<String> {
        let (mut filled, mut rest) = (String::new(), text);
        while let Some((before, more)) = rest.split_once("$(") {
            let (name, after) = more.split_once(')')?;
            filled = filled + before + &self.place(name, id, depth)?;
            rest = after;
        }
        Some(filled + rest)
    }

    fn pick(&mut self, words: &str) -> String {
        let mut words = words.split(' ').map(str::to_owned).collect();
        self.draw.take(&mut words).unwrap_or_default()
    }

    fn place(&mut self, name: &str, id: &str, depth: usize) -> Option<String> {
        let Self { at, used, number, .. } = *self;
        if let Some(kind) = name.strip_prefix('?') {
            let known = self.records[at].known.iter().filter(|(_, known, _)| known == kind);
            let mut known: Vec<(String, usize)> = known.map(|(id, _, named)| (id.clone(), *named)).collect();
            let (id, named) = self.draw.take(&mut known)?;
            self.named = named;
            return Some(id);
        }
        if let Some(words) = name.strip_prefix(':') {
            return Some(self.pick(words));
        }
        if let Some((from, to)) = name.split_once("..") {
            let (from, to): (usize, usize) = (from.parse().ok()?, to.parse().ok()?);
            return Some((from + self.draw.below(to - from)).to_string());
        }
        let if_so = |holds: bool| holds.then(String::new);
        match name {
            "id" => Some(id.to_owned()),
            // A unique magic.
            "unique" => Some(format!("{}, {}", number / 256 % 256, number % 256)),
            "root" => if_so(at == 0),
            "in-fields" => if_so(self.in_fields),
            // A field up to the end of the file leaves no room for parts.
            "no-parts" => if_so(self.records.iter().all(|record| record.instances.is_empty())),
            "type" => Some(self.records[used].id.clone()),
            "open-type" => {
                let mut open: Vec<usize> = self.open.iter().copied().filter(|open| *open > at).collect();
                let other = self.draw.take(&mut open)?;
                self.open.retain(|open| *open != other);
                Some(self.records[other].id.clone())
            }
            "later" => self.later(id, depth),
            "enum" => Some(self.enum_id()),
            "member" => {
                let (id, members) = self.enums[self.named].clone();
                Some(format!("{id}::{}", members[self.draw.below(members.len())]))
            }
            "option" => Some(self.option_id()),
            rule if self.grammar.contains_key(rule) => self.expand(rule, id, depth.max(1)),
            rule => {
                let deep = format!("{rule}^");
                self.expand(&deep, id, depth.saturating_sub(1))
            }
        }
    }

    /// With arguments.
    fn later(&mut self, id: &str, depth: usize) -> Option<String> {
        let fits = |inner: &usize| self.in_fields || self.records[*inner].is_long;
        let mut later: Vec<usize> = (self.at + 1..self.records.len()).filter(fits).collect();
        let inner = self.draw.take(&mut later)?;
        let mut told = Vec::new();
        for (_, kind) in self.records[inner].params.clone() {
            let rule = if kind == "text" { "letters" } else { &kind };
            told.push(self.place(rule, id, depth)?);
        }
        let path = self.path(inner);
        Some(if told.is_empty() {
            path
        } else {
            format!("'{path}({})'", told.join(", "))
        })
    }

    fn path(&self, index: usize) -> String {
        let record = &self.records[index];
        match record.around {
            0 => record.id.clone(),
            around => format!("{}::{}", self.path(around), record.id),
        }
    }

    fn enum_id(&mut self) -> String {
        if self.enums.is_empty() || self.draw.chance(30) {
            let id = self.class();
            let mut taken = vec!["name".to_owned(), "value".to_owned()];
            let members = (0..=self.draw.below(4)).map(|_| self.fresh(&mut taken)).collect();
            self.enums.push((id, members));
        }
        self.named = self.draw.below(self.enums.len());
        self.enums[self.named].0.clone()
    }

    fn option_id(&mut self) -> String {
        let id = |option: &String| option.split(',').next().unwrap_or_default().to_owned();
        if self.options.is_empty() || self.draw.chance(20) {
            let (id, least, more) = (self.id(0), 1 + self.draw.below(8), self.draw.below(100));
            self.options
                .push(format!("{id}, default: {least}, min: {least}, max: {}", least + more));
        }
        let option = self.draw.below(self.options.len());
        self.options.get(option).map(id).unwrap_or_default()
    }

    fn id(&mut self, record: usize) -> String {
        let mut taken = std::mem::take(&mut self.records[record].taken);
        let id = self.fresh(&mut taken);
        self.records[record].taken = taken;
        id
    }

    fn fresh(&mut self, taken: &mut Vec<String>) -> String {
        let odd = !self.python && self.draw.chance(20);
        let mut id = self
            .draw
            .pick(if odd { PYTHON } else { AWKWARD })
            .unwrap_or("a")
            .to_owned();
        while taken.contains(&id) || self.python && (PYTHON.contains(&id.as_str()) || id == "super") {
            let plain = id.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
            id = format!("{plain}_q{}", taken.len());
        }
        taken.push(id.clone());
        id
    }

    /// Kaitai makes a class of each, and underscores alone do not distinguish classes.
    fn class(&mut self) -> String {
        loop {
            let id = self.fresh(&mut Vec::new());
            let class = match self.language {
                Language::Written => id.clone(),
                Language::ReadOnly => id.replace('_', ""),
            };
            if !self.classes.contains(&class) && !["none", "false"].contains(&class.as_str()) {
                self.classes.push(class);
                return id;
            }
        }
    }

    fn text(mut self) -> String {
        let meta = self.expand("meta", "", 1).unwrap_or_default();
        let mut text = format!("meta: {{id: {}, {meta}}}\ndoc: A made-up format.\n", self.records[0].id);
        for (index, option) in self.options.iter().enumerate() {
            let heading = if index == 0 { "-options:\n" } else { "" };
            text.push_str(&format!("{heading}  - {{id: {option}, doc: An option.}}\n"));
        }
        text.push_str(&self.body(0, ""));
        for (index, (id, members)) in self.enums.iter().enumerate() {
            let members: Vec<String> = members
                .iter()
                .enumerate()
                .map(|(at, member)| format!("{}: {member}", at * at))
                .collect();
            let heading = if index == 0 { "enums:\n" } else { "" };
            text.push_str(&format!("{heading}  {id}: {{{}}}\n", members.join(", ")));
        }
        text
    }

    fn body(&mut self, index: usize, indent: &str) -> String {
        let mut text = String::new();
        if index > 0 && self.language == Language::ReadOnly && self.draw.chance(20) {
            text = format!("{indent}meta: {{endian: {}}}\n", self.pick("le be"));
        }
        let record = &self.records[index];
        let params = record.params.iter().map(|(id, kind)| {
            let of = match kind.as_str() {
                "flag" => "bool",
                "text" => "str",
                _ => "s8",
            };
            format!("{{id: {id}, type: {of}}}")
        });
        let lists = [
            ("params", "- ", params.collect()),
            ("seq", "- ", record.seq.clone()),
            ("instances", "", record.instances.clone()),
        ];
        for (heading, mark, lines) in lists.iter().filter(|(_, _, lines)| !Vec::is_empty(lines)) {
            let lines: String = lines
                .iter()
                .map(|line: &String| format!("{indent}  {mark}{line}\n"))
                .collect();
            text.push_str(&format!("{indent}{heading}:\n{lines}"));
        }
        let inside: Vec<usize> = (1..self.records.len())
            .filter(|inner| self.records[*inner].around == index)
            .collect();
        for (at, inner) in inside.into_iter().enumerate() {
            let heading = if at == 0 {
                format!("{indent}types:\n")
            } else {
                String::new()
            };
            let id = self.records[inner].id.clone();
            let body = self.body(inner, &format!("{indent}    "));
            text.push_str(&format!("{heading}{indent}  {id}:\n{indent}    doc: A type.\n{body}"));
        }
        text
    }
}
