//! Names for the parts of code objects.

use offload_bundle::report::CodePart;

pub(super) fn part_words(part: CodePart) -> &'static str {
    match part {
        CodePart::OtherCode => "other code",
        CodePart::Data => "data",
        CodePart::DebugInformation => "debug information",
        CodePart::Metadata => "notes and metadata",
        CodePart::Symbols => "symbols and relocations",
        CodePart::Padding => "headers and padding",
        CodePart::Opaque => "code objects that cannot be looked into",
        _ => "other sections",
    }
}
