//! A small artificial grammar for tests: `KIND/PLACE`, or `KIND/PLACE/CHIP` with features such as `fast+`.

use super::tables::*;
use crate::severity::Severity;

const LETTERS: CharacterClass<'_> = CharacterClass::new("letters", "a-z");
const ANY: CharacterClass<'_> = CharacterClass::new("any", "^");
const PLACES: WordTable<'_> = WordTable { name: "places", open: true, words: &[&["gro", "grove", "wood"], &["gr"]] };

const fn chars<'a>(class: &'a CharacterClass<'a>, at_least: usize, expected: &'a str) -> Expression<'a> {
    Expression::Chars { class, at_least, expected }
}

const KIND: Expression<'_> = Expression::Capture { part: "kind", is: &chars(&LETTERS, 1, "a kind") };
const PLACE: Rule<'_> =
    Rule { name: "place", is: Expression::Capture { part: "place", is: &chars(&LETTERS, 1, "a place") } };
const CHIP: Rule<'_> = Rule {
    name: "chip",
    is: Expression::Sequence(&[
        Expression::Capture { part: "chip", is: &Expression::Word { words: Words::Processors, expected: "a chip" } },
        Expression::Repeat(&Expression::Sequence(&[
            Expression::Literal("."),
            Expression::Capture { part: "feature", is: &chars(&LETTERS, 1, "a feature") },
            Expression::Distinct { part: "feature", expected: "another feature" },
            Expression::Capture {
                part: "sign",
                is: &Expression::FirstOf(&[Expression::Literal("+"), Expression::Literal("-")]),
            },
        ])),
    ]),
};

