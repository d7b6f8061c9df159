//! The repository's texts, read once for all rules.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const FOREIGN: [&str; 6] = [".git", "target", "node_modules", "corpus", "artifacts", "__pycache__"];

#[derive(Debug, Default)]
pub struct Tree {
    /// Text files by path, with `/`.
    pub texts: BTreeMap<String, String>,
    /// All files.
    pub paths: Vec<String>,
}

impl Tree {
    pub fn read(root: &Path) -> Result<Self, String> {
        let mut tree = Self::default();
        let mut open = vec![root.to_path_buf()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
                let path = entry.map_err(|error| error.to_string())?.path();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if path.is_dir() {
                    if !FOREIGN.contains(&name.as_str()) {
                        open.push(path);
                    }
                } else if let Ok(relative) = path.strip_prefix(root)
                    && name != ".git"
                {
                    let relative = relative.to_string_lossy().replace('\\', "/");
                    if let Ok(text) = fs::read_to_string(&path) {
                        tree.texts.insert(relative.clone(), text);
                    }
                    tree.paths.push(relative);
                }
            }
        }
        tree.paths.sort();
        Ok(tree)
    }

    pub fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let texts = self.texts.iter().filter(move |(path, _)| path.starts_with(folder));
        texts.map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Hand-written Rust files.
    pub fn hand_written(&self) -> impl Iterator<Item = (&str, &str)> {
        let by_machine = |path: &str| path.starts_with("generated/") || path.contains("/expected/");
        self.below("")
            .filter(move |(path, _)| path.ends_with(".rs") && !by_machine(path))
    }

    pub fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.paths.iter().any(|known| {
            known
                .strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }

    #[cfg(test)]
    pub fn from_texts(texts: &[(&str, &str)]) -> Self {
        Self {
            texts: texts
                .iter()
                .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
                .collect(),
            paths: texts.iter().map(|(path, _)| (*path).to_owned()).collect(),
        }
    }
}
