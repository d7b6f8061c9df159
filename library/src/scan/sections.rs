//! Finds containers in the sections of object files.

use std::collections::BTreeSet;
use std::mem::take;
use std::sync::Arc;

use offload_bundle_core::attributes::Attributes;
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::container::{Bundle, StoredEntry};
use offload_bundle_core::error::{Problem, ReadError};
use offload_bundle_core::placement::{EntryRule, Holds, SectionRule};

use super::findings::findings;
use super::found::{Content, FoundBundle, Located};
use super::moved::Moved;
use super::recognise;
use super::region::{Form, Region, RegionKind};
use super::reported::Part;
use super::search::Search;
use super::sequence::Before;
use crate::bitcode::Initialiser;
use crate::error::Error;
use crate::finding::{Anomaly, Finding};
use crate::input::{HEAD, Input, WindowReader};
use crate::object::{self, Section, SectionContent, Sections};

impl Search<'_> {
    /// `None` without an object file. Damage is an error, unless the file is searched anyway.
    pub(super) fn table(&mut self, input: &Input) -> Result<Option<Sections>, Error> {
        match object::sections(input, self.registry.sections) {
            Err(Error::Read { error, .. }) if self.options.carve => {
                let finding = Finding { anomaly: Anomaly::NoSections(error.clone()), ..Finding::from(error) };
                self.note(input, finding);
                Ok(Some(Sections::default()))
            }
            other => other,
        }
    }

    pub(super) fn sections(&mut self, input: &Arc<Input>, mut sections: Vec<Section>) -> Result<(), Error> {
        sections.retain(|section| self.is_asked_for(section.rule));
        sections.sort_by_key(|section| match section.content {
            SectionContent::Bytes(Ok(place)) => place.ofs,
            SectionContent::Apart(ref content) => content.place.ofs,
            _ => u64::MAX,
        });
        // Any number of sections may cover the same bytes; they are read once.
        let (mut seen_up_to, mut pointers_up_to) = (0, 0);
        let mut seen_apart = BTreeSet::new();
        let mut moved = Moved::default();
        let mut images = self.images(input, &sections)?;
        let with_images: BTreeSet<u64> = images.iter().flat_map(|images| images.sections()).collect();
        for section in &sections {
            match (section.rule.holds, &section.content) {
                (_, SectionContent::Bytes(Ok(place))) if with_images.contains(&section.offset) => {
                    seen_up_to = seen_up_to.max(place.end());
                    if let Some(images) = &mut images {
                        self.image_sets(input, section, *place, images)?;
                    }
                }
                (Holds::Containers, SectionContent::Bytes(Ok(place))) if place.len > 0 && place.ofs < seen_up_to => {
                    self.note(input, shared_finding(section, seen_up_to));
                }
                (Holds::Containers, SectionContent::Bytes(Ok(place))) => {
                    seen_up_to = seen_up_to.max(place.end());
                    self.containers(input, section, *place)?;
                }
                (Holds::Containers, SectionContent::Apart(content)) => match seen_apart.insert(content.place) {
                    true => self.apart(input, section, content)?,
                    false => self.note(input, shared_finding(section, content.place.end())),
                },
                (Holds::Containers, SectionContent::NoBits { len }) => moved.without_bytes(section, *len),
                (Holds::Other, SectionContent::Bytes(Ok(place))) if place.len > 0 => {
                    self.looked_for.others.push((section.name(), section.rule.title));
                }
                (Holds::Other, SectionContent::Apart(content)) if !content.bytes.is_empty() => {
                    self.looked_for.others.push((section.name(), section.rule.title));
                }
                (Holds::Pointer(_), SectionContent::Bytes(Ok(place)))
                    if place.len > 0 && place.ofs < pointers_up_to =>
                {
                    self.note(input, shared_finding(section, pointers_up_to));
                }
                (Holds::Pointer(records), SectionContent::Bytes(Ok(place))) => {
                    pointers_up_to = place.end();
                    let name = section.name();
                    let shown_by = section.rule.shown_by.filter(|_| input.member().is_none());
                    self.region(RegionKind::Pointer { name, shown_by }, *place);
                    if let Some(records) = records.filter(|records| !records.moved.is_empty()) {
                        moved.count(input, section, records, *place)?;
                    }
                }
                (Holds::Reference(rule), SectionContent::Bytes(Ok(_))) => {
                    self.note_moved(input, section, rule, &mut moved)
                }
                // The bundle reports these entries.
                (Holds::Entry(_), _) => {}
                (_, SectionContent::Bytes(Err(error))) => self.note(input, Finding::from(error.clone())),
                _ => {}
            }
        }
        if input.member().is_none() {
            self.scan.moved_units = take(&mut moved.units);
        }
        self.add_moved(moved);
        for rule in self.registry.sections {
            if let Holds::Entry(entry) = rule.holds {
                let entries: Vec<&Section> = sections
                    .iter()
                    .filter(|section| section.rule.name == rule.name && !with_images.contains(&section.offset))
                    .collect();
                self.entries(input, rule, entry, &entries)?;
            }
        }
        Ok(())
    }

    pub(super) fn is_asked_for(&self, rule: &SectionRule<'_>) -> bool {
        let own = |name| matches!(rule.holds, Holds::Entry(entry) if entry.file_type == name);
        match self.options.file_type {
            Some(file_type) if self.options.rules.own_form && file_type.archive => {
                matches!(rule.holds, Holds::Entry(_))
            }
            Some(file_type) if self.options.rules.own_form => own(file_type.name),
            _ => true,
        }
    }

    fn containers(&mut self, input: &Arc<Input>, section: &Section, place: Place) -> Result<(), Error> {
        let region = self.region(of_section(section), place);
        self.in_region(input, section, region, place)
    }

    /// Takes bytes that are not contiguous in the file.
    fn apart(&mut self, input: &Arc<Input>, section: &Section, content: &Arc<Initialiser>) -> Result<(), Error> {
        let region = self.region(of_section(section), content.place);
        let shown = input
            .name()
            .followed_by(&format!(" (embedded from byte {:#x})", content.place.ofs));
        let embedded = Input::from_bytes(shown, content.bytes.clone()).with_member(input.member().cloned());
        let embedded = Arc::new(embedded);
        let before = self.scan.bundles.len();
        self.in_region(&embedded, section, region, embedded.full_range())?;
        for found in self.scan.bundles.iter_mut().skip(before) {
            found.apart = Some(content.place);
        }
        Ok(())
    }

    pub(super) fn in_region(
        &mut self,
        input: &Arc<Input>,
        section: &Section,
        region: usize,
        place: Place,
    ) -> Result<(), Error> {
        if place.len == 0 || self.sequence(Part::new(input, region), place)? {
            return Ok(());
        }
        if self.raw_image(input, section, region, place)? {
            return Ok(());
        }
        // The section may begin with padding.
        let start = recognise::after_padding(self.registry, &mut WindowReader::over(input, place))?;
        let rest = Place { ofs: start, len: place.end().saturating_sub(start) };
        if rest.len > 0 && (start == place.ofs || !self.sequence(Part::new(input, region), rest)?) {
            let mut reader = WindowReader::over(input, rest);
            self.rest(
                Part::new(input, region),
                &mut reader,
                (start, Before::Start(section.name())),
            )?;
        }
        Ok(())
    }

    /// Takes all content: a bare image does not declare its length.
    fn raw_image(&mut self, input: &Arc<Input>, section: &Section, region: usize, place: Place) -> Result<bool, Error> {
        let content = self.registry.content(&input.window(place.ofs, place.len.min(HEAD))?);
        let mut rules = self.registry.images.iter();
        let rule = rules.find(|rule| rule.sections.contains(&section.rule.name));
        let (Some(content), Some(rule)) = (content, rule.filter(|_| !self.options.rules.own_form)) else {
            return Ok(false);
        };
        let mut triples = rule.raw.iter().filter(|(name, _)| *name == content.name);
        let (Some((_, triple)), Some(kind)) = (triples.next(), rule.kinds.first()) else {
            return Ok(false);
        };
        let id = Ok(self.registry.ids.entry_id(kind.kind, triple, ""));
        let entry = StoredEntry { id, id_offset: place.ofs, place: Ok(place), ..to_entry(0, section) };
        let bundle = Bundle { start: place.ofs, frame_len: 0, len: place.len, version: None, entries: vec![entry] };
        self.add(FoundBundle::new(Form::Bare(content), bundle, input, region));
        Ok(true)
    }

    fn entries(
        &mut self,
        input: &Arc<Input>,
        rule: &'static SectionRule<'static>,
        entry: EntryRule<'static>,
        sections: &[&Section],
    ) -> Result<(), Error> {
        let mut sections: Vec<&&Section> = sections.iter().collect();
        sections.sort_by_key(|section| section.offset);
        let entries: Vec<StoredEntry> = (0..)
            .zip(&sections)
            .map(|(index, section)| to_entry(index, section))
            .collect();
        let places = || entries.iter().filter_map(|entry| entry.place.as_ref().ok());
        let Some(start) = places()
            .map(|place| place.ofs)
            .min()
            .or(sections.first().map(|section| section.offset))
        else {
            return Ok(());
        };
        let end = places().map(|place| place.end()).max().unwrap_or(start);
        let len = end.saturating_sub(start);
        let names = rule.pattern.to_string();
        let region = self.region(RegionKind::Sections { names }, Place { ofs: start, len });
        let stub = self.stub(input, entry, &entries)?;
        let bundle = Bundle { start, frame_len: 0, len, version: None, entries };
        let findings = findings(&bundle, None, &mut self.ids);
        let found = FoundBundle::new(Form::Sections(rule), bundle, input, region);
        let mut found = FoundBundle { findings, ..found };
        found.contents.extend(stub.map(|entry| (entry, Content::Stub(rule))));
        self.add(found);
        Ok(())
    }

    /// `None` if it is not a stub.
    fn stub(&self, input: &Input, rule: EntryRule<'static>, entries: &[StoredEntry]) -> Result<Option<u64>, Error> {
        for entry in entries {
            let (Ok(id), Ok(place)) = (&entry.id, &entry.place) else {
                continue;
            };
            let short = usize::try_from(place.len).is_ok_and(|len| len == rule.host.len());
            if short && self.registry.ids.is_host(id) && *input.window(place.ofs, place.len)? == *rule.host {
                return Ok(Some(entry.index));
            }
        }
        Ok(None)
    }

    /// Returns its index.
    pub(super) fn region(&mut self, kind: RegionKind, place: Place) -> usize {
        self.scan.regions.push(Region { kind, place });
        self.scan.regions.len().saturating_sub(1)
    }

    /// With its findings in file order.
    pub(super) fn add(&mut self, mut found: FoundBundle) {
        found.findings.sort_by_key(|finding| finding.offset);
        // There may be very many bundles, and growth over-allocates.
        found.findings.shrink_to_fit();
        found.bundle.entries.shrink_to_fit();
        self.scan.bundles.push(found);
    }

    pub(super) fn note(&mut self, input: &Input, finding: Finding) {
        self.scan.anomalies.push(Located::new(input, finding));
    }
}

