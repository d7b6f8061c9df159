//! Checks a written zip archive.

use std::sync::Arc;

use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::package::zip_files;
use offload_bundle_core::registry::Registry;

use super::edited_zip::Contents;
use crate::linked::held::unsound;

pub(super) fn check_package(registry: &Registry, result: &Arc<Input>, contents: &Contents) -> Result<(), Error> {
    let mut seen = 0_usize;
    // Reading a file compares its checksum with the stored one.
    zip_files(registry, result, u64::MAX, &mut |name, input, _| {
        seen = seen.saturating_add(1);
        match contents.get(&name).is_some_and(|(len, _)| *len == input.len()) {
            true => Ok(()),
            false => Err(unsound(
                result,
                format!("{} is not as long as it should be", input.name()),
            )),
        }
    })?;
    match seen == contents.len() {
        true => Ok(()),
        false => Err(unsound(result, "it has other files")),
    }
}
