//! Answers: a report or an error as JSON.

use offload_bundle::offload_bundle_core::ids::IdComponentError;
use offload_bundle::request::RequestedTarget;
use offload_bundle::{Error, REGISTRY};
use serde::Serialize;
use serde_json::json;

/// JSON: a report, or `code` and `message`.
pub(crate) type Answer = Result<String, String>;

pub(crate) fn answer(result: Result<impl Serialize, Error>) -> Answer {
    match result {
        Ok(report) => as_json(&report),
        Err(error) => Err(as_json(&error)?),
    }
}

/// A processor, a target ID or a product.
pub(crate) fn gpu(name: &str) -> Result<RequestedTarget, String> {
    RequestedTarget::parse(&REGISTRY, name).map_err(|error| {
        let message = match error {
            IdComponentError::Malformed(error) => format!("{name:?}: {error}"),
            // The message includes the name.
            error => error.to_string(),
        };
        failure("bad-id", &message)
    })
}

fn as_json(value: &impl Serialize) -> Answer {
    serde_json::to_string(value).map_err(|error| failure("unwritable", &error.to_string()))
}

/// An error of the page itself.
pub(crate) fn failure(code: &str, message: &str) -> String {
    json!({ "code": code, "message": message }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_words_of_the_tool() {
        let error = answer(offload_bundle::open("no such file").map(|_| ())).unwrap_err();
        let expected = r#"{"code":"io","message":"no such file: No such file or directory"}"#;
        assert_eq!(error, expected);
        assert!(gpu("MI250X").is_ok());
        let error = gpu("gfx 90a").unwrap_err();
        assert!(error.starts_with(r#"{"code":"bad-id","message":"#), "{error}");
    }
}
