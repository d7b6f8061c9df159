//! Option names that scripts rely on change only on purpose.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use offload_bundle_cli_definitions::commands::PROGRAM;
use offload_bundle_core::options::{Argument, Command};

const WORDS: &str = "\
* --json -q,--quiet -v,--verbose --color= --sizes=
bundle -t,--type= -o,--output= --align= --id-style= --compress[=] --level= --threads= --ccob-version= ID=FILE*
unbundle FILE ID=FILE* -t,--type= --all -d,--dir= --allow-missing --lenient --explain --force --no-verify --max-size= --carve
extract FILE* -d,--dir= -a,--arch=* -k,--kind=* --triple=* --empty -t,--type= --lenient --force -n,--dry-run --no-verify --exclude=* --max-size= --carve --no-follow
compress FILE* -o,--output= --in-place -n,--dry-run --method= --level= --threads= --ccob-version= --runtime= --align= -t,--type= --no-verify --drop-signatures --max-size=
decompress FILE -o,--output= --in-place -n,--dry-run --align= -t,--type= --no-verify --drop-signatures --max-size=
pack -i,--image=* -o,--output= --version= --compress[=] --level= --threads= --release= -n,--dry-run
unpack FILE -i,--image=* -d,--dir= --exact --archive --lenient --force -n,--dry-run -t,--type= --no-verify --max-size= --carve
convert FILE -o,--output= --to= --version= --lossy --host= --release= -n,--dry-run -t,--type= --no-verify --max-size= --carve
embed FILE --for=* --symbol=* --machine= --offload-binary -o,--output= -n,--dry-run --no-verify --max-size=
prune FILE --keep=* --drop=* --exact -o,--output= --in-place -n,--dry-run --runtime= -t,--type= --no-verify --drop-signatures --max-size=
replace FILE ID=FILE* --bundle= -o,--output= --in-place -n,--dry-run --runtime= -t,--type= --no-verify --drop-signatures --max-size=
list FILE* -a,--arch=* -k,--kind=* --triple=* -t,--type= --all --ids-only --lenient --no-verify --exclude=* --max-size= --carve --no-follow
inspect FILE* --html= -t,--type= --no-verify --exclude=* --max-size= --carve
verify FILE* --allow=* --require=* --variant -t,--type= --exclude=* --max-size= --carve --no-follow
supports GPU FILE* --kind=* -t,--type= --exclude=* --max-size= --carve --no-follow
size FILE* --by= --budget= --html= -a,--arch=* -k,--kind=* --triple=* --no-demangle -t,--type= --no-verify --exclude=* --max-size= --carve
diff BEFORE AFTER -a,--arch=* -k,--kind=* --triple=* -t,--type= --no-verify --exclude=* --max-size= --carve
target
target parse ID*
target canonical ID*
target compat ENTRY REQUEST
formats
completions SHELL
json-schema COMMAND
man -d,--dir=
";

fn option(argument: &Argument<'_>) -> String {
    let repeats = if argument.repeats { "*" } else { "" };
    if argument.positional {
        return format!("{}{repeats}", argument.value);
    }
    let short = argument.short.map(|short| format!("-{short},")).unwrap_or_default();
    let value = match (argument.value, argument.value_optional) {
        ("", _) => "",
        (_, true) => "[=]",
        (_, false) => "=",
    };
    format!("{short}--{}{value}{repeats}", argument.name)
}

fn lines(before: &str, commands: &[Command<'_>], into: &mut Vec<String>) {
    for command in commands {
        let name = format!("{before}{}", command.name);
        let options = command.arguments.iter().map(option);
        into.push([name.clone()].into_iter().chain(options).collect::<Vec<_>>().join(" "));
        lines(&format!("{name} "), command.commands, into);
    }
}

#[test]
fn option_names_are_unchanged() {
    let options = PROGRAM.arguments.iter().map(option);
    let mut all = vec![
        ["*".to_owned()]
            .into_iter()
            .chain(options)
            .collect::<Vec<_>>()
            .join(" "),
    ];
    lines("", PROGRAM.commands, &mut all);
    let wanted: Vec<&str> = WORDS.lines().collect();
    assert_eq!(all, wanted, "\n{}\n", all.join("\n"));
}
