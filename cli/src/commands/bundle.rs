//! `bundle` with the spelling of IDs to choose.

use offload_bundle::error::OpError;
use offload_bundle::ops::{self, Outcome, Session, check_bundle};
use offload_bundle_cli_definitions::arguments::BundleArguments;
use offload_bundle_core::ids::{Invalid, ParseError, StyleError};

use super::compression::with;

/// Bundles the inputs under IDs in the style asked for.
pub(super) fn bundle(session: &mut Session<'_>, arguments: &BundleArguments) -> Result<Outcome, OpError> {
    let ids = session.registry.ids;
    let given: Vec<&str> = arguments.entries.iter().map(|(id, _)| id.as_str()).collect();
    // IDs are checked as they are given, so that the messages show what the user wrote.
    check_bundle(ids, &given, true)?;
    let mut entries = Vec::with_capacity(arguments.entries.len());
    for (id, input) in &arguments.entries {
        let stored = ids
            .restyle(id, &arguments.id_style)
            .map_err(|error| unspellable(id, &arguments.id_style, &error))?;
        entries.push((stored, input.clone()));
    }
    ops::bundle(
        session,
        &ops::BundleRequest {
            file_type: arguments.file_type,
            output: arguments.output.clone(),
            entries,
            alignment: arguments.alignment.unwrap_or(arguments.file_type.default_alignment),
            check: true,
            allow_output_is_input: false,
            compress: arguments
                .compress
                .map(|choice| with(choice, arguments.level, arguments.version)),
        },
    )
}

/// The ID has no spelling in the style.
fn unspellable(id: &str, style: &str, error: &StyleError) -> OpError {
    let malformed = ParseError {
        column: 0,
        expected: format!("an ID that the style {style} can spell"),
        found: format!("one of which {error}"),
    };
    OpError::BadId { id: id.into(), invalid: Invalid { malformed: Some(malformed), ..Invalid::default() } }
}
