//! Writes a file with a table of contents: the header, consecutive contents, and the table.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::reader::TocReader;
use crate::error::{Path, WriteError, WriteProblem};
use crate::ids::IdComponent;
use crate::layout::Records;
use crate::message_pack::{put_list, put_map, put_number, put_text};
use crate::plan::{Content, Plan};

/// How contents are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TocScheme {
    /// Uncompressed and listed.
    Listed,
    /// Compressed one by one, and consecutive.
    Frames,
}

/// The contents of a new file. The numbers and places of contents are computed.
#[derive(Debug, Clone, Copy)]
pub struct NewToc<'n> {
    /// The name of the file.
    pub name: &'n str,
    /// The purpose of the file.
    pub family: &'n str,
    /// How contents are stored.
    pub scheme: TocScheme,
    /// The contents, in file order.
    pub contents: &'n [NewContent],
    /// The rows, in order.
    pub rows: &'n [NewTocRow<'n>],
}

/// A content to store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewContent {
    /// The length before compression, in bytes.
    pub len: u64,
    /// The length as stored, in bytes.
    pub stored_len: u64,
}

/// A row to write.
#[derive(Debug, Clone)]
pub struct NewTocRow<'n> {
    /// The name.
    pub name: &'n str,
    /// The entries, in order.
    pub entries: Vec<NewTocEntry<'n>>,
}

/// An entry to write.
#[derive(Debug, Clone, Copy)]
pub struct NewTocEntry<'n> {
    /// The target.
    pub target: &'n str,
    /// The number of the content. Several entries may have the same content.
    pub content: usize,
}

