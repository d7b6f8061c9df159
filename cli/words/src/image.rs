//! `key=value` pairs, separated by commas. `\,` is a comma in a value.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap_lex::OsStrExt;
use offload_bundle::request::{ImageRequest, ImageSource};
use offload_bundle_core::Shortened;
use offload_bundle_core::attributes::{AttributeTable, NumberAttribute};
use offload_bundle_core::flags;
use offload_bundle_core::registry::Registry;

use crate::FromWord;
use crate::named::joined;
use crate::plain::text;

const FILE: &str = "file";
/// Independent of its field's name.
const KIND: &str = "kind";

impl FromWord for ImageSource {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let table = attributes(registry)?;
        let mut image = Self::default();
        for (key, value) in pairs(word)? {
            if key == FILE {
                if value.is_empty() {
                    return Err("no file after `file=`".into());
                }
                image.files.push(Path::new(&value).into());
                continue;
            }
            let value = text(&value)?;
            match number_attribute(table, &key) {
                Some(attribute) => image = with_number(image, attribute, &key, value)?,
                None => image = image.text(key, value),
            }
        }
        match image.files.is_empty() {
            true => Err("`file=` is missing".into()),
            false => Ok(image),
        }
    }
}

fn with_number(
    image: ImageSource,
    attribute: &NumberAttribute<'static>,
    key: &str,
    value: &str,
) -> Result<ImageSource, String> {
    let given = image.attributes.number(attribute.name).is_some();
    if given || image.words.iter().any(|(name, _)| *name == attribute.name) {
        return Err(format!("`{key}` is given twice, and holds one number"));
    }
    Ok(match number(attribute, key, value)? {
        Some(number) => image.number(attribute.name, number),
        None => image.word(attribute.name, value),
    })
}

/// The first format with more than an ID per entry.
fn attributes(registry: &Registry) -> Result<&'static AttributeTable<'static>, String> {
    let mut tables = registry
        .containers
        .iter()
        .filter_map(|container| container.attributes());
    tables
        .next()
        .ok_or_else(|| "no format is known that keeps more than IDs of images".into())
}

/// The offload kind has a short name, others are named after their fields.
fn number_attribute(table: &AttributeTable<'static>, key: &str) -> Option<&'static NumberAttribute<'static>> {
    let mut numbers = table.numbers.iter();
    numbers.find(|number| match number.name == table.id.kind {
        true => key == KIND || key == word_for(number.name),
        false => key == word_for(number.name),
    })
}

fn word_for(name: &str) -> String {
    name.replace('_', "-")
}

/// `None` if `value` is a name. Fails if it is neither, or does not fit into the field.
fn number(attribute: &NumberAttribute<'_>, key: &str, value: &str) -> Result<Option<u64>, String> {
    let NumberAttribute { max, words, .. } = attribute;
    if attribute.numbers_of(value).next().is_some() {
        return Ok(None);
    }
    if attribute.flags {
        let names = words.iter().map(|known| (known.number, known.word));
        if let Some(number) = flags::parse(value, names).filter(|number| number <= max) {
            return Ok(Some(number));
        }
    }
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    match value.parse::<u64>() {
        Ok(number) if is_number && number <= *max => Ok(Some(number)),
        _ if is_number => Err(format!("`{key}`: expected a number from 0 to {max}, found {value}")),
        _ if words.is_empty() => Err(format!("`{key}`: expected a number from 0 to {max}, found {value:?}")),
        _ => {
            let mut known: Vec<&str> = words.iter().map(|known| known.word).collect();
            known.dedup();
            let known = joined(known);
            Err(format!(
                "`{key}`: unknown word {value:?}; known: {known}, and numbers from 0 to {max}"
            ))
        }
    }
}

/// Splits at commas that no `\` precedes.
fn pairs(word: &OsStr) -> Result<Vec<(String, OsString)>, String> {
    let mut pieces: Vec<OsString> = Vec::new();
    for (position, part) in word.split("\\,").enumerate() {
        for (number, piece) in part.split(",").enumerate() {
            match pieces.last_mut() {
                Some(last) if number == 0 && position > 0 => {
                    last.push(",");
                    last.push(piece);
                }
                _ => pieces.push(piece.into()),
            }
        }
    }
    let pairs = pieces.iter().map(|piece| match piece.split_once("=") {
        None => Err(format!(
            "expected a key, `=` and a value, found {:?}",
            Shortened(&piece.to_string_lossy())
        )),
        Some((key, _)) if key.is_empty() => Err(format!("no key before `=` in {:?}", piece.to_string_lossy())),
        Some((key, value)) => Ok((text(key)?.to_owned(), value.to_owned())),
    });
    pairs.collect()
}

impl FromWord for ImageRequest {
    fn from_word(registry: &Registry, word: &OsStr) -> Result<Self, String> {
        let table = attributes(registry)?;
        let mut wanted = Self::default();
        for (key, value) in pairs(word)? {
            let twice = || format!("`{key}` is given twice");
            if key == FILE {
                if value.is_empty() {
                    return Err("no file after `file=`".into());
                }
                if wanted.output.replace(value.into()).is_some() {
                    return Err(twice());
                }
                continue;
            }
            let value = text(&value)?;
            let Some(attribute) = number_attribute(table, &key) else {
                if wanted.texts.iter().any(|(known, _)| *known == key) {
                    return Err(twice());
                }
                wanted = wanted.text(key, value);
                continue;
            };
            if wanted.numbers.iter().any(|known| known.name == attribute.name) {
                return Err(twice());
            }
            let numbers = match number(attribute, &key, value)? {
                Some(number) => vec![number],
                None => attribute.numbers_of(value).collect(),
            };
            wanted = wanted.number(attribute.name, format!("{key}={value}"), numbers);
        }
        Ok(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(word: &str) -> Vec<(String, String)> {
        let pairs = pairs(word.as_ref()).unwrap();
        let text = |(key, value): (String, OsString)| (key, value.into_string().unwrap());
        pairs.into_iter().map(text).collect()
    }

    #[test]
    fn commas_separate_unless_escaped() {
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        assert_eq!(split("a=b"), [pair("a", "b")]);
        assert_eq!(split("a=b=c,k="), [pair("a", "b=c"), pair("k", "")]);
        assert_eq!(
            split(r"file=a\,b.o,k=\,,l=c:\x\"),
            [pair("file", "a,b.o"), pair("k", ","), pair("l", r"c:\x\")]
        );
        for (word, message) in [
            ("", "expected a key, `=` and a value, found \"\""),
            ("a=b,", "expected a key, `=` and a value, found \"\""),
            ("junk,a=b", "expected a key, `=` and a value, found \"junk\""),
            ("=v", "no key before `=` in \"=v\""),
        ] {
            assert_eq!(pairs(word.as_ref()), Err(message.into()), "{word}");
        }
    }

    #[test]
    fn unnamed_number_error_has_limits() {
        let depth = NumberAttribute { name: "depth", meaning: "", max: 9, words: &[], flags: false };
        assert_eq!(number(&depth, "depth", "9"), Ok(Some(9)));
        let message = "`depth`: expected a number from 0 to 9, found \"deep\"";
        assert_eq!(number(&depth, "depth", "deep"), Err(message.into()));
    }
}
