//! Reads any bytes as every binary format with the same first bytes, through every interface. Valid files can be
//! rewritten unchanged.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle_core::write::Values;
use offload_bundle_formats::samples::FORMATS;
use offload_bundle_fuzz::{binary, operations};

fuzz_target!(|bytes: &[u8]| {
    operations::image_length(bytes);
    for format in FORMATS {
        if format.tree.magic().is_some_and(|magic| !bytes.starts_with(magic)) {
            continue;
        }
        binary::tree(bytes, format.tree, format.fault);
        binary::windows(bytes, format.fault);
        operations::operations(bytes, format);
        let Ok((_, written)) = (format.again)(bytes, &Values::default()) else {
            continue;
        };
        let written = match written {
            Ok(written) => written,
            Err(error) => panic!("what was read cannot be written: {error}"),
        };
        let again = (format.again)(&written, &Values::default());
        assert_eq!(
            again.map(|(_, again)| again),
            Ok(Ok(written)),
            "what was read again is written otherwise"
        );
    }
});
