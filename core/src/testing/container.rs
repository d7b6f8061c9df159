//! What must hold of every container: the operations find its entries, and can write them again.
// For tests only: what does not hold panics.
#![allow(clippy::panic)]

use alloc::string::String;
use alloc::vec::Vec;

use crate::attributes::Attributes;
use crate::bytes::{Bytes, Place, count, length};
use crate::container::{Bundle, Container, NewEntry, PlanOptions};
use crate::plan::{Piece, Plan};

/// First byte of the containers in the input.
const ORIGIN: u64 = 1000;

/// The operations find every entry of a container, within the file, and nothing outside; and they can write what they found,
/// with this alignment, so that the same is found again.
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
        let said = entries(container, &bundle, whole);
        let new: Vec<NewEntry<'_>> = said
            .iter()
            .map(|Said { id, attributes, content }| NewEntry { id, len: length(content), attributes })
            .collect();
        let versions = container.versions();
        assert!(
            bundle
                .version
                .map_or(versions.is_empty(), |version| versions.contains(&version))
        );
        assert!(count(&new) <= container.most_entries(bundle.version));
        let plan = match container.plan(&new, PlanOptions { version: bundle.version, alignment }) {
            Ok(plan) => plan,
            Err(error) => panic!("what was read cannot be written: {error}"),
        };
        let again = written(&plan, &said);
        let found = read(container, &again);
        assert_eq!((found.version, found.len), (bundle.version, plan.len()));
        assert_eq!(entries(container, &found, &again), said);
        for (entry, planned) in found.entries.iter().zip(&plan.places) {
            let there = Place { ofs: ORIGIN.saturating_add(planned.ofs), len: planned.len };
            assert_eq!(
                entry.place.as_ref(),
                Ok(&there),
                "the content stands where it was planned"
            );
        }
    }
}

/// What is said of an entry, without where it is.
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

fn entries(container: &dyn Container, bundle: &Bundle, whole: &[u8]) -> Vec<Said> {
    let entries = bundle.entries.iter().map(|entry| {
        let (Ok(id), Ok(place)) = (&entry.id, &entry.place) else {
            panic!("an entry cannot be read: {entry:?}");
        };
        assert!(place.end() <= bundle.start.saturating_add(bundle.len), "{entry:?}");
        let table = container.attributes().map(|table| table.numbers);
        let names: Vec<&str> = table.unwrap_or_default().iter().map(|number| number.name).collect();
        let numbers: Vec<&str> = entry.attributes.numbers.iter().map(|(name, _)| *name).collect();
        assert_eq!(numbers, names, "the numbers of an entry are those of the table");
        let mut attributes = entry.attributes.clone();
        attributes.texts.iter_mut().for_each(|text| text.offset = 0);
        Said { id: id.clone(), attributes, content: shown(*place, whole) }
    });
    entries.collect()
}

fn shown(place: Place, whole: &[u8]) -> Vec<u8> {
    let from = usize::try_from(place.ofs.saturating_sub(ORIGIN)).unwrap_or(usize::MAX);
    let len = usize::try_from(place.len).unwrap_or(usize::MAX);
    whole.iter().skip(from).take(len).copied().collect()
}

/// The planned file with the content of the entries.
fn written(plan: &Plan<'_>, said: &[Said]) -> Vec<u8> {
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
