//! The reports of operations: plain values, one type per operation, and their shared parts.
//!
//! The commands of `offload-bundle` print reports as JSON, through [`serde::Serialize`]. With the feature `schema`, each report has its
//! JSON Schema. Names have the same meaning in all of them: `file` is an input, `output` a written file, `offset` and `size` count bytes,
//! `bundle` and `entry` are numbers from 0, `id` is a stored ID and `requested` a requested one.

mod attributes;
mod bundle;
mod code_part;
mod compress;
mod compression;
mod convert;
mod diagnostic;
mod diff;
mod external_code;
mod extract;
mod file_counts;
mod file_notes;
mod formats;
mod hexadecimal;
mod inspect;
mod integer;
mod item;
mod left_file;
mod list;
mod matching;
mod member;
mod outcome;
mod pack;
mod request_note;
mod searched;
mod size;
mod size_tree;
mod supports;
mod target;
mod unbundle;
mod unpack;
mod verify;
mod wheel_variant;

pub use attributes::{EntryAttributes, EntryNumber, EntryText};
pub use bundle::{BundleReport, BundledEntry};
pub use code_part::CodePart;
pub use compress::{CompressReport, ConvertedBundle, ConvertedFile, RewrittenFile};
pub use compression::Compression;
pub use convert::{ConvertReport, ConvertedEntry, Loss};
pub use diagnostic::Diagnostic;
pub use diff::{Change, CodeChange, DiffReport, DiffSide};
pub use external_code::{ExternalCode, ExternalCodeReference, ExternalFile, ExternalPath};
pub use extract::{ExtractReport, ExtractSummary, ExtractedEntry};
pub use file_counts::FileCounts;
pub use file_notes::{FileNotes, NotedFile};
pub use formats::{ContainerFormat, EnvelopeFormat, EnvelopeMethod, FileTypeForm, FormatsReport, PlainFormat};
pub use hexadecimal::Hexadecimal;
pub use inspect::{
    CanonicalValue, InspectItem, InspectReport, InspectSummary, InspectedBytes, InspectedFile, InspectedPart,
    InspectedRow, PartEnd, PartPlace,
};
pub use integer::Integer;
pub use item::Item;
pub use left_file::LeftFile;
pub use list::{ListReport, ListSummary, ListedBundle, ListedEntry, ListedFile, ListedId};
pub use matching::Matching;
pub use member::Member;
pub use outcome::Outcome;
pub use pack::{PackReport, PackedImage};
pub use request_note::RequestNote;
pub use searched::Searched;
pub use size::{SizeReport, SizeRow, SizeSums, SizedFile};
pub use size_tree::{LeftOut, SizeTree, SizeTreeBundle, SizeTreeCodeObject, SizeTreeFile, SizeTreePart};
pub use supports::{
    InputAnswer, SetAnswer, SupportedBy, SupportedInput, SupportedSet, SupportingTarget, SupportsInput, SupportsReport,
    SupportsSummary,
};
pub use target::{
    CanonicalId, CompatReason, IdComponentValue, ParsedId, TargetCanonicalReport, TargetCompatReport, TargetParseReport,
};
pub use unbundle::{
    EntryVerdict, Explanation, ServingEntry, UnbundleReport, UnbundledArchive, UnbundledEntry, UnbundledMember,
};
pub use unpack::{UnpackReport, UnpackedArchive, UnpackedFile, UnpackedImage, UnpackedMember};
pub use verify::{
    CoverageRow, FileSummary, Verdict, VerifiedFile, VerifyItem, VerifyReport, VerifySummary, VerifyTotals,
};
pub use wheel_variant::{UnmetClaim, WheelVariant};
