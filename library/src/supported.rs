//! What of the file types can be read and written here. What cannot is refused rather than done wrongly.

use offload_bundle_core::placement::ObjectFormat;
use offload_bundle_core::registry::{FileType, Registry};

/// The object files whose sections can be read.
const READABLE: &[ObjectFormat] = &[ObjectFormat::Elf, ObjectFormat::Coff, ObjectFormat::Bitcode];

/// Why nothing is bundled into archives.
pub(crate) const ARCHIVES: &str =
    "bundling is done object by object: bundle each by itself, as type `o`, and put them into an archive with `ar rcs`";
const READING_OBJECTS: &str = "the sections of object files other than ELF and COFF cannot be read yet";
/// Why sections cannot be added to the host's object file.
pub(crate) const WRITING_OBJECTS: &str =
    "sections can only be added to object files in ELF and COFF form, not to others and not to images";
/// Why there is no object file to add sections to.
pub(crate) const NO_HOST: &str = "it is an object file, and no input is the host's, whose object file the others could be put into: name a host \
                       and give it an empty input, or choose another file type";

/// Why a file that begins with `head` cannot be read as `file_type`, if it cannot.
pub(crate) fn unreadable(registry: &Registry, file_type: &FileType, head: &[u8]) -> Option<&'static str> {
    let object = registry.content(head).and_then(|content| content.object);
    match object {
        Some(object) if !READABLE.contains(&object) && registry.looks_into_objects(Some(file_type)) => {
            Some(READING_OBJECTS)
        }
        _ => None,
    }
}

/// All that cannot be done with `file_type`, for people.
pub(crate) fn unsupported_operations(registry: &Registry, file_type: &FileType) -> Vec<&'static str> {
    if file_type.archive {
        vec![ARCHIVES]
    } else if registry.looks_into_objects(Some(file_type)) {
        vec![READING_OBJECTS, WRITING_OBJECTS]
    } else {
        Vec::new()
    }
}
