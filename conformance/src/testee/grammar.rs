//! Answers questions about IDs from the tables of a grammar.

use offload_bundle::ops;
use offload_bundle_core::ids::ParseError;
use offload_bundle_core::ids::tables::Grammar;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::implementation::Testee;
use crate::case::Question;

/// Answers from the tables of a grammar.
#[derive(Debug, Clone, Copy)]
pub struct GrammarTestee(pub &'static Grammar<'static>);

impl Testee for GrammarTestee {
    fn name(&self) -> &str {
        "grammar"
    }

    fn answer(&mut self, question: &Question<Vec<u8>>) -> Answer {
        let answered = match question {
            Question::ParseId { text } => parse_id(self.0, text),
            Question::Compatible { stored, asked } => compatible(self.0, stored, asked),
            Question::Compose { ids } => compose(self.0, ids),
            _ => return Answer::Skipped("it is not a question about IDs".into()),
        };
        answered.map_or_else(Answer::Rejected, Answer::value)
    }
}

fn rejection(error: ParseError) -> String {
    error.to_string()
}

fn parse_id(grammar: &Grammar<'static>, id: &str) -> Result<Value, String> {
    let parts = grammar.components(id).map_err(rejection)?;
    let (processor, features) = parts.target.split_once(':').unwrap_or((&parts.target, ""));
    let features: Map<String, Value> = features
        .split(':')
        .filter_map(|feature| Some((feature.get(..feature.len().checked_sub(1)?)?, feature.ends_with('+'))))
        .map(|(name, on)| (name.to_string(), on.into()))
        .collect();
    Ok(json!({
        "canonical": grammar.canonical(id).map_err(rejection)?,
        "features": features,
        "kind": parts.kind,
        "processor": processor,
        "triple": parts.triple,
    }))
}

fn compatible(grammar: &Grammar<'static>, stored: &str, asked: &str) -> Result<Value, String> {
    for id in [stored, asked] {
        grammar.read(id).map_err(rejection)?;
    }
    Ok(json!({ "compatible": grammar.verdict(stored, asked).compatible }))
}

fn compose(grammar: &Grammar<'static>, ids: &[String]) -> Result<Value, String> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    ops::check_bundle(grammar, &ids, true).map_err(|error| error.to_string())?;
    Ok(json!({ "together": true }))
}
