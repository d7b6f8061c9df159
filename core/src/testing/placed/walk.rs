//! A walk over a file in write order that compares it with its table.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::later::{Numbers, Waiting, len_to_nul};
use super::strings;
use crate::bytes::{Bytes, length};
use crate::tree::{Alignment, Area, Attr, Formula, Held, Record, Source, Tree};

pub(super) struct Walk<'w> {
    bytes: &'w [u8],
    tree: &'w Tree<'w>,
    options: &'w [(&'w str, u64)],
    at: u64,
    waiting: VecDeque<Waiting<'w>>,
    areas: Vec<VecDeque<Waiting<'w>>>,
}

impl<'w> Walk<'w> {
    pub(super) fn new(bytes: &'w [u8], tree: &'w Tree<'w>, options: &'w [(&'w str, u64)]) -> Self {
        let areas = tree.areas.iter().map(|_| VecDeque::new()).collect();
        Self { bytes, tree, options, at: 0, waiting: VecDeque::new(), areas }
    }

    pub(super) fn all(mut self) -> Result<(), String> {
        let root = self.tree.records.first().ok_or("a table without records")?;
        self.record(root, "", true)?;
        self.parts()?;
        for (area, parts) in self.tree.areas.iter().zip(core::mem::take(&mut self.areas)) {
            match area {
                Area::Parts => {
                    self.waiting = parts;
                    self.parts()?;
                }
                Area::Strings => self.at = strings::table(self.bytes, self.at, parts)?,
            }
        }
        let len = length(self.bytes);
        self.gap("the end of the file", len, self.tree.align_end, 0)
    }

    fn parts(&mut self) -> Result<(), String> {
        while let Some(Waiting { part, path, offset, numbers, .. }) = self.waiting.pop_front() {
            let alignment = match part.written.alignment {
                Alignment::To(number) => number,
                Alignment::Option(option) => {
                    let chosen = self.options.iter().find(|(name, _)| *name == option);
                    chosen
                        .map(|(_, number)| *number)
                        .ok_or("an option that was not chosen")?
                }
            };
            self.gap(&path, offset, alignment, part.written.fill)?;
            self.walk_held(part, &path, &numbers)?;
        }
        Ok(())
    }

    fn gap(&mut self, what: &str, offset: u64, alignment: u64, fill: u8) -> Result<(), String> {
        let wanted = self.at.next_multiple_of(alignment.max(1));
        if offset != wanted {
            let end = self.at;
            return Err(format!(
                "{what} is at byte {offset}, not {wanted}: a multiple of {alignment} from {end} on"
            ));
        }
        let gap = self.bytes_between(self.at, offset)?;
        if gap.iter().any(|byte| *byte != fill) {
            return Err(format!("the gap before {what} holds {gap:?}, not bytes {fill}"));
        }
        self.at = offset;
        Ok(())
    }

    fn bytes_between(&self, from: u64, to: u64) -> Result<&'w [u8], String> {
        let place = usize::try_from(from).ok().zip(usize::try_from(to).ok());
        let bytes = place.and_then(|(from, to)| self.bytes.get(from..to));
        bytes.ok_or_else(|| format!("bytes {from} to {to} are outside the file"))
    }

    fn record(&mut self, record: &'w Record<'w>, path: &str, is_root: bool) -> Result<(), String> {
        let mut numbers = Numbers::default();
        for field in record.fields {
            let is_true = |condition: Formula<'_>| condition.of.is_true(&|name| numbers.get(name));
            if field
                .condition
                .is_some_and(|condition| is_true(condition) == Some(false))
            {
                continue;
            }
            let path = join(path, field.name);
            if let Held::Number(width) = self.tree.held(field) {
                let number = Bytes::new(self.bytes).number(self.at, width);
                let number = number.map_err(|error| format!("{path}: {error}"))?;
                self.fits(field.name, field.written.source, &path, number, is_root)?;
                numbers.0.push((field.name, number));
                self.at = self.at.saturating_add(width.len());
            } else {
                self.walk_held(field, &path, &numbers)?;
            }
        }
        for part in record.instances {
            let offset = numbers.value(part.pos.as_ref().ok_or("a part without an offset")?)?;
            let len = match self.tree.held(part) {
                Held::Text(_, len) => Some(len.formula),
                _ => None,
            };
            let area = part.written.area.and_then(|area| self.areas.get_mut(area));
            let waiting = area.unwrap_or(&mut self.waiting);
            let (path, numbers) = (join(path, part.name), numbers.clone());
            waiting.push_back(Waiting { part, len, path, offset, numbers });
        }
        Ok(())
    }

    fn fits(&self, field: &str, source: Source<'_>, path: &str, number: u64, is_root: bool) -> Result<(), String> {
        let wanted = match source {
            Source::Constant(constant) => Some(constant),
            _ => (is_root && self.tree.len == Some(field)).then(|| length(self.bytes)),
        };
        match wanted {
            Some(wanted) if wanted != number => Err(format!("{path} is {number}, not {wanted}")),
            _ => Ok(()),
        }
    }

    fn walk_held(&mut self, attr: &'w Attr<'w>, path: &str, numbers: &Numbers<'_>) -> Result<(), String> {
        let rest = length(self.bytes).saturating_sub(self.at);
        let len = match self.tree.held(attr) {
            Held::Fixed(bytes) => length(bytes),
            Held::Number(width) => width.len(),
            Held::Text(_, len) | Held::Bytes(len) | Held::Content(Some(len)) => numbers.value(&len.formula)?,
            Held::Terminated(..) => len_to_nul(self.bytes, self.at)?.saturating_add(1),
            Held::Rest | Held::Content(None) => rest,
            Held::Record(record) => return self.record(record, path, false),
            Held::Versions(versions) => {
                let record = numbers.get(versions.on).and_then(|number| versions.record(number));
                let record = record.ok_or_else(|| format!("{path}: no such version"))?;
                return self.record(record, path, false);
            }
            Held::List(record, count) => {
                for index in 0..numbers.value(&count.formula)? {
                    self.record(record, &format!("{path}[{index}]"), false)?;
                }
                return Ok(());
            }
            Held::ReadOnly => return Err(format!("{path} cannot be written")),
        };
        if len > rest {
            return Err(format!("{path} has {len} bytes, and {rest} are left"));
        }
        self.at = self.at.saturating_add(len);
        Ok(())
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.into()
    } else {
        format!("{path}.{name}")
    }
}
