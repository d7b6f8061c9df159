//! Archives: what each member holds. A member is scanned by itself, as a file is, so that what is wrong with one hides nothing of another.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::found::{Located, Scan};
use super::region::Region;
use super::search::Search;
use crate::archive::{Member, MemberError, Members, beside};
use crate::error::Error;
use crate::file_kind::FileKind;
use crate::file_name::FileName;
use crate::finding::{Anomaly, Finding, NameList};
use crate::input::{ArchiveMember, Identity, Input, LastBlock};

/// So many members of a kind that is not understood are named.
const NAMED: usize = 3;

/// The members of one kind that are not looked into.
struct NotRead {
    /// Where the header of the first is, from the start of the archive.
    offset: u64,
    names: NameList,
}

impl Search<'_> {
    /// Finds what the members of the archive `input` hold.
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

    /// The bytes of `member`, which is noted if there are none to be had.
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

    /// Notes that the file of `member` cannot be read.
    fn unreadable(&mut self, archive: &Input, member: &Member, why: String) {
        let name = FileName::from_stored(member.name.clone()).to_string();
        self.note(
            archive,
            Finding::at(member.offset, Anomaly::UnreadableMember { name, why }),
        );
    }

    /// Finds what the member `content` holds. The result is what it is, if that is nothing that can be looked into.
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
        // Object files without device code are what archives are made of.
        if content.len() == 0 || (is_object && looked_for.others.is_empty()) {
            return Ok(None);
        }
        let kind = FileKind::recognize(self.registry, content, &looked_for)?;
        Ok(Some(
            kind.map_or_else(|| "of an unknown kind".into(), |kind| kind.description),
        ))
    }

    /// Adds what was found in the member `content`.
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
