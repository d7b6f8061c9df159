//! Reports skipped tests with reasons.

use std::env;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use crate::running;

/// An absolute path, because tests run in their crates' folders.
const VARIABLE: &str = "OFFLOAD_BUNDLE_SKIPS";

/// Reports that the running test, or a part, is skipped: on standard error, and as a line `package::program::module::test: reason` in the
/// file `OFFLOAD_BUNDLE_SKIPS`. The reason must be the same in each run. Panics if the file cannot be written.
pub fn skip(reason: impl Display) {
    let test = running::test().unwrap_or_else(|| format!("{}::?", running::program()));
    let line = format!("{test}: {reason}").replace('\n', " ");
    eprintln!("skipped: {line}");
    let Some(path) = env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from) else {
        return;
    };
    assert!(
        path.is_absolute(),
        "{VARIABLE}={}: not an absolute path",
        path.display()
    );
    let file = OpenOptions::new().append(true).create(true).open(&path);
    // A single write per line, so that lines of several processes do not mix.
    let written = file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;

    #[test]
    fn skip_is_line_of_file() {
        const NAME: &str = "skips::tests::skip_is_line_of_file";
        const AGAIN: &str = "OFFLOAD_BUNDLE_SKIPS_AGAIN";
        if env::var_os(AGAIN).is_some() {
            skip("one\nreason");
            return skip("another");
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("skips");
        fs::write(&file, "before\n").unwrap();
        #[expect(clippy::disallowed_methods, reason = "this test is started again")]
        let output = Command::new(env::current_exe().unwrap())
            .args(["--exact", NAME])
            .env(VARIABLE, &file)
            .env(AGAIN, "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("1 passed"), "{said}");
        let name = format!("offload-bundle-testing::offload_bundle_testing::{NAME}");
        let lines = format!("before\n{name}: one reason\n{name}: another\n");
        assert_eq!(fs::read_to_string(&file).unwrap(), lines);
    }
}
