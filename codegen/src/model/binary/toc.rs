//! The keys of `-toc`.

use offload_bundle_core::toc::{Column, Each, Role};
use offload_bundle_core::walked::Packing;

use crate::reading::mapping;
use crate::spanned::Spanned;

mapping! {
    pub struct TocKeys as "`-toc`" {
        /// The field with the offset of the table.
        pub at: Spanned<String>,
        /// The minimum bytes for each name, entry, target and listed content: a memory limit against hostile input.
        pub least: Spanned<u64>,
        pub columns: Vec<TocColumn>,
        pub version: u64,
        /// The scheme of listed contents.
        pub listed: Spanned<String>,
        pub frames: TocFrames,
        pub id: TocId,
    }
}

mapping! {
    pub struct TocColumn as "a column of `-toc`" {
        pub path: Spanned<String>,
        pub role: Option<Spanned<String>>,
        pub doc: String,
    }
}

/// The word of a role, the role of the enclosing column, and the shape of the values.
pub type Form = (&'static str, Role, Option<Role>, Each);

pub const FORMS: [Form; 12] = [
    ("version", Role::Version, None, Each::Value),
    ("target", Role::Target, None, Each::Item),
    ("row", Role::Row, None, Each::Key),
    ("entry", Role::Entry, Some(Role::Row), Each::Key),
    ("ordinal", Role::Ordinal, Some(Role::Entry), Each::Value),
    ("unpacked", Role::Unpacked, Some(Role::Entry), Each::Value),
    ("scheme", Role::Scheme, None, Each::Value),
    ("content", Role::Content, None, Each::Item),
    ("offset", Role::Offset, Some(Role::Content), Each::Value),
    ("size", Role::Size, Some(Role::Content), Each::Value),
    ("frames-offset", Role::FramesOffset, None, Each::Value),
    ("frames-size", Role::FramesSize, None, Each::Value),
];

mapping! {
    /// Individually compressed contents.
    pub struct TocFrames as "`frames` of `-toc`" {
        pub word: Spanned<String>,
        /// The first record, and its field with the number of frames.
        pub head: Spanned<String>,
        pub count: Spanned<String>,
        pub limit: Spanned<u64>,
        pub packing: Spanned<Packing>,
        /// The record before each frame, and its field with the length.
        pub frame: Spanned<String>,
        pub length: Spanned<String>,
    }
}

mapping! {
    /// The constant parts of IDs.
    pub struct TocId as "`id` of `-toc`" {
        pub grammar: Spanned<String>,
        pub kind: Spanned<String>,
        pub triple: Spanned<String>,
    }
}

impl TocColumn {
    /// A column without a role is only shown.
    fn form(&self) -> Form {
        let forms = FORMS.into_iter();
        let mut found = forms.filter(|(word, ..)| self.role.as_ref().is_some_and(|role| role.value == *word));
        found.next().unwrap_or(("", Role::Note, None, Each::Value))
    }

    pub fn role(&self) -> Role {
        self.form().1
    }
}

impl TocKeys {
    /// The records without a field.
    pub fn records(&self) -> [&Spanned<String>; 2] {
        [&self.frames.head, &self.frames.frame]
    }

    pub fn with_role(&self, role: Role) -> Option<usize> {
        self.columns.iter().position(|column| column.role() == role)
    }

    fn around(&self, column: &TocColumn) -> Option<usize> {
        let is_around = |around: &usize| {
            let around = self
                .columns
                .get(*around)
                .map(|around| format!("{}.", around.path.value));
            around.is_some_and(|around| column.path.starts_with(&around))
        };
        match column.form() {
            (_, Role::Note, ..) => {
                let around = [Role::Entry, Role::Content].into_iter();
                around.filter_map(|role| self.with_role(role)).find(is_around)
            }
            (.., around, _) => self.with_role(around?),
        }
    }

    /// The text before and after the key in the path of `column`. An entry has no key.
    pub fn ends(&self, column: &TocColumn) -> (String, &'static str) {
        let (_, role, _, each) = column.form();
        let around = self.around(column).and_then(|around| self.columns.get(around));
        let begin = match around {
            Some(around) if role == Role::Entry => around.path.value.clone(),
            Some(around) => format!("{}.", around.path.value),
            None => String::new(),
        };
        let end = match each {
            Each::Value => "",
            Each::Item => "[]",
            Each::Key => ".*",
        };
        (begin, end)
    }

    /// `None` if the path does not match the role.
    pub fn column<'a>(&self, column: &'a TocColumn) -> Option<Column<'a>> {
        let (_, role, _, each) = column.form();
        let (begin, end) = self.ends(column);
        let key = column.path.strip_prefix(&begin)?.strip_suffix(end)?;
        let fits = !key.contains(['.', '[', ']', '*']) && key.is_empty() == (role == Role::Entry);
        fits.then(|| Column::new(role, self.around(column), key, each, ""))
    }
}
