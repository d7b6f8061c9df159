//! Null in every argument of every function.

use crate::bundle;
use crate::bytes;
use crate::compression;
use crate::entry;
use crate::error::{self, OB_NONE};
use crate::file;
use crate::foreign::tests::read;
use crate::foreign::{Chars, Data, Held, Out, Room};
use crate::input::Input;
use crate::matching;
use crate::opened::{Bundle, Entry};
use crate::status::Status;
use crate::target;
use crate::tests::{fixture, in_memory, made, open};
use crate::verdict;

const NOTHING: Input = Input { path: Chars::NULL, data: Data::NULL, size: 9 };

#[test]
fn null_argument_is_refused() {
    let (no_bundle, no_entry) = (Bundle::NONE, Entry::NONE);
    let null = Chars::NULL;
    let statuses = [
        file::ob_open(NOTHING, None, Out::NULL, Out::NULL),
        bundle::ob_bundle_member(no_bundle, Out::NULL, Out::NULL),
        bundle::ob_bundle_compression(no_bundle, Out::NULL, Out::NULL),
        entry::ob_entry_id(no_entry, Out::NULL, Out::NULL),
        entry::ob_entry_target(no_entry, Out::NULL, Out::NULL),
        entry::ob_entry_size(no_entry, Out::NULL, Out::NULL),
        entry::ob_entry_bytes(no_entry, Out::NULL, Out::NULL),
        entry::ob_entry_copy(no_entry, Room::NULL, 9, Out::NULL, Out::NULL),
        matching::ob_file_best_match(Held::NULL, null, Out::NULL, Out::NULL),
        matching::ob_bundle_best_match(no_bundle, null, Out::NULL, Out::NULL),
        target::ob_target_parse(null, Out::NULL, Out::NULL),
        target::ob_target_of_gpu(null, Out::NULL, Out::NULL),
        target::ob_canonical_id(null, Out::NULL, Out::NULL),
        verdict::ob_compare(null, null, Out::NULL, Out::NULL),
        compression::ob_decompress(Data::NULL, 9, Out::NULL, Out::NULL),
        compression::ob_image_length(Data::NULL, 9, Out::NULL, Out::NULL),
        compression::ob_image_length(Data::NULL, 0, Out::NULL, Out::NULL),
    ];
    assert!(
        statuses.iter().all(|status| *status == Status::InvalidArgument),
        "{statuses:?}"
    );
    // With a result pointer too.
    let (status, _, error) = made(|file, error| file::ob_open(NOTHING, None, file, error));
    assert_eq!(status, Status::InvalidArgument);
    assert_eq!(read(error::ob_failure_code(Held::new(&*error.unwrap()))), "null");
}

#[test]
fn getters_of_null_return_defaults() {
    assert_eq!(file::ob_file_bundle_count(Held::NULL), 0);
    assert!(file::ob_file_bundle(Held::NULL, 0).file.get().is_none());
    let bundle = Bundle::NONE;
    assert!(bundle::ob_bundle_format(bundle).data.is_null() && bundle::ob_bundle_section(bundle).data.is_null());
    assert_eq!(
        (bundle::ob_bundle_offset(bundle), bundle::ob_bundle_size(bundle)),
        (0, 0)
    );
    assert_eq!(bundle::ob_bundle_entry_count(bundle), 0);
    assert!(bundle::ob_bundle_entry(bundle, 0).file.get().is_none());
    assert!(entry::ob_entry_bundle(Entry::NONE).file.get().is_none());
    assert!(entry::ob_entry_kind(Entry::NONE).data.is_null());
    assert_eq!(entry::ob_entry_offset(Entry::NONE), OB_NONE);
    assert!(bytes::ob_buffer_data(Held::NULL).is_null() && bytes::ob_buffer_size(Held::NULL) == 0);
    assert!(matching::ob_match_entry(Held::NULL).file.get().is_none());
    assert!(matching::ob_match_other(Held::NULL, 0).file.get().is_none());
    assert_eq!(
        (
            matching::ob_match_reason_count(Held::NULL),
            matching::ob_match_other_count(Held::NULL)
        ),
        (0, 0)
    );
    assert_eq!(
        (
            target::ob_target_feature_count(Held::NULL),
            verdict::ob_comparison_reason_count(Held::NULL)
        ),
        (0, 0)
    );
    assert!(!verdict::ob_comparison_compatible(Held::NULL) && !verdict::ob_comparison_loadable(Held::NULL));
    assert_eq!(verdict::ob_comparison_rank(Held::NULL), 0);
    assert_eq!(error::ob_failure_offset(Held::NULL), OB_NONE);
    let texts = [
        error::ob_failure_code(Held::NULL),
        error::ob_failure_message(Held::NULL),
        error::ob_failure_file(Held::NULL),
        error::ob_failure_path(Held::NULL),
        matching::ob_match_reason(Held::NULL, 0).rule,
        verdict::ob_comparison_reason(Held::NULL, 0).text,
        target::ob_target_text(Held::NULL),
        target::ob_target_processor(Held::NULL),
        target::ob_target_feature(Held::NULL, 0).name,
    ];
    assert!(texts.iter().all(|text| !text.is_null() && read(*text).is_empty()));
}

#[test]
fn freeing_null_is_ignored() {
    file::ob_file_close(None);
    bytes::ob_buffer_free(None);
    error::ob_failure_free(None);
    matching::ob_match_free(None);
    target::ob_target_free(None);
    verdict::ob_comparison_free(None);
}

#[test]
fn unknown_flag_is_refused() {
    let bytes = fixture("objects/hip.22.so");
    for flags in [1 << 3, 1 << 31] {
        assert_eq!(open(&bytes, flags).0, Status::InvalidArgument);
    }
    let both = Input { path: Chars::from_c_str(c"libapp.so"), ..in_memory(&bytes) };
    let (status, _, _) = made(|file, error| file::ob_open(both, None, file, error));
    assert_eq!(status, Status::InvalidArgument);
}
