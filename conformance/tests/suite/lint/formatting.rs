//! Files of cases have one format, which keeps diffs small. `BLESS=1` formats them.

use std::fmt;
use std::path::Path;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::Findings;

const ORDER: [&str; 9] = ["id", "why", "level", "requires", "source", "neighbour", "edge", "ask", "expect"];
/// Maximum length of a line with a whole value.
const WIDTH: usize = 120;

/// JSON that keeps the order of its keys.
#[derive(Debug, PartialEq)]
enum Json {
    Plain(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

pub fn files(folder: &Path) -> Findings {
    let mut wrong = Findings::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            wrong.extend(files(&path));
        } else if path.extension().is_some_and(|end| end == "json") && !path.ends_with("schema.json") {
            let text = std::fs::read_to_string(&path).unwrap();
            match std::env::var_os("BLESS") {
                Some(_) => std::fs::write(&path, formatted(&text)).unwrap(),
                None => wrong.extend(form(&text).map(|what| format!("{}: {what}", path.display()))),
            }
        }
    }
    wrong
}

/// The first deviation from the format.
pub fn form(text: &str) -> Option<String> {
    let Ok(Json::Object(file)) = serde_json::from_str(text) else {
        return Some("it is not a JSON object".into());
    };
    if let Some((_, Json::List(cases))) = file.iter().find(|(key, _)| key == "cases") {
        for case in cases {
            let Json::Object(fields) = case else { continue };
            let places = fields
                .iter()
                .map(|(key, _)| ORDER.iter().position(|known| known == key));
            if !places.is_sorted() {
                let keys: Vec<&str> = fields.iter().map(|(key, _)| key.as_str()).collect();
                return Some(format!(
                    "expected the keys of a case in the order {ORDER:?}, found {keys:?}"
                ));
            }
        }
    }
    let expected = formatted(text);
    let differs =
        |(line, expected): (&str, &str)| (line != expected).then(|| format!("{line:?}, expected {expected:?}"));
    let first = text.lines().zip(expected.lines()).enumerate();
    let mut first = first.filter_map(|(number, lines)| Some(format!("line {}: {}", number + 1, differs(lines)?)));
    match text == expected {
        true => None,
        false => Some(first.next().unwrap_or_else(|| "its end is not one line break".into())),
    }
}

fn formatted(text: &str) -> String {
    let json: Json = serde_json::from_str(text).unwrap();
    format!("{}\n", json.over_lines(0))
}

impl Json {
    fn on_one_line(&self) -> String {
        let joined = |items: Vec<String>| items.join(", ");
        match self {
            Self::Plain(text) => text.clone(),
            Self::List(items) => format!("[{}]", joined(items.iter().map(Self::on_one_line).collect())),
            Self::Object(fields) => {
                let fields = fields
                    .iter()
                    .map(|(key, value)| format!("{}: {}", quoted(key), value.on_one_line()));
                format!("{{{}}}", joined(fields.collect()))
            }
        }
    }

    /// The value on one line if it fits. Lists of several objects use a line for each object.
    fn over_lines(&self, indent: usize) -> String {
        let line = self.on_one_line();
        let objects = matches!(self, Self::List(items) if items.len() > 1 && matches!(items[0], Self::Object(_)));
        if line.chars().count() + indent <= WIDTH && !objects {
            return line;
        }
        let (inner, outer) = (" ".repeat(indent + 2), " ".repeat(indent));
        match self {
            Self::Plain(text) => text.clone(),
            Self::List(items) => {
                let items = items
                    .iter()
                    .map(|item| format!("{inner}{}", item.over_lines(indent + 2)));
                format!("[\n{}\n{outer}]", items.collect::<Vec<_>>().join(",\n"))
            }
            Self::Object(fields) => {
                let fields = fields
                    .iter()
                    .map(|(key, value)| format!("{inner}{}: {}", quoted(key), value.over_lines(indent + 2)));
                format!("{{\n{}\n{outer}}}", fields.collect::<Vec<_>>().join(",\n"))
            }
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON without fractions")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Plain(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Plain(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Plain(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Plain(quoted(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
        let mut object = Vec::new();
        while let Some(field) = fields.next_entry()? {
            object.push(field);
        }
        Ok(Json::Object(object))
    }
}
