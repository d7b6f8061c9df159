//! `cargo xtask tidy`: invariants of the repository, one rule per file. A test runs it too.

mod circles;
mod dependencies;
mod each_file;
mod format_words;
mod generated;
mod links;
mod machine_paths;
mod modules;
mod prose;
mod tree;
mod unsafe_code;
mod words;

use std::fmt;
use std::path::Path;

use crate::files;
use tree::Tree;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, below the root of the repository.
    pub path: String,
    /// Line, counted from 1; 0 for the file as a whole.
    pub line: usize,
    pub text: String,
}

type Rule = (&'static str, fn(&Tree) -> Vec<Finding>);

const RULES: [Rule; 12] = [
    ("circles", circles::check),
    ("format words", format_words::check),
    ("generated files", generated::check),
    ("first line", each_file::first_line),
    ("length", each_file::length),
    ("machine paths", machine_paths::check),
    ("modules", modules::check),
    ("names of modules", each_file::names),
    ("dependencies", dependencies::check),
    ("links", links::check),
    ("prose", prose::check),
    ("unsafe code", unsafe_code::check),
];

const USAGE: &str = "usage: cargo xtask tidy [--lower | --marks [AREA]]
  --lower         lowers the rates of xtask/prose.txt to those of today
  --marks         prints the marks of translated English per 1,000 words, by area
  --marks AREA    prints the sentences with marks in an area, the worst first";

pub fn run(words: &[&str]) -> Result<(), String> {
    match words {
        [] => check(&files::root()),
        ["--lower"] => prose::lower(&files::root()),
        ["--marks"] => prose::print_rates(&files::root()),
        ["--marks", area] => prose::print_marks(&files::root(), area),
        _ => Err(USAGE.to_owned()),
    }
}

fn check(root: &Path) -> Result<(), String> {
    let tree = Tree::read(root)?;
    let mut lines = Vec::new();
    for (name, rule) in RULES {
        let mut findings = rule(&tree);
        findings.sort();
        lines.extend(findings.iter().map(|finding| format!("{finding} [{name}]")));
    }
    match lines.len() {
        0 => Ok(()),
        count => Err(format!("{}\n{count} findings", lines.join("\n"))),
    }
}

impl Finding {
    pub fn at(path: &str, index: usize, text: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line: index + 1, text: text.into() }
    }

    pub fn whole(path: &str, text: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line: 0, text: text.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.text),
            line => write!(f, "{}:{line}: {}", self.path, self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repository_is_tidy() {
        if let Err(message) = check(&files::root()) {
            panic!("{message}");
        }
    }
}
