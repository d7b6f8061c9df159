//! Violators whose changes the table describes.

use offload_bundle_conformance::case::{Question, hex};
use offload_bundle_conformance::testee::{Answer, Breakdown};
use offload_bundle_conformance::violators::{Change, End, ListChange, SetNumber, TextChange, When};
use serde_json::{Map, Value};

use super::fields::fields;
use crate::fault::{contains, with_contents, with_input, with_value};

/// Keys of questions with IDs.
const IDS: [&str; 6] = ["targets", "ids", "stored", "asked", "text", "entries"];

/// The question as JSON, with bytes in hexadecimal.
fn in_json(question: &Question<Vec<u8>>) -> Map<String, Value> {
    let digits = |bytes: &Vec<u8>| Ok::<String, String>(bytes.iter().map(|byte| format!("{byte:02x}")).collect());
    match serde_json::to_value(question.try_map(digits).unwrap()).unwrap() {
        Value::Object(fields) => fields,
        other => panic!("{other}"),
    }
}

fn input(question: &Question<Vec<u8>>) -> Option<&[u8]> {
    match question {
        Question::Read { input, .. }
        | Question::List { input, .. }
        | Question::Unbundle { input, .. }
        | Question::Compress { input, .. }
        | Question::Decompress { input }
        | Question::SplitArchive { input, .. }
        | Question::Images { input }
        | Question::Extract { input, .. } => Some(input),
        _ => None,
    }
}

fn ids(fields: &mut Map<String, Value>, each: &mut dyn FnMut(&mut String)) {
    for value in IDS
        .iter()
        .filter_map(|key| fields.remove(*key).map(|value| (*key, value)))
        .collect::<Vec<_>>()
    {
        let (key, mut value) = value;
        match &mut value {
            Value::String(id) => each(id),
            Value::Array(items) => {
                for item in items {
                    let id = if item.is_object() {
                        item.get_mut("id")
                    } else {
                        Some(item)
                    };
                    if let Some(Value::String(id)) = id {
                        each(id);
                    }
                }
            }
            _ => {}
        }
        fields.insert(key.into(), value);
    }
}

fn holds(question: &Question<Vec<u8>>, text: &str) -> bool {
    if let Some(input) = input(question) {
        return contains(input, text.as_bytes());
    }
    let mut found = false;
    ids(&mut in_json(question), &mut |id| found |= id.contains(text));
    found
}

/// Whether `when` selects the question.
pub fn fits(when: &When, question: &Question<Vec<u8>>) -> bool {
    let file = input(question).unwrap_or_default();
    let is = |(key, wanted): (&String, &Value)| {
        let found = in_json(question).remove(key).unwrap_or_default();
        match wanted {
            Value::Array(any) => any.contains(&found),
            one => *one == found,
        }
    };
    let has_byte = when.byte.as_ref().is_none_or(|byte| {
        let found = file.get(byte.at);
        found.is_some_and(|found| (byte.is.is_empty() || byte.is.contains(found)) && !byte.not.contains(found))
    });
    (when.op.is_empty() || when.op.iter().any(|op| op == question.op()))
        && has_byte
        && (when.begins.is_empty() || when.begins.iter().any(|digits| file.starts_with(&hex(digits).unwrap())))
        && when.holds.as_ref().is_none_or(|text| holds(question, text))
        && when.lacks.as_ref().is_none_or(|text| !holds(question, text))
        && when.has.iter().all(|key| in_json(question).contains_key(key))
        && when.is.iter().all(is)
}

pub fn question(change: &Change, question: &Question<Vec<u8>>) -> Question<Vec<u8>> {
    let mut question = question.clone();
    if !change.asks.is_empty() || !change.items.is_empty() || change.replaces.is_some() {
        let mut fields = in_json(&question);
        fields.extend(change.asks.clone());
        for (key, list) in &change.items {
            let items = fields.get_mut(key).and_then(Value::as_array_mut);
            change_list(list, items.unwrap_or_else(|| panic!("{key} is not a list")));
        }
        if let Some([from, to]) = &change.replaces {
            ids(&mut fields, &mut |id| *id = id.replace(from, to));
        }
        let changed: Question<String> = serde_json::from_value(fields.into()).unwrap();
        question = changed.try_map(|digits| hex(digits)).unwrap();
    }
    if let Some(put) = &change.puts {
        let bytes = hex(&put.bytes).unwrap();
        question = with_input(&question, |file| {
            if let Some(field) = file.get_mut(put.at..put.at + bytes.len()) {
                field.copy_from_slice(&bytes);
            }
        });
    }
    match &change.sets {
        Some(number) => with_input(&question, |file| set(number, file)),
        None => question,
    }
}

