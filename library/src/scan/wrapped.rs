//! Members of archives and contents of envelopes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use offload_bundle_core::envelope::{Envelope, EnvelopeHeader};
use offload_bundle_core::error::{Problem, ReadError};

use super::found::{FormatRef, FoundEnvelope, Located, Scan};
use super::region::Region;
use super::reported::Part;
use super::search::Search;
use crate::archive::{Member, MemberError, Members, beside};
use crate::codec::{CompressedStream, open_compressed};
use crate::error::Error;
use crate::file_error::{Damage, FileError, damage};
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding, NameList};
use crate::input::{ArchiveMember, Identity, Input, LastBlock, WindowReader};
use crate::refusal::FileKind;

/// Most names of skipped members of one kind.
const NAMED: usize = 3;

struct NotRead {
    /// The header offset of the first, from the start of the archive.
    offset: u64,
    names: NameList,
}

impl Search<'_> {
    pub(super) fn archive(&mut self, input: &Arc<Input>, mut members: Members<'_>) -> Result<(), Error> {
        self.scan.is_archive = true;
        let last = Arc::<LastBlock>::default();
        let mut not_read: BTreeMap<String, NotRead> = BTreeMap::new();
        let mut beside_so_far: BTreeSet<Identity> = BTreeSet::new();
        while let Some(member) = members.next()? {
            let member = match member {
                Ok(member) => member,
                Err(error) => {
                    self.note(input, Finding::from(error));
                    continue;
                }
            };
            let Some(content) = self.content(input, &member, &last) else {
                continue;
            };
            // Very many headers could name one large file.
            let file = content.identity().filter(|_| member.content.is_none());
            if file.is_some_and(|file| !beside_so_far.insert(file)) {
                let why = "the same file is a member before, and is not looked at twice".to_owned();
                self.unreadable(input, &member, why);
                continue;
            }
            let Some(kind) = self.member(&content)? else {
                continue;
            };
            let name = String::from_utf8_lossy(&member.name).into_owned();
            let like = not_read
                .entry(kind)
                .or_insert_with(|| NotRead { offset: member.offset, names: NameList { first: Vec::new(), others: 0 } });
            match like.names.first.len() < NAMED {
                true => like.names.first.push(name),
                false => like.names.others = like.names.others.saturating_add(1),
            }
        }
        let mut not_read: Vec<_> = not_read.into_iter().collect();
        not_read.sort_by_key(|(_, members)| members.offset);
        for (kind, NotRead { offset, names }) in not_read {
            self.note(input, Finding::at(offset, Anomaly::MembersNotRead { kind, names }));
        }
        Ok(())
    }

    /// Records why it is unavailable.
    fn content(&mut self, archive: &Arc<Input>, member: &Member, last: &Arc<LastBlock>) -> Option<Arc<Input>> {
        let name = FileName::from_stored(member.name.clone());
        let shown = archive.name().of_member(&name);
        let input = match member.content {
            Some(place) => Ok(Input::part(shown, archive, place, last)),
            None => beside(archive, &name, shown),
        };
        match input {
            Ok(input) => {
                let member = ArchiveMember { name, offset: member.offset };
                Some(Arc::new(input.with_member(Some(Arc::new(member)))))
            }
            Err(why) => {
                self.unreadable(archive, member, why);
                None
            }
        }
    }

    fn unreadable(&mut self, archive: &Input, member: &Member, why: String) {
        let name = FileName::from_stored(member.name.clone()).to_string();
        self.note(
            archive,
            Finding::at(member.offset, Anomaly::UnreadableMember { name, why }),
        );
    }

    /// Returns its kind if it is skipped.
    fn member(&mut self, content: &Arc<Input>) -> Result<Option<String>, Error> {
        let mut inner = self.inner();
        let looked = content.unless_changed(inner.file(content));
        let found = inner.scan.has_nothing();
        let (looked_for, is_object) = (std::mem::take(&mut inner.looked_for), inner.is_object);
        let scan = std::mem::take(&mut inner.scan);
        self.ids = inner.ids;
        match looked {
            Err(Error::Read { file, error }) => {
                let finding = Finding::from(error);
                self.scan
                    .anomalies
                    .push(Located { file, member: content.member().cloned(), finding });
            }
            looked => looked?,
        }
        if !found {
            self.take(scan, content);
            return Ok(None);
        }
        // Archives consist of object files, so those without device code are not reported.
        if content.len() == 0 || (is_object && looked_for.others.is_empty()) {
            return Ok(None);
        }
        let kind = FileKind::recognize(self.registry, content, &looked_for)?;
        Ok(Some(
            kind.map_or_else(|| "of an unknown kind".into(), |kind| kind.description),
        ))
    }

    fn take(&mut self, found: Scan, content: &Input) {
        let Scan { regions, bundles, unread, anomalies, external_code, searched, .. } = found;
        let scan = &mut self.scan;
        if let Some(searched) = searched {
            scan.searched.get_or_insert_default().add(searched);
        }
        let before = scan.regions.len();
        scan.regions.extend::<Vec<Region>>(regions);
        let bundles = bundles.into_iter();
        scan.bundles.extend(bundles.map(|mut found| {
            found.region = found.region.saturating_add(before);
            found
        }));
        let unread = unread.into_iter();
        scan.unread.extend(unread.map(|mut unread| {
            unread.region = unread.region.saturating_add(before);
            unread
        }));
        scan.anomalies.extend(anomalies);
        let external_code = external_code.into_iter();
        scan.external_code.extend(external_code.map(|mut external| {
            external.member = content.member().map(|member| (&**member).into());
            external
        }));
    }
}

