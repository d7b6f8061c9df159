//! The command line.

use clap::{Arg, ArgAction, Command, value_parser};

use crate::case::Level;

/// Returns the command line.
pub fn command_line() -> Command {
    let reports = || {
        [
            option("json", "FILE", "Write a JSON report"),
            option("junit", "FILE", "Write JUnit XML"),
            option("html", "FILE", "Write an HTML page"),
        ]
        .map(|option| option.help_heading("Reports"))
    };
    Command::new("offload-bundle-conformance")
        .about("Asks implementations of the offload-bundle formats questions, and judges their answers")
        .long_about(
            "Asks implementations of the offload-bundle formats questions, and judges their answers.\n\nWithout options, asks our own \
             implementation and every known tool that is installed. The exit code is 0 if no result is worse than \
             expected, 1 if one is, 2 if the suite could not run.",
        )
        .version(env!("CARGO_PKG_VERSION"))
        .args_conflicts_with_subcommands(true)
        .next_help_heading("Implementations")
        .arg(many(
            "testee",
            "NAME",
            "Ask this implementation, or the tool in a description FILE.yaml; default: all that are installed",
        ))
        .arg(many("pipe", "COMMAND", "Ask a program that speaks the pipe protocol"))
        .arg(many(
            "accepts",
            "COMMAND",
            "Ask a program that accepts the file `{input}` with exit code 0, and refuses it with another",
        ))
        .arg(
            option("program", "PATH", "Ask the tool at PATH, such as a build tree, like a known tool")
                .conflicts_with("testee"),
        )
        .arg(
            option(
                "emulate",
                "NAME",
                "Call --program like this known tool or FILE.yaml; default: its file name",
            )
            .requires("program"),
        )
        .arg(
            option(
                "release",
                "N",
                "The LLVM release of --program: call it like the nearest known release, and expect its failures",
            )
            .value_parser(value_parser!(u32))
            .requires("program"),
        )
        .next_help_heading("Cases")
        .arg(many("filter", "WORD", "Ask cases with this word in their ID"))
        .arg(many("case", "ID", "Ask this case; --verbose keeps its files"))
        .arg(
            many("level", "LEVEL", "Ask the cases of a level: by documents, for safety, as in releases")
                .value_parser(Level::ALL.map(Level::word)),
        )
        .arg(option("shard", "I/N", "Ask shard I of N, from 1"))
        .arg(flag("list", "Print the IDs of the cases"))
        .next_help_heading("Run")
        .arg(
            option("jobs", "N", "Ask N questions at once; default: the number of processors").value_parser(value_parser!(usize)),
        )
        .arg(
            option("timeout", "SECONDS", "The time limit for an answer")
                .value_parser(value_parser!(u64).range(1..=86_400))
                .default_value("10"),
        )
        .arg(
            option(
                "memory",
                "SIZE",
                "The address space of a program, in bytes or with K, M or G; `none` for AddressSanitizer",
            )
            .default_value("4G"),
        )
        .arg(
            option("hangs", "N", "Give a program up after N hangs in a row")
                .value_parser(value_parser!(u32).range(1..))
                .default_value("20"),
        )
        .arg(option(
            "resume",
            "FILE",
            "Keep a journal in FILE, and skip the questions that it answers",
        ))
        .arg(flag("verbose", "Print every verdict").short('v'))
        .next_help_heading("Expectations")
        .arg(option(
            "expectations",
            "FOLDER",
            "Read the expectations of NAME from FOLDER/NAME.txt instead of from this program",
        ))
        .arg(flag(
            "bless",
            "Write the lines that the expectations need to FOLDER/NAME.txt, or print them without FOLDER; add the reasons by hand",
        ))
        .arg(strict())
        .args(reports())
        .subcommand(Command::new("serve").about("Answer the pipe protocol with our own implementation"))
        .subcommand(
            Command::new("findings")
                .about("Print the findings in real tools as Markdown")
                .subcommand(
                    Command::new("show").about("Print a finding as a bug report").arg(
                        Arg::new("number")
                            .value_name("N")
                            .required(true)
                            .value_parser(value_parser!(usize))
                            .help("The number of the finding"),
                    ),
                ),
        )
        .subcommand(
            Command::new("export")
                .about("Write all cases as files, with a JSON document and a manifest")
                .arg(
                    Arg::new("folder")
                        .value_name("FOLDER")
                        .required(true)
                        .help("A new or empty folder"),
                ),
        )
        .subcommand(
            Command::new("merge")
                .about("Join JSON reports, such as shards")
                .arg(
                    Arg::new("files")
                        .value_name("FILE")
                        .num_args(1..)
                        .required(true)
                        .help("Reports of --json: all shards of a run, and no case twice"),
                )
                .arg(strict())
                .args(reports()),
        )
}

fn strict() -> Arg {
    flag("strict", "Fail if a case passes that the expectations expect to fail")
}

fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

fn many(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    option(name, value, help).action(ArgAction::Append)
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}
