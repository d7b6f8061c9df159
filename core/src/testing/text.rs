//! Properties of all text formats.
// Test code: a violated property panics.
#![allow(clippy::panic)]

use alloc::string::String;
use alloc::vec::Vec;

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::prop_oneof;
use proptest::sample::Index;

use crate::bytes::{Bytes, length};
use crate::container::{Container, NewEntry, PlanOptions};
use crate::describe::rows;
use crate::error::{ReadError, Stop, WriteError};
use crate::plan::{Content, Piece};
use crate::text::{Delimiters, LINE_BREAK, NewText, Reader, TextContainer, TextFormat, plan, writable};

/// A bundle to write.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// The values of the format's parameters, in order.
    pub parameters: Vec<Vec<u8>>,
    /// The entries.
    pub entries: Entries,
}

/// Miri needs a small character set.
const FIELDS: &str = if cfg!(miri) {
    "[ -~é€]{1,8}"
} else {
    "[ -~]{1,24}|\\PC{1,8}"
};

/// Draws bundles of up to four entries, with contents that often resemble delimiters.
pub fn bundles(format: &'static TextFormat<'static>) -> BoxedStrategy<Bundle> {
    let parameters = vec(vec(b'!'..=b'~', 1..4), format.parameters.len());
    let bundles = parameters.prop_flat_map(move |parameters| {
        let content = contents(format.delimiters(&slices(&parameters)));
        let entries = vec((FIELDS, content), 1..4);
        entries.prop_map(move |entries| {
            let entries = writable(format, &slices(&parameters), entries);
            Bundle { parameters: parameters.clone(), entries }
        })
    });
    bundles
        .prop_filter("no entry can be written", |bundle| !bundle.entries.is_empty())
        .boxed()
}

fn contents(delimiters: Delimiters) -> BoxedStrategy<Vec<u8>> {
    let piece = (any::<bool>(), any::<Index>(), any::<Index>()).prop_map(move |(which, from, to)| {
        let delimiter = if which { &delimiters.start } else { &delimiters.end };
        let marker = [delimiter.lead.as_slice(), LINE_BREAK.as_bytes()].concat();
        let (from, to) = (from.index(marker.len()), to.index(marker.len().saturating_add(1)));
        marker
            .get(from..to)
            .unwrap_or(marker.get(1..).unwrap_or_default())
            .to_vec()
    });
    let pieces = vec(
        prop_oneof![vec(any::<u8>(), 0..6), Just(LINE_BREAK.into()), piece],
        0..6,
    );
    pieces.prop_map(|pieces| pieces.concat()).boxed()
}

/// Checks all properties of a format with these parameters.
pub fn format(container: TextContainer) {
    let format = container.format;
    let samples: Vec<Bundle> = super::laws::values_of(&bundles(format));
    for bundle in &samples {
        round_trip(format, bundle);
        windows(format, bundle);
        cuts(format, bundle);
    }
    written_as_read(&container);
    let delimiters = format.delimiters(container.parameters);
    assert_eq!(
        container.lead, delimiters.start.lead,
        "what is baked is what the format says"
    );
    for content in super::laws::values_of(&vec(contents(delimiters), 1..4)) {
        accepted_is_read_back(&container, &content.concat());
    }
    seen_outside(&container);
    splits(&container);
}

fn slices(parameters: &[Vec<u8>]) -> Vec<&[u8]> {
    parameters.iter().map(Vec::as_slice).collect()
}

