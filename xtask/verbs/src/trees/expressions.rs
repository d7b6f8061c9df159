//! Expressions of made-up schemas: each is of the kind that is asked for.

use super::random::{Kind, Schema};

impl Schema<'_> {
    /// The names of a kind that an expression in the record can use.
    pub(super) fn names(&mut self, index: usize, fits: impl Fn(Kind) -> bool) -> Option<(String, Kind)> {
        let own = self.records[index].known.iter();
        let mut found: Vec<(String, Kind)> = own.filter(|(_, kind)| fits(*kind)).cloned().collect();
        if index > 0 {
            let root = self.records[0].known.iter().filter(|(_, kind)| fits(*kind));
            found.extend(root.map(|(id, kind)| (format!("_root.{id}"), *kind)));
        }
        self.draw.take(&mut found)
    }

    fn literal(&mut self) -> String {
        let number = match self.draw.below(6) {
            0..=3 => self.draw.below(6),
            4 => self.draw.below(300),
            _ => [65_535, 65_536, 2_147_483_648, 4_294_967_296][self.draw.below(4)],
        };
        number.to_string()
    }

    /// A whole number.
    pub(super) fn number(&mut self, index: usize, depth: usize) -> String {
        if depth == 0 || self.draw.chance(20) {
            let known = self.names(index, |kind| kind == Kind::Number);
            return known.map_or_else(|| self.literal(), |(id, _)| id);
        }
        let less = depth - 1;
        match self.draw.below(16) {
            0..=4 => {
                let sign = self.draw.pick(&["+", "-", "&", "|", "^"]).unwrap_or("+");
                format!("({} {sign} {})", self.number(index, less), self.number(index, less))
            }
            5 => {
                let sign = self.draw.pick(&["/", "%"]).unwrap_or("/");
                format!("({} {sign} {})", self.number(index, less), 1 + self.draw.below(9))
            }
            6 => {
                let sign = self.draw.pick(&["<<", ">>", "*"]).unwrap_or("<<");
                format!("({} {sign} {})", self.number(index, less), self.draw.below(9))
            }
            7 => {
                let condition = self.flag(index, less);
                format!(
                    "({condition} ? {} : {})",
                    self.number(index, less),
                    self.number(index, less)
                )
            }
            8 => format!("(-{})", self.number(index, less)),
            9 => format!("{}.length", self.letters(index, less)),
            10 if self.in_fields => self.draw.pick(&["_io.pos", "_io.size"]).unwrap_or("_io.pos").to_owned(),
            11 => match self.names(index, |kind| kind == Kind::Bytes) {
                Some((id, _)) if self.draw.chance(70) => format!("{id}.length"),
                Some((id, _)) => format!("{id}[{}]", self.draw.below(3)),
                None => self.literal(),
            },
            12 | 13 => match self.names(index, |kind| kind == Kind::Numbers) {
                Some((id, _)) => match self.draw.below(6) {
                    0 => format!("{id}[{}]", self.draw.below(3)),
                    1 => format!("{id}.size"),
                    2 => format!("{id}.first"),
                    3 => format!("{id}.last"),
                    4 => format!("{id}.min"),
                    _ => format!("{id}.max"),
                },
                None => self.literal(),
            },
            14 => match self.names(index, |kind| matches!(kind, Kind::Enum(_) | Kind::Flag)) {
                Some((id, _)) => format!("{id}.to_i"),
                None => self.literal(),
            },
            _ => self.literal(),
        }
    }

    /// True or false.
    pub(super) fn flag(&mut self, index: usize, depth: usize) -> String {
        if depth == 0 {
            let known = self.names(index, |kind| kind == Kind::Flag);
            return known.map_or_else(|| format!("{} > 1", self.number(index, 0)), |(id, _)| id);
        }
        let less = depth - 1;
        let compared = self.draw.pick(&["==", "!=", "<", "<=", ">", ">="]).unwrap_or("==");
        match self.draw.below(9) {
            0..=3 => format!("({} {compared} {})", self.number(index, less), self.number(index, less)),
            4 => {
                let joined = self.draw.pick(&["and", "or"]).unwrap_or("and");
                format!("({} {joined} {})", self.flag(index, less), self.flag(index, less))
            }
            5 => format!("(not {})", self.flag(index, less)),
            6 => format!(
                "({} {compared} {})",
                self.letters(index, less),
                self.letters(index, less)
            ),
            7 => match self.names(index, |kind| matches!(kind, Kind::Enum(_))) {
                Some((id, Kind::Enum(named))) => {
                    let (path, members) = self.enums[named].clone();
                    let member = &members[self.draw.below(members.len())];
                    let is = self.draw.pick(&["==", "!="]).unwrap_or("==");
                    format!("({id} {is} {path}::{member})")
                }
                _ => "true".to_owned(),
            },
            _ => match self.names(index, |kind| kind == Kind::Float) {
                Some((id, _)) => format!("({id} {compared} {})", self.number(index, less)),
                None => "false".to_owned(),
            },
        }
    }

    /// Text.
    pub(super) fn letters(&mut self, index: usize, depth: usize) -> String {
        if depth == 0 || self.draw.chance(30) {
            let known = self.names(index, |kind| kind == Kind::Text);
            let text = self
                .draw
                .pick(&["\"\"", "\"a\"", "\"xyz\"", "\"12\""])
                .unwrap_or("\"\"");
            return known.map_or_else(|| text.to_owned(), |(id, _)| id);
        }
        let less = depth - 1;
        match self.draw.below(4) {
            0 => format!("({} + {})", self.letters(index, less), self.letters(index, less)),
            1 => format!("{}.reverse", self.letters(index, less)),
            2 => {
                let from = self.draw.below(3);
                let to = from + self.draw.below(4);
                format!("{}.substring({from}, {to})", self.letters(index, less))
            }
            _ => format!("({}).to_s", self.number(index, less)),
        }
    }

    /// A floating-point number.
    pub(super) fn float(&mut self, index: usize, depth: usize) -> String {
        let known = self.names(index, |kind| kind == Kind::Float);
        let of = known.map_or_else(|| format!("{}.5", self.draw.below(9)), |(id, _)| id);
        let sign = self.draw.pick(&["+", "-", "*", "/"]).unwrap_or("+");
        match self.draw.chance(50) {
            true => format!("({of} {sign} {})", self.number(index, depth)),
            false => format!("({} {sign} {of})", self.number(index, depth)),
        }
    }
}
