//! Properties of all containers: operations find their entries, and can write them again.
// Test code: a violated property panics.
#![allow(clippy::panic)]

use alloc::string::String;
use alloc::vec::Vec;

use crate::attributes::Attributes;
use crate::bytes::{Bytes, Place, count, length};
use crate::container::{Bundle, Container, NewEntry, PlanOptions};
use crate::plan::{Piece, Plan};

/// The offset of the tested container in the input.
pub const ORIGIN: u64 = 1000;

/// Entries may share bytes, so a small file can have far more.
const MOST: u64 = 1 << 20;

/// Checks that operations find exactly the entries of a container, within the file, and can write them back with this
/// alignment.
pub fn container(samples: &[Vec<u8>], container: &dyn Container, alignment: u64) {
    for whole in samples {
        assert!(container.recognises(whole), "a file is not recognised");
        let head = usize::try_from(container.magic_len())
            .ok()
            .and_then(|len| whole.get(..len));
        let enough = head.is_some_and(|head| container.recognises(head));
        assert!(
            enough || container.magic().is_none(),
            "the head that is wanted does not suffice"
        );
        let bundle = read(container, whole);
        assert_eq!((bundle.start, bundle.len), (ORIGIN, length(whole)));
        let end = bundle.start.saturating_add(bundle.len);
        assert!(
            bundle
                .entries
                .iter()
                .all(|entry| entry.place.as_ref().is_ok_and(|place| place.end() <= end)),
            "{bundle:?}"
        );
        let versions = container.versions();
        assert!(
            bundle
                .version
                .map_or(versions.is_empty(), |version| versions.contains(&version))
        );
        assert!(count(&bundle.entries) <= container.most_entries(bundle.version));
        assert!(
            write_again(container, &bundle, whole, alignment),
            "an entry cannot be read: {bundle:?}"
        );
    }
}

/// Writes the entries of `whole`, at [`ORIGIN`] in the input, with this alignment, and checks that they are found
/// again. Returns `false` if an entry is not valid, or if the entries are too large together.
pub fn write_again(container: &dyn Container, bundle: &Bundle, whole: &[u8], alignment: u64) -> bool {
    let Some(said) = entries_of(container, bundle, whole) else {
        return false;
    };
    let new = said.iter();
    let new = new.map(|Said { id, attributes, content }| NewEntry { id, len: length(content), attributes });
    let new: Vec<NewEntry<'_>> = new.collect();
    let plan = match container.plan(&new, PlanOptions { version: bundle.version, alignment }) {
        Ok(plan) => plan,
        Err(error) => panic!("what was read cannot be written: {error}"),
    };
    let again = carry_out(&plan, &said);
    assert_eq!(
        length(&again),
        plan.len(),
        "the plan has another length than its pieces"
    );
    let found = read(container, &again);
    assert_eq!((found.version, found.len), (bundle.version, plan.len()));
    assert_eq!(self::entries_of(container, &found, &again).as_ref(), Some(&said));
    for (entry, planned) in found.entries.iter().zip(&plan.places) {
        let there = Place { ofs: ORIGIN.saturating_add(planned.ofs), len: planned.len };
        assert_eq!(entry.place.as_ref(), Ok(&there), "the content is at its planned place");
    }
    true
}

#[derive(Debug, PartialEq)]
struct Said {
    id: String,
    attributes: Attributes,
    content: Vec<u8>,
}

fn read(container: &dyn Container, whole: &[u8]) -> Bundle {
    match container.read(Bytes::new(whole).at_origin(ORIGIN)) {
        Ok(bundle) => bundle,
        Err(error) => panic!("a sound file cannot be read: {error:?}"),
    }
}

fn entries_of(container: &dyn Container, bundle: &Bundle, whole: &[u8]) -> Option<Vec<Said>> {
    let table = container.attributes().map(|table| table.numbers);
    let names: Vec<&str> = table.unwrap_or_default().iter().map(|number| number.name).collect();
    let mut left = MOST;
    let entries = bundle.entries.iter().map(|entry| {
        let (id, place) = (entry.id.as_ref().ok()?, entry.place.as_ref().ok()?);
        left = left.checked_sub(place.len)?;
        let numbers: Vec<&str> = entry.attributes.numbers.iter().map(|(name, _)| *name).collect();
        assert_eq!(numbers, names, "an entry has the numbers in the table");
        let mut attributes = entry.attributes.clone();
        attributes.texts.iter_mut().for_each(|text| text.offset = 0);
        Some(Said { id: id.clone(), attributes, content: content(*place, whole) })
    });
    entries.collect()
}

fn content(place: Place, whole: &[u8]) -> Vec<u8> {
    let from = usize::try_from(place.ofs.saturating_sub(ORIGIN)).unwrap_or(usize::MAX);
    let len = usize::try_from(place.len).unwrap_or(usize::MAX);
    whole.iter().skip(from).take(len).copied().collect()
}

fn carry_out(plan: &Plan<'_>, said: &[Said]) -> Vec<u8> {
    assert_eq!(plan.places.len(), said.len());
    let mut bytes = Vec::new();
    for piece in &plan.pieces {
        match piece {
            Piece::Bytes(piece) => bytes.extend_from_slice(piece),
            Piece::Fill { fill, len } => {
                bytes.extend((0..*len).map(|_| *fill));
            }
            Piece::Content { slot, .. } => {
                bytes.extend(said.get(*slot).map(|said| said.content.as_slice()).unwrap_or_default());
            }
        }
    }
    bytes
}