fn write(format: &TextFormat<'static>, bundle: &Bundle) -> Result<Vec<u8>, WriteError> {
    let contents: Vec<Content<'_>> = bundle
        .entries
        .iter()
        .map(|(_, bytes)| bytes.as_slice().into())
        .collect();
    let entries: Vec<NewText<'_>> = bundle
        .entries
        .iter()
        .zip(&contents)
        .map(|((field, _), content)| NewText { field, content })
        .collect();
    let plan = plan(format, &slices(&bundle.parameters), &entries)?;
    let file = plan.to_bytes()?;
    if let Err(broken) = super::plans::agrees(&plan, &file) {
        panic!("{broken}");
    }
    for (place, (_, content)) in plan.places.iter().zip(&bundle.entries) {
        assert_eq!(
            Bytes::new(&file).take(place.ofs, place.len).ok(),
            Some(content.as_slice())
        );
    }
    assert_eq!(plan.places.len(), bundle.entries.len());
    Ok(file)
}

/// Fields with contents.
pub type Entries = Vec<(String, Vec<u8>)>;

/// Returns the entries of a file.
///
/// # Errors
///
/// Returns the error of the reader.
pub fn read(
    format: &'static TextFormat<'static>,
    bytes: Bytes<'_>,
    parameters: &[&[u8]],
) -> Result<Entries, ReadError> {
    let reader = Reader::new(format, bytes, parameters)?;
    let entries = reader.entries().map(|entry| {
        let entry = entry?;
        Ok((String::from(entry.field()?), entry.content()?.to_vec()))
    });
    entries.collect()
}

fn sound(format: &TextFormat<'static>, bundle: &Bundle) -> Vec<u8> {
    match write(format, bundle) {
        Ok(file) => file,
        Err(error) => panic!("{bundle:?} cannot be written: {error}"),
    }
}

/// Checks that a written bundle is read back unchanged, without ignored bytes, and returns the file.
pub fn round_trip(format: &'static TextFormat<'static>, bundle: &Bundle) -> Vec<u8> {
    let file = sound(format, bundle);
    let parameters = slices(&bundle.parameters);
    let found = read(format, Bytes::new(&file), &parameters);
    assert_eq!(found.as_ref(), Ok(&bundle.entries), "{}", file.escape_ascii());
    let reader = Reader::new(format, Bytes::new(&file), &parameters);
    let outside = reader.and_then(|reader| reader.frame()).map(|frame| frame.outside);
    assert_eq!(outside, Ok(Vec::new()), "something is outside of entries");
    file
}

fn windows(format: &'static TextFormat<'static>, bundle: &Bundle) {
    let file = sound(format, bundle);
    for start in super::runner::cuts(file.len()).chain([file.len()]) {
        let mut seen = start;
        loop {
            let window = Bytes::windowed(file.get(..seen).unwrap_or(&file), length(&file));
            match read(format, window, &slices(&bundle.parameters)) {
                Ok(found) => break assert_eq!(found, bundle.entries),
                Err(error) => {
                    let upto = Stop::from(error).needs().and_then(|upto| usize::try_from(upto).ok());
                    let more = upto.filter(|upto| *upto > seen && *upto <= file.len());
                    seen = more.unwrap_or_else(|| panic!("a window of {seen} bytes does not ask for more"));
                }
            }
        }
    }
}

fn cuts(format: &'static TextFormat<'static>, bundle: &Bundle) {
    let file = sound(format, bundle);
    for end in super::runner::cuts(file.len()) {
        let short = file.get(..end).unwrap_or(&file);
        match read(format, Bytes::new(short), &slices(&bundle.parameters)) {
            Ok(found) => assert!(
                bundle.entries.starts_with(&found) && !found.is_empty(),
                "cut at {end}: {}",
                file.escape_ascii()
            ),
            Err(error) => {
                assert!(error.offset <= length(short), "cut at {end}");
                assert_eq!(Stop::from(error).needs(), None, "cut at {end}");
            }
        }
    }
}

