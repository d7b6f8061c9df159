//! A made-up container with attributes: `IMG1` holds one entry, `IMG2` any number. Otherwise, it has the layout of the
//! packed format; an ID is a number and texts, separated by `;`.

use std::path::Path;

use offload_bundle_core::attributes::{
    AttributeTable, Attributes, IdSource, NumberAttribute, NumberWord, TextAttribute,
};
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::container::{Bundle, Container, NewEntry, PlanOptions};
use offload_bundle_core::describe::Describer;
use offload_bundle_core::error::{Stop, WriteError};
use offload_bundle_core::plan::Plan;
use offload_bundle_core::registry::Registry;

use super::formats::{packed, plan_as, read_as};
use super::plain::GRAMMAR;
use super::{Folder, Run, written};
use crate::ops::{convert, pack};
use crate::request::{ContainerFormat, ConvertRequest, FormatVersion, ImageRequest, ImageSource, PackRequest};

pub(super) static REGISTRY: Registry = Registry {
    containers: &[&super::formats::Packed, &super::formats::Written, &Imaged],
    envelopes: super::REGISTRY.envelopes,
    plain: super::REGISTRY.plain,
    hosts: super::REGISTRY.hosts,
    sections: super::REGISTRY.sections,
    images: &[],
    runtimes: &[],
    embeddings: &[],
    machines: &[],
    contents: super::REGISTRY.contents,
    file_types: super::REGISTRY.file_types,
    ids: super::REGISTRY.ids,
};

#[derive(Debug)]
struct Imaged;

