//! Runs in a copy of the workspace whose bundle schema has another magic, a length of four bytes instead of eight, an alignment of 32
//! unless said otherwise, and another fill byte.

use offload_bundle::binary_bundle::{BinaryBundle, BinaryBundleBuilder, BinaryBundleContainer, EntryBuilder};
use offload_bundle::runtime::{Bytes, Container, Content, Problem, WriteProblem};

/// Two entries in the changed layout, byte by byte.
fn changed() -> Vec<u8> {
    let mut file = b"__OTHER_BUNDLE__".to_vec();
    file.extend(2_u64.to_le_bytes());
    for (ofs, len, id) in [(96_u64, 4_u64, "host"), (128, 3, "device")] {
        file.extend(ofs.to_le_bytes());
        file.extend(len.to_le_bytes());
        file.extend(u32::try_from(id.len()).unwrap().to_le_bytes());
        file.extend(id.as_bytes());
    }
    file.resize(96, b'.');
    file.extend(b"HOST");
    file.resize(128, b'.');
    file.extend(b"DEV");
    file
}

/// The same entries in the layout that the project's own schema describes.
fn old() -> Vec<u8> {
    let mut file = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    file.extend(2_u64.to_le_bytes());
    for (ofs, len, id) in [(90_u64, 4_u64, "host"), (94, 3, "device")] {
        file.extend(ofs.to_le_bytes());
        file.extend(len.to_le_bytes());
        file.extend(u64::try_from(id.len()).unwrap().to_le_bytes());
        file.extend(id.as_bytes());
    }
    file.extend(b"HOSTDEV");
    file
}

fn entry(id: &str, code_object: &'static [u8]) -> EntryBuilder<'static> {
    EntryBuilder {
        id: id.to_owned(),
        code_object: Content::from(code_object),
    }
}

#[test]
fn the_changed_format_is_written_and_read() {
    let mut builder = BinaryBundleBuilder {
        entries: vec![entry("host", b"HOST"), entry("device", b"DEV")],
        ..BinaryBundleBuilder::default()
    };
    assert_eq!(builder.write(), Ok(changed()));
    let bytes = changed();
    let read = BinaryBundle::read(Bytes::new(&bytes)).unwrap().to_builder().unwrap();
    assert_eq!(read, builder);
    assert!(BinaryBundleContainer.recognises(&bytes));

    builder.alignment = 1;
    let error = builder.write().unwrap_err();
    assert_eq!(error.path, "alignment");
    assert!(matches!(error.problem, WriteProblem::OutOfRange { found: 1, min: 2, .. }));
}

#[test]
fn the_old_format_is_refused() {
    let error = BinaryBundle::read(Bytes::new(&old())).unwrap_err();
    assert_eq!(error.path(), "magic");
    assert!(matches!(error.problem, Problem::BadMagic { .. }));
    assert!(!BinaryBundleContainer.recognises(&old()));
}
