//! Laws of text formats: what is read can be written, and what is written is read back as it was.

use arbitrary::Unstructured;
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::error::{ReadError, WriteError};
use offload_bundle_core::plan::Content;
use offload_bundle_core::text::{NewText, Reader, TextContainer, plan, writable};

type Entries = Vec<(String, Vec<u8>)>;

/// What can be read of the bytes is written, and then it is what it was.
pub fn read(bytes: &[u8], text: &TextContainer) {
    let first = match entries(bytes, text) {
        Ok(first) => first,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let bytes = match write(&first, text) {
        Ok(bytes) => bytes,
        Err(error) => panic!("what was read cannot be written: {error}"),
    };
    let again = entries(&bytes, text);
    assert_eq!(again.as_ref(), Ok(&first), "what was written is read otherwise");
    let rewritten = again.map(|again| write(&again, text));
    assert_eq!(rewritten, Ok(Ok(bytes)), "what was read again is written otherwise");
}

/// What can be written of the entries that the bytes give is read back as it was, and nothing is outside of it.
pub fn written(bytes: &[u8], text: &TextContainer) {
    let Ok(drawn) = Unstructured::new(bytes).arbitrary::<Entries>() else { return };
    let kept = writable(text.format, text.parameters, drawn);
    if kept.is_empty() {
        return;
    }
    let file = match write(&kept, text) {
        Ok(file) => file,
        Err(error) => panic!("what is said to be writable is refused: {error}"),
    };
    assert_eq!(entries(&file, text), Ok(kept), "what was written is read otherwise");
    let reader = Reader::new(text.format, Bytes::new(&file), text.parameters);
    let outside = reader.and_then(|reader| reader.frame()).map(|frame| frame.outside);
    assert_eq!(outside, Ok(Vec::new()), "something is outside of entries");
}

fn entries(bytes: &[u8], text: &TextContainer) -> Result<Entries, ReadError> {
    let reader = Reader::new(text.format, Bytes::new(bytes), text.parameters)?;
    reader.frame()?;
    let entries = (0..).zip(reader.entries()).map(|(index, entry)| {
        let entry = entry?;
        assert_eq!(entry.index, index);
        let from = usize::try_from(entry.place().ofs).unwrap_or(usize::MAX);
        assert!(bytes.get(from..).is_some(), "a content outside of the file");
        Ok((String::from(entry.field()?), entry.content()?.to_vec()))
    });
    entries.collect()
}

fn write(entries: &Entries, text: &TextContainer) -> Result<Vec<u8>, WriteError> {
    let contents: Vec<Content<'_>> = entries.iter().map(|(_, bytes)| bytes.as_slice().into()).collect();
    let entries = entries.iter().zip(&contents);
    let entries: Vec<NewText<'_>> = entries.map(|((field, _), content)| NewText { field, content }).collect();
    plan(text.format, text.parameters, &entries)?.to_bytes()
}
