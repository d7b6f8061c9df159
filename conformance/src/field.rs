//! Finds the field at an offset, as `inspect` describes it.

use offload_bundle::input::Input;
use offload_bundle::ops;
use offload_bundle::report::InspectedRow;
use offload_bundle::request::InspectRequest;
use offload_bundle_formats::registry::REGISTRY;

const NAME: &str = "file";

/// A field of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Title of the format.
    pub format: &'static str,
    /// Path of the field, such as `entries[0].offset`.
    pub path: String,
    /// Meaning; may be empty.
    pub meaning: String,
    /// File offset in bytes.
    pub offset: u64,
    /// Size in bytes.
    pub size: u64,
}

/// Returns the smallest field that contains `offset`; `None` for unknown formats and gaps.
pub fn field_at(file: &[u8], offset: u64) -> Option<Field> {
    let mut request = InspectRequest::default();
    request.inputs = vec![Input::from_bytes(NAME, file.to_vec()).into()];
    let report = ops::inspect(&REGISTRY, &request).ok()?;
    // Offsets in archive members and decompressed data are relative to those files.
    let parts = report.files.iter().flat_map(|inspected| {
        let here = |place: &offload_bundle::report::PartPlace| place.file == inspected.file && place.member.is_none();
        inspected.parts.iter().filter(move |part| here(&part.place))
    });
    let has = |row: &InspectedRow| row.offset.0 <= offset && offset.wrapping_sub(row.offset.0) < row.size.0;
    let rows = parts.flat_map(|part| part.rows.iter().map(|row| (part.place.title, row)));
    let (format, row) = rows.filter(|(_, row)| has(row)).min_by_key(|(_, row)| row.size.0)?;
    Some(Field { format, path: row.path.clone(), meaning: row.meaning.clone(), offset: row.offset.0, size: row.size.0 })
}

#[cfg(test)]
mod tests {
    use offload_bundle::BundleBuilder;

    use super::*;

    #[test]
    fn smallest_field_at_byte_is_named() {
        let bundle = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"code");
        let bytes = bundle.to_bytes().unwrap();
        let path = |offset| field_at(&bytes, offset).map(|field| (field.path, field.offset, field.size));
        assert_eq!(path(0).unwrap().0, "magic");
        let (count, at, size) = path(25).unwrap();
        assert_eq!((at, size), (24, 8), "{count}");
        let (first, at, size) = path(39).unwrap();
        assert!(first.contains("[0]") && (at, size) == (32, 8), "{first}");
        assert_eq!(path(1_000_000), None);
        assert_eq!(field_at(b"no format", 1), None);
    }
}
