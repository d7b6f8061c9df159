//! Replaces the placeholders of a command line.

use std::collections::BTreeMap;

use super::adapter::{Call, Word};
use super::answer::Answer;
use crate::case::NewImage;

#[derive(Debug, Default)]
pub(super) struct Filling<'q> {
    pub(super) file_type: &'q str,
    pub(super) inputs: Vec<String>,
    pub(super) outputs: Vec<String>,
    pub(super) targets: Vec<&'q str>,
    pub(super) options: Vec<&'static str>,
    pub(super) alignment: Option<u32>,
    pub(super) level: Option<i32>,
    /// As `KEY=VALUE,…`.
    pub(super) filter: String,
    pub(super) version: Option<u32>,
    pub(super) method: &'q str,
    pub(super) images: BTreeMap<&'static str, Vec<String>>,
}

impl Call {
    pub(super) fn fill(&self, filling: &Filling<'_>) -> Vec<String> {
        let mut words = Vec::new();
        let each = filling.each();
        for word in &self.words {
            let word = match word {
                Word::Always(word) => word,
                Word::When { when, word } => match when.as_str() {
                    "alignment" if filling.alignment.is_some() => word,
                    when if filling.options.contains(&when) => word,
                    _ => continue,
                },
            };
            let here = || each.iter().filter(|(placeholder, _)| word.contains(placeholder));
            match here().map(|(_, all)| all.len()).max() {
                Some(count) => words.extend((0..count).map(|number| {
                    here().fold(word.clone(), |word, (placeholder, all)| {
                        word.replace(placeholder, all.get(number).map_or("", String::as_str))
                    })
                })),
                None => words.push(filling.fill(word)),
            }
        }
        words
    }

    /// Skips options that no word names.
    pub(super) fn without_word_for(&self, options: &[&str]) -> Option<Answer> {
        let says = |option: &str| {
            self.words
                .iter()
                .any(|word| matches!(word, Word::When { when, .. } if when == option))
        };
        let unsaid = options.iter().find(|option| !says(option))?;
        Some(Answer::Skipped(format!("it lacks an option for {unsaid}")))
    }

    pub(super) fn filter(
        &self,
        strings: &[(String, String)],
        offload_kind: Option<u16>,
        output: Option<&str>,
    ) -> Result<String, String> {
        let mut pairs: Vec<String> = output.iter().map(|output| format!("file={output}")).collect();
        if let Some(kind) = offload_kind {
            pairs.push(format!(
                "kind={}",
                word_for(self.offload_kinds.as_ref(), kind, "offload kind")?
            ));
        }
        for (key, value) in strings {
            pairs.push(pair(key, value)?);
        }
        Ok(pairs.join(","))
    }

    pub(super) fn images(&self, images: &[NewImage<Vec<u8>>]) -> Result<BTreeMap<&'static str, Vec<String>>, String> {
        let mut said: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        let has_flags = self.words.iter().any(|word| match word {
            Word::Always(word) | Word::When { word, .. } => word.contains("{each-flags}"),
        });
        for image in images {
            if image.flags != 0 && !has_flags {
                return Err("it cannot set flags".into());
            }
            let mut strings = String::new();
            for (key, value) in &image.strings {
                strings.push_str(&format!(",{}", pair(key, value)?));
            }
            let mut say = |what, word| said.entry(what).or_default().push(word);
            say(
                "{each-image_kind}",
                word_for(self.suffixes.as_ref(), image.image_kind, "image kind")?,
            );
            say(
                "{each-offload_kind}",
                word_for(self.offload_kinds.as_ref(), image.offload_kind, "offload kind")?,
            );
            say("{each-flags}", image.flags.to_string());
            say("{each-strings}", strings);
        }
        Ok(said)
    }
}

fn pair(key: &str, value: &str) -> Result<String, String> {
    if key.is_empty() || key.contains('=') || [key, value].iter().any(|text| text.contains([',', '\0'])) {
        return Err(format!("it cannot set the string {key:?}"));
    }
    Ok(format!("{key}={value}"))
}

