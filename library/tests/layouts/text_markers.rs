//! The markers of text bundles, byte by byte: written, read and refused. Clang Offload Bundler, "Bundled Text File
//! Layout", and measured behaviour of releases beyond it.

// A failing test panics.
#![allow(clippy::unwrap_used)]

use offload_bundle_core::bytes::{Bytes, Place};
use offload_bundle_core::plan::Content;
use offload_bundle_formats::text_bundle::{EntryBuilder, FORMAT, TextBundle, TextBundleBuilder};

const HOST: &str = "host-x86_64-unknown-linux-gnu";
const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx906";

const SAMPLE: &str = "\n# __CLANG_OFFLOAD_BUNDLE____START__ host-x86_64-unknown-linux-gnu\nhost\
                      \n# __CLANG_OFFLOAD_BUNDLE____END__ host-x86_64-unknown-linux-gnu\n\
                      \n# __CLANG_OFFLOAD_BUNDLE____START__ hip-amdgcn-amd-amdhsa--gfx906\ndevice\
                      \n# __CLANG_OFFLOAD_BUNDLE____END__ hip-amdgcn-amd-amdhsa--gfx906\n";

fn written(entries: &[(&str, &'static str)]) -> Result<String, String> {
    let entries = entries
        .iter()
        .map(|(id, text)| EntryBuilder { id: (*id).to_owned(), code_object: Content::from(text.as_bytes()) });
    let builder = TextBundleBuilder { prefix: b"#".into(), entries: entries.collect() };
    let bytes = builder.write().map_err(|error| error.to_string())?;
    Ok(String::from_utf8(bytes).unwrap())
}

fn read(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let told = |error: offload_bundle_core::error::ReadError| error.to_string();
    let bundle = TextBundle::read(Bytes::new(text.as_bytes()), b"#").map_err(told)?;
    let entries = bundle.entries().map(|entry| {
        let entry = entry.map_err(told)?;
        let content = std::str::from_utf8(entry.code_object().map_err(told)?).unwrap();
        Ok((entry.id().map_err(told)?, content))
    });
    entries.collect()
}

#[test]
fn markers_match_the_document() {
    let entries = [(HOST, "host"), (DEVICE, "device")];
    assert_eq!(written(&entries).as_deref(), Ok(SAMPLE));
    assert_eq!(read(SAMPLE), Ok(entries.to_vec()));
}

#[test]
fn comment_in_another_language_is_ignored() {
    let error = TextBundle::read(Bytes::new(SAMPLE.as_bytes()), b"//").unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 0x0: expected a start marker (\"\\n// __CLANG_OFFLOAD_BUNDLE____START__ \"), found the end of the file"
    );
}

/// Releases accept a missing final line break; every other marker has a line break.
#[test]
fn only_the_final_line_break_is_optional() {
    let cut = SAMPLE.strip_suffix('\n').unwrap();
    assert_eq!(read(cut), Ok(vec![(HOST, "host"), (DEVICE, "device")]));
    let started = "\n# __CLANG_OFFLOAD_BUNDLE____START__ host-x86_64-unknown-linux-gnu";
    assert_eq!(
        read(started),
        Err(
            "at byte 0x0 (entries[0].start): expected \"\\n\" at the end of the marker, found the end of the file"
                .to_owned()
        )
    );
}

#[test]
fn end_marker_names_its_entry() {
    let other = SAMPLE.replace("END__ host-x86_64", "END__ host-x86_63");
    let whose = "expected an end marker of the entry \"host-x86_64-unknown-linux-gnu\", found an end marker of the entry \"host-x86_63-unknown-linux-gnu\"";
    assert_eq!(read(&other), Err(format!("at byte 0x47 (entries[0].end): {whose}")));
}

#[test]
fn unreadable_content_is_refused() {
    for (id, why) in [
        ("a\0b", "it contains a NUL"),
        (
            "a\rb",
            "it contains a carriage return, but marker lines end with a line feed only",
        ),
        ("a\nb", "it contains what ends its marker line"),
    ] {
        assert_eq!(
            written(&[(id, "x")]),
            Err(format!("entries[0].id: could not be read back: {why}"))
        );
    }
    let cr = "it contains a carriage return, but marker lines end with a line feed only";
    for (id, why) in [("a\0b", "it contains a NUL"), ("a\rb", cr)] {
        let text = SAMPLE.replace(HOST, id);
        assert_eq!(read(&text), Err(format!("at byte 0x25 (entries[0].start.id): {why}")));
    }
    let marker = "x\n# __CLANG_OFFLOAD_BUNDLE____END__ hip-amdgcn-amd-amdhsa--gfx906\n";
    let holds = "entries[0].code_object: could not be read back: it holds an end marker at byte 0x1";
    assert_eq!(written(&[(DEVICE, marker)]), Err(holds.to_owned()));
}

/// A repeated ID begins the next bundle, as in joined files.
#[test]
fn repeated_id_begins_the_next_bundle() {
    let two = SAMPLE.repeat(2);
    assert_eq!(read(&two), read(SAMPLE));
    let again = written(&[(DEVICE, "a"), (DEVICE, "b")]).unwrap_err();
    assert!(again.contains("another bundle would begin"), "{again}");
}

#[test]
fn text_outside_entries_is_other_text() {
    let text = format!("before{SAMPLE}after");
    let bundle = TextBundle::read(Bytes::new(text.as_bytes()), b"#").unwrap();
    let (start, end) = (6, 6 + SAMPLE.len() as u64);
    assert_eq!(
        bundle.other_text(),
        Ok(vec![Place { ofs: 0, len: start }, Place { ofs: end, len: 5 }])
    );
    assert_eq!(
        (FORMAT.outside.name, FORMAT.content.name, FORMAT.field.name),
        ("other_text", "code_object", "id")
    );
}
