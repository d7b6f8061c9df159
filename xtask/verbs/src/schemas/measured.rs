//! Fields and parts of made-up schemas that others measure: texts, lists, what is pointed at; and how records use each other.

use super::random::Schema;

impl Schema<'_> {
    pub(super) fn text_or_bytes(&mut self) -> &'static str {
        let kinds = ["", ", type: str, encoding: ASCII", ", type: str, encoding: UTF-8"];
        kinds[self.draw.below(3)]
    }

    /// What a field of `prefix` gives, with something added or taken away.
    fn measure(&mut self, index: usize, field: &str) -> String {
        let known: Vec<String> = self.record(index).numbers.clone();
        let sign = self.draw.pick(&["+", "-"]).unwrap_or("+");
        match self.draw.below(10) {
            0 | 1 => format!("{field} {sign} {}", self.draw.below(20)),
            2 if !known.is_empty() => format!("{field} {sign} {}", known[self.draw.below(known.len())]),
            3 if !known.is_empty() => format!("{field} {sign} {} - 1", known[self.draw.below(known.len())]),
            4 | 5 if !known.is_empty() => format!("({field} + 4) - ({} + 1)", known[self.draw.below(known.len())]),
            _ => field.to_owned(),
        }
    }

    fn limit(&mut self) -> String {
        format!(", -limit: {}", 1 + self.draw.below(400))
    }

    /// Text or bytes, and the field with their length.
    pub(super) fn add_sized(&mut self, index: usize) {
        let (id, of) = (self.id(index), self.width());
        let (kind, limit) = (self.text_or_bytes(), self.limit());
        let size = self.measure(index, &format!("len_{id}"));
        self.field(index, &format!("len_{id}"), &format!("type: {of}, -write: size({id})"));
        self.field(index, &id, &format!("size: {size}{kind}{limit}"));
    }

    /// Text or bytes that are pointed at.
    pub(super) fn add_pointed(&mut self, index: usize) {
        let (id, of) = (self.id(index), self.width());
        let (kind, limit) = (self.text_or_bytes(), self.limit());
        let pos = self.measure(index, &format!("ofs_{id}"));
        self.field(
            index,
            &format!("ofs_{id}"),
            &format!("type: {of}, -write: offset({id})"),
        );
        let placed = self.placement();
        match self.draw.below(3) {
            0 => {
                let size = self.draw.below(9);
                self.part(index, &id, &format!("pos: {pos}, size: {size}{kind}{placed}"));
            }
            1 => self.part(
                index,
                &id,
                &format!("pos: {pos}, type: strz, encoding: ASCII{limit}{placed}"),
            ),
            _ => {
                let (of, size) = (self.width(), self.measure(index, &format!("len_{id}")));
                self.field(index, &format!("len_{id}"), &format!("type: {of}, -write: size({id})"));
                self.part(index, &id, &format!("pos: {pos}, size: {size}{kind}{limit}{placed}"));
            }
        }
    }

    /// Where a part is placed.
    fn placement(&mut self) -> String {
        let align = match self.draw.below(4) {
            0 => format!(", -align: {}", 1 << self.draw.below(7)),
            1 => {
                if self.options.is_empty() || self.draw.chance(20) {
                    let mut taken: Vec<String> = self.options.iter().map(|(id, _)| id.clone()).collect();
                    taken.extend(self.records.first().map(|root| root.ids.clone()).unwrap_or_default());
                    let id = self.fresh(&mut taken);
                    let (least, more) = (1 + self.draw.below(8), self.draw.below(100));
                    self.record(0).ids.push(id.clone());
                    self.options
                        .push((id, format!("default: {least}, min: {least}, max: {}", least + more)));
                }
                let option = self.draw.below(self.options.len());
                self.options
                    .get(option)
                    .map_or_else(String::new, |(id, _)| format!(", -align: {id}"))
            }
            _ => String::new(),
        };
        format!("{align}{}", if self.draw.chance(30) { ", -fill: 0xee" } else { "" })
    }

    /// A way in which one record uses another, which is behind it.
    pub(super) fn uses(&mut self, index: usize, inner: usize, types: usize) {
        let of = self
            .records
            .get(inner)
            .map(|record| record.id.clone())
            .unwrap_or_default();
        let id = self.id(index);
        let limit = self.limit();
        match self.draw.below(6) {
            0 | 1 => self.field(index, &id, &format!("type: {of}")),
            2 => {
                let (width, count) = (self.width(), self.measure(index, &format!("num_{id}")));
                self.field(
                    index,
                    &format!("num_{id}"),
                    &format!("type: {width}, -write: count({id})"),
                );
                self.field(
                    index,
                    &id,
                    &format!("type: {of}, repeat: expr, repeat-expr: {count}{limit}"),
                );
            }
            3 => {
                let (width, pos) = (self.width(), self.measure(index, &format!("ofs_{id}")));
                self.field(
                    index,
                    &format!("ofs_{id}"),
                    &format!("type: {width}, -write: offset({id})"),
                );
                let placed = self.placement();
                if self.draw.chance(50) {
                    self.part(index, &id, &format!("pos: {pos}, type: {of}{placed}"));
                } else {
                    let (width, count) = (self.width(), self.measure(index, &format!("num_{id}")));
                    self.field(
                        index,
                        &format!("num_{id}"),
                        &format!("type: {width}, -write: count({id})"),
                    );
                    let list = format!("repeat: expr, repeat-expr: {count}{limit}");
                    self.part(index, &id, &format!("pos: {pos}, type: {of}, {list}{placed}"));
                }
            }
            4 => {
                let count = self.draw.below(4);
                self.field(index, &id, &format!("type: {of}, repeat: expr, repeat-expr: {count}"));
            }
            _ => {
                let (on, width) = (self.id(index), self.width());
                let more: Vec<usize> = self
                    .open
                    .iter()
                    .copied()
                    .filter(|open| *open > index && *open <= types)
                    .collect();
                let mut cases = vec![format!("{}: {of}", self.draw.below(3))];
                for other in more {
                    self.open.retain(|open| *open != other);
                    let other = self
                        .records
                        .get(other)
                        .map(|record| record.id.clone())
                        .unwrap_or_default();
                    cases.push(format!("{}: {other}", 3 + cases.len() * 50));
                }
                if self.draw.chance(20) {
                    cases.push(format!("249: {of}"));
                }
                self.field(index, &on, &format!("type: {width}"));
                self.field(
                    index,
                    &id,
                    &format!("type: {{switch-on: {on}, cases: {{{}}}}}", cases.join(", ")),
                );
            }
        }
    }
}
