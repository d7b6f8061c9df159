//! Prints the matrix and writes the reports that are asked for.

use clap::ArgMatches;
use offload_bundle_conformance::case::Case;
use offload_bundle_conformance::embedded;
use offload_bundle_conformance::findings::{self, markdown};
use offload_bundle_conformance::matrix::matrix;
use offload_bundle_conformance::report::{Document, junit, page};

use crate::printing::say;

/// Prints the matrix and writes the reports that `matches` ask for.
pub(crate) fn write(matches: &ArgMatches, document: &Document) -> Result<(), String> {
    say!("{}", matrix(document));
    let write = |name: &str, text: &dyn Fn() -> Result<String, String>| match matches.get_one::<String>(name) {
        Some(file) => std::fs::write(file, text()?).map_err(|error| format!("{file}: {error}")),
        None => Ok(()),
    };
    let json = || serde_json::to_string_pretty(document).map_err(|error| error.to_string());
    write("json", &json)?;
    write("junit", &|| junit(document))?;
    write("html", &|| page(document))
}

/// Prints what real tools are known to do otherwise.
pub(crate) fn findings() -> Result<bool, String> {
    say!("{}", markdown(&findings::findings(&embedded::cases()?)?));
    Ok(true)
}

/// Makes one document of several. Whether everything in them is as expected.
pub(crate) fn merge(matches: &ArgMatches) -> Result<bool, String> {
    let read = |file: &String| -> Result<Document, String> {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        serde_json::from_str(&text).map_err(|error| format!("{file}: it is no report of this suite: {error}"))
    };
    let files = matches.get_many::<String>("files").into_iter().flatten();
    let documents = files.map(read).collect::<Result<_, _>>()?;
    let collection = embedded::cases()?;
    let document = Document::merged(documents, &collection.cases().collect::<Vec<&Case>>())?;
    for testee in &document.testees {
        testee
            .surprises
            .iter()
            .for_each(|surprise| eprintln!("{}: {surprise}", testee.name));
    }
    write(matches, &document)?;
    Ok(document.is_expected())
}
