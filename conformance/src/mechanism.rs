//! Source locations and upstream reports of known failures: `mechanisms.yaml`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Researched causes of failures.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mechanisms {
    /// Source file of each function.
    pub functions: BTreeMap<String, String>,
    /// Titles of upstream issues and changes by number.
    pub upstream: BTreeMap<String, String>,
    /// Causes.
    pub mechanisms: Vec<Mechanism>,
}

/// A cause of failures.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mechanism {
    /// Its reason in the expectations.
    pub reason: String,
    /// Responsible functions.
    pub functions: Vec<String>,
    /// Numbers of upstream issues and changes; may be empty.
    pub upstream: Vec<String>,
}

impl Mechanisms {
    /// Functions and upstream reports, if researched.
    pub(crate) fn describe(&self, reason: &str) -> Option<String> {
        let known = self.mechanisms.iter().find(|one| one.reason == reason)?;
        let functions = known.functions.iter().map(|name| match self.functions.get(name) {
            Some(file) => format!("`{name}` in {file}"),
            None => format!("`{name}`"),
        });
        let upstream = known.upstream.iter().map(|number| match self.upstream.get(number) {
            Some(title) => format!("{number}, {title}"),
            None => number.clone(),
        });
        let (functions, upstream): (Vec<_>, Vec<_>) = (functions.collect(), upstream.collect());
        let upstream = match upstream.is_empty() {
            true => "none known".to_owned(),
            false => upstream.join("; "),
        };
        Some(format!(
            "Functions: {}.\n\nUpstream: {upstream}.\n",
            functions.join(", ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_issues_are_printed_with_sources() {
        let text = "{functions: {read: a/b.cpp}, upstream: {'x/y#1': A title}, mechanisms: [\
                    {reason: one, functions: [read], upstream: ['x/y#1']}, {reason: two, functions: [read], upstream: []}]}";
        let mechanisms: Mechanisms = serde_yaml::from_str(text).unwrap();
        let told = |reason| mechanisms.describe(reason);
        let one = "Functions: `read` in a/b.cpp.\n\nUpstream: x/y#1, A title.\n";
        assert_eq!(told("one").as_deref(), Some(one));
        assert!(told("two").unwrap().ends_with("Upstream: none known.\n"));
        assert_eq!(told("three"), None);
    }
}
