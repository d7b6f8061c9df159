//! The pages of a made-up program, whole: every kind of thing that a page says is in them once.

use offload_bundle_core::options::{Argument, Command, Example, ExitCode, Program, Variable};

use super::page::pages;

const KILN: Program<'static> = Program {
    name: "kiln",
    about: "Fires pots",
    doc: "Fires what `FILE` says.\n\nAnd then cools.",
    exit_codes: &[ExitCode { code: 0, doc: "Fired." }],
    environment: &[Variable { name: "KILN_HEAT", doc: "As `--heat`." }],
    file_command: "",
    examples: &[],
    arguments: &[Argument { name: "quiet", short: Some('q'), help: "Say nothing", ..Argument::DEFAULT }],
    commands: &[Command {
        name: "fire-up",
        about: "Heat the kiln",
        arguments: &[
            Argument {
                name: "pot",
                positional: true,
                value: "POT",
                required: true,
                repeats: true,
                help: "What to fire",
                ..Argument::DEFAULT
            },
            Argument {
                name: "heat",
                short: Some('t'),
                value: "HEAT",
                choices: &["low", "high"],
                default: "low",
                help: "How hot",
                doc: "In words.",
                ..Argument::DEFAULT
            },
        ],
        examples: &[Example { run: "kiln fire-up -t high \\\n  .cup ~/it's^", doc: "A cup" }],
        doc: ".Dots and 'quotes' stand where they are: a\\b.",
        ..Command::DEFAULT
    }],
};

#[test]
fn there_is_a_page_for_the_program_and_one_for_each_command() {
    let names: Vec<String> = pages(&KILN, std::iter::empty())
        .iter()
        .map(|page| page.file_name())
        .collect();
    assert_eq!(names, ["kiln.1", "kiln-fire-up.1"]);
}

#[test]
fn a_page_of_a_command_says_all_that_its_table_says() {
    let pages = pages(&KILN, std::iter::empty());
    let page = pages.iter().find(|page| page.name == "kiln-fire-up").unwrap();
    let text = page.text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    assert_eq!(text, include_str!("kiln-fire-up.1"), "\n{text}");
}
