//! Laws of containers: what is found lies in the file, and can be written so that the same is found again.

use offload_bundle_core::attributes::Attributes;
use offload_bundle_core::bytes::{Bytes, Place, length};
use offload_bundle_core::container::{Bundle, Container, NewEntry, PlanOptions};
use offload_bundle_core::error::Stop;
use offload_bundle_core::plan::{Piece, Plan};

use crate::binary::shown;

/// First byte of the container in the input.
const ORIGIN: u64 = 1000;

/// How many bytes of content a plan may have to be carried out: entries may share bytes, so a small file can hold far more.
const MOST: u64 = 1 << 20;

/// Everything that is found lies in the file, a window shows the same, and what is planned of it is read back as it was.
pub fn container(bytes: &[u8], container: &dyn Container) {
    let whole = container.read(Bytes::new(bytes).at_origin(ORIGIN));
    windowed(bytes, container, &whole);
    let Ok(bundle) = whole else { return };
    assert_eq!(bundle.start, ORIGIN);
    let end = ORIGIN.saturating_add(length(bytes));
    let entries = bundle.entries.iter();
    let mut places = entries.filter_map(|entry| entry.place.as_ref().ok());
    assert!(places.all(|place| ORIGIN <= place.ofs && place.end() <= end));
    assert!(bundle.start.saturating_add(bundle.len) <= end && bundle.frame_len <= bundle.len);
    if let Some(said) = said(container, &bundle, bytes) {
        written(container, &bundle, &said);
    }
}

/// A window onto the first bytes shows what the whole file shows, or the reader asks for more than it was shown.
fn windowed(bytes: &[u8], container: &dyn Container, whole: &Result<Bundle, Stop>) {
    let shown = shown(bytes);
    let found = container.read(Bytes::windowed(shown, length(bytes)).at_origin(ORIGIN));
    match found.as_ref().err().and_then(Stop::needs) {
        Some(upto) => assert!(upto > length(shown), "asks for {upto} bytes, and has {}", shown.len()),
        None => assert_eq!(&found, whole, "the first {} bytes are read otherwise", shown.len()),
    }
}

/// What is said of an entry, without where it is.
#[derive(Debug, PartialEq)]
struct Said {
    id: String,
    attributes: Attributes,
    content: Vec<u8>,
}

/// What is said of all entries; nothing where one cannot be read, or they are too much together.
fn said(container: &dyn Container, bundle: &Bundle, bytes: &[u8]) -> Option<Vec<Said>> {
    let mut left = MOST;
    let entries = bundle.entries.iter().map(|entry| {
        let (id, place) = (entry.id.as_ref().ok()?, entry.place.as_ref().ok()?);
        left = left.checked_sub(place.len)?;
        let mut attributes = entry.attributes.clone();
        let names = container.attributes().map_or(0, |table| table.numbers.len());
        assert_eq!(
            attributes.numbers.len(),
            names,
            "the numbers of an entry are those of the table"
        );
        attributes.texts.iter_mut().for_each(|text| text.offset = 0);
        Some(Said { id: id.clone(), attributes, content: content(*place, bytes) })
    });
    entries.collect()
}

fn content(place: Place, bytes: &[u8]) -> Vec<u8> {
    let from = usize::try_from(place.ofs.saturating_sub(ORIGIN)).unwrap_or(usize::MAX);
    let len = usize::try_from(place.len).unwrap_or(usize::MAX);
    bytes.iter().skip(from).take(len).copied().collect()
}

/// What was found is planned, carried out and found again.
fn written(container: &dyn Container, bundle: &Bundle, said: &[Said]) {
    let entries = said.iter();
    let entries = entries.map(|Said { id, attributes, content }| NewEntry { id, len: length(content), attributes });
    let entries: Vec<NewEntry<'_>> = entries.collect();
    let plan = match container.plan(&entries, PlanOptions { version: bundle.version, alignment: 1 }) {
        Ok(plan) => plan,
        Err(error) => panic!("what was read cannot be written: {error}"),
    };
    let again = carried_out(&plan, said);
    assert_eq!(
        length(&again),
        plan.len(),
        "the plan has another length than its pieces"
    );
    let found = match container.read(Bytes::new(&again).at_origin(ORIGIN)) {
        Ok(found) => found,
        Err(error) => panic!("what was written cannot be read: {error:?}"),
    };
    assert_eq!((found.version, found.len), (bundle.version, plan.len()));
    let places = plan.places.iter().map(|place| place.ofs.saturating_add(ORIGIN));
    let found_at = found
        .entries
        .iter()
        .map(|entry| entry.place.as_ref().map_or(0, |place| place.ofs));
    assert!(
        places.eq(found_at),
        "the plan and the reader disagree about where contents are"
    );
    assert_eq!(self::said(container, &found, &again).as_deref(), Some(said));
}

/// The planned file with the content of the entries.
fn carried_out(plan: &Plan<'_>, said: &[Said]) -> Vec<u8> {
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
