//! Images on the command line, and mistakes in them.

use std::path::PathBuf;

use offload_bundle::REGISTRY;
use offload_bundle::request::{ImageRequest, ImageSource};
use offload_bundle_cli_words::FromWord;

fn source(word: &str) -> Result<ImageSource, String> {
    ImageSource::from_word(&REGISTRY, word.as_ref())
}

fn wanted(word: &str) -> Result<ImageRequest, String> {
    ImageRequest::from_word(&REGISTRY, word.as_ref())
}

fn unknown(word: &str) -> String {
    format!("`kind`: unknown word {word:?}; known: none, openmp, cuda, hip, sycl, and numbers from 0 to 65535")
}

#[test]
fn image_has_files_texts_and_numbers() {
    let image = source(r"arch=x,file=a,kind=hip,flags=7,file=b\,c,image-kind=2,k=1,k=2").unwrap();
    let texts = image.attributes.texts.iter();
    let texts: Vec<(&str, &str)> = texts.map(|text| (text.key.as_str(), text.value.as_str())).collect();
    assert_eq!(texts, [("arch", "x"), ("k", "1"), ("k", "2")]);
    assert_eq!(image.attributes.numbers, [("flags", 7), ("image_kind", 2)]);
    assert_eq!(image.words, [("offload_kind", "hip".to_owned())]);
    assert_eq!(image.files.len(), 2);
}

#[test]
fn meaningless_image_words_are_refused() {
    for (word, message) in [
        ("file", "expected a key, `=` and a value, found \"file\""),
        ("triple=t", "`file=` is missing"),
        ("file=,triple=t", "no file after `file=`"),
        ("file=a,kind=foo", &unknown("foo")),
        ("file=a,kind=HIP", &unknown("HIP")),
        ("file=a,kind=", &unknown("")),
        (
            "file=a,offload-kind=65536",
            "`offload-kind`: expected a number from 0 to 65535, found 65536",
        ),
        (
            "file=a,flags=-1",
            "`flags`: unknown word \"-1\"; known: metadata, and numbers from 0 to 4294967295",
        ),
        (
            "file=a,kind=hip,offload-kind=3",
            "`offload-kind` is given twice, and holds one number",
        ),
    ] {
        assert_eq!(source(word).unwrap_err(), message, "{word}");
    }
}

#[test]
fn requested_image_matches_all_releases() {
    let image = wanted("kind=hip,file=out,arch=x").unwrap();
    assert_eq!(image.output, Some(PathBuf::from("out")));
    assert_eq!(image.texts, [("arch".to_owned(), "x".to_owned())]);
    let [kind] = image.numbers.as_slice() else {
        panic!("{image:?}")
    };
    assert_eq!((kind.name, kind.word.as_str()), ("offload_kind", "kind=hip"));
    assert!(kind.numbers.len() > 1, "{kind:?}");
    assert_eq!(image.to_string(), "\"kind=hip,arch=x\"");
}

#[test]
fn meaningless_requests_are_refused() {
    for (word, message) in [
        ("kind", "expected a key, `=` and a value, found \"kind\""),
        ("file=", "no file after `file=`"),
        ("file=a,file=b", "`file` is given twice"),
        ("arch=a,arch=b", "`arch` is given twice"),
        ("kind=3,offload-kind=hip", "`offload-kind` is given twice"),
        ("kind=foo", &unknown("foo")),
    ] {
        assert_eq!(wanted(word), Err(message.into()), "{word}");
    }
}
