//! Shell lines that create a file.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, GzBuilder};

use crate::testee::quote;

/// Maximum bytes for `printf`; longer files use base64.
const WRITTEN_OUT: usize = 320;
const LINE: usize = 120;

/// With `printf`, or with `base64` and `gunzip` for longer contents.
pub(super) fn making(name: &str, bytes: &[u8]) -> String {
    let name = quote(name);
    match bytes.len() {
        0 => format!(": > {name}"),
        1..=WRITTEN_OUT => format!("printf '{}' > {name}", escape(bytes)),
        _ => format!("base64 -d <<'END' | gunzip > {name}\n{}\nEND", pack(bytes)),
    }
}

/// For `printf` in single quotes.
fn escape(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        match byte {
            b'\n' => text += "\\n",
            b'%' => text += "%%",
            b'\\' => text += "\\\\",
            b' '..=b'~' if *byte != b'\'' => text.push(char::from(*byte)),
            byte => text += &format!("\\{byte:03o}"),
        }
    }
    text
}

fn pack(bytes: &[u8]) -> String {
    let mut packer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let packed = packer.write_all(bytes).and_then(|()| packer.finish());
    let letters = STANDARD.encode(packed.unwrap_or_default());
    let lines: Vec<String> = letters
        .as_bytes()
        .chunks(LINE)
        .map(|line| line.iter().map(|letter| char::from(*letter)).collect())
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn shell_recreates_file() {
        let all: Vec<u8> = (0..=u8::MAX).collect();
        for bytes in [Vec::new(), b"a'b%s\\n\n".to_vec(), all.clone(), all.repeat(9)] {
            let scene = tempfile::tempdir().unwrap();
            let line = making("a file", &bytes);
            let made = std::process::Command::new("sh")
                .args(["-c", &line])
                .current_dir(scene.path())
                .status();
            assert!(made.unwrap().success(), "{line}");
            assert!(std::fs::read(scene.path().join("a file")).unwrap() == bytes, "{line}");
        }
    }
}
