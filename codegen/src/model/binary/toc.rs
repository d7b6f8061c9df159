//! A table of contents in MessagePack at the end of a file: its columns, and what they mean to its reader.

use offload_bundle_core::toc::{Column, Each, Role};
use offload_bundle_core::walked::Packing;

use crate::reading::mapping;
use crate::spanned::Spanned;

mapping! {
    /// How the table of contents is read.
    pub struct TocKeys as "`-toc`" {
        /// The number of the file that says where the table begins.
        pub at: Spanned<String>,
        /// Fewest bytes for each name, entry, target and listed content: a limit on memory against hostile input.
        pub least: Spanned<u64>,
        pub columns: Vec<TocColumn>,
        /// The version that the table must have.
        pub version: u64,
        /// The word of the scheme by which contents are listed as they are.
        pub listed: Spanned<String>,
        pub frames: TocFrames,
        pub id: TocId,
    }
}

mapping! {
    /// All values at one path.
    pub struct TocColumn as "a column of `-toc`" {
        pub path: Spanned<String>,
        pub role: Option<Spanned<String>>,
        /// What a value means.
        pub doc: String,
    }
}

/// The word of a role, that of the column around it, and whether there are several values under a key.
pub type Form = (&'static str, Role, Option<Role>, Each);

/// All roles that have a word.
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
    /// Contents that are compressed one by one.
    pub struct TocFrames as "`frames` of `-toc`" {
        /// The word of the scheme.
        pub word: Spanned<String>,
        /// The record before all of them, and its number that says how many there are.
        pub head: Spanned<String>,
        pub count: Spanned<String>,
        pub limit: Spanned<u64>,
        /// How each is packed.
        pub packing: Spanned<Packing>,
        /// The record before each, and its number that says how long it is.
        pub frame: Spanned<String>,
        pub length: Spanned<String>,
    }
}

mapping! {
    /// What IDs are made of, beside the target.
    pub struct TocId as "`id` of `-toc`" {
        pub grammar: Spanned<String>,
        pub kind: Spanned<String>,
        pub triple: Spanned<String>,
    }
}

impl TocColumn {
    /// A column without a role is shown, and means nothing to a reader.
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
    /// The records that no field has.
    pub fn records(&self) -> [&Spanned<String>; 2] {
        [&self.frames.head, &self.frames.frame]
    }

    pub fn with_role(&self, role: Role) -> Option<usize> {
        self.columns.iter().position(|column| column.role() == role)
    }

    /// The column around `column`.
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

    /// How the path of `column` begins before its key, and ends behind it. That of an entry has no key.
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

    /// The table's column, but for its meaning; nothing if the path is not as the role has it.
    pub fn column<'a>(&self, column: &'a TocColumn) -> Option<Column<'a>> {
        let (_, role, _, each) = column.form();
        let (begin, end) = self.ends(column);
        let key = column.path.strip_prefix(&begin)?.strip_suffix(end)?;
        let fits = !key.contains(['.', '[', ']', '*']) && key.is_empty() == (role == Role::Entry);
        fits.then(|| Column::new(role, self.around(column), key, each, ""))
    }
}