/// Or the number, if no words are defined.
fn word_for(words: Option<&BTreeMap<String, u16>>, number: u16, what: &str) -> Result<String, String> {
    let Some(words) = words else {
        return Ok(number.to_string());
    };
    let known = words.iter().find(|(_, known)| **known == number);
    known
        .map(|(word, _)| word.clone())
        .ok_or_else(|| format!("it cannot set the {what} {number}"))
}

impl Filling<'_> {
    /// By placeholder.
    fn each(&self) -> Vec<(&'static str, Vec<String>)> {
        let targets = self.targets.iter().map(ToString::to_string).collect();
        let mut each = vec![
            ("{each-input}", self.inputs.clone()),
            ("{each-output}", self.outputs.clone()),
            ("{each-target}", targets),
        ];
        each.extend(
            self.images
                .iter()
                .map(|(placeholder, words)| (*placeholder, words.clone())),
        );
        each
    }

    fn fill(&self, word: &str) -> String {
        let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        let level = self.level.map(|level| level.to_string()).unwrap_or_default();
        let first = |names: &[String]| names.first().cloned().unwrap_or_default();
        [
            ("{file_type}", self.file_type.to_string()),
            ("{input}", first(&self.inputs)),
            ("{output}", first(&self.outputs)),
            ("{inputs}", self.inputs.join(",")),
            ("{outputs}", self.outputs.join(",")),
            ("{targets}", self.targets.join(",")),
            ("{alignment}", number(self.alignment)),
            ("{compression_level}", level),
            ("{filter}", self.filter.clone()),
            ("{version}", number(self.version)),
            ("{method}", self.method.to_string()),
        ]
        .iter()
        .fold(word.to_string(), |word, (placeholder, value)| {
            word.replace(placeholder, value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(words: &str) -> Call {
        serde_yaml::from_str(&format!(
            "{{words: [{words}], offload-kinds: {{hip: 4}}, suffixes: {{'.o': 1, '': 0}}}}"
        ))
        .unwrap()
    }

    fn image(image_kind: u16, offload_kind: u16, value: &str) -> NewImage<Vec<u8>> {
        let strings = vec![("triple".into(), "t".into()), ("arch".into(), value.into())];
        NewImage { image_kind, offload_kind, flags: 0, strings, content: Vec::new() }
    }

    #[test]
    fn related_values_share_a_word() {
        let filling = Filling {
            targets: vec!["x", "y"],
            outputs: vec!["1".into(), "2".into()],
            inputs: vec!["in".into()],
            ..Filling::default()
        };
        let words = call("'{input}', '{each-target}={each-output}', '{targets}'").fill(&filling);
        assert_eq!(words, ["in", "x=1", "y=2", "x,y"]);
    }

    #[test]
    fn unsupported_requests_are_skipped() {
        let call = call("a, { when: allow_missing, word: b }, { when: alignment, word: c }");
        let options = vec!["allow_missing"];
        assert_eq!(call.without_word_for(&options), None);
        assert_eq!(call.fill(&Filling { options, ..Filling::default() }), ["a", "b"]);
        let options = ["allow_missing", "check_members"];
        assert!(matches!(call.without_word_for(&options), Some(Answer::Skipped(why)) if why.contains("check_members")));
    }

    #[test]
    fn images_become_words_or_are_skipped() {
        let call = call("'kind={each-offload_kind}{each-strings}'");
        let images = call.images(&[image(1, 4, "a"), image(0, 4, "b")]).unwrap();
        assert_eq!(images["{each-image_kind}"], [".o", ""]);
        let filling = Filling { images, ..Filling::default() };
        assert_eq!(
            call.fill(&filling),
            ["kind=hip,triple=t,arch=a", "kind=hip,triple=t,arch=b"]
        );
        let flagged = NewImage { flags: 1, ..image(1, 4, "a") };
        for wrong in [image(2, 4, "a"), image(1, 3, "a"), image(1, 4, "a,b"), flagged] {
            assert!(call.images(std::slice::from_ref(&wrong)).is_err(), "{wrong:?}");
        }
    }
}
