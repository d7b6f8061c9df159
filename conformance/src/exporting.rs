//! Writes all cases as files.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use clap::ArgMatches;
use offload_bundle_conformance::{embedded, export};

use crate::printing::say_line;

pub(crate) fn export(matches: &ArgMatches) -> Result<bool, String> {
    let folder = matches.get_one::<String>("folder").map_or("", String::as_str);
    let fail = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let folder = Path::new(folder);
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(false) => {}
        Ok(true) => {
            return Err(format!(
                "{}: the folder is not empty; choose a new or empty folder",
                folder.display()
            ));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(fail(folder, error)),
    }
    let collection = embedded::cases()?;
    let files = export::export(&collection, &embedded::requirements()?)?;
    for (path, bytes) in &files {
        let path = folder.join(path);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        if let Err(error) = made.and_then(|()| fs::write(&path, bytes)) {
            // The folder was empty, so that all its files are ours.
            for path in files.keys().filter_map(|path| path.split('/').next()) {
                let _ = fs::remove_file(folder.join(path)).or_else(|_| fs::remove_dir_all(folder.join(path)));
            }
            return Err(fail(&path, error));
        }
    }
    say_line!(
        "{} cases in {} files: {}",
        collection.cases().count(),
        files.len(),
        folder.display()
    );
    Ok(true)
}
