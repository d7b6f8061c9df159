//! Writes any values of a binary format: they are read back unchanged, and operations find them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle_core::testing::values_from;
use offload_bundle_formats::samples::FORMATS;
use offload_bundle_fuzz::operations;

fuzz_target!(|bytes: &[u8]| {
    let Some((chosen, bytes)) = bytes.split_first() else {
        return;
    };
    let Some(format) = usize::from(*chosen)
        .checked_rem(FORMATS.len())
        .and_then(|index| FORMATS.get(index))
    else {
        return;
    };
    let Some(values) = values_from(format.tree, bytes) else {
        return;
    };
    let Ok(written) = format.written(&values) else { return };
    assert_eq!(
        (format.again)(&written, &values),
        Ok((true, Ok(written.clone()))),
        "what was written is read otherwise"
    );
    operations::operations(&written, format);
});
