//! Prints the library's results in the format of `shown.c`.

use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::container::Container;
use offload_bundle_core::envelope::{Codec, Envelope};
use offload_bundle_core::error::{Problem, ReadError, Stop};
use offload_bundle_core::faces::{TableContainer, TableEnvelope};
use offload_bundle_core::ids::tables::Rule;
use offload_bundle_core::ids::{Captures, Loading, ParseError};
use offload_bundle_core::image_length::ImageLengthError;
use offload_bundle_core::testing::Face;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_formats::samples::FORMATS;
use offload_bundle_formats::target_id::GRAMMAR;

use super::question::Question;

/// Maximum pieces of an ID in C.
const PIECES: usize = 64;

/// The lines, or `None` if the library's limit on the total cost of the texts applies, which the header lacks.
pub fn shown(question: &Question) -> Option<String> {
    match question {
        Question::File(format, bytes) => {
            let format = FORMATS.iter().find(|known| known.name == *format).unwrap();
            match format.face {
                Face::Container(container) => of_container(container, bytes),
                Face::Envelope(envelope) => Some(of_envelope(envelope, bytes)),
                Face::Plain => None,
            }
        }
        Question::Length(bytes) => Some(of_image(bytes)),
        Question::Id(text) => Some(of_id(text)),
        Question::Pair(stored, asked) => Some(of_pair(stored, asked)),
    }
}

fn failed(what: &str, error: &ReadError) -> String {
    format!(
        "{what} failed {} {} {}\n",
        error.problem.code(),
        error.offset,
        error.path
    )
}

/// The whole file is in memory, so that no read asks for more.
fn error(stop: Stop) -> ReadError {
    match stop {
        Stop::Failed(error) => error,
        Stop::NeedMore { upto } => panic!("{upto} bytes are wanted"),
    }
}

fn hex(what: &str, text: &str) -> String {
    let digits: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("{what} {digits}\n")
}

fn of_container(container: &TableContainer, bytes: &[u8]) -> Option<String> {
    let bundle = match container.read(Bytes::new(bytes)) {
        Ok(bundle) => bundle,
        Err(stop) => return Some(failed("file", &error(stop))),
    };
    let mut lines = format!(
        "file version {} frame {} length {}\n",
        bundle.version.unwrap_or(0),
        bundle.frame_len,
        bundle.len
    );
    for entry in &bundle.entries {
        lines.push_str(&match &entry.place {
            Ok(place) => format!("content {} {}\n", place.ofs, place.len),
            Err(error) => failed("content", error),
        });
        let is_made = container.attributes().is_some();
        lines.push_str(&match &entry.id {
            Err(error) if matches!(error.problem, Problem::OverBudget { .. }) => return None,
            Err(error) => failed(if is_made { "texts" } else { "id" }, error),
            Ok(id) if !is_made => format!("id {} {}\n{}", entry.id_offset, id.len(), hex("text", id)),
            Ok(_) => {
                let numbers = entry.attributes.numbers.iter().map(|(_, number)| format!(" {number}"));
                let texts = entry.attributes.texts.iter();
                let texts = texts.map(|text| format!("{}{}", hex("key", &text.key), hex("value", &text.value)));
                format!("numbers{}\n{}", numbers.collect::<String>(), texts.collect::<String>())
            }
        });
    }
    Some(lines)
}

fn of_envelope(envelope: &TableEnvelope, bytes: &[u8]) -> String {
    let header = match envelope.read(Bytes::new(bytes)) {
        Ok(header) => header,
        Err(stop) => return failed("file", &error(stop)),
    };
    let codec = match header.method.map(|method| method.codec) {
        Ok(Codec::Zstd) => 1,
        Ok(Codec::Zlib) => 2,
        Err(_) => 0,
    };
    let (digest, len) = (header.digest, header.len.map_or(0, |len| len.value));
    let place = match header.place {
        Ok(place) => format!("data {} {}\n", place.ofs, place.len),
        Err(error) => failed("data", &error),
    };
    format!(
        "file version {} codec {codec} decompressed {} front {} digest {} {} length {len}\n{place}",
        header.version.unwrap_or(0),
        header.decompressed_len.value,
        header.front.len(),
        u8::from(digest.is_some()),
        digest.map_or(0, |digest| digest.value),
    )
}

fn of_image(bytes: &[u8]) -> String {
    match REGISTRY.image_length(bytes) {
        Ok(length) => format!("length {length}\n"),
        Err(ImageLengthError::NeedsMore { len }) => format!("needs {len}\n"),
        Err(ImageLengthError::NotDeclared { .. } | ImageLengthError::Unknown) => "none\n".into(),
        Err(ImageLengthError::Damaged(_)) => "damaged\n".into(),
    }
}

/// The text that a rule reads, and its captures.
fn read_by<'t>(what: &str, rule: &'static Rule<'static>, text: &'t str) -> (String, Option<Captures<'t>>) {
    match GRAMMAR.read_by(rule, text) {
        Ok(read) if read.items().len() > PIECES => (format!("{what} failed over-limit 0\n"), None),
        Ok(read) => {
            let number = |name: &str| GRAMMAR.parts.iter().position(|part| part.name == name).unwrap();
            let pieces = read.items().iter();
            let pieces = pieces.map(|piece| format!(" {}@{}+{}", number(piece.part), piece.at, piece.text.len()));
            (format!("{what}{}\n", pieces.collect::<String>()), Some(read))
        }
        Err(ParseError { column, .. }) => {
            let at = text.char_indices().nth(column - 1).map_or(text.len(), |(at, _)| at);
            (format!("{what} failed bad-id {at}\n"), None)
        }
    }
}

fn of_id(text: &str) -> String {
    let (triple, _) = read_by("triple", GRAMMAR.rules.triple, text);
    let (target, _) = read_by("target", GRAMMAR.rules.target, text);
    let (entry, read) = read_by("entry", GRAMMAR.rules.entry, text);
    let resolved = read.and_then(|_| GRAMMAR.read(text).ok());
    let spelled = resolved.map_or_else(String::new, |read| {
        format!(
            "canonical {}\nspelled {}\ntarget {}\n",
            GRAMMAR.canonical.write(&GRAMMAR, &read),
            GRAMMAR.triple.write(&GRAMMAR, &read),
            GRAMMAR.target(&read)
        )
    });
    format!("{triple}{target}{entry}{spelled}")
}

fn of_pair(stored: &str, asked: &str) -> String {
    let verdict = GRAMMAR.verdict(stored, asked);
    let loading = match verdict.loads {
        None => 0,
        Some(Loading::Compiled) => 1,
        Some(Loading::Earlier) => 2,
        Some(Loading::Generic) => 3,
        Some(Loading::Own) => 4,
        Some(other) => panic!("a way of loading that is not asked for: {other:?}"),
    };
    let rule = verdict
        .reasons
        .first()
        .filter(|_| !verdict.compatible)
        .map_or("-", |reason| reason.rule);
    format!(
        "compatible {} loading {loading} rank {} rule {rule}\n",
        u8::from(verdict.compatible),
        verdict.rank
    )
}
