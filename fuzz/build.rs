//! Lists the schemas of interpreted formats, and compiles the C header for the targets that compare it with the
//! library. With Clang, libFuzzer sees the coverage of the header, and AddressSanitizer checks its memory if the
//! targets use it; any compiler checks its arithmetic.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs, io};

/// The names of Clang, in order of preference. Without Clang, the default compiler is used.
const CLANGS: [&str; 6] = ["clang", "clang-22", "clang-19", "clang-18", "clang-16", "clang-14"];
/// The printer of the header's fields, and the header.
const INCLUDE: [&str; 2] = ["../conformance/tests/c_header", "../generated/c"];
const SOURCE: &str = "src/c_header/shown.c";

const SCHEMAS: &str = "../codegen/tests/foreign";

fn main() -> io::Result<()> {
    list_schemas()?;
    let mut build = cc::Build::new();
    // Fuzzing services set the compiler and its options.
    if env::var_os("CC").is_none() {
        if let Some(clang) = CLANGS.iter().find(|name| is_there(name)) {
            build.compiler(clang).flag("-fsanitize=fuzzer-no-link");
            let sanitizers = env::var("CARGO_CFG_SANITIZE").unwrap_or_default();
            if sanitizers.split(',').any(|name| name == "address") {
                build.flag("-fsanitize=address");
            }
        }
        // Trap on undefined behaviour, because the compiler's runtime library is not linked.
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

fn list_schemas() -> io::Result<()> {
    let mut list = String::from("const SCHEMAS: &[(&str, &str)] = &[\n");
    for entry in fs::read_dir(SCHEMAS)? {
        let path = entry?.path().canonicalize()?;
        if let Some(name) = path
            .file_name()
            .and_then(|name| name.to_str())
            .filter(|name| name.ends_with(".ksy"))
        {
            let written = writeln!(list, "    ({name:?}, include_str!({path:?})),");
            written.map_err(io::Error::other)?;
        }
    }
    list.push_str("];\n");
    let out = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .ok_or(io::ErrorKind::NotFound)?;
    println!("cargo::rerun-if-changed={SCHEMAS}");
    fs::write(out.join("schemas.rs"), list)
}

fn is_there(name: &str) -> bool {
    let output = Command::new(name).arg("--version").output();
    output.is_ok_and(|output| output.status.success())
}