fn set(number: &SetNumber, file: &mut [u8]) {
    let has_version = file.get(4).is_some_and(|version| number.versions.contains(version));
    if !number.versions.is_empty() && !has_version {
        return;
    }
    for (_, place) in fields(&number.format, file)
        .into_iter()
        .filter(|(name, _)| *name == number.number)
    {
        let field = file.get(place.clone()).unwrap_or_default();
        let found = field.iter().rev().fold(0, |found, byte| found << 8 | u64::from(*byte));
        let bytes = number.to.unwrap_or(found).saturating_add(number.by).to_le_bytes();
        if let (Some(field), Some(bytes)) = (file.get_mut(place.clone()), bytes.get(..place.len())) {
            field.copy_from_slice(bytes);
        }
    }
}

pub fn answer(change: &Change, mut answer: Answer) -> Answer {
    if change.when.refused && !matches!(answer, Answer::Rejected(_)) {
        return answer;
    }
    if let Some(value) = &change.value {
        answer = Answer::value(value.clone());
    }
    for (key, value) in &change.tells {
        answer = with_value(answer, key, |told| *told = value.clone());
    }
    for (key, list) in &change.lists {
        answer = with_value(answer, key, |items| {
            items
                .as_array_mut()
                .into_iter()
                .for_each(|items| change_list(list, items))
        });
    }
    if let Some(contents) = &change.contents {
        answer = with_contents(answer, |all| {
            all.iter_mut().for_each(|content| change_text(contents, content))
        });
    }
    match change.ends {
        None => answer,
        Some(End::Refusal) => Answer::Rejected("not known".into()),
        Some(End::Silence) => Answer::Broken(Breakdown::Silent),
        Some(End::Crash) => Answer::Broken(Breakdown::Crash("segmentation fault".into())),
        Some(End::Hang) => Answer::Broken(Breakdown::Hang),
        Some(End::OutOfMemory) => Answer::Broken(Breakdown::OutOfMemory),
        Some(End::Escape) => Answer::Broken(Breakdown::WroteElsewhere(vec!["../../evil.o".into()])),
    }
}

fn change_list(change: &ListChange, items: &mut Vec<Value>) {
    items.truncate(change.keep.unwrap_or(items.len()));
    items.truncate(items.len().saturating_sub(change.lose));
    let left_out = |item: &Value| change.without.iter().all(|(key, value)| item.get(key) == Some(value));
    items.retain(|item| change.without.is_empty() || !left_out(item));
    if let Some(key) = &change.without_key {
        items.retain(|pair| pair.get(0).and_then(Value::as_str) != Some(key));
    }
    if let Some(key) = &change.sorts {
        items.sort_by_key(|item| item.get(key).map(Value::to_string));
    }
    if change.reverses {
        items.reverse();
    }
    for item in items {
        if let (Some(change), Value::String(text)) = (&change.texts, &mut *item) {
            let mut bytes = std::mem::take(text).into_bytes();
            change_text(change, &mut bytes);
            *text = String::from_utf8(bytes).unwrap();
        }
        let Some(fields) = item.as_object_mut() else { continue };
        fields.extend(change.tells.clone());
        for (key, by) in &change.raises {
            let number = fields.get(key).and_then(Value::as_u64).unwrap_or_default();
            fields.insert(key.clone(), number.saturating_add(*by).into());
        }
        for (key, list) in &change.lists {
            if let Some(items) = fields.get_mut(key).and_then(Value::as_array_mut) {
                change_list(list, items);
            }
        }
    }
}

fn change_text(change: &TextChange, text: &mut Vec<u8>) {
    text.truncate(text.len().saturating_sub(change.lose));
    if text.ends_with(change.trims.as_bytes()) {
        text.truncate(text.len() - change.trims.len());
    }
    if let Some(end) = &change.until {
        let found = text.windows(end.len()).position(|window| window == end.as_bytes());
        text.truncate(found.unwrap_or(text.len()));
    }
    text.extend(change.add.bytes());
    if let Some([from, to]) = &change.replaces {
        *text = String::from_utf8_lossy(text).replace(from, to).into_bytes();
    }
    if let Some(raised) = &change.raises
        && let Some(byte) = text.get_mut(raised.at)
    {
        *byte = byte.wrapping_add_signed(raised.by);
    }
    if change.reverses {
        text.reverse();
    }
}
