//! Checks, before building, for programs that a release needs.

use super::part::Part;
use crate::python::systems::WINDOWS;

/// Makes import libraries for Windows.
const DLLTOOL: &str = "x86_64-w64-mingw32-dlltool";
const CLANG: &str = "clang";

/// Splits off the parts with missing programs, and returns a message about them.
pub fn split(parts: Vec<Part>, is_installed: impl Fn(&str) -> bool) -> (Vec<Part>, Option<String>) {
    let mut lacking = Vec::new();
    let mut made = parts;
    made.retain(|part| {
        let missing = programs(part).iter().filter(|program| !is_installed(program));
        let lines = missing.map(|program| format!("{program}, for {}", part.name()));
        let lines: Vec<String> = lines.collect();
        let is_made = lines.is_empty();
        lacking.extend(lines);
        is_made
    });
    let message = format!("these programs are not installed:\n  {}", lacking.join("\n  "));
    (made, (!lacking.is_empty()).then_some(message))
}

fn programs(part: &Part) -> &'static [&'static str] {
    match part {
        Part::Wheel(system) if system.triple == WINDOWS => &["cargo", "rustup", "python3", DLLTOOL],
        Part::Tool(_) | Part::Wheel(_) | Part::C(_) => &["cargo", "rustup", "python3"],
        Part::Page => &["cargo", "rustup", CLANG],
        Part::Bill => &["cargo"],
    }
}

/// Whether a program is on the `PATH`. Any clang release counts, and so does a variable with its name.
pub fn is_installed(program: &str) -> bool {
    let folders = || std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let is_there = |name: &str| folders().iter().any(|folder| folder.join(name).is_file());
    let is_named = || std::env::var_os("CC_wasm32_unknown_unknown").is_some();
    let released = || (14..40).any(|release| is_there(&format!("clang-{release}")));
    is_there(program) || is_there(&format!("{program}.exe")) || program == CLANG && (is_named() || released())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_programs_are_listed_first() {
        let (made, message) = split(Part::all(), |_| true);
        assert_eq!((made.len(), message), (Part::all().len(), None));
        let (made, message) = split(Part::all(), |program| ![DLLTOOL, CLANG].contains(&program));
        assert_eq!(made.len(), Part::all().len() - 2);
        let expected = "these programs are not installed:\n  x86_64-w64-mingw32-dlltool, for the wheel for x86_64-pc-windows-gnu\n  \
                        clang, for the browser page";
        assert_eq!(message.unwrap(), expected);
        assert!(split(Part::all(), |program| program != "cargo").0.is_empty());
    }
}
