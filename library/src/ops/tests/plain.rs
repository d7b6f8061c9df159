//! The made-up plain formats, and the made-up ID grammar: `kind-place-name` or `kind-place-name+feature`, usually
//! without a place. A capital letter spells the same name.

use std::io::Read as _;

use flate2::Compression;
use flate2::read::ZlibEncoder;
use offload_bundle_core::ids::tables::{
    CharacterClass, Compares, CompatibilityRule, CompositionRule, Expression, FeatureRule, Finds, Grammar, OffloadKind,
    Part, Processor, ProcessorGroup, Roles, Rule, Rules, SignRow, Signs, Spelling, TargetFeature, WordRule, Words,
};
use offload_bundle_core::plain::PlainFormat;
use offload_bundle_core::severity::Severity;
use offload_bundle_core::tree::{
    Attr, Case, Expression as Of, Extent, Formula, Holds as Inside, Order, Record as Boxed, Repeat, Sum, Summed,
    Switch, Tree,
};
use serde_json::json;

use super::{Folder, REGISTRY, Run, inspect, list, listing, verify};
use crate::ops::formats;
use crate::report::Outcome;
use crate::request::{FindingCode, InspectRequest, VerifyRequest};

/// A box with the offset of its lid.
pub(super) const CASE: PlainFormat = PlainFormat { name: "case", title: "Case of things", tree: &LIDDED };

static LIDDED: Tree<'static> = Tree {
    records: &[Boxed {
        name: "case",
        fields: &[
            Attr::new("mark", "Marks a case.", Inside::Fixed(b"CASE")),
            Attr::new("place", "Where the lid lies.", Inside::Unsigned(1, Order::Little)),
        ],
        instances: &[Attr {
            pos: Some(Formula { of: Of::Own("place"), text: "place" }),
            ..Attr::new(
                "lid",
                "The lid.",
                Inside::Bytes(Extent::new(Some(Formula { of: Of::Number(3), text: "3" }))),
            )
        }],
        ..Boxed::EMPTY
    }],
    is_lazy: true,
    ..Tree::EMPTY
};

/// Nested boxes; a box with a count of empty boxes; bytes that are compressed twice.
pub(super) const NEST: PlainFormat = PlainFormat { name: "nest", title: "Nest", tree: &BOXES };

const INNER: Attr<'static> = Attr { name: "inner", holds: Inside::Switch(BY_KIND), ..Attr::PLAIN };
const BY_KIND: Switch<'static> = Switch {
    on: Formula { of: Of::Own("kind"), text: "kind" },
    cases: &[case(1, 1), case(2, 2), case(3, 4), case(4, 5), case(5, 6)],
};
const PACKED: Extent<'static> = Extent { is_zlib: true, ..Extent::TO_END };

const fn case(number: i128, record: usize) -> Case<'static> {
    let extent = if number == 3 { Some(PACKED) } else { None };
    let when = Formula { of: Of::Number(number), text: "kind" };
    Case { when: Some(when), holds: Inside::Record(record, &[], extent) }
}

const fn boxed(fields: &'static [Attr<'static>]) -> Boxed<'static> {
    Boxed { name: "box", fields, ..Boxed::EMPTY }
}

static BOXES: Tree<'static> = Tree {
    records: &[
        boxed(&[Attr { name: "mark", holds: Inside::Fixed(b"NEST"), ..Attr::PLAIN }, BOX]),
        boxed(&[Attr { name: "kind", holds: Inside::Unsigned(1, Order::Little), ..Attr::PLAIN }, INNER]),
        boxed(&[Attr {
            name: "many",
            holds: Inside::Record(3, &[], None),
            repeat: Repeat::Count(Formula { of: Of::Number(1 << 40), text: "many" }),
            ..Attr::PLAIN
        }]),
        boxed(&[]),
        boxed(&[Attr { name: "packed", holds: Inside::Bytes(PACKED), ..Attr::PLAIN }]),
        boxed(&[SUMMED, Attr { sum: Some(SUM), ..CRC }]),
        boxed(&[SUMMED, CRC]),
    ],
    ..Tree::EMPTY
};
const CRC: Attr<'static> = Attr { name: "crc", holds: Inside::Unsigned(4, Order::Big), ..Attr::PLAIN };
const SUMMED: Attr<'static> = Attr { name: "summed", holds: Inside::Unsigned(2, Order::Big), ..Attr::PLAIN };
const SUM: Summed<'static> = Summed { sum: Sum::Crc32, from: "summed", to: "summed" };
const BOX: Attr<'static> = Attr { name: "box", holds: Inside::Record(1, &[], None), ..Attr::PLAIN };

fn verified(input: &str) -> Run {
    verified_but(input, &[])
}