impl From<MemberError> for Finding {
    fn from(MemberError { name, error }: MemberError) -> Self {
        let Some(name) = name else {
            return Self::from(error);
        };
        let name = String::from_utf8_lossy(&name).into_owned();
        let path = error.path.clone();
        Self { offset: error.offset, path, entry: None, anomaly: Anomaly::DamagedMember { name, error } }
    }
}

/// Searched for text delimiters and causes of errors, in bytes: a small file can decompress to very many meaningless
/// bytes.
pub(super) const LOOKED_THROUGH: u64 = 64 << 20;

impl Search<'_> {
    /// Returns its end, if known.
    pub(super) fn envelope(
        &mut self,
        part: Part<'_>,
        reader: &mut WindowReader<'_>,
        envelope: &'static dyn Envelope,
        start: u64,
    ) -> Result<Vec<u64>, FileError> {
        if part.inside.is_some() {
            let error = unexpected(start, envelope.title());
            self.unread(part, FormatRef::Envelope(envelope), start, error);
            return Ok(Vec::new());
        }
        let opened = match reader.read(start, |bytes| envelope.read(bytes))? {
            Ok(header) => self.open(part.input, envelope, header, reader.place().end())?,
            Err(error) => Err(Unopened { error, end: None }),
        };
        let (enclosing, decompressed) = match opened {
            Ok((enclosing, decompressed)) => (Arc::new(enclosing), decompressed),
            Err(Unopened { error, end }) => {
                self.unread(part, FormatRef::Envelope(envelope), start, error);
                return Ok(end.into_iter().collect());
            }
        };
        if let Some(error) = self.look_into(&decompressed, part.region, &enclosing)? {
            self.unread(part, FormatRef::Envelope(envelope), start, error);
        }
        Ok(vec![start.saturating_add(enclosing.len)])
    }

    /// Only its end is determined, if it needs decompression.
    fn open(
        &self,
        input: &Arc<Input>,
        envelope: &'static dyn Envelope,
        header: EnvelopeHeader,
        region_end: u64,
    ) -> Result<Result<(FoundEnvelope, Arc<Input>), Unopened>, FileError> {
        let declared = header.end().filter(|_| header.place.is_ok());
        let compressed_stream = match self.compressed_stream(&header, region_end) {
            Ok(compressed_stream) => compressed_stream,
            Err(error) => return Ok(Err(Unopened { error, end: declared })),
        };
        let name = input
            .name()
            .followed_by(&format!(" (decompressed from byte {:#x})", header.start));
        let decompressed = Arc::new(open_compressed(name, Arc::clone(input), compressed_stream));
        let end = match declared {
            Some(end) => end,
            None => match damage(end_of_stream(&decompressed, &header))? {
                Ok(end) => end,
                Err(Damage { error, .. }) => return Ok(Err(Unopened { error, end: None })),
            },
        };
        let len = end.saturating_sub(header.start);
        let enclosing = FoundEnvelope { format: envelope, header, outer: Arc::clone(input), len };
        Ok(Ok((enclosing, decompressed)))
    }

    /// Returns the envelope's fault, if its containers do not count.
    fn look_into(
        &mut self,
        decompressed: &Arc<Input>,
        region: usize,
        enclosing: &Arc<FoundEnvelope>,
    ) -> Result<Option<ReadError>, FileError> {
        let before = self.counts();
        let part = Part { input: decompressed, region, inside: Some(enclosing) };
        let found = damage(self.sequence(part, decompressed.full_range()));
        let blamed = self.blame(decompressed, matches!(found, Ok(Ok(true))), before);
        // It may never be read again, and there may be very many.
        decompressed.release();
        if blamed.is_some() {
            return Ok(blamed);
        }
        Ok(match found? {
            Ok(true) => None,
            Ok(false) => {
                let header = &enclosing.header;
                let at = header.place.as_ref().map_or(header.start, |place| place.ofs);
                Some(unexpected(at, "something else"))
            }
            Err(Damage { error, .. }) => Some(error),
        })
    }

    pub(super) fn counts(&self) -> [usize; 3] {
        let scan = &self.scan;
        [scan.bundles.len(), scan.unread.len(), scan.anomalies.len()]
    }

    /// Incomplete content may come from a wrong header: drops everything since the counts, and returns its fault.
    fn blame(
        &mut self,
        decompressed: &Input,
        known: bool,
        [bundles, unread, anomalies]: [usize; 3],
    ) -> Option<ReadError> {
        let mut new = self.scan.bundles.iter().skip(bundles);
        let cut = new.any(|found| found.bundle.entries.iter().any(|entry| entry.place.is_err()));
        let whole = known && self.counts() == [self.scan.bundles.len(), unread, anomalies] && !cut;
        // An attempt fails on incomplete content, so the cause does not matter.
        if whole || self.is_trying || decompressed.len() > LOOKED_THROUGH {
            return None;
        }
        let Ok(Err(Damage { error, .. })) = damage(decompressed.verify()) else {
            return None;
        };
        self.forget([bundles, unread, anomalies]);
        Some(error)
    }

    /// Drops everything found after these counts.
    pub(super) fn forget(&mut self, [bundles, unread, anomalies]: [usize; 3]) {
        self.scan.bundles.truncate(bundles);
        self.scan.unread.truncate(unread);
        self.scan.anomalies.truncate(anomalies);
    }

    /// In a region that ends at `end`.
    fn compressed_stream(&self, header: &EnvelopeHeader, end: u64) -> Result<CompressedStream, ReadError> {
        let place = header
            .place
            .clone()
            .map_err(|error| as_in_the_field(error, header, end))?;
        let method = header.method.clone()?;
        let limit = self.options.max_size.map_or(u64::MAX, |size| size.0);
        if header.decompressed_len.value > limit {
            let found = header.decompressed_len.value;
            let error = ReadError::new(
                header.decompressed_len.offset,
                Problem::MoreThanAllowed { found, limit },
            );
            return Err(error.in_fields(header.decompressed_len.path));
        }
        Ok(CompressedStream {
            method,
            open_ended: header.len.is_none(),
            header_len: place.ofs.saturating_sub(header.start),
            place,
            len: header.len.clone(),
            decompressed_len: header.decompressed_len.clone(),
            digest: header.digest.clone(),
            front: Arc::new(header.front.clone()),
            verify: !self.options.no_verify,
            data_path: header.data_path,
        })
    }
}

struct Unopened {
    error: ReadError,
    /// If its header declares it.
    end: Option<u64>,
}

fn end_of_stream(decompressed: &Input, header: &EnvelopeHeader) -> Result<u64, FileError> {
    let start = header.place.as_ref().map_or(header.start, |place| place.ofs);
    Ok(start.saturating_add(decompressed.compressed_len()?.unwrap_or_default()))
}

/// Moves it to the field that declares the compressed length.
fn as_in_the_field(error: ReadError, header: &EnvelopeHeader, end: u64) -> ReadError {
    let Some(len) = header.len.as_ref().filter(|len| len.offset == error.offset) else {
        return error;
    };
    let problem = Problem::OutOfBounds { ofs: 0, len: len.value, have: end.saturating_sub(header.start) };
    ReadError::new(error.offset, problem).in_fields(len.path)
}

fn unexpected(offset: u64, found: &str) -> ReadError {
    ReadError::new(
        offset,
        Problem::Unexpected { found: found.to_string(), expected: "a bundle".to_string() },
    )
}
