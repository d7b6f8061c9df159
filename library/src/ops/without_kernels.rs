//! Units that need no code for a GPU, because there is nothing in them to launch.

use offload_bundle_core::registry::Registry;

use super::code_object;
use super::units::Unit;
use crate::error::Error;
use crate::file_error::damage;
use crate::report::CodePart;
use crate::scan::Scan;

/// Whether `unit` is never loaded: all of its code is for machines whose runtimes load code when a kernel is launched, and holds neither
/// kernels nor data. What cannot be looked into may hold some.
///
/// # Errors
///
/// What the system says of the file.
pub(super) fn is_without_kernels(registry: &Registry, scan: &Scan, unit: &Unit<'_>) -> Result<bool, Error> {
    let found = match scan.bundles.get(unit.bundle) {
        Some(found) if unit.is_one_container => found,
        _ => return Ok(false),
    };
    let code_objects = found.code_objects();
    for (place, entry) in &code_objects {
        let (input, place) = found.content(entry, *place);
        let Ok(Some((bytes, Some(machine)))) = damage(code_object::elf(registry, input, place))? else {
            return Ok(false);
        };
        let claims = code_object::claims(&bytes, Some(machine));
        let may_be_used =
            |part: &code_object::Claimed<'_>| matches!(part, (_, Ok(_) | Err(CodePart::Data | CodePart::OtherCode)));
        if !machine.loaded_when_launched || claims.is_empty() || claims.iter().any(may_be_used) {
            return Ok(false);
        }
    }
    Ok(!code_objects.is_empty())
}
