//! The suite's data as part of the program: cases, fixtures, testees and expectations, so that it runs anywhere.

use include_dir::{Dir, include_dir};

use crate::case::Collection;
use crate::expectations::Expectations;
use crate::testee::Adapter;

static CASES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cases");
static FIXTURES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/fixtures");
static TESTEES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/testees");
static EXPECTATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/expectations");

/// All cases.
///
/// # Errors
///
/// A file that is not as its JSON Schema says.
pub fn cases() -> Result<Collection, String> {
    let mut collection = Collection::default();
    let mut folders = vec![&CASES];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        for file in folder
            .files()
            .filter(|file| file.path().extension().is_some_and(|end| end == "json"))
        {
            let name = file.path().with_extension("").display().to_string();
            if name == "schema" {
                continue;
            }
            let text = file.contents_utf8().ok_or_else(|| format!("{name}: not UTF-8"))?;
            collection
                .add(name.clone(), text)
                .map_err(|error| format!("{name}: {error}"))?;
        }
    }
    Ok(collection)
}

/// The content of a file of the fixtures.
pub fn fixture(name: &str) -> Option<Vec<u8>> {
    Some(FIXTURES.get_file(name)?.contents().to_vec())
}

/// The command-line tools that are known, in the order of their names.
///
/// # Errors
///
/// A file that is not as it should be.
pub fn adapters() -> Result<Vec<Adapter>, String> {
    let mut files: Vec<_> = TESTEES
        .files()
        .filter(|file| file.path().extension().is_some_and(|end| end == "yaml"))
        .collect();
    files.sort_unstable_by_key(|file| file.path());
    let read = |file: &include_dir::File<'_>| {
        let name = file.path().display();
        let text = file.contents_utf8().ok_or_else(|| format!("{name}: not UTF-8"))?;
        serde_yaml::from_str(text).map_err(|error| format!("{name}: {error}"))
    };
    files.into_iter().map(read).collect()
}

/// The known deviations of `testee`; none where there is no file.
///
/// # Errors
///
/// A file that is not as it should be.
pub fn expectations(testee: &str) -> Result<Expectations, String> {
    let name = format!("{testee}.txt");
    let Some(file) = EXPECTATIONS.get_file(&name) else {
        return Ok(Expectations::default());
    };
    let text = file.contents_utf8().ok_or_else(|| format!("{name}: not UTF-8"))?;
    Expectations::parse(text).map_err(|error| format!("{name}: {error}"))
}
