//! `cargo xtask mutate`: slips made in the schemas, one at a time, and whether a test notices. Slow, so no test runs it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use offload_bundle_codegen::yaml::{Node, Value};

use crate::{codegen, files};

/// Where the slips are listed.
const LIST: &str = "conformance/mutations.yaml";

/// One slip in one schema.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Mutation {
    schema: String,
    /// What is done, for people.
    what: String,
    /// The text of the schema with the slip in it.
    text: String,
    /// The test targets that should notice.
    tests: Vec<String>,
}

/// Runs the verb: all slips, or those whose description or schema holds a word.
pub fn run(words: &[&str]) -> Result<(), String> {
    let wanted = match words {
        [] => "",
        [word] => word,
        _ => return Err("usage: cargo xtask mutate [WORD]".to_owned()),
    };
    let root = files::root();
    let mut mutations = listed(&files::read(&root.join(LIST))?, &|schema| {
        files::read(&root.join("schemas").join(schema))
    })?;
    mutations.retain(|mutation| mutation.what.contains(wanted) || mutation.schema.contains(wanted));
    let copy = copied(&root)?;
    let mut tests: Vec<String> = mutations.iter().flat_map(|mutation| mutation.tests.clone()).collect();
    tests.sort();
    tests.dedup();
    if let Some(fault) = fault(&copy, &tests)? {
        return Err(format!("the tests fail without any slip: {fault}"));
    }
    let mut unnoticed = 0;
    for mutation in &mutations {
        let schema = copy.join("schemas").join(&mutation.schema);
        let sound = files::read(&schema)?;
        files::write_if_different(&schema, &mutation.text)?;
        let noticed = fault(&copy, &mutation.tests)?;
        files::write_if_different(&schema, &sound)?;
        unnoticed += usize::from(noticed.is_none());
        let by = noticed.unwrap_or_else(|| "NOT NOTICED".to_owned());
        eprintln!("{}: {}: {by}", mutation.schema, mutation.what);
    }
    eprintln!("{} slips, {} noticed", mutations.len(), mutations.len() - unnoticed);
    match unnoticed {
        0 => Ok(()),
        some => Err(format!("{some} slips are noticed by no test")),
    }
}

/// A copy of what git knows of, to make slips in. What it builds lies with everything else that is built.
fn copied(root: &Path) -> Result<PathBuf, String> {
    let copy = root.join("target/mutate");
    let listed = output(Command::new("git").arg("ls-files").current_dir(root))?;
    for path in String::from_utf8_lossy(&listed.stdout).lines() {
        let Ok(new) = fs::read(root.join(path)) else { continue };
        let to = copy.join(path);
        if fs::read(&to).is_ok_and(|old| old == new) {
            continue;
        }
        let failed = |error: std::io::Error| format!("{}: {error}", to.display());
        to.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
        fs::write(&to, new).map_err(failed)?;
    }
    Ok(copy)
}

/// What is wrong with the copy, where the generator or one of `tests` says so.
fn fault(copy: &Path, tests: &[String]) -> Result<Option<String>, String> {
    let generated = match codegen::from_schemas(&copy.join("schemas")) {
        Ok(generated) => generated,
        Err(refused) => return Ok(Some(format!("refused: {}", refused.lines().next().unwrap_or_default()))),
    };
    for (path, text) in generated {
        files::write_if_different(&copy.join("generated").join(path), &text)?;
    }
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["test", "--quiet", "--no-fail-fast", "--package", "offload-bundle-conformance"])
        .args(tests.iter().flat_map(|test| ["--test", test]))
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", files::root().join("target"));
    let done = output(&mut cargo)?;
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    let telling = said
        .lines()
        .find(|line| line.starts_with("error") || line.ends_with("FAILED"));
    Ok((!done.status.success()).then(|| telling.unwrap_or("it fails").to_owned()))
}

fn output(command: &mut Command) -> Result<Output, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.output().map_err(|error| format!("{program}: {error}"))
}

