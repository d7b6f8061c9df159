//! What `conformance/mutation.yaml` says: what is prose, which tests read a schema's facts from elsewhere, which changes nothing can notice.

use std::collections::BTreeSet;

use offload_bundle_codegen::yaml::{Node, Value};

use super::mutant::Mutant;

/// Where it stands.
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
    /// Those that ask a grammar, which need not be compiled.
    interpreted: Vec<String>,
    /// Those that need core and formats alone.
    alone: Vec<String>,
    tests: Vec<String>,
}

/// Test targets of the conformance crate that should notice changes of some schemas.
#[derive(Debug)]
pub struct Tests<'l> {
    /// Those that ask a grammar, which need not be compiled.
    pub interpreted: Vec<&'l str>,
    /// Those that need core and formats alone, which are asked first.
    pub alone: Vec<&'l str>,
    /// Those that need more.
    pub with_all: Vec<&'l str>,
    /// All that need core and formats alone, whatever they are about.
    pub all_alone: BTreeSet<&'l str>,
}

/// Changes that no test can notice, and why.
#[derive(Debug)]
struct Survivor {
    schema: String,
    /// A place, in which `*` stands for any text.
    place: String,
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
            let (schema, place, why) = (word(node, "schema")?, word(node, "place")?, word(node, "why")?);
            Some(Survivor { schema, place, operators: words(node, "changes"), why })
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
            all_alone: self
                .suites
                .iter()
                .flat_map(|suite| &suite.alone)
                .map(String::as_str)
                .collect(),
        }
    }

    /// Why nothing notices `mutant`, where that is known.
    pub fn why(&self, mutant: &Mutant) -> Option<&str> {
        let fits = |survivor: &&Survivor| {
            let operator = |operator: &String| operator == mutant.change.operator;
            survivor.schema == mutant.schema
                && matches(&survivor.place, &mutant.change.place)
                && (survivor.operators.is_empty() || survivor.operators.iter().any(operator))
        };
        self.survivors.iter().find(fits).map(|survivor| survivor.why.as_str())
    }

    /// The survivors of which no change is one any more, as places.
    pub fn stale(&self, mutants: &[Mutant]) -> Vec<String> {
        let used = |survivor: &&Survivor| {
            let same = |mutant: &&Mutant| mutant.schema == survivor.schema;
            !mutants
                .iter()
                .filter(same)
                .any(|mutant| matches(&survivor.place, &mutant.change.place))
        };
        let stale = self.survivors.iter().filter(used);
        stale
            .map(|survivor| format!("{} {}", survivor.schema, survivor.place))
            .collect()
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

fn words(node: &Node, key: &str) -> Vec<String> {
    let Some(Value::List(items)) = node.get(key).map(|node| &node.value) else {
        return Vec::new();
    };
    let text = |item: &Node| match &item.value {
        Value::Text(text) => Some(text.clone()),
        _ => None,
    };
    items.iter().filter_map(text).collect()
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