impl TocReader {
    /// Lays out the file that holds `new`. Slot `i` of the plan is content `i`, as stored.
    ///
    /// # Errors
    ///
    /// Returns an error if such files are only read, or if the file cannot be written or could not be read back.
    pub fn plan(&self, new: &NewToc<'_>) -> Result<Plan<'static>, WriteError> {
        let Some(written) = self.table.written else {
            return Err(WriteError::read_only(self.table.title));
        };
        let records = Records(self.layout);
        let start = written.contents.max(records.len_of(records.root()));
        let (frames, count) = (&self.table.frames, crate::bytes::count(new.contents));
        if new.scheme == TocScheme::Frames && count > frames.limit {
            let problem = WriteProblem::OutOfRange { found: count, min: 0, max: frames.limit };
            return Err(WriteError::new(frames.head, problem));
        }
        let stored = new
            .contents
            .iter()
            .try_fold(0_u64, |sum, content| sum.checked_add(content.stored_len));
        let records_len = match new.scheme {
            TocScheme::Listed => 0,
            TocScheme::Frames => {
                let each = records.len_of(frames.frame);
                records.len_of(frames.head).saturating_add(each.saturating_mul(count))
            }
        };
        let end = stored.and_then(|stored| start.checked_add(stored)?.checked_add(records_len));
        let end = end.ok_or_else(|| WriteError::new(Path::default(), WriteProblem::Overflow))?;
        let mut plan = Plan::new();
        plan.bytes(records.write(records.root(), &[(self.table.at, end)])?);
        plan.fill_to(start, 0);
        if new.scheme == TocScheme::Frames {
            plan.bytes(records.write(frames.head, &[(frames.count, count)])?);
        }
        for content in new.contents {
            if new.scheme == TocScheme::Frames {
                plan.bytes(records.write(frames.frame, &[(frames.size, content.stored_len)])?);
            }
            plan.content(Content::External(content.stored_len));
        }
        let table = self.new_table(new, (start, end), &plan)?;
        plan.bytes(table);
        Ok(plan)
    }

    /// Returns the table of `new`, whose contents begin at `start`, end at `end`, and are placed by `plan`.
    fn new_table(&self, new: &NewToc<'_>, (start, end): (u64, u64), plan: &Plan<'_>) -> Result<Vec<u8>, WriteError> {
        let table = self.table;
        let mut out = Vec::new();
        let way = match new.scheme {
            TocScheme::Listed => 1,
            TocScheme::Frames => 2,
        };
        // The version, targets, rows and the scheme.
        put_map(&mut out, table.texts.len().saturating_add(4).saturating_add(way))?;
        put_text(&mut out, table.version.key)?;
        put_number(&mut out, table.version_number)?;
        for text in table.texts {
            put_text(&mut out, text.key)?;
            let is_name = table.written.is_some_and(|written| written.name == text.key);
            put_text(&mut out, if is_name { new.name } else { new.family })?;
        }
        let targets = self.targets_of(new)?;
        put_text(&mut out, table.targets.key)?;
        put_list(&mut out, targets.len())?;
        for target in targets {
            put_text(&mut out, target)?;
        }
        put_text(&mut out, table.rows.key)?;
        self.put_rows(&mut out, new)?;
        put_text(&mut out, table.scheme.key)?;
        match new.scheme {
            TocScheme::Listed => {
                put_text(&mut out, table.listed.word)?;
                let keys = &table.listed.keys;
                put_text(&mut out, keys.list.key)?;
                put_list(&mut out, new.contents.len())?;
                for place in &plan.places {
                    put_map(&mut out, 2)?;
                    put_text(&mut out, keys.offset.key)?;
                    put_number(&mut out, place.ofs)?;
                    put_text(&mut out, keys.size.key)?;
                    put_number(&mut out, place.len)?;
                }
            }
            TocScheme::Frames => {
                put_text(&mut out, table.frames.word)?;
                let keys = &table.frames.keys;
                put_text(&mut out, keys.offset.key)?;
                put_number(&mut out, start)?;
                put_text(&mut out, keys.size.key)?;
                put_number(&mut out, end.saturating_sub(start))?;
            }
        }
        Ok(out)
    }

    fn put_rows(&self, out: &mut Vec<u8>, new: &NewToc<'_>) -> Result<(), WriteError> {
        let (keys, kind) = (&self.table.entry, self.table.written.map_or("", |written| written.kind));
        put_map(out, new.rows.len())?;
        for row in new.rows {
            put_text(out, row.name)?;
            put_map(out, row.entries.len())?;
            for entry in &row.entries {
                put_text(out, entry.target)?;
                put_map(out, 3)?;
                put_text(out, keys.kind.key)?;
                put_text(out, kind)?;
                put_text(out, keys.ordinal.key)?;
                put_number(out, u64::try_from(entry.content).unwrap_or(u64::MAX))?;
                put_text(out, keys.size.key)?;
                put_number(out, new.contents.get(entry.content).map_or(0, |content| content.len))?;
            }
        }
        Ok(())
    }

    /// Returns the targets of all entries, each once, in the order of the entries.
    fn targets_of<'n>(&self, new: &NewToc<'n>) -> Result<Vec<&'n str>, WriteError> {
        let unreadable = |path: Path, why: String| Err(WriteError::new(path, WriteProblem::Unreadable { why }));
        let mut names = BTreeSet::new();
        let (mut targets, mut known) = (Vec::new(), BTreeSet::new());
        for (row, number) in new.rows.iter().zip(0..) {
            let path = || Path::from(self.table.rows.key).index(number);
            if !names.insert(row.name) {
                return unreadable(path(), format!("two rows are called {:?}", row.name));
            }
            let mut own = BTreeSet::new();
            for entry in &row.entries {
                let target = entry.target;
                if let Err(error) = self.grammar.check_component(IdComponent::Target, target) {
                    return unreadable(path(), format!("{target:?} is no target: {error}"));
                }
                if !own.insert(target) {
                    return unreadable(path(), format!("two entries of {:?} are for {target}", row.name));
                }
                if new.contents.get(entry.content).is_none() {
                    return unreadable(path(), format!("there is no content {}", entry.content));
                }
                if known.insert(target) {
                    targets.push(target);
                }
            }
        }
        Ok(targets)
    }
}