fn verified_but(input: &str, allowed: &[&str]) -> Run {
    let allowed = allowed
        .iter()
        .map(|code| FindingCode::parse(&REGISTRY, code).unwrap())
        .collect();
    let request = VerifyRequest { inputs: vec![input.into()], allowed, ..VerifyRequest::default() };
    verify(&request)
}

#[test]
fn plain_format_is_named_and_inspected() {
    let folder = Folder::new();
    let input = folder.put("in", b"CASE\x06-LID");
    let request = listing(input.clone());
    let listed = list(&request);
    assert_eq!(listed.result.unwrap(), Outcome::Negative);
    assert_eq!(
        folder.strip(&listed.said),
        "in: not an offload bundle: Case of things, which contains no code objects\n"
    );

    let request = InspectRequest { inputs: vec![input.clone().into()], canonical: true, ..InspectRequest::default() };
    let shown = inspect(&request);
    assert_eq!(shown.result.unwrap(), Outcome::Done);
    let part = &shown.report["files"][0]["parts"][0];
    assert_eq!(part["format"], "case");
    let rows = part["rows"].as_array().unwrap().iter();
    let rows: Vec<_> = rows
        .map(|row| json!([row["path"], row["offset"], row["meaning"]]))
        .collect();
    assert_eq!(
        rows,
        [
            json!(["mark", 0, "Marks a case."]),
            json!(["place", 4, "Where the lid lies."]),
            json!(["lid", 6, "The lid."])
        ]
    );
    assert_eq!(formats(&REGISTRY).plain.first().map(|format| format.name), Some("case"));
}

#[test]
fn plain_format_structure_is_verified() {
    let folder = Folder::new();
    let sound = verified(&folder.put("sound", b"CASE\x06-LID"));
    assert_eq!(sound.result.unwrap(), Outcome::Done);
    assert_eq!(sound.report["files"][0]["findings"], json!([]));
    for (name, bytes, offset) in [("cut", &b"CASE\x06-LI"[..], 4), ("short", b"CASE", 4)] {
        let damaged = verified(&folder.put(name, bytes));
        assert_eq!(damaged.result.unwrap(), Outcome::Negative, "{name}");
        let findings = damaged.report["files"][0]["findings"].as_array().unwrap();
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(findings[0]["path"], json!("place"), "{name}");
        assert_eq!(findings[0]["offset"], json!(offset), "{name}");
    }
}

#[test]
fn unverifiable_part_leaves_verdict_undecided() {
    let folder = Folder::new();
    let packed = |bytes: &[u8]| {
        let mut packed = Vec::new();
        let read = ZlibEncoder::new(bytes, Compression::best()).read_to_end(&mut packed);
        read.map(|_| packed).unwrap()
    };
    let bomb = packed(&packed(&vec![0; 1 << 24]));
    let cases: [(&str, &[u8], Option<&str>, &str); 8] = [
        ("sound", b"\x00", None, "sound"),
        ("cut", b"", Some("truncated"), "not-sound"),
        ("deep", &[1; 200], Some("too-deep"), "undecided"),
        ("many", b"\x02", Some("over-budget"), "undecided"),
        (
            "bomb",
            &[&[3], bomb.as_slice()].concat(),
            Some("more-than-allowed"),
            "undecided",
        ),
        ("summed", b"\x04ab\x9e\x83\x48\x6d", None, "sound"),
        ("changed", b"\x04aB\x9e\x83\x48\x6d", Some("wrong-sum"), "not-sound"),
        ("unjudged", b"\x05ab\x9e\x83\x48\x6d", Some("unchecked"), "undecided"),
    ];
    for (name, rest, code, verdict) in cases {
        let input = folder.put(name, [b"NEST", rest].concat());
        let found = |run: &Run| {
            let file = &run.report["files"][0];
            (file["verdict"].clone(), file["findings"][0]["code"].clone())
        };
        assert_eq!(found(&verified(&input)), (json!(verdict), json!(code)), "{name}");
        // An allowed finding does not count.
        let allowed = verified_but(&input, code.as_slice());
        assert_eq!(found(&allowed), (json!("sound"), json!(null)), "{name}");
    }
}

const LETTERS: CharacterClass<'_> = CharacterClass::new("letters", "a-z");
const ANY: CharacterClass<'_> = CharacterClass::new("any", "^");
const OTHERS: CharacterClass<'_> = CharacterClass::new("others", "^+");

const KIND: Expression<'_> =
    Expression::Capture { part: "kind", is: &Expression::Chars { class: &LETTERS, at_least: 1, expected: "a kind" } };
