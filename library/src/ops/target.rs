//! `target`: IDs explained and compared.

use offload_bundle_core::ids::{IdGrammar, IdPart, Invalid, ParseError};
use serde_json::{Value, json};

use super::matching::reasons;
use super::session::{Outcome, Session, pretty};
use super::table::{Align, table};
use crate::error::OpError;

/// What to say about which IDs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetRequest {
    /// Their parts.
    Parse {
        /// The IDs.
        ids: Vec<String>,
    },
    /// Their canonical spelling.
    Canonical {
        /// The IDs.
        ids: Vec<String>,
    },
    /// Whether one may serve as the other.
    Compat {
        /// The ID of the entry.
        stored: String,
        /// The ID asked for.
        asked: String,
    },
}

/// Answers the request. [`Outcome::No`] if the IDs are not compatible.
///
/// # Errors
///
/// [`OpError::BadId`] for text that is no ID.
///
/// As JSON: for parts a list of `id`, `canonical` and `parts` (`name`, `value`, `column`, `meaning`); for canonical spellings a list
/// of `id` and `canonical`; for compatibility `stored`, `asked`, `compatible`, `rank` and `reasons` (`rule`, `text`).
pub fn target(session: &mut Session<'_>, request: &TargetRequest) -> Result<Outcome, OpError> {
    let grammar = session.registry.ids;
    let text = match request {
        TargetRequest::Parse { ids } => {
            let parsed = each(ids, |id| Ok((grammar.parts(id)?, grammar.canonical(id)?)))?;
            if session.json {
                let all = ids.iter().zip(&parsed);
                pretty(
                    &all.map(|(id, (parts, canonical))| parts_as_json(id, parts, canonical))
                        .collect(),
                )
            } else {
                let all = ids.iter().zip(&parsed);
                all.map(|(id, (parts, _))| parts_as_text(id, parts)).collect()
            }
        }
        TargetRequest::Canonical { ids } => {
            let canonical = each(ids, |id| grammar.canonical(id))?;
            if session.json {
                let all = ids.iter().zip(&canonical);
                pretty(
                    &all.map(|(id, canonical)| json!({ "id": id, "canonical": canonical }))
                        .collect(),
                )
            } else {
                canonical.iter().map(|canonical| format!("{canonical}\n")).collect()
            }
        }
        TargetRequest::Compat { stored, asked } => return compat(session, grammar, stored, asked),
    };
    session.print(&text)?;
    Ok(Outcome::Yes)
}

fn compat(session: &mut Session<'_>, grammar: &dyn IdGrammar, stored: &str, asked: &str) -> Result<Outcome, OpError> {
    for id in [stored, asked] {
        grammar.parts(id).map_err(|error| malformed(id, error))?;
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
        .map(|id| read(id).map_err(|error| malformed(id, error)))
        .collect()
}

fn malformed(id: &str, error: ParseError) -> OpError {
    OpError::BadId { id: id.into(), invalid: Invalid { malformed: Some(error), ..Invalid::default() } }
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
