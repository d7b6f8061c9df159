//! Normalizes the optional parts of bundle entry IDs.

/// Unspecified: a trailing dash without a target ID, and whether a missing environment is empty or `unknown`.
pub(crate) fn plain_id(id: &str) -> String {
    let mut fields: Vec<&str> = id.splitn(6, '-').collect();
    if fields.len() == 6 && fields.last() == Some(&"") {
        fields.pop();
    }
    if let Some(environment) = fields.get_mut(4).filter(|environment| **environment == "unknown") {
        *environment = "";
    }
    fields.join("-")
}

pub(crate) fn plain_triple(triple: &str) -> String {
    let mut fields: Vec<&str> = triple.splitn(4, '-').collect();
    if matches!(fields.get(3), Some(&"" | &"unknown")) {
        fields.pop();
    }
    fields.join("-")
}

#[cfg(test)]
mod tests {
    use super::{plain_id, plain_triple};

    #[test]
    fn absent_parts_can_be_spelled_freely() {
        for (ids, plain) in [
            (
                vec!["host-x86_64-unknown-linux-gnu", "host-x86_64-unknown-linux-gnu-"],
                "host-x86_64-unknown-linux-gnu",
            ),
            (
                vec!["host-x86_64-unknown-linux-", "host-x86_64-unknown-linux--", "host-x86_64-unknown-linux-unknown-"],
                "host-x86_64-unknown-linux-",
            ),
            (
                vec!["hip-amdgcn-amd-amdhsa--gfx9-generic", "hip-amdgcn-amd-amdhsa-unknown-gfx9-generic"],
                "hip-amdgcn-amd-amdhsa--gfx9-generic",
            ),
        ] {
            for id in ids {
                assert_eq!(plain_id(id), plain, "{id}");
            }
        }
        for triple in ["amdgcn-amd-amdhsa", "amdgcn-amd-amdhsa-", "amdgcn-amd-amdhsa-unknown"] {
            assert_eq!(plain_triple(triple), "amdgcn-amd-amdhsa");
        }
    }

    #[test]
    fn documented_parts_are_kept() {
        for id in
            ["hip-amdgcn-amd-amdhsa-gfx906", "host-x86_64-unknown-linux", "hip-amdgcn-amd-amdhsa--gfx906:xnack-", "x"]
        {
            assert_eq!(plain_id(id), id);
        }
        assert_eq!(plain_triple("x86_64-unknown-linux-gnu"), "x86_64-unknown-linux-gnu");
    }
}
