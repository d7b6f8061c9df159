//! What of the file types can be read and written here. What cannot is refused rather than done wrongly.

use offload_bundle_core::placement::ObjectFormat;
use offload_bundle_core::registry::{FileType, Registry};

/// The object files whose sections can be read.
const READABLE: &[ObjectFormat] = &[ObjectFormat::Elf, ObjectFormat::Coff];

/// Why archives cannot be written.
pub(crate) const ARCHIVES: &str = "archives are not written yet";
const READING_OBJECTS: &str = "the sections of object files other than ELF and COFF cannot be read yet";
const WRITING_OBJECTS: &str = "object files that carry code objects in sections of their own cannot be written yet";
const NO_HOST: &str = "it is an object file, and no input is the host's, whose object file the others could be put into: name a host \
                       and give it an empty input, or choose another file type";
/// Why the host's content of a bundle that consists of sections cannot be given out.
pub(crate) const HOST_OBJECT: &str =
    "taking the host's object file out of one with sections for devices is not supported yet";

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

/// Why a bundle of `file_type` cannot be written where the input that decides on its form begins with `head`, if it cannot. That input is
/// the host's (`is_host`), or the first where none is.
pub(crate) fn unwritable(
    registry: &Registry,
    file_type: &FileType,
    head: &[u8],
    is_host: bool,
) -> Option<&'static str> {
    let is_object = || registry.content(head).is_some_and(|content| content.object.is_some());
    match is_host {
        _ if file_type.archive => Some(ARCHIVES),
        _ if !registry.looks_into_objects(Some(file_type)) || !is_object() => None,
        true => Some(WRITING_OBJECTS),
        false => Some(NO_HOST),
    }
}

/// All that cannot be done with `file_type`, for people.
pub(crate) fn unsupported(registry: &Registry, file_type: &FileType) -> Vec<&'static str> {
    if file_type.archive {
        vec![ARCHIVES]
    } else if registry.looks_into_objects(Some(file_type)) {
        vec![READING_OBJECTS, WRITING_OBJECTS]
    } else {
        Vec::new()
    }
}