const PLACE: Rule<'_> = Rule {
    name: "place",
    is: Expression::Capture {
        part: "place",
        is: &Expression::Chars { class: &LETTERS, at_least: 0, expected: "a place" },
    },
};
const TARGET: Rule<'_> = Rule {
    name: "target",
    is: Expression::Sequence(&[
        Expression::Capture {
            part: "name",
            is: &Expression::Chars { class: &OTHERS, at_least: 1, expected: "a name" },
        },
        Expression::Optional(&Expression::Sequence(&[
            Expression::Capture { part: "sign", is: &Expression::Literal("+") },
            Expression::Capture {
                part: "feature",
                is: &Expression::Chars { class: &LETTERS, at_least: 0, expected: "a feature" },
            },
        ])),
    ]),
};

const FEATURES: &[&str] = &["f", "g", "x", "y", "z"];

pub(super) static GRAMMAR: Grammar<'static> = Grammar {
    rules: Rules {
        entry: &Rule {
            name: "entry",
            is: Expression::Sequence(&[
                KIND,
                Expression::Literal("-"),
                Expression::Rule(&PLACE),
                Expression::Literal("-"),
                Expression::Rule(&TARGET),
            ]),
        },
        triple: &PLACE,
        target: &TARGET,
        unchecked: &Rule {
            name: "unchecked",
            is: Expression::Sequence(&[KIND, Expression::Chars { class: &ANY, at_least: 0, expected: "anything" }]),
        },
    },
    parts: &[
        part("kind", Some(Words::Kinds)),
        Part { also_known: Some(&PLACE), ..part("place", None) },
        part("name", Some(Words::Processors)),
        part("sign", None),
        part("feature", Some(Words::Features)),
    ],
    roles: Roles {
        kind: "kind",
        triple: &["place"],
        architecture: "place",
        processor: "name",
        feature: "feature",
        sign: "sign",
        signs: Signs { on: "+", off: "~" },
        target: "target",
        feature_template: "{sign}{feature}",
    },
    kinds: &[kind("own", true, true), kind("far", false, true), kind("shy", false, false)],
    features: &[feature("f"), feature("g"), feature("x"), feature("y"), feature("z")],
    processors: &[ProcessorGroup {
        architectures: &[""],
        compiled_from: &[],
        compiled_for: &[],
        processors: &[
            Processor::new("a").also(&["A"]).features(FEATURES),
            Processor::new("b").also(&["B"]).features(FEATURES),
            Processor::new("x").also(&["X"]).features(FEATURES),
        ],
        brands: &[],
        products: &[],
    }],
    subarchitectures: &[],
    generations: &[],
    canonical: Spelling { template: "{kind}-{place}-{target}", fills: &[] },
    triple: Spelling { template: "{place}", fills: &[] },
    styles: &[],
    composition: &[CompositionRule {
        id: "any",
        finds: Finds::OpenFeature(&["kind", "name"]),
        level: Severity::Error,
        because: "one leaves open what the other says",
        source: None,
    }],
    compatibility: &[
        rule("equal", Compares::Text),
        rule("readable", Compares::Readable),
        rule("kind", word("kind")),
        rule("name", word("name")),
        rule(
            "feature",
            Compares::Features(FeatureRule {
                serves: &[
                    SignRow { stored: None, serves: &[None, Some("+")] },
                    SignRow { stored: Some("+"), serves: &[Some("+")] },
                ],
                selects: &[
                    SignRow { stored: None, serves: &[None, Some("+")] },
                    SignRow { stored: Some("+"), serves: &[Some("+")] },
                ],
            }),
        ),
    ],
    machines: &[],
    flags: &[],
    variants: &[],
    releases_only: false,
};

const fn part<'a>(name: &'a str, words: Option<Words<'a>>) -> Part<'a> {
    Part { name, meaning: "Made up.", words, also_known: None, known_elsewhere: None }
}

const fn kind(name: &str, host: bool, alone: bool) -> OffloadKind<'_> {
    OffloadKind { name, group: name, host, alone, interchangeable: &[], doc: "Made up.", code: false }
}

const fn feature(name: &str) -> TargetFeature<'_> {
    TargetFeature { name, doc: "Made up." }
}

const fn word(part: &str) -> Compares<'_> {
    Compares::Word(WordRule {
        part,
        missing: None,
        unlisted: None,
        by_group: false,
        ignored: &[],
        compiled: "",
        family: "",
        selects_family: false,
    })
}

const fn rule<'a>(id: &'a str, compares: Compares<'a>) -> CompatibilityRule<'a> {
    let differs = match compares {
        Compares::Features(_) => "{feature}{stored} is not {asked}",
        _ => "{stored} is not {asked}",
    };
    CompatibilityRule {
        id,
        compares,
        agrees: "{stored} for {asked}",
        equal: "{stored} for {asked}",
        differs,
        nothing: "none",
        source: None,
    }
}
