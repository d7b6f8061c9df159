//! Fields and instances of made-up schemas, of every kind.

use super::random::{Kind, Schema};

impl Schema<'_> {
    /// The name of a type of whole numbers.
    fn width(&mut self) -> String {
        let width = self
            .draw
            .pick(&["u1", "s1", "u1", "u2", "s2", "u4", "s4", "u8", "s8"])
            .unwrap_or("u1");
        let order = if width.ends_with('1') {
            ""
        } else {
            self.draw.pick(&["", "le", "be"]).unwrap_or("")
        };
        format!("{width}{order}")
    }

    /// An expression as a scalar of YAML.
    fn quote(text: &str) -> String {
        format!("'{}'", text.replace('\'', "''"))
    }

    fn small(&mut self, index: usize) -> String {
        let number = self.number(index, 1);
        Self::quote(&format!("{number} & {}", [1, 3, 7][self.draw.below(3)]))
    }

    /// Adds a field, of any kind.
    pub(super) fn some_field(&mut self, index: usize) {
        let id = self.id(index);
        let (keys, kind) = self.content(index);
        let (mut keys, mut kind) = self.repeat(index, keys, kind);
        if self.draw.chance(20) {
            let condition = Self::quote(&self.flag(index, 2));
            keys.push_str(&format!(", if: {condition}"));
            // What may not be there is none in Python, and equal to nothing; ours refuses it.
            kind = None;
        }
        self.field(index, &id, &keys);
        self.records[index].known.extend(kind.map(|kind| (id, kind)));
    }

    /// Adds an instance: computed, or somewhere else.
    pub(super) fn some_instance(&mut self, index: usize) {
        let id = self.id(index);
        let (mut keys, kind) = match self.draw.below(9) {
            0 | 1 => (format!("value: {}", Self::quote(&self.number(index, 3))), Kind::Number),
            2 => (format!("value: {}", Self::quote(&self.flag(index, 3))), Kind::Flag),
            3 => (format!("value: {}", Self::quote(&self.letters(index, 2))), Kind::Text),
            4 => (format!("value: {}", Self::quote(&self.float(index, 1))), Kind::Float),
            5 => {
                // What is computed of it can be more than ours takes.
                let of = self
                    .names(index, |kind| kind == Kind::Float)
                    .map_or_else(|| "2.5".to_owned(), |(id, _)| id);
                self.records[index]
                    .instances
                    .push(format!("{id}: {{value: {of}.to_i}}"));
                return;
            }
            _ => {
                let stream = if self.draw.chance(30) { ", io: _root._io" } else { "" };
                let pos = self.number(index, 1);
                let pos = Self::quote(&format!("{pos} & 31"));
                let (keys, kind) = self.content(index);
                let (keys, kind) = self.repeat(index, keys, kind);
                self.records[index]
                    .instances
                    .push(format!("{id}: {{pos: {pos}{stream}, {keys}}}"));
                // Once it could not be read, Kaitai's reader takes what there is of a list for whole.
                let kind = kind.filter(|kind| *kind != Kind::Numbers);
                self.records[index].known.extend(kind.map(|kind| (id, kind)));
                return;
            }
        };
        let is_conditional = self.draw.chance(15);
        if is_conditional {
            keys.push_str(&format!(", if: {}", Self::quote(&self.flag(index, 1))));
        }
        self.records[index].instances.push(format!("{id}: {{{keys}}}"));
        if !is_conditional {
            self.records[index].known.push((id, kind));
        }
    }

    /// What a field holds; its kind, where expressions can use it.
    fn content(&mut self, index: usize) -> (String, Option<Kind>) {
        match self.draw.below(14) {
            0 | 1 => (format!("type: {}{}", self.width(), self.valid()), Some(Kind::Number)),
            2 => {
                let bits = [1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 31, 33, 63, 64][self.draw.below(14)];
                let order = self.draw.pick(&["", "", "le", "be"]).unwrap_or("");
                let kind = if bits == 1 { Kind::Flag } else { Kind::Number };
                (format!("type: b{bits}{order}"), Some(kind))
            }
            3 => {
                let width = self.draw.pick(&["f4", "f8", "f4le", "f8be"]).unwrap_or("f4");
                (format!("type: {width}"), Some(Kind::Float))
            }
            4 if !self.enums.is_empty() => {
                let named = self.draw.below(self.enums.len());
                let valid = if self.draw.chance(20) {
                    ", valid: {in-enum: true}"
                } else {
                    ""
                };
                (
                    format!("type: u1, enum: {}{valid}", self.enums[named].0),
                    Some(Kind::Enum(named)),
                )
            }
            5 => {
                let contents = self.draw.pick(&["[0]", "[1]", "[2, 3]"]).unwrap_or("[0]");
                (format!("contents: {contents}"), None)
            }
            6 | 7 => (self.extent(index, true), Some(Kind::Bytes)),
            8 | 9 => {
                let encoding =
                    self.draw
                        .pick(&["ASCII", "UTF-8", "ISO-8859-1", "IBM437", "windows-1251", "windows-1252"]);
                let encoding = encoding.unwrap_or("ASCII");
                match self.draw.chance(30) {
                    true => (
                        format!("type: strz, encoding: {encoding}{}", self.ends()),
                        Some(Kind::Text),
                    ),
                    false => (
                        format!("type: str, encoding: {encoding}, {}", self.extent(index, false)),
                        Some(Kind::Text),
                    ),
                }
            }
            10 | 11 => match self.inner(index) {
                Some(inner) => {
                    let cut = if self.draw.chance(50) {
                        format!(", {}", self.cut(index))
                    } else {
                        String::new()
                    };
                    (format!("type: {inner}{cut}"), None)
                }
                None => (format!("type: {}", self.width()), Some(Kind::Number)),
            },
            _ => (self.switch(index), None),
        }
    }

    fn valid(&mut self) -> String {
        match self.draw.below(12) {
            0 => format!(", valid: {{max: {}}}", 4 + self.draw.below(250)),
            1 => format!(", valid: {{min: {}, max: 200}}", self.draw.below(3)),
            2 => ", valid: {any-of: [0, 1, 2, 3, 4]}".to_owned(),
            3 => ", valid: {expr: '_ != 3'}".to_owned(),
            _ => String::new(),
        }
    }

    fn ends(&mut self) -> String {
        let mut keys = String::new();
        for key in [", include: true", ", consume: false", ", eos-error: false"] {
            if self.draw.chance(25) {
                keys.push_str(key);
            }
        }
        keys
    }

    /// How many bytes there are.
    fn extent(&mut self, index: usize, processed: bool) -> String {
        let terminator = self.draw.below(4);
        let mut keys = match self.draw.below(5) {
            0 => format!("terminator: {terminator}{}", self.ends()),
            1 => "size-eos: true".to_owned(),
            _ => format!("size: {}", self.small(index)),
        };
        if keys.starts_with("size") && self.draw.chance(30) {
            keys.push_str(&format!(", terminator: {terminator}"));
            keys.push_str(if self.draw.chance(30) { ", include: true" } else { "" });
        }
        if keys.starts_with("size") && self.draw.chance(30) {
            keys.push_str(&format!(", pad-right: {}", self.draw.below(4)));
        }
        if processed && self.draw.chance(25) {
            keys.push_str(&self.process(index));
        }
        keys
    }

    fn process(&mut self, index: usize) -> String {
        match self.draw.below(5) {
            0 => ", process: zlib".to_owned(),
            1 => ", process: 'xor([1, 2, 3])'".to_owned(),
            2 => format!(", process: 'rol({})'", self.draw.below(8)),
            3 => format!(", process: 'ror({})'", self.draw.below(8)),
            _ => format!(
                ", process: {}",
                Self::quote(&format!("xor({} & 255)", self.number(index, 0)))
            ),
        }
    }

    /// The bytes that a record is cut out of.
    fn cut(&mut self, index: usize) -> String {
        let process = if self.draw.chance(20) {
            self.process(index)
        } else {
            String::new()
        };
        match self.draw.chance(30) {
            true => format!("size-eos: true{process}"),
            false => format!("size: {}{process}", self.small(index)),
        }
    }

    /// A type that stands behind this one, with what it is told.
    fn inner(&mut self, index: usize) -> Option<String> {
        // Kaitai's reader finds one without bytes behind the end of a stream too.
        let fits = |inner: &usize| self.in_fields || self.records[*inner].is_long;
        let mut later: Vec<usize> = (index + 1..self.records.len()).filter(fits).collect();
        let inner = self.draw.take(&mut later)?;
        let params: Vec<Kind> = self.records[inner].params.iter().map(|(_, kind)| *kind).collect();
        let told: Vec<String> = params
            .into_iter()
            .map(|kind| match kind {
                Kind::Flag => self.flag(index, 1),
                Kind::Text => self.letters(index, 1),
                _ => self.number(index, 1),
            })
            .collect();
        let path = self.path(inner);
        Some(match told.as_slice() {
            [] => path,
            told => Self::quote(&format!("{path}({})", told.join(", "))),
        })
    }

    fn switch(&mut self, index: usize) -> String {
        let on = Self::quote(&self.number(index, 1));
        let mut cases = Vec::new();
        for number in 0..1 + self.draw.below(3) {
            // Numbers of one kind only: the fields of others have no kind in common.
            let of = self
                .inner(index)
                .filter(|_| self.draw.chance(60))
                .unwrap_or_else(|| self.width());
            cases.push(format!("{number}: {of}"));
        }
        if self.draw.chance(50) {
            cases.push(format!("_: {}", self.width()));
        }
        format!("type: {{switch-on: {on}, cases: {{{}}}}}", cases.join(", "))
    }

    /// A list of it, maybe.
    fn repeat(&mut self, index: usize, keys: String, kind: Option<Kind>) -> (String, Option<Kind>) {
        if !self.draw.chance(30) {
            return (keys, kind);
        }
        let is_number = kind == Some(Kind::Number);
        let listed = kind
            .filter(|_| is_number && !keys.contains("type: b"))
            .map(|_| Kind::Numbers);
        let repeat = match self.draw.below(4) {
            // Whatever takes no byte would be in the list without end.
            0 if is_number => "repeat: eos".to_owned(),
            1 if is_number => {
                let until = self
                    .draw
                    .pick(&["_ == 0", "_ > 3 or _index == 4", "_index >= 2"])
                    .unwrap_or("_ == 0");
                format!("repeat: until, repeat-until: '{until}'")
            }
            2 => "repeat: until, repeat-until: '_index >= 2'".to_owned(),
            _ => format!("repeat: expr, repeat-expr: {}", self.small(index)),
        };
        (format!("{keys}, {repeat}"), listed)
    }
}
