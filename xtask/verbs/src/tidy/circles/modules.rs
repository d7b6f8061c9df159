//! Which file each path in code leads to: through modules and re-exports to the file that has the item.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use super::code::{code, is_word};
use super::paths::{Import, imports, inline};
use crate::tidy::tree::Tree;

/// A file by its crate and the path of its module.
type Module = (String, Vec<String>);

/// The words before the names of items.
const KINDS: [&str; 9] = ["const", "enum", "fn", "macro_rules", "mod", "static", "struct", "trait", "type"];

/// A source file.
struct File<'t> {
    path: &'t String,
    imports: Vec<Import>,
    /// The paths in the midst of its code.
    inline: BTreeSet<Vec<String>>,
    /// The names in it, and those of them that it gives to items.
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

    /// Whether others have something of this name from it.
    fn has(&self, name: &str) -> bool {
        let mut imports = self.imports.iter();
        self.items.contains(name) || imports.any(|import| import.shared && import.name == name)
    }
}

/// The source files of all crates by their modules.
pub struct Modules<'t>(BTreeMap<Module, File<'t>>);

impl<'t> Modules<'t> {
    /// Those of a tree.
    pub fn read(tree: &'t Tree) -> Self {
        let mut modules = BTreeMap::new();
        for (path, text) in &tree.texts {
            if let Some(module) = module(path) {
                let file = File::read(path, text);
                match modules.entry(module) {
                    Entry::Vacant(place) => _ = place.insert(file),
                    // A program next to a library declares modules, too.
                    Entry::Occupied(mut known) => known.get_mut().items.extend(file.items),
                }
            }
        }
        Self(modules)
    }

    /// The same without those that only tests have.
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

    /// Each file with each other of its crate that has something of which it knows.
    pub fn arrows(&self) -> BTreeSet<(&'t String, &'t String)> {
        let mut arrows = BTreeSet::new();
        for (module, file) in &self.0 {
            // What a module only hands on to others from below it, it knows nothing of.
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

    /// The file that has what a path in the midst of code names. A module that calls what is in a module below it, by that one's name, is its
    /// table of contents, and knows nothing of it.
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

    /// The file that has the item at a path from the root of its crate; none of a module as such, which tells nothing of what is in it, and
    /// of what other crates have.
    fn owner(&self, path: &Module, hops: usize) -> Option<&'t String> {
        let (root, names) = path;
        let depth = (0..=names.len())
            .rev()
            .find(|depth| self.0.contains_key(&(root.clone(), names[..*depth].to_vec())))?;
        let module = (root.clone(), names[..depth].to_vec());
        let file = self.0.get(&module)?;
        let name = names.get(depth)?;
        // Modules that import all of each other would send it around for ever.
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

/// The module of a source file.
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

/// The path from the root of the crate, where it may be one of this crate.
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
    // Without any of these, it is a module below this one, or another crate, which no file here has the name of.
    base.extend(segments.cloned());
    (root, base)
}
