//! `@file`: response files are split as the releases split them, for any last bytes.

use offload_bundle_testing::releases::RELEASES;

use crate::scene::{ours_on, theirs_on};

/// Each word begins with a letter that no option has, so that its error message shows it.
const TEXTS: [&str; 20] = [
    "-za '",
    "-za \"",
    "-za'",
    "-z'a b",
    "-z\"a 'b\\",
    "-za\\",
    "-za \\",
    "-za\\ ",
    "'-za\\",
    "'' -za",
    "-za '' -zb \"\"",
    "-za''-zb",
    "-za ''b",
    "-za\0b -zc",
    "-za 'b\0' -zc",
    "-za\0",
    "-z\\'a\\\"",
    "-z'\\'a' -z\"\\\"b\"",
    "-za\\\\ -zb",
    "\\-za '-z'b\"c d\"",
];

#[test]
fn response_files_are_split_as_releases_do() {
    for release in RELEASES {
        for text in TEXTS {
            let files = [("f", text.as_bytes())];
            let theirs = theirs_on(release, &files, &["@f"]);
            let here = ours_on(&files, &["@f", &format!("--emulate={release}")]);
            assert_eq!(theirs.code, Some(1), "{release} {text:?}: {theirs:?}");
            assert_eq!(told(&here.stderr), told(&theirs.stderr), "{release} {text:?}");
        }
    }
}

fn told(stderr: &str) -> Vec<&str> {
    let words = stderr.split("Unknown command line argument '").skip(1);
    words.filter_map(|rest| Some(rest.split_once("'. ")?.0)).collect()
}
