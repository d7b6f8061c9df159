//! Resolves paths in code to files, through modules and re-exports.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use super::code::{code, is_word};
use super::paths::{Import, imports, inline};
use crate::tidy::tree::Tree;

type Module = (String, Vec<String>);

const KINDS: [&str; 9] = ["const", "enum", "fn", "macro_rules", "mod", "static", "struct", "trait", "type"];

struct File<'t> {
    path: &'t String,
    imports: Vec<Import>,
    inline: BTreeSet<Vec<String>>,
    /// Including its items.
    names: BTreeSet<String>,
    items: BTreeSet<String>,
}

impl<'t> File<'t> {
    fn read(path: &'t String, text: &str) -> Self {
        let (imports, code) = imports(&code(text));
        let mut names = BTreeSet::new();
        let mut items = BTreeSet::new();
        let mut before = "";
        for name in code.split(|letter| !is_word(letter)).filter(|name| !name.is_empty()) {
            names.insert(name.to_owned());
            if KINDS.contains(&before) {
                items.insert(name.to_owned());
            }
            before = name;
        }
        Self { path, imports, inline: inline(&code), names, items }
    }

    fn has(&self, name: &str) -> bool {
        let mut imports = self.imports.iter();
        self.items.contains(name) || imports.any(|import| import.shared && import.name == name)
    }
}

pub struct Modules<'t>(BTreeMap<Module, File<'t>>);

impl<'t> Modules<'t> {
    pub fn read(tree: &'t Tree) -> Self {
        let mut modules = BTreeMap::new();
        for (path, text) in &tree.texts {
            if let Some(module) = module(path) {
                let file = File::read(path, text);
                match modules.entry(module) {
                    Entry::Vacant(place) => _ = place.insert(file),
                    // A program next to a library declares modules too.
                    Entry::Occupied(mut known) => known.get_mut().items.extend(file.items),
                }
            }
        }
        Self(modules)
    }

    pub fn without_tests(mut self) -> Self {
        let only_tests = |(root, names): &Module| {
            (0..names.len()).any(|depth| {
                let above = self.0.get(&(root.clone(), names[..depth].to_vec()));
                above.is_some_and(|above| !above.items.contains(&names[depth]))
            })
        };
        let tests: Vec<Module> = self.0.keys().filter(|module| only_tests(module)).cloned().collect();
        tests.iter().for_each(|module| _ = self.0.remove(module));
        self
    }

    /// Pairs of files of a crate: the first uses an item of the second.
    pub fn arrows(&self) -> BTreeSet<(&'t String, &'t String)> {
        let mut arrows = BTreeSet::new();
        for (module, file) in &self.0 {
            // Re-exporting from a submodule is not a use.
            let handed_on = |import: &&Import| {
                import.shared
                    && !file.names.contains(&import.name)
                    && absolute(module, &import.path).1.starts_with(&module.1)
            };
            let own = file.imports.iter().filter(|import| !handed_on(import));
            let imports = own.filter_map(|import| self.import(module, import));
            let inline = file.inline.iter().filter_map(|path| self.file_of(module, path));
            let others = imports.chain(inline).filter(|other| *other != file.path);
            arrows.extend(others.map(|other| (file.path, other)));
        }
        arrows
    }

    fn import(&self, own: &Module, import: &Import) -> Option<&'t String> {
        let path = absolute(own, &import.path);
        let target = self.0.get(&path).filter(|_| import.name == "*");
        target.map(|file| file.path).or_else(|| self.owner(&path, 0))
    }

    /// A call into a submodule by name is a table of contents, not a use.
    fn file_of(&self, own: &Module, path: &[String]) -> Option<&'t String> {
        let first = path.first()?;
        let imports = &self.0.get(own)?.imports;
        let target = match imports.iter().find(|import| import.name == *first) {
            Some(import) => import.path.iter().chain(&path[1..]).cloned().collect(),
            None if ["crate", "super", "self"].contains(&first.as_str()) => path.to_vec(),
            None => return None,
        };
        self.owner(&absolute(own, &target), 0)
    }

    /// `None` for modules and other crates.
    fn owner(&self, path: &Module, hops: usize) -> Option<&'t String> {
        let (root, names) = path;
        let depth = (0..=names.len())
            .rev()
            .find(|depth| self.0.contains_key(&(root.clone(), names[..*depth].to_vec())))?;
        let module = (root.clone(), names[..depth].to_vec());
        let file = self.0.get(&module)?;
        let name = names.get(depth)?;
        // Glob imports can form a loop.
        if hops > 8 {
            return Some(file.path);
        }
        let beyond = |mut at: Module, from: usize| {
            at.1.extend_from_slice(&names[from..]);
            at
        };
        if let Some(import) = file.imports.iter().find(|import| import.name == *name) {
            return self.owner(&beyond(absolute(&module, &import.path), depth + 1), hops + 1);
        }
        if file.items.contains(name) {
            return Some(file.path);
        }
        let all = file.imports.iter().filter(|import| import.name == "*");
        let mut owners = all.filter_map(|import| {
            let target = absolute(&module, &import.path);
            let other = self.0.get(&target).filter(|other| other.path != file.path)?;
            other
                .has(name)
                .then(|| self.owner(&beyond(target, depth), hops + 1))
                .flatten()
        });
        owners.next().or(Some(file.path))
    }
}

fn module(path: &str) -> Option<Module> {
    let (root, file) = path.strip_suffix(".rs")?.split_once("/src/")?;
    let mut segments: Vec<String> = file.split('/').map(str::to_owned).collect();
    if segments
        .last()
        .is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str()))
    {
        segments.pop();
    }
    Some((root.to_owned(), segments))
}

/// If it can be in this crate.
fn absolute(own: &Module, path: &[String]) -> Module {
    let mut segments = path.iter().peekable();
    let (root, mut base) = own.clone();
    if segments.next_if(|segment| *segment == "crate").is_some() {
        base.clear();
    }
    segments.next_if(|segment| *segment == "self");
    while segments.next_if(|segment| *segment == "super").is_some() {
        base.pop();
    }
    // A submodule, or a crate without files here.
    base.extend(segments.cloned());
    (root, base)
}
