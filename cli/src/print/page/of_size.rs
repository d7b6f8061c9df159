//! What the page of `size` shows: the tree, with the fields of bundles.

use offload_bundle::report::{
    Compression, LeftOut, SizeReport, SizeTree, SizeTreeBundle, SizeTreeCodeObject, SizeTreeFile,
};

use super::super::counted::pluralize;
use super::super::part_words::part_words;
use super::super::sizes::Sizes;
use super::content::{
    BYTES, BundleContent, CodeObjectContent, FileContent, PageContent, PartContent, Texts, text, wrong,
};

/// What the page of the report shows, whose tree it takes: there is no memory for both. Nothing where there is nothing to show.
pub(in crate::print) fn of_size(report: &mut SizeReport) -> Option<PageContent> {
    let tree = report.tree.take().filter(|tree| !tree.files.is_empty())?;
    let mut content = PageContent {
        command: "size",
        version: env!("CARGO_PKG_VERSION"),
        about: about(report),
        kernels: tree.kernels.iter().map(|name| text(name)).collect(),
        left: tree.left_out.into(),
        ..PageContent::default()
    };
    let mut files = Files { words: Vec::new(), texts: Texts::default() };
    content.notes = left_out(&tree);
    content.files = tree.files.into_iter().map(|file| files.file(file)).collect();
    (content.words, content.texts) = (files.words, files.texts);
    for file in &report.files {
        content.notes.extend(wrong(&file.file.to_string(), &file.notes));
    }
    Some(content)
}

fn about(report: &SizeReport) -> String {
    let sizes = Sizes::Human;
    format!(
        "{} in {} of {}",
        pluralize(report.total.code_object_count, "code object", "code objects"),
        pluralize(report.files.len(), "file", "files"),
        sizes.words(report.files_size.0),
    )
}

/// What the page has no room for.
fn left_out(tree: &SizeTree) -> Vec<String> {
    let mut kernels = LeftOut::default();
    let mut code_objects = LeftOut::default();
    let mut bundles = LeftOut::default();
    let add = |sum: &mut LeftOut, left: &LeftOut| {
        sum.count = sum.count.saturating_add(left.count);
        sum.size_in_file = sum.size_in_file.0.saturating_add(left.size_in_file.0).into();
    };
    for file in &tree.files {
        add(&mut bundles, &file.left_out);
        for bundle in &file.bundles {
            add(&mut code_objects, &bundle.left_out);
            bundle
                .code_objects
                .iter()
                .for_each(|one| add(&mut kernels, &one.left_out));
        }
    }
    let told = [
        (kernels, "small kernel", "small kernels"),
        (code_objects, "small code object", "small code objects"),
        (bundles, "small bundle", "small bundles"),
        (tree.left_out, "file", "files"),
    ];
    let told = told.into_iter().filter(|(left, ..)| left.count > 0);
    let mut notes: Vec<String> = told
        .map(|(left, one, several)| {
            let count = pluralize(left.count, one, several);
            let size = Sizes::Human.words(left.size_in_file.0);
            format!("{count}, {size} together, are added up where they are: the page has room for the largest.")
        })
        .collect();
    if tree.without_fields > 0 {
        let bundles = pluralize(tree.without_fields, "bundle", "bundles");
        notes.push(format!("The fields of {bundles}: `offload-bundle inspect` shows them."));
    }
    notes.push(BYTES.into());
    notes
}

struct Files {
    words: Vec<&'static str>,
    texts: Texts,
}

impl Files {
    fn file(&mut self, file: SizeTreeFile) -> FileContent {
        let name = file.file.to_string();
        FileContent {
            size: file.size,
            other: file.other_size,
            bundles: file
                .bundles
                .into_iter()
                .map(|bundle| self.bundle(&name, bundle))
                .collect(),
            left: file.left_out.into(),
            fields: Vec::new(),
            name,
        }
    }

    fn bundle(&mut self, file: &str, bundle: SizeTreeBundle) -> BundleContent {
        let fields = bundle.fields.into_iter();
        BundleContent {
            bundle: bundle.bundle,
            title: bundle.title,
            member: bundle.member.as_ref().map(|member| member.name.to_string()),
            section: bundle.section.as_deref().map(text),
            compressed: bundle.compression.as_ref().map(describe_compression),
            offset: bundle.offset,
            size: bundle.size_in_file,
            unpacked: bundle.size,
            own: bundle.container_size,
            objects: bundle
                .code_objects
                .into_iter()
                .map(|object| self.code_object(object))
                .collect(),
            left: bundle.left_out.into(),
            fields: fields
                .map(|part| PartContent::new(file, part, &mut self.texts))
                .collect(),
        }
    }

    fn code_object(&mut self, object: SizeTreeCodeObject) -> CodeObjectContent {
        let parts = object.parts.into_iter().filter_map(|part| {
            let number = match (part.kernel, part.part) {
                (Some(kernel), _) => i64::try_from(kernel).ok()?,
                (None, part) => self.word(part_words(part?))?,
            };
            Some((number, part.size_in_file, part.size))
        });
        CodeObjectContent {
            entry: object.entry,
            path: text(&object.path),
            id: object.id.as_deref().map(text),
            kind: object.kind.as_deref().map(text),
            target: object.target.as_deref().map(text),
            offset: object.offset,
            size: object.size_in_file,
            unpacked: object.size,
            parts: parts.collect(),
            left: object.left_out.into(),
        }
    }

    /// The number of a word, from -1 down.
    fn word(&mut self, word: &'static str) -> Option<i64> {
        let position = self.words.iter().position(|known| *known == word);
        let position = position.unwrap_or_else(|| {
            self.words.push(word);
            self.words.len().saturating_sub(1)
        });
        i64::try_from(position).ok()?.checked_neg()?.checked_sub(1)
    }
}

/// How a bundle is compressed, in words.
fn describe_compression(compression: &Compression) -> String {
    let method = compression.method.unwrap_or("an unknown method");
    let version = compression.version;
    let version = version.map_or_else(String::new, |version| format!(", version {version}"));
    let place = compression
        .offset
        .map_or_else(String::new, |offset| format!(" at {offset:#x}"));
    format!(
        "with {method}{version}{place}: {} of {}",
        Sizes::Human.words(compression.size.0),
        Sizes::Human.words(compression.decompressed_size.0),
    )
}
