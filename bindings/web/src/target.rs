//! Compares target IDs.

use offload_bundle::REGISTRY;
use offload_bundle::ops;
use offload_bundle::request::TargetCompatRequest;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answer::{Answer, answer};

/// Returns the output of `target compat --json`: whether code stored as `stored` runs as `requested`, and why.
///
/// # Errors
///
/// Throws if an ID is invalid.
#[wasm_bindgen(js_name = compareTargets)]
pub fn compare_targets(stored: &str, requested: &str) -> Answer {
    let mut request = TargetCompatRequest::default();
    (request.stored, request.requested) = (stored.to_owned(), requested.to_owned());
    answer(ops::target_compat(&REGISTRY, &request))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_compared_with_the_reason() {
        let told = compare_targets("gfx90a", "gfx90a:xnack+").unwrap();
        assert!(
            told.contains(r#""compatible":true"#) && told.contains("which serves"),
            "{told}"
        );
        let told = compare_targets("gfx906", "gfx90a").unwrap();
        assert!(told.contains(r#""compatible":false"#), "{told}");
        assert!(
            compare_targets("gfx90a:xnack", "gfx90a")
                .unwrap_err()
                .contains("bad-id")
        );
    }
}
