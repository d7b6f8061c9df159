//! Image kinds, offload kinds and flags, against LLVM's header.

use offload_bundle_core::bytes::Named;
use offload_bundle_core::container::Container;
use offload_bundle_formats::offload_binary::{CONTAINER, ImageFlag, ImageKind, OffloadKind};

/// LLVM, `Object/OffloadBinary.h`: `ImageKind`, `OffloadKind` (HIP was 3 up to release 19, before kinds became flags),
/// and `getImageKind` and `getOffloadKindName` for the words.
#[test]
fn kind_numbers_and_words_match_llvm() {
    let kinds = ImageKind::ALL.iter().map(|(_, number, name)| (*number, *name));
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        [(0, "none"), (1, "object"), (2, "bitcode"), (3, "cubin"), (4, "fatbinary"), (5, "ptx"), (6, "spirv")]
    );
    let kinds = OffloadKind::ALL.iter().map(|(_, number, name)| (*number, *name));
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        [(0, "none"), (1, "openmp"), (2, "cuda"), (3, "hip_old"), (4, "hip"), (8, "sycl")]
    );
    let flags = ImageFlag::ALL.iter().map(|(_, number, name)| (*number, *name));
    assert_eq!(flags.collect::<Vec<_>>(), [(1, "metadata")]);
    for (kind, ..) in ImageKind::ALL {
        assert_eq!(ImageKind::from_number(kind.number()), Some(*kind));
    }
    for (kind, ..) in OffloadKind::ALL {
        assert_eq!(OffloadKind::from_number(kind.number()), Some(*kind));
    }
    let [image, offload, flags] = CONTAINER.attributes().unwrap().numbers else {
        panic!("three numbers")
    };
    assert_eq!(
        [image, offload, flags].map(|number| (number.name, number.max)),
        [("image_kind", 0xffff), ("offload_kind", 0xffff), ("flags", 0xffff_ffff)]
    );
    let of = |known: &offload_bundle_core::attributes::NumberWord<'static>| {
        (known.number, known.word, known.suffix, known.begins, known.releases)
    };
    let none: (&[u8], &[&str]) = (b"", &[]);
    assert_eq!(
        image.words.iter().map(of).collect::<Vec<_>>(),
        [
            (0, "none", "", none.0, none.1),
            (1, "object", "o", b"", &[]),
            (2, "bitcode", "bc", b"BC\xc0\xde", &[]),
            (3, "cubin", "cubin", b"", &[]),
            (4, "fatbinary", "fatbin", b"", &[]),
            (5, "ptx", "s", b"", &[]),
            (6, "spirv", "spv", b"", &["main"]),
        ]
    );
    assert_eq!(
        offload.words.iter().map(of).collect::<Vec<_>>(),
        [
            (0, "none", "", none.0, none.1),
            (1, "openmp", "", b"", &[]),
            (2, "cuda", "", b"", &[]),
            (3, "hip", "", b"", &["16", "19"]),
            (4, "hip", "", b"", &["22", "main"]),
            (8, "sycl", "", b"", &["22", "main"]),
        ]
    );
    assert_eq!(
        flags.words.iter().map(of).collect::<Vec<_>>(),
        [(1, "metadata", "", none.0, none.1)]
    );
}
