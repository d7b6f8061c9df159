//! Any lines as IDs, separately, and in pairs of a stored and a requested ID.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle_formats::target_id::{BundleEntryId, GRAMMAR, TargetId, Triple};
use offload_bundle_fuzz::ids;

fuzz_target!(|bytes: &[u8]| {
    ids::grammar(bytes, &GRAMMAR, |text| {
        let id = BundleEntryId::parse(text)?;
        let triple = id.triple.to_string();
        assert_eq!(Triple::parse(&triple)?.to_string(), triple);
        if let Some(target) = &id.target_id {
            let spelled = target.to_string();
            let again = TargetId::parse(&spelled)?;
            assert_eq!(again.to_string(), spelled);
            assert_eq!(
                again.known_processor().is_some(),
                !again.known_architectures().is_empty()
            );
            let _ = again.is_compatible_with(target);
        }
        let _ = (id.known_kind(), id.triple.is_compatible_with(&id.triple));
        Ok((id.to_string(), id.is_compatible_with(&id).compatible))
    });
});
