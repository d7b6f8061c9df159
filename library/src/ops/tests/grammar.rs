//! A made-up grammar of IDs: `kind-place-name` or `kind-place-name+feature`; mostly there is no place. A capital is another spelling of the name.

use offload_bundle_core::ids::tables::{
    CharacterClass, Compares, CompatibilityRule, CompositionRule, Expression, FeatureRule, Finds, Grammar, OffloadKind,
    Part, Processor, ProcessorGroup, Roles, Rule, Rules, SignRow, Signs, Spelling, TargetFeature, WordRule, Words,
};
use offload_bundle_core::severity::Severity;

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

/// The grammar.
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