const fn kind(number: u64, word: &'static str, releases: &'static [&'static str]) -> NumberWord<'static> {
    NumberWord { number, word, meaning: "", releases, suffix: "", begins: b"" }
}

const fn content(number: u64, word: &'static str, suffix: &'static str, begins: &'static [u8]) -> NumberWord<'static> {
    NumberWord { number, word, meaning: "", releases: &[], suffix, begins }
}

const TABLE: AttributeTable<'static> = AttributeTable {
    numbers: &[
        NumberAttribute {
            name: "what_content",
            meaning: "what the content is",
            max: 255,
            words: &[content(0, "any", "", b""), content(1, "object", "o", b""), content(2, "code", "c", b"CODE")],
            flags: false,
        },
        NumberAttribute {
            name: "runtime",
            meaning: "whose it is",
            max: 255,
            words: &[kind(1, "own", &[]), kind(3, "far", &["1"]), kind(4, "far", &["2"])],
            flags: false,
        },
        NumberAttribute { name: "flags", meaning: "", max: 255, words: &[], flags: false },
    ],
    id: IdSource { kind: "runtime", triple: "triple", target: "arch" },
};

/// Parses `key=value` pairs with commas; `@` is the folder.
pub(super) fn source(folder: &Folder, said: &str) -> ImageSource {
    let mut image = ImageSource::default();
    for (key, value) in said.split(',').filter_map(|pair| pair.split_once('=')) {
        image = match (key, value.parse()) {
            ("file", _) => {
                image
                    .files
                    .push(Path::new(&value.replace('@', &folder.path(""))).into());
                image
            }
            ("kind", Ok(number)) => image.number("runtime", number),
            ("kind", Err(_)) => image.word("runtime", value),
            ("flags", Ok(number)) => image.number("flags", number),
            _ => image.text(key, value),
        };
    }
    image
}

/// Parses the same pairs; `file` is the output.
pub(super) fn wanted(folder: &Folder, said: &str) -> ImageRequest {
    let mut wanted = ImageRequest::any();
    for pair in said.split(',') {
        let (key, value) = pair.split_once('=').unwrap_or_default();
        wanted = match key {
            "file" => wanted.to(value.replace('@', &folder.path(""))),
            "kind" => {
                let known = TABLE.numbers[1].numbers_of(value).collect();
                wanted.number("runtime", pair, value.parse().map_or(known, |number| vec![number]))
            }
            "what-content" => wanted.number("what_content", pair, value.parse().into_iter().collect()),
            _ => wanted.text(key, value),
        };
    }
    wanted
}

fn decoded(text: &str) -> Attributes {
    let mut attributes = Attributes::default();
    for (pair, number) in text.split(';').zip(0_usize..) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        match TABLE.numbers.get(number) {
            Some(known) => attributes.numbers.push((known.name, value.parse().unwrap_or_default())),
            None => attributes
                .texts
                .push(TextAttribute { key: key.into(), value: value.into(), offset: 0 }),
        }
    }
    attributes
}

fn encoded(attributes: &Attributes) -> String {
    let number = |name| format!("{name}={}", attributes.number(name).unwrap_or_default());
    let numbers = TABLE.numbers.iter().map(|known| number(known.name));
    let texts = attributes
        .texts
        .iter()
        .map(|text| format!("{}={}", text.key, text.value));
    numbers.chain(texts).collect::<Vec<_>>().join(";")
}

impl Container for Imaged {
    fn name(&self) -> &'static str {
        "imaged"
    }

    fn title(&self) -> &'static str {
        "imaged container"
    }

    fn magic(&self) -> Option<&'static [u8]> {
        Some(b"IMG")
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop> {
        let is_first = bytes.take(0, 4).is_ok_and(|magic| magic == b"IMG1");
        let (magic, version): (&[u8], _) = if is_first { (b"IMG1", 1) } else { (b"IMG2", 2) };
        let mut bundle = read_as(magic, bytes)?;
        bundle.version = Some(version);
        for entry in &mut bundle.entries {
            entry.attributes = entry.id.as_deref().map(decoded).unwrap_or_default();
            entry.id = Ok(TABLE.id(&GRAMMAR, &entry.attributes));
        }
        Ok(bundle)
    }

    fn describe(&self, _: Bytes<'_>, _: &mut dyn Describer) -> Result<(), Stop> {
        Ok(())
    }

    fn plan(&self, entries: &[NewEntry<'_>], options: PlanOptions) -> Result<Plan<'static>, WriteError> {
        let ids: Vec<String> = entries.iter().map(|entry| encoded(entry.attributes)).collect();
        let entries = entries.iter().zip(&ids).map(|(entry, id)| NewEntry { id, ..*entry });
        let magic = if options.version == Some(2) { b"IMG2" } else { b"IMG1" };
        plan_as(magic, &entries.collect::<Vec<_>>(), options)
    }

    fn versions(&self) -> &'static [u64] {
        &[1, 2]
    }

    fn default_version(&self) -> Option<u64> {
        Some(1)
    }

    fn most_entries(&self, version: Option<u64>) -> u64 {
        if version == Some(1) { 1 } else { u64::MAX }
    }

    fn attributes(&self) -> Option<&'static AttributeTable<'static>> {
        Some(&TABLE)
    }

    fn padding(&self) -> Option<u8> {
        Some(0)
    }
}

fn request(folder: &Folder, from: &str, to: &str, format: &str, version: Option<u64>) -> ConvertRequest {
    ConvertRequest {
        input: folder.path(from).into(),
        output: Some(folder.path(to).into()),
        to: ContainerFormat::from_name(&REGISTRY, format),
        version: version.map(FormatVersion),
        ..ConvertRequest::default()
    }
}

fn converted(request: &ConvertRequest) -> Run {
    written(|context| convert(&REGISTRY, request, context))
}

#[test]
fn bundle_round_trips_through_every_version() {
    let folder = Folder::new();
    let bundle = packed(&[("far--a+x", b"CODE"), ("far--b+y", b""), ("far--c+z", b"other")]);
    folder.put("bundle", &bundle);
    let ways = [("bundle", "1", "imaged", Some(1)), ("1", "2", "imaged", Some(2)), ("2", "1.again", "imaged", None)];
    for (from, to, format, version) in ways {
        let run = converted(&request(&folder, from, to, format, version));
        run.result.unwrap();
        assert_eq!(run.report["container_count"], if version == Some(2) { 1 } else { 3 });
        assert_eq!(run.report["entries"][1]["id"], "far--b+y");
    }
    assert!(folder.get("1").starts_with(b"IMG1") && folder.get("2").starts_with(b"IMG2"));
    assert_eq!(folder.get("1"), folder.get("1.again"));
    for from in ["1", "2", "bundle"] {
        converted(&request(&folder, from, "back", "packed", None)).done();
        assert_eq!(folder.get("back"), bundle, "{from}");
    }
}

