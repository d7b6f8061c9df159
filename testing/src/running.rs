//! The name of the running test.

use std::env;
use std::thread;

/// `package::program::module::test`; `None` outside of a test's thread.
pub(crate) fn test() -> Option<String> {
    let thread = thread::current();
    let test = thread.name().filter(|name| *name != "main")?;
    Some(format!("{}::{test}", program()))
}

/// Cargo sets the package of tests that it starts.
pub(crate) fn program() -> String {
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let path = env::current_exe().unwrap_or_default();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    format!("{package}::{}", without_hash(&stem))
}

fn without_hash(stem: &str) -> &str {
    let is_hash = |end: &str| end.len() == 16 && end.bytes().all(|byte| byte.is_ascii_hexdigit());
    match stem.rsplit_once('-') {
        Some((name, end)) if is_hash(end) => name,
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_has_package_program_and_name() {
        let name = "offload-bundle-testing::offload_bundle_testing::running::tests::test_has_package_program_and_name";
        assert_eq!(test().as_deref(), Some(name));
        assert_eq!(thread::spawn(test).join().unwrap(), None);
    }

    #[test]
    fn only_hash_is_removed() {
        for (stem, name) in [("drop_in-0123456789abcdef", "drop_in"), ("own-tools", "own-tools"), ("suite", "suite")] {
            assert_eq!(without_hash(stem), name);
        }
    }
}
