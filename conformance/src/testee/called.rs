//! A call of a command-line tool, to repeat it by hand.

use std::path::PathBuf;

/// A call of a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// The working directory.
    pub folder: PathBuf,
    /// Its environment variables.
    pub environment: Vec<(String, String)>,
    /// The program and its words.
    pub words: Vec<String>,
    /// The files in the working directory before the call, by name.
    pub inputs: Vec<(String, Vec<u8>)>,
    /// The end and the output of the program, if it was called.
    pub ended: Option<String>,
}

impl Called {
    /// The command line, for a shell.
    pub fn line(&self) -> String {
        let variables = self
            .environment
            .iter()
            .map(|(name, value)| format!("{name}={}", quote(value)));
        variables
            .chain(self.words.iter().map(|word| quote(word)))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Quotes a word for a shell.
pub fn quote(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_=/.,:+@%".contains(&byte);
    match !word.is_empty() && word.bytes().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shell_reads_quoted_words() {
        let words = ["printf", "%s\\n", "-a=b", "it's", "", "a b", "$HOME"];
        let called = Called {
            folder: PathBuf::new(),
            environment: vec![("V".into(), "x y".into())],
            inputs: Vec::new(),
            ended: None,
            words: words.map(String::from).to_vec(),
        };
        assert!(called.line().starts_with("V='x y' printf "));
        let output = std::process::Command::new("sh")
            .args(["-c", &called.line()])
            .output()
            .unwrap();
        assert_eq!(output.stdout, b"-a=b\nit's\n\na b\n$HOME\n");
    }
}
