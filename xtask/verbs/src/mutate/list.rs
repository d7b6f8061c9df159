//! What `conformance/mutation.yaml` says: what is prose, which tests read a schema's facts from elsewhere, which changes nothing can notice.

use std::collections::BTreeSet;

use offload_bundle_codegen::yaml::{Node, Value};

use super::mutant::Mutant;

/// Where it is.
pub const LIST: &str = "conformance/mutation.yaml";

/// The list.
#[derive(Debug)]
pub struct List {
    /// Keys of what is for people.
    pub prose: BTreeSet<String>,
    suites: Vec<Suite>,
    survivors: Vec<Survivor>,
}

/// The tests that should notice changes of one schema.
#[derive(Debug)]
struct Suite {
    schema: String,
    /// Modules of tests that ask a grammar, which need not be compiled.
    interpreted: Vec<String>,
    /// Those that need core and formats alone.
    alone: Vec<String>,
    /// Test programs, each perhaps with a module.
    tests: Vec<String>,
}

/// The tests that should notice changes of some schemas.
#[derive(Debug)]
pub struct Tests<'l> {
    /// Modules of those that ask a grammar, which need not be compiled.
    pub interpreted: Vec<&'l str>,
    /// Modules of those that need core and formats alone, which are asked first.
    pub alone: Vec<&'l str>,
    /// The others: test programs, each perhaps with a module.
    pub with_all: Vec<&'l str>,
}

/// Changes that no test can notice, and why.
#[derive(Debug)]
struct Survivor {
    schema: String,
    /// Places, in which `*` stands for any text.
    places: Vec<String>,
    /// The kinds of change; any without them.
    operators: Vec<String>,
    why: String,
}

impl List {
    /// Reads the list.
    pub fn parse(text: &str) -> Result<Self, String> {
        let root = Node::parse(LIST, text).map_err(|problem| problem.to_string())?;
        let suite = |node: &Node| {
            Some(Suite {
                schema: word(node, "schema")?,
                interpreted: words(node, "interpreted"),
                alone: words(node, "alone"),
                tests: words(node, "tests"),
            })
        };
        let survivor = |node: &Node| {
            let (schema, why, places) = (word(node, "schema")?, word(node, "why")?, words(node, "place"));
            let survivor = Survivor { schema, places, operators: words(node, "changes"), why };
            (!survivor.places.is_empty()).then_some(survivor)
        };
        Ok(Self {
            prose: words(&root, "prose").into_iter().collect(),
            suites: all(&root, "suites", suite)?,
            survivors: all(&root, "survivors", survivor)?,
        })
    }

    /// The tests that should notice changes of `schema`.
    pub fn tests(&self, schema: &str) -> Tests<'_> {
        let meant = || self.suites.iter().filter(|suite| suite.schema == schema);
        Tests {
            interpreted: meant()
                .flat_map(|suite| &suite.interpreted)
                .map(String::as_str)
                .collect(),
            alone: meant().flat_map(|suite| &suite.alone).map(String::as_str).collect(),
            with_all: meant().flat_map(|suite| &suite.tests).map(String::as_str).collect(),
        }
    }

    /// Why nothing notices `mutant`, where that is known.
    pub fn why(&self, mutant: &Mutant) -> Option<&str> {
        let fits = |survivor: &&Survivor| {
            let operator = |operator: &String| operator == mutant.change.operator;
            survivor.schema == mutant.schema
                && survivor.places.iter().any(|place| matches(place, &mutant.change.place))
                && (survivor.operators.is_empty() || survivor.operators.iter().any(operator))
        };
        self.survivors.iter().find(fits).map(|survivor| survivor.why.as_str())
    }

    /// The places of survivors at which no change is any more.
    pub fn stale(&self, mutants: &[Mutant]) -> Vec<String> {
        let at = |schema: &str, place: &str| {
            let mut mutants = mutants.iter().filter(|mutant| mutant.schema == schema);
            mutants.any(|mutant| matches(place, &mutant.change.place))
        };
        let places = self
            .survivors
            .iter()
            .flat_map(|survivor| survivor.places.iter().map(|place| (&survivor.schema, place)));
        let stale = places.filter(|(schema, place)| !at(schema, place));
        stale.map(|(schema, place)| format!("{schema} {place}")).collect()
    }
}

/// Whether `text` is like `pattern`, in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|text| {
            let mut ends = (0..=text.len()).filter_map(|at| text.get(at..));
            ends.any(|text| matches(rest, text))
        }),
    }
}

fn all<T>(root: &Node, key: &str, read: impl Fn(&Node) -> Option<T>) -> Result<Vec<T>, String> {
    let Some(Value::List(items)) = root.get(key).map(|node| &node.value) else {
        return Ok(Vec::new());
    };
    let item = |item: &Node| read(item).ok_or(format!("{LIST}:{}: something is missing", item.span.line));
    items.iter().map(item).collect()
}

fn word(node: &Node, key: &str) -> Option<String> {
    match &node.get(key)?.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// One text, or a list of them.
fn words(node: &Node, key: &str) -> Vec<String> {
    let text = |item: &Node| match &item.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    match node.get(key) {
        None => Vec::new(),
        Some(found) => match &found.value {
            Value::List(items) => items.iter().filter_map(text).collect(),
            _ => text(found).into_iter().collect(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        assert!(matches("/types/*/seq/0", "/types/a/b/seq/0"));
        assert!(matches("*", "/x") && matches("/x", "/x"));
        assert!(!matches("/types/*/seq/0", "/types/a/seq/1"));
    }
}