pub(crate) const TINY: Grammar<'_> = Grammar {
    rules: Rules {
        entry: &Rule {
            name: "entry",
            is: Expression::Sequence(&[
                KIND,
                Expression::Literal("/"),
                Expression::Rule(&PLACE),
                Expression::Optional(&Expression::Sequence(&[
                    Expression::Literal("/"),
                    Expression::Rule(&CHIP),
                ])),
                Expression::Optional(&Expression::Literal("/")),
            ]),
        },
        triple: &PLACE,
        target: &CHIP,
        unchecked: &Rule {
            name: "unchecked",
            is: Expression::Sequence(&[
                Expression::Capture { part: "kind", is: &chars(&LETTERS, 0, "a kind") },
                Expression::Optional(&Expression::Literal("/")),
                Expression::Capture { part: "place", is: &chars(&LETTERS, 0, "a place") },
                chars(&ANY, 0, "anything"),
            ]),
        },
    },
    parts: &[
        Part { name: "kind", meaning: "the kind", words: Some(Words::Kinds), also_known: None, known_elsewhere: None },
        Part {
            name: "place",
            meaning: "the place",
            words: Some(Words::Table(&PLACES)),
            also_known: Some(&Rule { name: "x", is: Expression::Literal("x") }),
            known_elsewhere: Some(&Rule { name: "y", is: Expression::Literal("y") }),
        },
        Part {
            name: "chip",
            meaning: "the chip",
            words: Some(Words::Processors),
            also_known: None,
            known_elsewhere: None,
        },
        Part {
            name: "feature",
            meaning: "a feature",
            words: Some(Words::Features),
            also_known: None,
            known_elsewhere: None,
        },
        Part { name: "sign", meaning: "its sign", words: None, also_known: None, known_elsewhere: None },
    ],
    roles: Roles {
        kind: "kind",
        triple: &["place"],
        architecture: "place",
        processor: "chip",
        feature: "feature",
        sign: "sign",
        signs: Signs { on: "+", off: "-" },
        target: "target",
        feature_template: ".{feature}{sign}",
    },
    kinds: &[
        OffloadKind {
            name: "home",
            group: "home",
            host: true,
            alone: false,
            interchangeable: &[],
            doc: "The host.",
            code: false,
        },
        OffloadKind {
            name: "away",
            group: "away",
            host: false,
            alone: true,
            interchangeable: &["far"],
            doc: "Not.",
            code: false,
        },
        OffloadKind {
            name: "far",
            group: "away",
            host: false,
            alone: false,
            interchangeable: &[],
            doc: "Nor.",
            code: false,
        },
    ],
    features: &[TargetFeature { name: "fast", doc: "It is fast." }, TargetFeature { name: "hot", doc: "It is hot." }],
    processors: &[
        ProcessorGroup {
            architectures: &["gro"],
            compiled_from: &[],
            compiled_for: &[],
            processors: &[
                Processor::new("c1")
                    .features(&["fast"])
                    .newer_features(&["hot"])
                    .family("call")
                    .elf_machine(1),
                Processor::new("call").elf_machine(15),
                Processor::new("c3").releases(&["2"]),
            ],
            brands: &[],
            products: &[],
        },
        ProcessorGroup {
            architectures: &["wood"],
            compiled_from: &[],
            compiled_for: &["sea"],
            processors: &[Processor::new("any")],
            brands: &[],
            products: &[],
        },
        ProcessorGroup {
            architectures: &["sea"],
            compiled_from: &["gro"],
            compiled_for: &[],
            processors: &[
                Processor::new("c2").also(&["c-2"]),
                Processor::new("n60"),
                Processor::new("n70"),
                Processor::new("n71"),
                Processor::new("n75"),
                Processor::new("n80"),
            ],
            brands: &["Wave", "GPU"],
            products: &[
                Products { processor: "c2", names: &["Wave 40 Pro", "Wave 40XL", "Wave 41"] },
                Products { processor: "c1", names: &["Wave 4", "Wave Pro 41", "Foam 9"] },
            ],
        },
    ],
    subarchitectures: &[Subarchitectures {
        architecture: "gro",
        unnamed: &["c3"],
        outside: "{stored} is not for {processor}",
        incomplete: "{stored} is {architecture}",
        list: &[
            Subarchitecture::new("own").processor("c1"),
            Subarchitecture::new("callers").also(&["calling"]).processor("call"),
            Subarchitecture::new("both").processor("c1").members(&["c2"]),
            Subarchitecture::new("bare"),
        ],
    }],
    generations: &[Generations {
        begins: "n",
        alone: &["x"],
        together: &["y"],
        apart: &["n72"],
        renamed: &[Renamed { from: "n73", to: "n81" }],
        compiled: &["text"],
        unlinked: &["loose"],
        earlier: "{asked} runs {stored}",
        compiles: "{image} of {stored} is compiled for {asked}",
        refuses: "{image} is loose",
    }],
    canonical: Spelling {
        template: "{kind}/{place}/{target}",
        fills: &[Fill {
            part: "place",
            gives: "gro",
            only_empty: false,
            only: &[OneOf { part: "place", words: &["gro"] }],
        }],
    },
    triple: Spelling { template: "{place}", fills: &[] },
    styles: &[
        Style { name: "plain", doc: "As it is.", kind: StyleKind::AsGiven, unchecked: true },
        Style {
            name: "cut",
            doc: "Cuts it.",
            kind: StyleKind::Cut(&Cut {
                separator: "/",
                into: &["kind", "place", "chip"],
                tail: Tail { separator: ".", name: "chip", features: "rest", last_if: None },
                at_least: 2,
                too_few: "too few",
                fills: &[Fill { part: "place", gives: "nowhere", only_empty: true, only: &[] }],
                cases: &[
                    Case {
                        when: &[Condition {
                            part: "chip",
                            predicate: Predicate::TextNotIn(Names::Processors(KnownProcessors {
                                release: "1",
                                except_architectures: &["sea"],
                                except: &["call"],
                                also: &[""],
                            })),
                        }],
                        outcome: CaseOutcome::Loses { what: "loses `{chip}` of {id}", stores: Some("{kind}-{id}") },
                    },
                    Case {
                        when: &[Condition { part: "place", predicate: Predicate::In(Names::Words(&["gro"])) }],
                        outcome: CaseOutcome::Invalid("no trees: {place}"),
                    },
                    Case { when: &[], outcome: CaseOutcome::Writes("{kind}-{place}-{chip}{rest}") },
                ],
            }),
            unchecked: false,
        },
    ],
    composition: &[
        CompositionRule {
            id: "twice",
            finds: Finds::Equal,
            level: Severity::Error,
            because: "{first} is {second}",
            source: None,
        },
        CompositionRule {
            id: "open",
            finds: Finds::OpenFeature(&["kind", "place", "chip"]),
            level: Severity::Warning,
            because: "{first} next to {second}",
            source: None,
        },
        CompositionRule {
            id: "late",
            finds: Finds::HostAmongOthers,
            level: Severity::Note,
            because: "{second} is late",
            source: None,
        },
    ],
    compatibility: &[
        CompatibilityRule {
            id: "same",
            compares: Compares::Text,
            agrees: "both are {stored}",
            equal: "",
            differs: "",
            nothing: "",
            source: None,
        },
        CompatibilityRule {
            id: "readable",
            compares: Compares::Readable,
            agrees: "",
            equal: "",
            differs: "{why}",
            nothing: "",
            source: None,
        },
        word("kind", "{stored} and {asked}", WordRule { by_group: true, ..WORD }),
        word("place", "", WordRule { part: "place", unlisted: Some("sea"), ..WORD }),
        word(
            "chip",
            "",
            WordRule {
                part: "chip",
                family: "{asked} is a {stored}",
                compiled: "{stored} is made for {asked}",
                selects_family: true,
                ..WORD
            },
        ),
        CompatibilityRule {
            id: "own",
            compares: Compares::OwnFeatures,
            differs: "{processor} is not {feature}",
            nothing: "",
            ..word("", "", WORD)
        },
        CompatibilityRule {
            id: "features",
            compares: Compares::Features(FeatureRule {
                serves: &[
                    SignRow { stored: None, serves: &[None, Some("+"), Some("-")] },
                    SignRow { stored: Some("+"), serves: &[Some("+")] },
                    SignRow { stored: Some("-"), serves: &[Some("-")] },
                ],
                selects: &[
                    SignRow { stored: None, serves: &[None, Some("+"), Some("-")] },
                    SignRow { stored: Some("+"), serves: &[None, Some("+")] },
                    SignRow { stored: Some("-"), serves: &[None, Some("-")] },
                ],
            }),
            differs: "{feature}{stored} is not {asked}",
            nothing: "?",
            ..word("", "", WORD)
        },
    ],
    machines: &[Machine {
        number: 7,
        name: "seven",
        architectures: &["gro"],
        types: &[],
        metadata: &[],
        kernel_symbol: "",
        kernel_sections: &[],
        debug_sections: &[],
        loose_sections: false,
        loaded_when_launched: false,
        bare: None,
        descriptor: None,
        loaders: &[],
    }],
    variants: &[Variants {
        file: "said.json",
        folder: ".info",
        key: "said",
        chars: "a-z0-9_",
        properties: &[
            VariantProperty {
                architectures: &["gro"],
                namespace: "g",
                feature: "chip",
                value: "{processor}",
                compiled: "",
                runs: true,
            },
            VariantProperty {
                architectures: &["gr"],
                namespace: "s",
                feature: "number",
                value: "{number}_code",
                compiled: "{number}_text",
                runs: false,
            },
        ],
    }],
    flags: &[FlagLayout {
        doc: "The only one.",
        architectures: &["gro"],
        os_abi: &[],
        abi_version: &[1],
        processor: Bits(0xf0),
        features: &[FeatureBits {
            feature: "fast",
            mask: Bits(0x3),
            none: Some(Bits(0)),
            any: Some(Bits(1)),
            off: None,
            on: Some(Bits(3)),
        }],
        generic: Some(GenericVersions { abi_version: &[1], bits: Bits(0xf00), known: 2 }),
    }],
    releases_only: false,
};

const WORD: WordRule<'_> = WordRule {
    part: "kind",
    missing: None,
    unlisted: None,
    by_group: false,
    ignored: &[],
    family: "",
    compiled: "",
    selects_family: false,
};

const fn word<'a>(id: &'a str, agrees: &'a str, rule: WordRule<'a>) -> CompatibilityRule<'a> {
    CompatibilityRule {
        id,
        compares: Compares::Word(rule),
        agrees,
        equal: "",
        differs: "{stored} is not {asked}",
        nothing: "none",
        source: None,
    }
}
