//! The command line of `offload-bundle-conformance`.

use clap::{Arg, ArgAction, Command, value_parser};

use crate::case::Level;

/// Its commands and options.
pub fn command_line() -> Command {
    let reports = || {
        [
            option("json", "FILE", "Write everything as one JSON document"),
            option("junit", "FILE", "Write JUnit XML"),
            option("html", "FILE", "Write a page to look through"),
        ]
        .map(|option| option.help_heading("Reports"))
    };
    Command::new("offload-bundle-conformance")
        .about("Asks implementations of the offload-bundle formats questions, and judges their answers")
        .long_about(
            "Asks implementations of the offload-bundle formats questions, and judges their answers.\n\nWithout options every case is \
             asked of our own implementation and of every tool that is known and installed. The exit code is 0 if no result is worse than \
             expected, 1 if one is, 2 if the suite could not run.",
        )
        .version(env!("CARGO_PKG_VERSION"))
        .args_conflicts_with_subcommands(true)
        .next_help_heading("Who is asked")
        .arg(many(
            "testee",
            "NAME",
            "Ask this implementation, or the tool that a file FILE.yaml describes; all that are known and there without it",
        ))
        .arg(many("pipe", "COMMAND", "Ask this program, which speaks the pipe protocol"))
        .arg(many(
            "accepts",
            "COMMAND",
            "Ask this program, called with a file for `{input}`, which it accepts: with exit code 0",
        ))
        .arg(
            option("program", "PATH", "Ask the tool at PATH, such as one in a build tree, as a known tool is asked")
                .conflicts_with("testee"),
        )
        .arg(
            option(
                "emulate",
                "NAME",
                "The known tool, or FILE.yaml, that --program is asked as; that of its file name without it",
            )
            .requires("program"),
        )
        .arg(
            option(
                "release",
                "N",
                "The release of LLVM that --program is near to: it is asked as the nearest known, and expected to do as that does",
            )
            .value_parser(value_parser!(u32))
            .requires("program"),
        )
        .next_help_heading("What is asked")
        .arg(many("filter", "WORD", "Ask cases with this word in their id"))
        .arg(many("case", "ID", "Ask this case; with --verbose its files are kept"))
        .arg(
            many("level", "LEVEL", "Ask cases that are as binding: what documents require, what is recommended for safety, what tools do")
                .value_parser(Level::ALL.map(Level::word)),
        )
        .arg(option("shard", "I/N", "Ask shard I of N, from 1"))
        .arg(flag("list", "Print the ids of the cases and stop"))
        .next_help_heading("How")
        .arg(
            option("jobs", "N", "Ask so many questions at once; one a processor without it").value_parser(value_parser!(usize)),
        )
        .arg(
            option("timeout", "SECONDS", "The time for each answer")
                .value_parser(value_parser!(u64).range(1..=86_400))
                .default_value("10"),
        )
        .arg(
            option(
                "memory",
                "SIZE",
                "The address space of a program, in bytes or with K, M or G; none for no limit, as AddressSanitizer needs it",
            )
            .default_value("4G"),
        )
        .arg(
            option("hangs", "N", "Give a testee up that did not answer N questions in a row in time")
                .value_parser(value_parser!(u32).range(1..))
                .default_value("20"),
        )
        .arg(option(
            "resume",
            "FILE",
            "Keep a journal in FILE, and do not ask again what stands there already",
        ))
        .arg(flag("verbose", "Say of each case what came of it").short('v'))
        .next_help_heading("What is expected")
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
        .subcommand(Command::new("serve").about("Answer the questions of the pipe protocol with our own implementation"))
        .subcommand(
            Command::new("findings")
                .about("Print what real tools are known to do otherwise, as Markdown")
                .subcommand(
                    Command::new("show").about("Print the text of a bug report on one of them").arg(
                        Arg::new("number")
                            .value_name("N")
                            .required(true)
                            .value_parser(value_parser!(usize))
                            .help("The number of the finding, as the list of them has it"),
                    ),
                ),
        )
        .subcommand(
            Command::new("export")
                .about("Write all cases as files: bytes, one flat JSON document, and a manifest with digests")
                .arg(
                    Arg::new("folder")
                        .value_name("FOLDER")
                        .required(true)
                        .help("Where they are written: a folder that is empty, or is made"),
                ),
        )
        .subcommand(
            Command::new("merge")
                .about("Make one report of the JSON reports of several runs, such as those of shards")
                .arg(
                    Arg::new("files")
                        .value_name("FILE")
                        .num_args(1..)
                        .required(true)
                        .help("Reports that --json wrote: all shards of a run, and no case twice for an implementation"),
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