/// The slips of the list `text`; `read` gives the text of a schema.
fn listed(text: &str, read: &dyn Fn(&str) -> Result<String, String>) -> Result<Vec<Mutation>, String> {
    let list = Node::parse(LIST, text).map_err(|problem| problem.to_string())?;
    let Value::List(items) = &list.value else {
        return Err(format!("{LIST}: expected a list"));
    };
    let mut schemas: BTreeMap<String, String> = BTreeMap::new();
    let mut mutations = Vec::new();
    for item in items {
        let schema = word(item, "schema").ok_or(format!("{LIST}:{}: no `schema`", item.span.line))?;
        if !schemas.contains_key(schema) {
            schemas.insert(schema.to_owned(), read(schema)?);
        }
        let sound = schemas.get(schema).map_or("", String::as_str);
        let made = changed(item, sound).ok_or(format!("{LIST}:{}: it changes nothing", item.span.line))?;
        let tests = match item.get("tests").map(|tests| &tests.value) {
            Some(Value::List(tests)) => tests.iter().filter_map(text_of).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let mutation = |(what, text)| Mutation { schema: schema.to_owned(), what, text, tests: tests.clone() };
        mutations.extend(made.into_iter().map(mutation));
    }
    Ok(mutations)
}

/// The slips of one item of the list in the text of its schema, each with what it does. Nothing if there are none.
fn changed(item: &Node, sound: &str) -> Option<Vec<(String, String)>> {
    if let Some(change) = word(item, "change") {
        let to = word(item, "to")?;
        let what = format!("{:?} becomes {to:?}", change);
        return sound
            .contains(change)
            .then(|| vec![(what, sound.replacen(change, to, 1))]);
    }
    let holds = word(item, "lines")?;
    let every = number(item, "every")?;
    let lines: Vec<&str> = sound.split_inclusive('\n').collect();
    let chosen = (0..lines.len()).filter(|at| lines.get(*at).is_some_and(|line| line.contains(holds)));
    let mut made = Vec::new();
    for at in chosen.step_by(every.max(1)) {
        let line = lines.get(at).copied().unwrap_or_default();
        let other = match (word(item, "from"), word(item, "to"), number(item, "add")) {
            (Some(from), Some(to), _) => line.replacen(from, to, 1),
            (_, _, Some(by)) => added(line, by)?,
            _ => String::new(),
        };
        let mut text = lines.clone();
        if let Some(changed) = text.get_mut(at) {
            *changed = &other;
        }
        made.push((
            format!("line {}: {:?} becomes {:?}", at + 1, line.trim(), other.trim()),
            text.concat(),
        ));
    }
    (!made.is_empty()).then_some(made)
}

/// The line with its last number made larger.
fn added(line: &str, by: usize) -> Option<String> {
    let end = line.rfind(|c: char| c.is_ascii_digit())? + 1;
    let head = line.get(..end)?;
    let hexadecimal = head.rfind("0x").filter(|at| {
        head.get(at + 2..)
            .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_hexdigit()))
    });
    let (start, radix) = match hexadecimal {
        Some(at) => (at + 2, 16),
        None => (head.trim_end_matches(|c: char| c.is_ascii_digit()).len(), 10),
    };
    let rest = line.get(start..)?;
    let len = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
    let digits = rest.get(..len)?;
    let number = usize::from_str_radix(digits, radix).ok()? + by;
    let number = if radix == 16 {
        format!("{number:0len$x}")
    } else {
        number.to_string()
    };
    Some(format!("{}{number}{}", line.get(..start)?, rest.get(len..)?))
}

fn text_of(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn word<'n>(item: &'n Node, key: &str) -> Option<&'n str> {
    item.get(key).and_then(text_of)
}

fn number(item: &Node, key: &str) -> Option<usize> {
    match item.get(key)?.value {
        Value::Int(number) => usize::try_from(number).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_changes_something_everywhere() {
        let root = files::root();
        let read = |schema: &str| files::read(&root.join("schemas").join(schema));
        let list = files::read(&root.join(LIST)).expect("the list");
        let mutations = listed(&list, &read).expect("each item changes its schema");
        for mutation in &mutations {
            let sound = read(&mutation.schema).expect("a schema");
            assert_ne!(mutation.text, sound, "{}", mutation.what);
            assert!(!mutation.tests.is_empty(), "{}", mutation.what);
        }
        assert!(mutations.len() > 46, "{}", mutations.len());
    }

    #[test]
    fn numbers_are_made_larger_as_they_are_written() {
        for (line, larger) in [
            ("elf-machine: '0x04f' }", "elf-machine: '0x050' }"),
            ("valid: {min: 24}", "valid: {min: 25}"),
            ("number: 99, name: A }", "number: 100, name: A }"),
        ] {
            assert_eq!(added(line, 1).as_deref(), Some(larger));
        }
        assert_eq!(added("no number", 1), None);
    }
}
