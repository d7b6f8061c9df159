//! The archives that are to be written: one for each processor, with the code of all libraries for it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::mem;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::envelope::Codec;
use offload_bundle_core::toc::{NewContent, NewToc, NewTocEntry, NewTocRow, TocReader, TocScheme};
use tempfile::SpooledTempFile;

use crate::codec::{CompressionSettings, compress};
use crate::error::Error;
use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::{Input, InputPiece, plan_pieces};
use crate::system::spool;

/// A code object that goes to an archive.
pub(super) struct Code {
    /// What it is in before, and where.
    pub(super) input: Arc<Input>,
    pub(super) place: Place,
    /// Where in the spool it is as it is stored; nothing where it is stored as it is in `input`.
    spooled: Option<Place>,
}

/// A target of a row, and its code object, by its number among all.
pub(super) struct Entry {
    pub(super) target: String,
    pub(super) processor: String,
    pub(super) code: usize,
}

/// The archives, as they are gathered.
pub(super) struct NewArchives {
    scheme: TocScheme,
    spool: SpooledTempFile,
    spooled: u64,
    /// All code objects, in the order in which they were read.
    codes: Vec<Code>,
    /// By processor.
    archives: BTreeMap<String, NewArchive>,
}

/// One archive, as it is gathered.
#[derive(Default)]
struct NewArchive {
    /// Its code objects, by their numbers among all; and where among them each is.
    codes: Vec<usize>,
    numbers: BTreeMap<usize, usize>,
    /// Its rows: the name, and for each target a code object.
    rows: Vec<(String, Vec<(String, usize)>)>,
}

/// An archive that is to be written.
pub(super) struct MadeArchive {
    pub(super) processor: String,
    pub(super) pieces: Vec<InputPiece>,
    pub(super) size: u64,
    /// Its targets, each once.
    pub(super) targets: Vec<String>,
    pub(super) rows: Vec<(String, Vec<(String, usize)>)>,
    /// Its code objects, by their numbers among all.
    pub(super) codes: Vec<usize>,
    /// How many bytes these have without compression.
    pub(super) code_size: u64,
}

impl NewArchives {
    pub(super) fn new(scheme: TocScheme) -> Self {
        Self { scheme, spool: spool(), spooled: 0, codes: Vec::new(), archives: BTreeMap::new() }
    }

    /// Takes the code object at `place` of `input`. The result is its number. What cannot be kept is told of `output`.
    ///
    /// # Errors
    ///
    /// It cannot be read; there is no room for it.
    pub(super) fn add_code(&mut self, input: &Arc<Input>, place: Place, output: &FileName) -> Result<usize, Error> {
        let number = self.codes.len();
        let len = match self.scheme {
            TocScheme::Frames => Some(self.compress(input, place, output)?),
            // It is decompressed once, and in its order.
            TocScheme::Listed if input.is_decompressed() => Some(self.copy(input, place, output)?),
            TocScheme::Listed => None,
        };
        let spooled = len.map(|len| {
            let end = self.spooled.saturating_add(len);
            Place { ofs: mem::replace(&mut self.spooled, end), len }
        });
        self.codes.push(Code { input: Arc::clone(input), place, spooled });
        Ok(number)
    }

    fn compress(&mut self, input: &Input, place: Place, output: &FileName) -> Result<u64, Error> {
        let settings = CompressionSettings {
            codec: Codec::Zstd,
            level: None,
            threads: None,
            decompressed_len: Some(place.len),
            apart: None,
        };
        let mut feed = |sink: &mut dyn Write| {
            input.pieces(place, &mut |piece| {
                sink.write_all(piece).map_err(|error| FileError::new(output, error))
            })
        };
        Ok(compress(&mut feed, &settings, &mut self.spool, output)?.len)
    }

    fn copy(&mut self, input: &Input, place: Place, output: &FileName) -> Result<u64, Error> {
        let spool = &mut self.spool;
        input.pieces(place, &mut |piece| {
            spool.write_all(piece).map_err(|error| FileError::new(output, error))
        })?;
        Ok(place.len)
    }

    /// Adds the row `name` to the archives of the processors that it has entries for.
    pub(super) fn add_row(&mut self, name: &str, entries: &[Entry]) {
        for entry in entries {
            let archive = self.archives.entry(entry.processor.clone()).or_default();
            let codes = &mut archive.codes;
            let number = *archive.numbers.entry(entry.code).or_insert_with(|| {
                codes.push(entry.code);
                codes.len().saturating_sub(1)
            });
            let entry = (entry.target.clone(), number);
            match archive.rows.last_mut() {
                Some((last, entries)) if last == name => entries.push(entry),
                _ => archive.rows.push((name.to_owned(), vec![entry])),
            }
        }
    }

    /// The archives, which are called `name`, and all code objects.
    ///
    /// # Errors
    ///
    /// What cannot be written, or kept until it is.
    pub(super) fn finish(
        mut self,
        format: &TocReader,
        name: &str,
        output: &FileName,
    ) -> Result<(Vec<MadeArchive>, Vec<Code>), Error> {
        let spool = match self.spooled {
            0 => Arc::new(Input::from_bytes(output.clone(), Vec::new())),
            _ => Input::of_spool(output, self.spool)?,
        };
        let (scheme, codes) = (self.scheme, self.codes);
        let archives = mem::take(&mut self.archives).into_iter().map(|(processor, archive)| {
            let made = archive.finish((format, scheme), (name, &processor), &codes, &spool);
            made.map_err(|error| Error::Write { file: output.clone(), error })
        });
        let archives = archives.collect::<Result<Vec<_>, _>>()?;
        Ok((archives, codes))
    }
}

impl NewArchive {
    fn finish(
        self,
        (format, scheme): (&TocReader, TocScheme),
        (name, processor): (&str, &str),
        codes: &[Code],
        spool: &Arc<Input>,
    ) -> Result<MadeArchive, offload_bundle_core::error::WriteError> {
        let own: Vec<&Code> = self.codes.iter().filter_map(|number| codes.get(*number)).collect();
        let contents = own.iter().map(|code| NewContent {
            len: code.place.len,
            stored_len: code.spooled.map_or(code.place.len, |place| place.len),
        });
        let contents: Vec<NewContent> = contents.collect();
        let rows = self.rows.iter().map(|(name, entries)| NewTocRow {
            name,
            entries: entries
                .iter()
                .map(|(target, content)| NewTocEntry { target, content: *content })
                .collect(),
        });
        let rows: Vec<NewTocRow<'_>> = rows.collect();
        let new = NewToc { name, family: processor, scheme, contents: &contents, rows: &rows };
        let plan = format.plan(&new)?;
        let size = plan.len();
        let pieces = plan_pieces(plan.pieces, |slot| {
            let code = own.get(slot)?;
            Some(match code.spooled {
                Some(place) => (Arc::clone(spool), place.ofs),
                None => (Arc::clone(&code.input), code.place.ofs),
            })
        });
        let mut known = BTreeSet::new();
        let all = self.rows.iter().flat_map(|(_, entries)| entries);
        let targets = all.filter(|(target, _)| known.insert(target));
        let targets: Vec<String> = targets.map(|(target, _)| target.clone()).collect();
        let code_size = contents.iter().map(|content| content.len).fold(0, u64::saturating_add);
        let processor = processor.to_owned();
        Ok(MadeArchive { processor, pieces, size, targets, rows: self.rows, codes: self.codes, code_size })
    }
}
