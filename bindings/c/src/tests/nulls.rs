//! Nulls in every place of every function.

use crate::bundle;
use crate::bytes;
use crate::compression;
use crate::entry;
use crate::error::{self, OB_NONE};
use crate::file;
use crate::filter::Filter;
use crate::foreign::tests::read;
use crate::foreign::{Chars, Data, Held, List, Out, Room, Several};
use crate::input::{Input, OB_FORCE};
use crate::matching;
use crate::opened::{Bundle, Entry};
use crate::operations;
use crate::outcome::Outcome;
use crate::report;
use crate::rows::{FileResult, Finding, Output, SizeRow};
use crate::status::Status;
use crate::target;
use crate::tests::{fixture, in_memory, made, open};
use crate::verdict;
use crate::writing;

const NOTHING: Input = Input { path: Chars::NULL, data: Data::NULL, size: 9 };

#[test]
fn what_needs_something_says_so() {
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
        compression::ob_compress(Data::NULL, 9, None, Out::NULL, Out::NULL),
        compression::ob_decompress(Data::NULL, 9, Out::NULL, Out::NULL),
        operations::ob_verify(NOTHING, None, List::NULL, 0, Out::NULL, Out::NULL),
        operations::ob_supports(NOTHING, null, None, Out::NULL, Out::NULL),
        compression::ob_make_bundle(List::NULL, Several::NULL, 9, None, Out::NULL, Out::NULL),
        operations::ob_size(NOTHING, null, 0, None, None, Out::NULL, Out::NULL),
        operations::ob_extract(NOTHING, null, None, None, Out::NULL, Out::NULL),
        operations::ob_diff(NOTHING, NOTHING, None, None, Out::NULL, Out::NULL),
        writing::ob_prune(NOTHING, List::NULL, 0, List::NULL, 0, null, None, Out::NULL, Out::NULL),
        writing::ob_compress_file(NOTHING, None, null, None, Out::NULL, Out::NULL),
        writing::ob_decompress_file(NOTHING, null, None, Out::NULL, Out::NULL),
        writing::ob_replace(
            NOTHING,
            List::NULL,
            Several::NULL,
            9,
            OB_NONE,
            null,
            None,
            Out::NULL,
            Out::NULL,
        ),
    ];
    assert!(
        statuses.iter().all(|status| *status == Status::InvalidArgument),
        "{statuses:?}"
    );
    // With a place for the result too.
    let (status, _, error) = made(|file, error| file::ob_open(NOTHING, None, file, error));
    assert_eq!(status, Status::InvalidArgument);
    assert_eq!(read(error::ob_error_code(Held::new(&*error.unwrap()))), "null");
    let bytes = fixture("objects/hip.22.so");
    let (status, _, _) = made(|report, error| {
        operations::ob_verify(in_memory(&bytes), None, List::new(&[Chars::NULL]), 1, report, error)
    });
    assert_eq!(status, Status::InvalidArgument);
}

#[test]
fn a_list_with_a_null_in_it_is_refused() {
    let bytes = fixture("objects/hip.22.so");
    let nulls = [Chars::NULL];
    let filter = Filter {
        targets: List::NULL,
        target_count: 0,
        kinds: List::new(&nulls),
        kind_count: 1,
        triples: List::NULL,
        triple_count: 0,
    };
    for filter in [filter, Filter { kind_count: 0, triples: List::NULL, triple_count: 1, ..filter }] {
        let (status, _, error) = made(|report, error| {
            operations::ob_size(in_memory(&bytes), Chars::NULL, 0, Some(&filter), None, report, error)
        });
        assert_eq!(status, Status::InvalidArgument);
        assert_eq!(read(error::ob_error_code(Held::new(&*error.unwrap()))), "null");
    }
    let (status, _, _) = made(|made, error| {
        compression::ob_make_bundle(
            List::new(&nulls),
            Several::new(&[in_memory(&bytes)]),
            1,
            None,
            made,
            error,
        )
    });
    assert_eq!(status, Status::InvalidArgument);
}

#[test]
fn what_asks_of_nothing_answers_nothing() {
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
    assert!(bytes::ob_bytes_data(Held::NULL).is_null() && bytes::ob_bytes_size(Held::NULL) == 0);
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
            verdict::ob_verdict_reason_count(Held::NULL)
        ),
        (0, 0)
    );
    assert!(!verdict::ob_verdict_compatible(Held::NULL) && !verdict::ob_verdict_loads(Held::NULL));
    assert_eq!(verdict::ob_verdict_rank(Held::NULL), 0);
    assert_eq!(error::ob_error_offset(Held::NULL), OB_NONE);
    assert_eq!(report::ob_report_outcome(Held::NULL), Outcome::Failed);
    let texts = [
        error::ob_error_code(Held::NULL),
        error::ob_error_message(Held::NULL),
        error::ob_error_file(Held::NULL),
        error::ob_error_path(Held::NULL),
        matching::ob_match_reason(Held::NULL, 0).rule,
        verdict::ob_verdict_reason(Held::NULL, 0).text,
        target::ob_target_text(Held::NULL),
        target::ob_target_processor(Held::NULL),
        target::ob_target_feature(Held::NULL, 0).name,
        report::ob_report_json(Held::NULL),
    ];
    assert!(texts.iter().all(|text| !text.is_null() && read(*text).is_empty()));
}

#[test]
fn rows_of_nothing_are_not_there() {
    let counts = [
        report::ob_report_file_count(Held::NULL),
        report::ob_report_finding_count(Held::NULL),
        report::ob_report_size_row_count(Held::NULL),
        report::ob_report_output_count(Held::NULL),
    ];
    assert_eq!(counts, [0; 4]);
    assert!(!report::ob_report_file(Held::NULL, 0, Out::<FileResult>::NULL));
    assert!(!report::ob_report_finding(Held::NULL, 0, Out::<Finding>::NULL));
    assert!(!report::ob_report_size_row(Held::NULL, 0, Out::<SizeRow>::NULL));
    assert!(!report::ob_report_output(Held::NULL, 0, Out::<Output>::NULL));
    let bytes = fixture("objects/hip.22.so");
    let found = made(|report, error| operations::ob_verify(in_memory(&bytes), None, List::NULL, 0, report, error));
    let found = found.1.unwrap();
    // There is one, but no place for it.
    assert_eq!(report::ob_report_file_count(Held::new(&*found)), 1);
    assert!(!report::ob_report_file(Held::new(&*found), 0, Out::NULL));
}

#[test]
fn nothing_is_freed_of_nothing() {
    file::ob_file_close(None);
    bytes::ob_bytes_free(None);
    error::ob_error_free(None);
    matching::ob_match_free(None);
    report::ob_report_free(None);
    target::ob_target_free(None);
    verdict::ob_verdict_free(None);
}

#[test]
fn a_flag_that_means_nothing_here_is_refused() {
    let bytes = fixture("objects/hip.22.so");
    for flags in [OB_FORCE, 1 << 31] {
        assert_eq!(open(&bytes, flags).0, Status::InvalidArgument);
    }
    let both = Input { path: Chars::from_c_str(c"libapp.so"), ..in_memory(&bytes) };
    let (status, _, _) = made(|file, error| file::ob_open(both, None, file, error));
    assert_eq!(status, Status::InvalidArgument);
}
