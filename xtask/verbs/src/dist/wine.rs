//! Wine, which runs programs for Windows: a system of its own below the folder of a trial.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::python::environment::run;

/// As the program is called.
pub const WINE: &str = "wine";
/// The library from which Rust has random numbers. Wine has it since release 9; earlier ones have what it is made of here.
const RANDOM: &str = "bcryptprimitives.dll";
const RANDOM_IN_C: &str = "int SystemFunction036(void *, unsigned long);
__declspec(dllexport) int ProcessPrng(unsigned char *data, unsigned long long size) {
    return SystemFunction036(data, (unsigned long)size);
}
";

/// Where its system is, below `work`.
fn system(work: &Path) -> PathBuf {
    work.join("wine")
}

/// Has a call of Wine use that system, say nothing of itself, and take words as they are written here.
pub fn tell(call: &mut Command, work: &Path) {
    call.env("WINEPREFIX", system(work)).env("WINEDEBUG", "-all");
    // What .NET and web pages would need, it would offer to install.
    call.env("WINEDLLOVERRIDES", "mscoree,mshtml=").env("LC_ALL", "C.UTF-8");
}

/// Makes the system, and what it lacks; `python` has Zig, which compiles that.
pub fn prepare(python: &Path, work: &Path) -> Result<(), String> {
    let mut boot = Command::new(WINE);
    tell(&mut boot, work);
    let booted = boot.args(["wineboot", "--init"]).output();
    booted.map_err(|error| format!("{WINE}: {error}"))?;
    let library = system(work).join("drive_c/windows/system32").join(RANDOM);
    if library.exists() {
        return Ok(());
    }
    let source = work.join("random.c");
    fs::write(&source, RANDOM_IN_C).map_err(|error| format!("{}: {error}", source.display()))?;
    let mut zig = Command::new(python);
    zig.args(["-m", "ziglang", "cc", "-target", "x86_64-windows-gnu", "-shared", "-o"]);
    run(zig.arg(&library).arg(&source).arg("-ladvapi32"))
}