pub(super) fn of_section(section: &Section) -> RegionKind {
    let SectionRule { name: rule, linked_into, .. } = *section.rule;
    RegionKind::Section { name: section.name(), rule, linked_into }
}

/// Another section, which ends at `end`, has bytes of `section` too.
fn shared_finding(section: &Section, end: u64) -> Finding {
    Finding::at(section.offset, Anomaly::SharedSection { section: section.name(), end })
}

fn to_entry(index: u64, section: &Section) -> StoredEntry {
    let fixed = section.rule.pattern.fixed_part().len();
    let id_offset = section
        .name_offset
        .saturating_add(u64::try_from(fixed).unwrap_or(u64::MAX));
    let id = section.rule.pattern.rest(&section.name).unwrap_or_default();
    let why = "the bundle entry ID in the section name is not UTF-8";
    let nowhere = |expected: u64| {
        let problem = Problem::Unexpected {
            found: format!("a section of {expected} bytes without content"),
            expected: "a section with its content".to_string(),
        };
        ReadError::new(section.offset, problem)
    };
    StoredEntry {
        index,
        id: std::str::from_utf8(id)
            .map(String::from)
            .map_err(|_| ReadError::new(id_offset, Problem::BadText { why })),
        id_offset,
        place: match &section.content {
            SectionContent::Bytes(place) => place.clone(),
            SectionContent::NoBits { len } => Err(nowhere(*len)),
            SectionContent::Apart(content) => Err(nowhere(length(&content.bytes))),
        },
        path: section.path.clone(),
        ofs_field: section.ofs_field,
        ofs_offset: section.ofs_offset,
        attributes: Attributes::default(),
    }
}