fn accepted_is_read_back(container: &TextContainer, content: &[u8]) {
    let format = container.format;
    let parameters: Vec<Vec<u8>> = container.parameters.iter().map(|value| value.to_vec()).collect();
    let entries = Vec::from([("a".into(), content.to_vec()), ("b".into(), Vec::new())]);
    let bundle = Bundle { parameters, entries };
    let delimiters = format.delimiters(container.parameters);
    let holds = |lead: &[u8]| matches!(Bytes::new(content).find(0, lead), Ok(Some(_)));
    let marked = holds(&delimiters.start.lead) || holds(&delimiters.end.lead);
    assert_eq!(write(format, &bundle).is_err(), marked, "{}", content.escape_ascii());
    if !marked {
        round_trip(format, &bundle);
    }
}

fn written_as_read(container: &TextContainer) {
    const ORIGIN: u64 = 7;
    let new = [NewEntry::new("a", 3), NewEntry::new("b", 0)];
    let file = file_of(container, &new);
    assert!(container.recognises(&file) && !container.recognises(b"x"));
    assert!(
        file.get(LINE_BREAK.len()..)
            .is_some_and(|file| container.recognises(file))
    );
    let bundle = match container.read(Bytes::new(&file).at_origin(ORIGIN)) {
        Ok(bundle) => bundle,
        Err(stop) => panic!("a sound file cannot be read: {stop:?}"),
    };
    assert_eq!((bundle.start, bundle.len), (ORIGIN, length(&file)));
    let found = bundle
        .entries
        .iter()
        .map(|entry| (entry.id.clone(), entry.place.as_ref().map(|place| place.len)));
    let wanted = new.map(|entry| (Ok(entry.id.into()), Ok(entry.len)));
    assert!(found.eq(wanted.iter().map(|(id, len)| (id.clone(), len.as_ref().copied()))));
    assert!(container.plan(&[NewEntry::new("", 0)], PlanOptions::default()).is_err());
    assert!(
        container.plan(&[], PlanOptions::default()).is_err(),
        "a bundle without entries could not be read back"
    );
}

fn file_of(container: &TextContainer, entries: &[NewEntry<'_>]) -> Vec<u8> {
    let plan = match container.plan(entries, PlanOptions::default()) {
        Ok(plan) => plan,
        Err(error) => panic!("{entries:?} cannot be written: {error}"),
    };
    let mut file = Vec::new();
    for piece in &plan.pieces {
        match piece {
            Piece::Bytes(bytes) => file.extend_from_slice(bytes),
            Piece::Content { len, .. } => file.extend((0..*len).map(|_| b'x')),
            Piece::Fill { .. } => panic!("text bundles do not contain fills"),
        }
    }
    file
}

fn seen_outside(container: &TextContainer) {
    let one = file_of(container, &[NewEntry::new("a", 3), NewEntry::new("b", 3)]);
    assert_eq!(container.find_ignored(Bytes::new(&one)), Ok(Vec::new()));
    let file = [b"before", one.as_slice(), b"after"].concat();
    let ignored = container
        .find_ignored(Bytes::new(&file).at_origin(100))
        .unwrap_or_default();
    let places: Vec<(u64, u64)> = ignored.iter().map(|place| (place.ofs, place.len)).collect();
    assert_eq!(places, [(100, 6), (length(&one).saturating_add(106), 5)]);
    let rows = rows(|describer| container.describe(Bytes::new(&file), describer)).unwrap_or_default();
    let mut ofs = 0_u64;
    for row in &rows {
        assert_eq!(row.offset, ofs, "{}", row.path);
        ofs = ofs.saturating_add(row.len);
    }
    assert_eq!(ofs, length(&file), "every byte is shown once");
}

fn splits(container: &TextContainer) {
    let one = file_of(container, &[NewEntry::new("a", 3), NewEntry::new("b", 0)]);
    let file = [one.as_slice(), b"between", &one].concat();
    let Ok(first) = container.read(Bytes::new(&file)) else {
        panic!("two bundles cannot be read");
    };
    assert_eq!((first.entries.len(), first.len), (2, length(&one).saturating_add(7)));
    let twice = [NewEntry::new("a", 0), NewEntry::new("a", 0)];
    assert!(container.plan(&twice, PlanOptions::default()).is_err());
}
