//! `target`: IDs explained and compared.

use offload_bundle_core::ids::{IdPart, ParseError};
use serde_json::{Value, json};

use super::matching::reasons;
use super::session::{Outcome, Session, pretty};
use super::table::{Align, table};
use crate::error::OpError;
use crate::request::{TargetCanonicalRequest, TargetCompatRequest, TargetParseRequest};

/// Shows the parts of IDs. As JSON: a list of `id`, `canonical` and `parts` (`name`, `value`, `column`, `meaning`).
///
/// # Errors
///
/// [`OpError::BadId`] for text that is no ID.
pub fn target_parse(session: &mut Session<'_>, request: &TargetParseRequest) -> Result<Outcome, OpError> {
    let grammar = session.registry.ids;
    let parsed = each(&request.ids, |id| Ok((grammar.parts(id)?, grammar.canonical(id)?)))?;
    let all = request.ids.iter().zip(&parsed);
    let text = if session.json {
        pretty(
            &all.map(|(id, (parts, canonical))| parts_as_json(id, parts, canonical))
                .collect(),
        )
    } else {
        all.map(|(id, (parts, _))| parts_as_text(id, parts)).collect()
    };
    session.print(&text)?;
    Ok(Outcome::Yes)
}

/// Shows the canonical spelling of IDs. As JSON: a list of `id` and `canonical`.
///
/// # Errors
///
/// [`OpError::BadId`] for text that is no ID.
pub fn target_canonical(session: &mut Session<'_>, request: &TargetCanonicalRequest) -> Result<Outcome, OpError> {
    let grammar = session.registry.ids;
    let canonical = each(&request.ids, |id| grammar.canonical(id))?;
    let text = if session.json {
        let all = request.ids.iter().zip(&canonical);
        pretty(
            &all.map(|(id, canonical)| json!({ "id": id, "canonical": canonical }))
                .collect(),
        )
    } else {
        canonical.iter().map(|canonical| format!("{canonical}\n")).collect()
    };
    session.print(&text)?;
    Ok(Outcome::Yes)
}

/// Whether the stored ID may serve a request for the other: [`Outcome::No`] if not. As JSON: `stored`, `asked`, `compatible`, `rank` and
/// `reasons` (`rule`, `text`).
///
/// # Errors
///
/// [`OpError::BadId`] for text that is no ID.
pub fn target_compat(session: &mut Session<'_>, request: &TargetCompatRequest) -> Result<Outcome, OpError> {
    let grammar = session.registry.ids;
    let TargetCompatRequest { stored, requested: asked } = request;
    for id in [stored, asked] {
        grammar.parts(id).map_err(|error| OpError::malformed_id(id, error))?;
    }
    let verdict = grammar.verdict(stored, asked);
    let text = if session.json {
        let reasons = verdict.reasons.iter();
        let reasons = reasons.map(|reason| json!({ "rule": reason.rule, "text": reason.text }));
        pretty(&json!({
            "stored": stored,
            "asked": asked,
            "compatible": verdict.compatible,
            "rank": verdict.rank,
            "reasons": reasons.collect::<Vec<Value>>(),
        }))
    } else {
        let answer = if verdict.compatible { "yes" } else { "no" };
        format!("{answer}{}\n", reasons(&verdict, "  "))
    };
    session.print(&text)?;
    Ok(if verdict.compatible { Outcome::Yes } else { Outcome::No })
}

fn each<T>(ids: &[String], mut read: impl FnMut(&str) -> Result<T, ParseError>) -> Result<Vec<T>, OpError> {
    ids.iter()
        .map(|id| read(id).map_err(|error| OpError::malformed_id(id, error)))
        .collect()
}

fn parts_as_text(id: &str, parts: &[IdPart]) -> String {
    let heading = ["column", "part", "value", "meaning"];
    let mut rows = vec![heading.map(ToString::to_string).to_vec()];
    rows.extend(parts.iter().map(|part| {
        vec![part.column.to_string(), part.name.to_string(), format!("{:?}", part.value), part.meaning.to_string()]
    }));
    let columns = [Align::Right, Align::Left, Align::Left, Align::Left];
    format!("{id}\n{}\n", table(&columns, &rows))
}

fn parts_as_json(id: &str, parts: &[IdPart], canonical: &str) -> Value {
    let parts = parts
        .iter()
        .map(|part| json!({ "name": part.name, "value": part.value, "column": part.column, "meaning": part.meaning }));
    json!({ "id": id, "canonical": canonical, "parts": parts.collect::<Vec<Value>>() })
}
