//! Reads the output of our writers with Kaitai's reader.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

use super::Accepted;
use super::scratch::Scratch;
use crate::files;
use crate::kaitai::tools::Tools;

pub fn compare(scratch: &Scratch, accepted: &[Accepted]) -> Result<(), String> {
    let root = files::root();
    let Some(tools) = Tools::unless_missing(&root)? else {
        return Ok(());
    };
    let (mut read, mut differ) = (0, Vec::new());
    let fit: Vec<&Accepted> = accepted.iter().filter(|schema| schema.python).collect();
    for schema in &fit {
        // It rejects some numbers and names.
        let compiled = match tools.compile(&root.join("target/schemas").join(&schema.source.name)) {
            Ok(compiled) => compiled,
            Err(message) => {
                eprintln!(
                    "not compared: {}",
                    message.lines().take(2).collect::<Vec<_>>().join(" ")
                );
                continue;
            }
        };
        let folder = scratch.files.join(&schema.id);
        let names = files::below(&folder)?;
        let inputs: Vec<PathBuf> = names
            .iter()
            .filter(|name| name.ends_with(".bin"))
            .map(|name| folder.join(name))
            .collect();
        for (path, theirs) in inputs.iter().zip(tools.read(&compiled, &inputs)?) {
            let ours = files::read(&path.with_extension("txt"))?;
            let ours: BTreeMap<String, String> = ours.lines().filter_map(line).collect();
            let mut fields = BTreeMap::new();
            if let Some(theirs) = &theirs {
                flatten(theirs, String::new(), &mut fields);
            }
            read += 1;
            if theirs.is_none() || fields != ours {
                differ.push(format!(
                    "{} of {}:\n  ours:   {ours:?}\n  kaitai: {fields:?}",
                    path.display(),
                    schema.source.name
                ));
            }
        }
    }
    eprintln!("Kaitai's reader reads {read} files of {} formats as ours", fit.len());
    match differ.as_slice() {
        [] if read > 0 => Ok(()),
        [] => Err("nothing was compared with Kaitai's reader".to_owned()),
        some => Err(format!(
            "{}\nours and Kaitai's reader differ on {} files",
            some.join("\n"),
            some.len()
        )),
    }
}

/// Path and value.
fn line(line: &str) -> Option<(String, String)> {
    let (path, hex) = line.split_once(' ')?;
    let bytes = hex
        .as_bytes()
        .chunks(2)
        .filter_map(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
    Some((
        path.to_owned(),
        String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned(),
    ))
}

fn flatten(value: &Value, path: String, found: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(members) => {
            let text = |key: &str| members.get(key).and_then(Value::as_str);
            let pair = |first, second| Some(format!("{} {}", text(first)?, text(second)?));
            match (members.len(), pair("number", "name").or_else(|| pair("offset", "len"))) {
                (2, Some(leaf)) => drop(found.insert(path, leaf)),
                _ => members
                    .iter()
                    .for_each(|(key, value)| flatten(value, format!("{path}/{key}"), found)),
            }
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(index, value)| flatten(value, format!("{path}/{index}"), found));
        }
        Value::String(text) => drop(found.insert(path, text.clone())),
        _ => {}
    }
}
