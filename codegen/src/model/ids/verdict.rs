//! The rules that judge IDs: which may be together, and which serves which.

use offload_bundle_core::severity::Severity;

use super::style::OneOf;
use crate::reading::{Entries, OneOrMore, mapping, words};
use crate::spanned::Spanned;

mapping! {
    pub struct Composition as "a composition rule" {
        pub id: Spanned<String>,
        pub finds: Finds,
        pub level: Severity,
        /// The parts that must agree for `open-feature`.
        pub same: OneOrMore<Spanned<String>>,
        /// The conflict in words.
        pub because: Spanned<String>,
        pub doc_ref: Option<String>,
    }
}

words! {
    pub enum Finds as "what a composition rule finds" {
        /// Equal IDs.
        Equal = "equal",
        /// A feature left open beside one that is not.
        OpenFeature = "open-feature",
        /// An entry for the host before which others are, and after which too.
        HostAmongOthers = "host-among-others",
    }
}

words! {
    for Severity as "how bad it is" {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "note" => Severity::Note,
    }
}

mapping! {
    pub struct Comparison as "a compatibility rule" {
        pub id: Spanned<String>,
        /// What it compares: `text`, `readability`, `own-features`, `features` or a part.
        pub compares: Spanned<String>,
        /// Whether words of one group agree.
        pub by_group: bool,
        /// What a missing part counts as.
        pub missing: Option<Spanned<String>>,
        /// What an unlisted word counts as.
        pub unlisted: Option<Spanned<String>>,
        /// The reason where both are the same word.
        pub equal: Option<Spanned<String>>,
        /// Where the part does not matter.
        pub ignored_where: Entries<OneOf>,
        /// What each stored sign serves: names of signs, `any` among them.
        pub serves: Entries<(Spanned<String>, OneOrMore<Spanned<String>>)>,
        /// What each stored sign is taken for where entries are selected, if that is not what it serves: it is for at least one of
        /// the devices that fit.
        pub selects: Entries<(Spanned<String>, OneOrMore<Spanned<String>>)>,
        /// Where entries are selected by a processor, those for the generic processor of its family are taken too.
        pub selects_family: bool,
        /// The reason where both agree.
        pub agrees: Option<Spanned<String>>,
        /// The reason where they differ.
        pub differs: Option<Spanned<String>>,
        /// The reason where the stored processor is the asked one's family.
        pub differs_in_family: Option<Spanned<String>>,
        /// How a missing part or a feature left open is shown.
        pub nothing: Option<String>,
        pub doc_ref: Option<String>,
    }
}
