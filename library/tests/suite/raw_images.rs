//! Raw images in sections, as clang 22's SYCL wrapper writes them.

use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionKind};
use offload_bundle::report::{Outcome, Verdict};

use crate::support::{fixtures, folder_with, listed, verified};

fn object(content: &[u8]) -> Vec<u8> {
    let mut made = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let section = made.add_section(Vec::new(), b".llvm.offloading".to_vec(), SectionKind::ReadOnlyData);
    made.append_section_data(section, content, 8);
    made.write().unwrap()
}

#[test]
fn images_without_a_container_are_listed() {
    for (fixture, id) in [
        ("kinds/spirv.22.spv", "sycl-spirv64-unknown-unknown--"),
        ("kinds/bitcode.22.bc", "sycl-spir64-unknown-unknown--"),
        ("kinds/elf.22.o", "sycl-unknown-unknown-unknown--"),
    ] {
        let content = std::fs::read(fixtures().join(fixture)).unwrap();
        let (_folder, path) = folder_with("wrapper.o");
        std::fs::write(&path, object(&content)).unwrap();
        let found = listed(path.clone());
        assert_eq!(found.summary.outcome, Outcome::Done, "{fixture}");
        let entry = &found.files[0].bundles[0].entries[0];
        assert_eq!(entry.id.as_deref(), Some(id));
        assert_eq!(entry.size.unwrap().0, content.len() as u64);
        assert_eq!(
            verified(path).files[0].summary.verdict,
            Some(Verdict::Sound),
            "{fixture}"
        );
    }
}

#[test]
fn other_bytes_in_the_section_are_not_sound() {
    let (_folder, path) = folder_with("wrapper.o");
    std::fs::write(&path, object(b"no image, but a text")).unwrap();
    let verified = verified(path);
    assert_eq!(verified.files[0].summary.verdict, Some(Verdict::NotSound));
    assert_eq!(verified.files[0].findings[0].code, "unrecognised");
}
