//! Runs the code in the README of the C library: each C or C++ block is a program, the text block after it its output.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::CRATE;
use super::toolchain::capture;
use crate::files;

#[derive(Debug, PartialEq, Eq)]
struct Shown<'r> {
    /// `c` or `cpp`.
    language: &'r str,
    code: &'r str,
    output: &'r str,
}

/// Compiles each program by `compile`, called with source and program, and runs it in `folder` with the README's files.
pub fn try_out(
    root: &Path,
    folder: &Path,
    compile: impl Fn(&Path, &Path) -> Result<Command, String>,
) -> Result<(), String> {
    let text = files::read(&root.join(CRATE).join("README.md"))?;
    let shown = programs(&text);
    if shown.is_empty() {
        return Err("the README shows no program".to_owned());
    }
    let library = root.join("conformance/fixtures/objects/hip.22.so");
    let mut bytes = fs::read(&library).map_err(|error| format!("{}: {error}", library.display()))?;
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
    };
    write("libapp.so", &bytes)?;
    // The same damage as on the front page.
    if let Some(byte) = bytes.get_mut(4140) {
        *byte = b'X';
    }
    write("damaged.so", &bytes)?;
    for (number, Shown { language, code, output }) in shown.iter().enumerate() {
        let source = format!("{number}.{language}");
        write(&source, code.as_bytes())?;
        let mut program = compile(&folder.join(&source), &folder.join(format!("program{number}")))?;
        let said = capture(program.current_dir(folder))?;
        if said != *output {
            return Err(format!(
                "program {number} of the README prints\n{said}\ninstead of\n{output}"
            ));
        }
    }
    Ok(())
}

/// With the output in the next block, if any.
fn programs(text: &str) -> Vec<Shown<'_>> {
    let mut programs: Vec<Shown<'_>> = Vec::new();
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("```") {
        let Some((language, inner)) = from.split_once('\n') else {
            break;
        };
        let Some((block, after)) = inner.split_once("```") else {
            break;
        };
        match (language, programs.last_mut()) {
            ("c" | "cpp", _) => programs.push(Shown { language, code: block, output: "" }),
            ("text", Some(last)) if before.trim().is_empty() => last.output = block,
            _ => {}
        }
        rest = after;
    }
    programs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_after_program_is_its_output() {
        let text = "A\n```sh\nmake\n```\n```c\nint a;\n```\n\n```text\n1\n```\nB\n```cpp\nint b;\n```\nwords\n```text\n2\n```\n";
        assert_eq!(
            programs(text),
            [
                Shown { language: "c", code: "int a;\n", output: "1\n" },
                Shown { language: "cpp", code: "int b;\n", output: "" },
            ]
        );
    }
}
