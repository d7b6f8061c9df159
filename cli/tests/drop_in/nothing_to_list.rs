//! `-list` of a file without a bundle: exit code 0 and the reason on standard error, as the releases do; damaged bundles.

use offload_bundle_testing::releases::RELEASES;

use crate::scene::{Done, HOST, ONE, ours, ours_on, theirs_on};

const ARCHIVE: &[u8] = b"!<arch>\n";

const NO_BUNDLES: [(&str, &str); 8] = [
    ("bc", "host"),
    ("bc", "empty"),
    ("bc", "b.ll"),
    ("bc", "archive"),
    ("o", "one"),
    ("o", "empty"),
    ("ll", "host"),
    ("ll", "empty"),
];

#[test]
fn non_bundle_lists_nothing() {
    for (file_type, file) in NO_BUNDLES {
        let words = [format!("-type={file_type}"), "-list".to_owned(), format!("-inputs={file}")];
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let files = [("archive", ARCHIVE)];
        let here = ours_on(&files, &words);
        assert_eq!((here.code, here.stdout.as_str()), (Some(0), ""), "{words:?}: {here:?}");
        let reason = format!("warning: '{file}': not an offload bundle");
        assert!(here.stderr.contains(&reason), "{words:?}: {here:?}");
        for release in RELEASES {
            let real = theirs_on(release, &files, &words);
            assert_eq!((real.code, real.stdout.as_str()), (Some(0), ""), "{release}: {words:?}");
        }
    }
}

#[test]
fn truncated_bundle_is_damaged() {
    let targets = format!("-targets={HOST},{ONE}");
    let bundled = |more: &[&str]| {
        let words = [&["-type=bc", "-input=host", "-input=long", "-output=out", targets.as_str()], more].concat();
        ours(&words).files.remove("out").unwrap()
    };
    for (bytes, at_least) in [(bundled(&[]), 24), (bundled(&["-compress"]), 4)] {
        for kept in [at_least, at_least + 3, at_least + 10, at_least + 40] {
            let done: Done = ours_on(&[("cut", &bytes[..kept])], &["-type=bc", "-list", "-input=cut"]);
            assert_eq!((done.code, done.stdout.as_str()), (Some(1), ""), "{kept}: {done:?}");
            assert!(done.stderr.contains("error: "), "{kept}: {done:?}");
        }
    }
}

#[test]
fn wrong_digest_lists_ids_and_fails() {
    let targets = format!("-targets={HOST},{ONE}");
    let words = ["-type=bc", "-compress", "-input=host", "-input=long", "-output=out", &targets];
    let mut bytes = ours(&words).files.remove("out").unwrap();
    // The digest is the last header field of version 3.
    bytes[24] ^= 1;
    let files = [("wrong", bytes.as_slice())];
    let done = ours_on(&files, &["-type=bc", "-list", "-verbose", "-input=wrong"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert_eq!(done.stdout, format!("{HOST}-\n{ONE}\n"));
    assert!(
        done.stderr.contains("wrong digest of the decompressed bytes: expected"),
        "{done:?}"
    );
    // Without -verbose nothing is decompressed.
    let done = ours_on(&files, &["-type=bc", "-list", "-input=wrong"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
}