#[test]
fn losses_need_permission_and_are_reported() {
    let folder = Folder::new();
    folder.put("a.o", "A");
    let pack_request = PackRequest {
        output: folder.path("images").into(),
        images: vec![source(&folder, "file=@a.o,triple=t,arch=x,kind=3,k=v,flags=2")],
        ..PackRequest::default()
    };
    written(|context| pack(&REGISTRY, &pack_request, context)).done();
    let mut request = self::request(&folder, "images", "out", "packed", None);
    request.host = Some("own--h".into());
    assert_eq!(
        folder.strip(&converted(&request).error()),
        "images: the format cannot store: \"far-t-x\": what_content 1 (object); \"far-t-x\": runtime 3 (far); \"far-t-x\": \
         flags 2; \"far-t-x\": k=v"
    );
    assert_eq!(folder.names(), ["a.o", "images"]);
    request.lossy = true;
    let run = converted(&request);
    assert_eq!(folder.get("out"), packed(&[("own--h", b""), ("far-t-x", b"A")]));
    let lost = run.report["lost"].as_array().unwrap();
    assert_eq!(
        (lost.len(), &lost[3]["code"], &lost[3]["entry"]),
        (4, &"text".into(), &0.into())
    );

    // Data that no reader needs is dropped without a request.
    let run = converted(&self::request(&folder, "out", "images.1", "imaged", Some(2)));
    assert_eq!(run.report["lost"].as_array().map(Vec::len), Some(0));
    assert_eq!(run.report["omitted"][0]["code"], "host");

    folder.put("hosted", packed(&[("own--h", b"H"), ("far-t-x", b"A")]));
    let mut request = self::request(&folder, "hosted", "images.2", "imaged", Some(2));
    assert_eq!(
        folder.strip(&converted(&request).error()),
        "hosted: the format cannot store: \"own--h\": the entry for the host, with 1 bytes of content"
    );
    request.lossy = true;
    request.dry_run = true;
    converted(&request).done();
    assert!(!folder.names().contains(&"images.2".to_owned()));
}

#[test]
fn ambiguous_or_impossible_conversions_are_refused() {
    let folder = Folder::new();
    let one = packed(&[("far--a+x", b"1")]);
    folder.put("twice", [one.as_slice(), &one].concat());
    folder.put("unknown", packed(&[("else--a+x", b"1")]));
    assert_eq!(
        converted(&request(&folder, "twice", "out", "packed", None)).error(),
        "\"far--a+x\" is given twice"
    );
    converted(&request(&folder, "twice", "out", "imaged", Some(2))).done();
    assert_eq!(
        folder.strip(&converted(&request(&folder, "twice", "twice", "imaged", None)).error()),
        "twice: the output is one of the inputs"
    );
    assert_eq!(
        converted(&request(&folder, "twice", "out", "imaged", Some(7))).error(),
        "unknown version 7 of imaged container; known: 1, 2"
    );
    let error = folder.strip(&converted(&request(&folder, "unknown", "out", "imaged", None)).error());
    assert_eq!(error, "every release: unknown word \"else\"; known: own, far");
    // A version that holds one image has no container without images; one that holds any number has.
    folder.put("empty", packed(&[]));
    assert_eq!(
        converted(&request(&folder, "empty", "out", "imaged", Some(1))).error(),
        "there is no image to pack"
    );
    converted(&request(&folder, "empty", "none", "imaged", Some(2))).done();
    assert_eq!(folder.get("none"), b"IMG2\0\0\0\0\0\0\0\0");
    converted(&request(&folder, "none", "back", "packed", None)).done();
    assert_eq!(folder.get("back"), packed(&[]));
    for (word, found) in [("packed", true), ("imaged", true), ("written", false), ("", false), ("aged", false)] {
        assert_eq!(ContainerFormat::from_name(&REGISTRY, word).is_some(), found, "{word}");
    }
}
