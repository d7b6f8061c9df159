//! The reports of operations: plain values, one type per operation, and their shared parts.
//!
//! The commands of `offload-bundle` print reports as JSON, through [`serde::Serialize`]. The feature `schema` adds
//! their JSON Schemas. Names have one meaning everywhere: `file` is an input, `output` a written file, `offset` and
//! `size` count bytes, `bundle` and `entry` are numbers from 0, `id` is a stored ID and `requested` a requested ID.

pub use crate::ops::bundle::{BundleReport, BundledEntry};
pub use crate::ops::compress::report::{CompressReport, ConvertedBundle, ConvertedFile, RewrittenFile};
pub use crate::ops::convert::converted::{ConvertReport, ConvertedEntry, Loss};
pub use crate::ops::diff::{Change, CodeChange, DiffReport, DiffSide};
pub use crate::ops::embed::{EmbedReport, EmbeddedSection};
pub use crate::ops::extract::{ExtractReport, ExtractSummary, ExtractedEntry};
pub use crate::ops::formats::{
    ContainerFormat, EnvelopeFormat, EnvelopeMethod, FileTypeForm, FormatsReport, PlainFormat,
};
pub use crate::ops::inspect::report::{
    CanonicalValue, InspectItem, InspectReport, InspectSummary, InspectedBytes, InspectedFile, InspectedPart,
    InspectedRow, PartEnd, PartPlace,
};
pub use crate::ops::list::report::{ListReport, ListSummary, ListedBundle, ListedEntry, ListedFile, ListedId};
pub use crate::ops::pack::{PackReport, PackedImage};
pub use crate::ops::size::report::{
    OmittedTotals, SizeReport, SizeRow, SizeSums, SizeTree, SizeTreeBundle, SizeTreeCodeObject, SizeTreeFile,
    SizeTreePart, SizedFile,
};
pub use crate::ops::supports::report::{
    InputAnswer, SetAnswer, SupportedBy, SupportedInput, SupportedSet, SupportingTarget, SupportsInput, SupportsReport,
    SupportsSummary,
};
pub use crate::ops::target::{
    CanonicalId, CompatReason, IdComponentValue, ParsedId, TargetCanonicalReport, TargetCompatReport, TargetParseReport,
};
pub use crate::ops::unbundle::report::{
    EntryVerdict, Explanation, ServingEntry, UnbundleReport, UnbundledArchive, UnbundledEntry, UnbundledMember,
};
pub use crate::ops::unpack::image::{UnpackReport, UnpackedArchive, UnpackedFile, UnpackedImage, UnpackedMember};
pub use crate::ops::verify::report::{
    CoverageRow, FalseClaim, FileSummary, Verdict, VerifiedFile, VerifyItem, VerifyReport, VerifySummary, VerifyTotals,
    WheelVariant,
};
pub use crate::parts::entries::{
    CodePart, EntryAttributes, EntryNumber, EntryText, ExternalCode, ExternalCodeReference, ExternalFile, ExternalPath,
    Hexadecimal, Integer, Member,
};
pub use crate::parts::notes::{
    Diagnostic, FileCounts, FileNotes, Item, Matching, NotedFile, Outcome, RequestNote, Searched, UnchangedFile,
};
pub use crate::parts::requests::Compression;
