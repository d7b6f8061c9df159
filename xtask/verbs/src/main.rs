//! The project's own commands. Each verb is one file; all I/O of generation is here. `cargo xtask` starts this.

mod api;
mod bench;
mod c;
mod codegen;
mod dist;
mod files;
mod fixtures;
mod fuzz;
mod kaitai;
mod mistakes;
mod mutate;
mod python;
mod record;
mod schemas;
mod tidy;
mod trees;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask VERB
  codegen            generates `generated/` from `schemas/`
  codegen --check    says what is stale, missing or orphaned, and writes nothing
  codegen --diff     the same, with the differences
  conformance        runs the conformance suite: our own implementation and every tool that is installed; `conformance --help`
  dist               makes a release in target/dist: archives of the tool, packages, wheels, the C library, the page for a browser, digests,
                     the list of what is in it; --target TRIPLE for one system alone, --only WORD for the parts that are called so, --dirty
                     where files are not committed, --complete where nothing may be skipped
  dist --check       makes the same twice, in two folders, and compares the files
  fixtures [WORD]    makes conformance/fixtures/ again with the installed compilers, or those whose paths contain WORD
  fixtures --check   says which committed fixtures differ from their manifest
  fuzz [TARGET…]     runs the fuzz targets with their seeds and dictionaries, 60 seconds each or --seconds N; --list for the targets
  kaitai [WORD]      compares our readers with those that the Kaitai Struct compiler makes, of the schemas whose names hold WORD,
                     on fixtures and on files that are drawn: --count N of each format, --seed N for others
  kaitai --foreign DIR [--all]
                     the same for schemas that others have written, with the sample files beside them; says why some are refused;
                     with --all, none may be
  mutate             changes the schemas in one place at a time, and says which changes no test notices; --minutes N of them, drawn
                     with --seed N, or --sample N; --schema WORD and --place WORD for some; --only interpreted without a compiler,
                     --only alone with what compiles in a second; --list to see them. All of them take many hours
  record             asks the installed tools what the tests want to know, and writes their answers to conformance/recorded/
  record --check     says where they answer otherwise than is recorded
  prove [TEST…]      what takes minutes: in copies of the repository, changed schemas change what the tool does, a new one gives a
                     new format, and what the generator accepts of made-up ones compiles and keeps its laws
  schemas            made-up schemas by chance: what the generator accepts compiles, passes its tests, and is read by
                     Kaitai's reader too; --count N and --seed N for others, --lint for clippy too
  api [--check]      writes library/public-api.txt: the public items of the library
  c [--check]        writes the header of the C library, and its ABI, to bindings/c/; --prefix DIR builds and installs the library;
                     --test tries it with the compilers of C and C++ that are there, --test --debug one that is built fast
  trees              makes up schemas of formats that are only read, and files for them, and compares what is read with Kaitai's reader:
                     --count N of them, --seed N for others
  wheel              builds the wheel of the Python module; --target TRIPLE… for other systems; --test runs its tests where there is no
                     Rust, --test --debug those of one that is built fast
  web                builds the page for a browser into target/web/, or --folder DIR; --test uses it in Chromium, --debug builds a larger page
                     faster, --conformance adds the page of the conformance suite
  tidy               checks the invariants of the repository
  bench              ours beside clang-offload-bundler 22: times, memory, lengths; --runs N for another number of turns,
                     --code FILE[:OFFSET] for real code (512 MiB of it), --library FILE to list a library too
  bench --growth     how time and memory grow with bundles, entries, files and others: more than in proportion is an error
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["codegen", rest @ ..] => codegen::run(rest),
        ["dist", rest @ ..] => dist::run(rest),
        ["fixtures", rest @ ..] => fixtures::run(rest),
        ["fuzz", rest @ ..] => fuzz::run(rest),
        ["kaitai", rest @ ..] => kaitai::run(rest),
        ["mutate", rest @ ..] => mutate::run(rest),
        ["record", rest @ ..] => record::run(rest),
        ["schemas", rest @ ..] => schemas::run(rest),
        ["trees", rest @ ..] => trees::run(rest),
        ["wheel", rest @ ..] => python::wheel::wheel(rest),
        ["c", rest @ ..] => c::run(rest),
        ["api", rest @ ..] => api::run(rest),
        ["tidy", rest @ ..] => tidy::run(rest),
        ["bench", rest @ ..] => bench::run(rest),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}
