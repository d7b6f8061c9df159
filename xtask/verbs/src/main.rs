//! The project's own commands, one file per verb. `cargo xtask` starts this program. All file access of the generator is here.

mod api;
mod bench;
mod c;
mod codegen;
mod dist;
mod examples;
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

const USAGE: &str = "usage: cargo xtask VERB [--help]
  codegen      generates `generated/` from `schemas/`; --check only says what is stale, --diff with the differences
  conformance  runs the conformance suite: our own implementation and every tool that is installed
  dist         makes a release in target/dist; --check makes it twice and compares
  fixtures     makes conformance/fixtures/ again with the installed compilers; --check compares with the manifest
  fuzz         runs the fuzz targets with their seeds and dictionaries
  kaitai       compares our readers with those of the Kaitai Struct compiler; --foreign DIR for schemas of others
  mutate       changes the schemas in one place at a time, and says which changes no test notices: --list, or --minutes N of them
  record       writes the answers of the installed tools to cli/tests/recorded/; --check compares with them
  prove        in copies of the repository, changed schemas change the tool, and made-up ones compile; minutes
  schemas      makes schemas up: what the generator accepts compiles, passes its tests, and is read by Kaitai's reader, too
  trees        makes up schemas of formats that are only read, and files, and compares what is read with Kaitai's reader
  api          writes public-api.txt of library and rewrite, their public items; --check says whether it is stale
  c            writes the header of the C library and its ABI; --check, --prefix DIR to install, --test
  wheel        builds the wheel of the Python module; --test
  web          builds the browser page into target/web/; --test
  tidy         checks the invariants of the repository
  bench        ours and clang-offload-bundler 22: times, memory, lengths; --growth: how time and memory grow
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
