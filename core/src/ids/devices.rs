//! Devices, and the code that runs on them.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::answers::Verdict;
use super::captures::Captures;
use super::stored_code::StoredCode;
use super::tables::Grammar;

impl Grammar<'static> {
    /// Returns the devices that a target ID describes, as target IDs: one for each combination of the features that the
    /// text leaves open. Their number doubles with each such feature. An unknown processor gets the features of similar
    /// processors.
    pub fn devices(&self, target: &str) -> Vec<String> {
        let Ok(read) = self.read_target(target) else {
            return vec![target.into()];
        };
        let roles = &self.roles;
        let name = read.get(roles.processor).unwrap_or("");
        let like = self.group_like(name).map_or(&[][..], |group| group.processors);
        let has = |feature: &&str| match self.processor(name) {
            Some(processor) => processor.has_feature(feature),
            None => like.iter().any(|processor| processor.has_feature(feature)),
        };
        let features: Vec<&str> = self.features.iter().map(|feature| feature.name).filter(has).collect();
        let mut devices = vec![read.clone()];
        for feature in features.into_iter().filter(|name| read.sign(roles, name).is_none()) {
            let settings = devices.iter().flat_map(|device| {
                [roles.signs.on, roles.signs.off].map(|sign| {
                    let mut device = device.clone();
                    device.add(roles.feature, feature);
                    device.add(roles.sign, sign);
                    device
                })
            });
            devices = settings.collect();
        }
        devices.iter().map(|device| self.target(device)).collect()
    }

    /// Returns the feature settings that all `devices` share and that `target` leaves open. If these do not distinguish
    /// `devices` from the other devices of `target`, returns the settings of each device.
    pub fn settings(&self, target: &str, devices: &[&str]) -> Vec<String> {
        let signed = |text: &str| -> Vec<(String, String)> {
            let read = self.read_target(text);
            let features = read.iter().flat_map(|read| read.features(&self.roles));
            features.map(|(name, sign)| (name.into(), sign.into())).collect()
        };
        let given = signed(target);
        let open = |device: &str| -> Vec<(String, String)> {
            signed(device)
                .into_iter()
                .filter(|setting| !given.contains(setting))
                .collect()
        };
        let each: Vec<Vec<(String, String)>> = devices.iter().map(|device| open(device)).collect();
        let is_of_all = |setting: &(String, String)| each.iter().all(|other| other.contains(setting));
        let common: Vec<&(String, String)> = each
            .first()
            .into_iter()
            .flatten()
            .filter(|one| is_of_all(one))
            .collect();
        let all = self.devices(target);
        let like = all.iter().filter(|device| {
            let settings = open(device);
            common.iter().all(|setting| settings.contains(setting))
        });
        let text = |settings: &[&(String, String)]| {
            let settings = settings
                .iter()
                .map(|(name, sign)| [name.as_str(), sign.as_str()].concat());
            settings.collect::<Vec<String>>().join(" ")
        };
        match like.count() == devices.len() {
            true => vec![text(&common)],
            false => each
                .iter()
                .map(|settings| text(&settings.iter().collect::<Vec<_>>()))
                .collect(),
        }
    }

    /// Returns how loaders run the stored code on `device`, a target ID with a setting for every feature: see
    /// [`Verdict::loads`].
    pub fn run(&self, stored: StoredCode<'_>, device: &str) -> Verdict {
        let read = (self.read(stored.id), self.read_target(device));
        self.ask_target(stored, read.0, (device, read.1))
    }

    /// Returns whether the code of an entry may be for GPUs of the same architecture as `target`, on any processor.
    /// Returns `true` if an ID cannot be parsed or the architecture of `target` is unknown.
    pub fn may_concern(&self, id: &str, target: &str) -> bool {
        let (Ok(stored), Ok(asked)) = (self.read(id), self.read_target(target)) else {
            return true;
        };
        let roles = &self.roles;
        let Some(group) = asked.get(roles.processor).and_then(|name| self.group_like(name)) else {
            return true;
        };
        let named = stored.get(roles.processor).filter(|name| !name.is_empty());
        if let Some(own) = named.and_then(|name| self.processor_group(name)) {
            return core::ptr::eq(own, group) || own.compiled_for.iter().any(|one| group.architectures.contains(one));
        }
        let architecture = stored.get(roles.architecture).unwrap_or("");
        let primary = self.primary(roles.architecture, architecture).unwrap_or(architecture);
        group.architectures.contains(&primary) || (named.is_none() && group.compiled_from.contains(&primary))
    }

    /// Returns `text` with `*` for each whole word that is the processor of `id`, with or without features, or `None`
    /// if `text` has no such word.
    pub fn without_processor(&self, id: &str, text: &str) -> Option<String> {
        let read = self.read(id).ok()?;
        let name = read.get(self.roles.processor).filter(|name| !name.is_empty())?;
        let known = self.processor(name);
        let names = known
            .into_iter()
            .flat_map(|known| [known.name].into_iter().chain(known.also.iter().copied()));
        let mut replaced = String::new();
        let mut rest = text;
        let names: Vec<&str> = names.chain([name]).collect();
        let mut is_within_word = false;
        while let Some(first) = rest.chars().next() {
            let word = names.iter().filter_map(|name| rest.strip_prefix(name));
            let word = word.filter(|_| !is_within_word);
            let ends = word.filter(|after| !after.starts_with(|next: char| next.is_ascii_alphanumeric()));
            match ends.min_by_key(|after| after.len()) {
                Some(after) => {
                    replaced.push('*');
                    rest = self.after_features(after);
                    is_within_word = true;
                }
                None => {
                    replaced.push(first);
                    is_within_word = first.is_ascii_alphanumeric();
                    rest = rest.get(first.len_utf8()..).unwrap_or("");
                }
            }
        }
        (replaced != text).then_some(replaced)
    }

    fn after_features<'t>(&self, text: &'t str) -> &'t str {
        let signs = &self.roles.signs;
        let mut rest = text;
        loop {
            let unparted = rest
                .strip_prefix(|first: char| first.is_ascii_punctuation() && first != '/')
                .unwrap_or(rest);
            let mut features = self
                .features
                .iter()
                .filter_map(|feature| unparted.strip_prefix(feature.name));
            let signed =
                features.find_map(|after| after.strip_prefix(signs.on).or_else(|| after.strip_prefix(signs.off)));
            match signed {
                Some(after) => rest = after,
                None => return rest,
            }
        }
    }

    /// Returns the primary name of the processor of an ID, or the stored name if it is unknown.
    pub fn processor_of(&self, id: &str) -> Option<String> {
        let read: Captures<'_> = self.read(id).ok()?;
        let name = read.get(self.roles.processor).filter(|name| !name.is_empty())?;
        Some(self.processor(name).map_or(name, |known| known.name).into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::answers::Loading;
    use super::super::tiny::TINY;

    #[test]
    fn open_feature_means_both_settings() {
        assert_eq!(TINY.devices("c1.fast+.hot-"), ["c1.fast+.hot-"]);
        assert_eq!(TINY.devices("c1.hot-"), ["c1.fast+.hot-", "c1.fast-.hot-"]);
        let all = TINY.devices("c1");
        assert_eq!(
            all,
            ["c1.fast+.hot+", "c1.fast+.hot-", "c1.fast-.hot+", "c1.fast-.hot-"]
        );
        assert_eq!(TINY.devices("n70"), ["n70"]);
        assert_eq!(TINY.devices("?"), ["?"]);
    }

    #[test]
    fn settings_use_fewest_words() {
        let settings = |target: &str, devices: &[&str]| TINY.settings(target, devices);
        assert_eq!(settings("c1", &["c1.fast+.hot+", "c1.fast+.hot-"]), ["fast+"]);
        assert_eq!(settings("c1.hot-", &["c1.fast+.hot-"]), ["fast+"]);
        assert_eq!(settings("c1", &["c1.fast-.hot+"]), ["fast- hot+"]);
        assert_eq!(
            settings("c1", &["c1.fast+.hot+", "c1.fast-.hot-"]),
            ["fast+ hot+", "fast- hot-"]
        );
    }

    #[test]
    fn code_runs_on_devices_with_its_settings() {
        let on = |stored: &str, device: &str| TINY.run(stored.into(), device).loads;
        assert_eq!(on("away/gro/c1.fast+", "c1.fast+.hot-"), Some(Loading::Own));
        assert_eq!(on("away/gro/c1.fast+", "c1.fast-.hot-"), None);
        assert_eq!(on("away/gro/call", "c1.fast-.hot-"), Some(Loading::Generic));
        assert_eq!(on("?", "c1.fast-.hot-"), None);
        assert_eq!(on("away/gro/c1", "?"), None);
    }

    #[test]
    fn code_concerns_devices_of_its_architecture() {
        for (id, target, expected) in [
            ("away/gro/c1", "c3", true),
            ("away/gro/call", "c1.fast+", true),
            ("away/sea/n70", "c1", false),
            ("away/gro/c1", "n70", false),
            ("away/wood/any", "n70", true),
            ("away/wood/any", "c1", false),
            ("away/gro", "n70", true),
            ("away/gro", "c1", true),
            ("away/gr", "n70", false),
            ("?", "n70", true),
            ("away/gro/c1", "?", true),
        ] {
            assert_eq!(TINY.may_concern(id, target), expected, "{id} {target}");
        }
    }

    #[test]
    fn processor_is_removed_as_whole_word() {
        for (id, text, expected) in [
            ("away/gro/c1", "lib_c1.so", Some("lib_*.so")),
            ("away/gro/c1.fast+", "c1/x-c1-fast+.hot-z", Some("*/x-*z")),
            ("away/gro/c1", "c1/fast+", Some("*/fast+")),
            ("away/gro/c1", "lib_c12.so xc1", None),
            ("away/sea/c2", "c-2 and c2", Some("* and *")),
            ("away/gro", "c1", None),
            ("?", "c1", None),
        ] {
            assert_eq!(TINY.without_processor(id, text).as_deref(), expected, "{id} {text}");
        }
        assert_eq!(TINY.processor_of("away/sea/c-2").as_deref(), Some("c2"));
        assert_eq!(TINY.processor_of("away/sea"), None);
    }
}
