//! Wine, with its own prefix below a trial's folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::python::environment::run;

pub const WINE: &str = "wine";
/// Wine 9 added it; for earlier versions it is built here.
const RANDOM: &str = "bcryptprimitives.dll";
const RANDOM_IN_C: &str = "int SystemFunction036(void *, unsigned long);
__declspec(dllexport) int ProcessPrng(unsigned char *data, unsigned long long size) {
    return SystemFunction036(data, (unsigned long)size);
}
";

fn system(work: &Path) -> PathBuf {
    work.join("wine")
}

/// Sets the prefix, silences Wine, and keeps arguments unchanged.
pub fn tell(call: &mut Command, work: &Path) {
    call.env("WINEPREFIX", system(work)).env("WINEDEBUG", "-all");
    // Wine would offer to install .NET and a web engine.
    call.env("WINEDLLOVERRIDES", "mscoree,mshtml=").env("LC_ALL", "C.UTF-8");
}

/// Creates the prefix and missing libraries; `python` has Zig, which compiles them.
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
