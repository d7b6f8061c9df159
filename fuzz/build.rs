//! Lists the schemas of formats that are only read, and compiles the header in C for the targets that compare it with the library. Clang lets libFuzzer see which of its lines an input reaches,
//! and checks its memory where the targets have AddressSanitizer; any compiler checks its arithmetic.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs, io};

/// The names of Clang, the first that is there is taken; none of them, and it is the compiler of this machine.
const CLANGS: [&str; 6] = ["clang", "clang-22", "clang-19", "clang-18", "clang-16", "clang-14"];
/// Where what shows the header's fields is, and the header.
const INCLUDE: [&str; 2] = ["../conformance/tests/c_header", "../generated/c"];
const SOURCE: &str = "src/c_header/shown.c";

/// Where the schemas are.
const SCHEMAS: &str = "../codegen/tests/foreign";

fn main() -> io::Result<()> {
    list_schemas()?;
    let mut build = cc::Build::new();
    // Services for fuzzing say themselves what compiles, and how.
    if env::var_os("CC").is_none() {
        if let Some(clang) = CLANGS.iter().find(|name| is_there(name)) {
            build.compiler(clang).flag("-fsanitize=fuzzer-no-link");
            let sanitizers = env::var("CARGO_CFG_SANITIZE").unwrap_or_default();
            if sanitizers.split(',').any(|name| name == "address") {
                build.flag("-fsanitize=address");
            }
        }
        // What this finds is a trap: there is no library of the compiler that would tell it.
        for flag in ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"] {
            build.flag_if_supported(flag);
        }
    }
    build.file(SOURCE).includes(INCLUDE).opt_level(1).debug(true);
    build.compile("offload_bundle_shown");
    for path in INCLUDE.into_iter().chain([SOURCE]) {
        println!("cargo::rerun-if-changed={path}");
    }
    Ok(())
}

/// Writes a list of the schemas, which are part of the targets then.
fn list_schemas() -> io::Result<()> {
    let mut list = String::from("const SCHEMAS: &[(&str, &str)] = &[\n");
    for entry in fs::read_dir(SCHEMAS)? {
        let path = entry?.path().canonicalize()?;
        if let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".ksy")) {
            let written = writeln!(list, "    ({name:?}, include_str!({path:?})),");
            written.map_err(io::Error::other)?;
        }
    }
    list.push_str("];\n");
    let out = env::var_os("OUT_DIR").map(PathBuf::from).ok_or(io::ErrorKind::NotFound)?;
    println!("cargo::rerun-if-changed={SCHEMAS}");
    fs::write(out.join("schemas.rs"), list)
}

/// Whether a program of this name is there.
fn is_there(name: &str) -> bool {
    let output = Command::new(name).arg("--version").output();
    output.is_ok_and(|output| output.status.success())
}
