//! Key order: LLVM's `DenseMap`, hashed by `hash_value`; release 16 copies it into a `StringMap`.

/// The release with two tables.
const COPIES: &str = "16";

/// `keys` are unique, in command-line order; those that are not stored occupy buckets too.
pub(super) fn order_keys<'k>(release: &str, keys: &[&'k str], stored: impl Fn(&str) -> bool) -> Vec<&'k str> {
    let collected = Table::DENSE.order(keys);
    let stored: Vec<&str> = collected.into_iter().filter(|key| stored(key)).collect();
    match release {
        COPIES => Table::STRINGS.order(&stored),
        _ => stored,
    }
}

/// A power of two of buckets, probed in steps of 1, 2, 3 and so on.
struct Table {
    first_len: usize,
    hash: fn(&[u8]) -> u64,
    /// Before a key fills three quarters, rather than after more than three quarters are full.
    grows_before: bool,
}

impl Table {
    const DENSE: Self = Self { first_len: 64, hash: hash_value, grows_before: true };
    const STRINGS: Self = Self { first_len: 16, hash: times_33, grows_before: false };

    /// Returns them by bucket.
    fn order<'k>(&self, keys: &[&'k str]) -> Vec<&'k str> {
        let mut buckets = vec![None; self.first_len];
        for (count, key) in keys.iter().enumerate() {
            let fills = count.saturating_add(1).saturating_mul(4);
            let limit = buckets.len().saturating_mul(3);
            if self.grows_before && fills >= limit {
                self.grow(&mut buckets);
            }
            self.put(&mut buckets, key);
            if !self.grows_before && fills > limit {
                self.grow(&mut buckets);
            }
        }
        buckets.into_iter().flatten().collect()
    }

    fn put<'k>(&self, buckets: &mut [Option<&'k str>], key: &'k str) {
        let mask = buckets.len().wrapping_sub(1);
        let hash = (self.hash)(key.as_bytes()) & u64::from(u32::MAX);
        let mut place = usize::try_from(hash).unwrap_or_default() & mask;
        for step in 1..=buckets.len() {
            if let Some(free @ None) = buckets.get_mut(place) {
                *free = Some(key);
                return;
            }
            place = place.wrapping_add(step) & mask;
        }
    }

    fn grow(&self, buckets: &mut Vec<Option<&str>>) {
        let mut larger = vec![None; buckets.len().saturating_mul(2)];
        for key in buckets.iter().flatten() {
            self.put(&mut larger, key);
        }
        *buckets = larger;
    }
}

/// Bernstein's hash with seed 0, as in `StringMap`.
fn times_33(text: &[u8]) -> u64 {
    let hash = text
        .iter()
        .fold(0_u32, |hash, byte| hash.wrapping_mul(33).wrapping_add(u32::from(*byte)));
    u64::from(hash)
}

const SEED: u64 = 0xff51_afd7_ed55_8ccd;
const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K2: u64 = 0x9ae1_6a3b_2f90_404f;
const K3: u64 = 0xc949_d7c7_509e_6557;

/// Longer text than 64 bytes is truncated. Compilers use no longer key.
fn hash_value(text: &[u8]) -> u64 {
    let text = text.get(..64).unwrap_or(text);
    let len = u64::try_from(text.len()).unwrap_or_default();
    match text.len() {
        0 => K2 ^ SEED,
        1..=3 => hash_to_3(text, len),
        4..=8 => mix(
            len.wrapping_add(word(text, 0) << 3),
            SEED ^ word(text, text.len().wrapping_sub(4)),
        ),
        9..=16 => hash_to_16(text, len),
        17..=32 => hash_to_32(text, len),
        _ => hash_to_64(text, len),
    }
}

fn hash_to_3(text: &[u8], len: u64) -> u64 {
    let byte = |at: usize| text.get(at).copied().map_or(0, u64::from);
    let first = byte(0).wrapping_add(byte(text.len() >> 1) << 8);
    let last = len.wrapping_add(byte(text.len().wrapping_sub(1)) << 2);
    fold(first.wrapping_mul(K2) ^ last.wrapping_mul(K3) ^ SEED).wrapping_mul(K2)
}

fn hash_to_16(text: &[u8], len: u64) -> u64 {
    let (first, last) = (double(text, 0), from_end(text, 8));
    mix(SEED ^ first, rotate(last.wrapping_add(len), len)) ^ last
}

fn hash_to_32(text: &[u8], len: u64) -> u64 {
    let a = double(text, 0).wrapping_mul(K1);
    let b = double(text, 8);
    let c = from_end(text, 8).wrapping_mul(K2);
    let d = from_end(text, 16).wrapping_mul(K0);
    let low = rotate(a.wrapping_sub(b), 43)
        .wrapping_add(rotate(c ^ SEED, 30))
        .wrapping_add(d);
    let high = a.wrapping_add(rotate(b ^ K3, 20)).wrapping_sub(c).wrapping_add(len);
    mix(low, high.wrapping_add(SEED))
}

fn hash_to_64(text: &[u8], len: u64) -> u64 {
    // Both halves are hashed alike, from four double words and a start value.
    let half = |start: u64, second: u64, third: u64, last: u64| {
        let b = rotate(start.wrapping_add(last), 52);
        let after_second = start.wrapping_add(second);
        let sum = after_second.wrapping_add(third);
        let c = rotate(start, 37).wrapping_add(rotate(after_second, 7));
        (sum.wrapping_add(last), b.wrapping_add(rotate(sum, 31)).wrapping_add(c))
    };
    let start = double(text, 0).wrapping_add(len.wrapping_add(from_end(text, 16)).wrapping_mul(K0));
    let (first, second) = half(start, double(text, 8), double(text, 16), double(text, 24));
    let start = double(text, 16).wrapping_add(from_end(text, 32));
    let (third, fourth) = half(start, from_end(text, 24), from_end(text, 16), from_end(text, 8));
    let crossed = first.wrapping_add(fourth).wrapping_mul(K2);
    let crossed = fold(crossed.wrapping_add(third.wrapping_add(second).wrapping_mul(K0)));
    fold((SEED ^ crossed.wrapping_mul(K0)).wrapping_add(second)).wrapping_mul(K2)
}

fn word(text: &[u8], at: usize) -> u64 {
    little_endian(text, at, 4)
}

fn double(text: &[u8], at: usize) -> u64 {
    little_endian(text, at, 8)
}

fn from_end(text: &[u8], distance: usize) -> u64 {
    double(text, text.len().wrapping_sub(distance))
}

fn little_endian(text: &[u8], at: usize, len: usize) -> u64 {
    let bytes = text.get(at..).and_then(|rest| rest.get(..len)).unwrap_or_default();
    bytes
        .iter()
        .rev()
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn rotate(number: u64, bits: u64) -> u64 {
    number.rotate_right(u32::try_from(bits % 64).unwrap_or_default())
}

fn fold(number: u64) -> u64 {
    number ^ (number >> 47)
}

fn mix(low: u64, high: u64) -> u64 {
    const FACTOR: u64 = 0x9ddf_ea08_eb38_2d69;
    let first = fold((low ^ high).wrapping_mul(FACTOR));
    fold((high ^ first).wrapping_mul(FACTOR)).wrapping_mul(FACTOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIVEN: &str = "file,triple,arch,kind,feature,a,zz,xyz,key-of-9,key-of-eleven,key-of-sixteen-b,a-key-of-some-twenty-bytes,a-key-of-more-than-thirty-two-bytes-in-all,,q,features,cuid,mode,relocatable,embed,wave";
    const SEEN_OF_16: &str = ",relocatable,a,cuid,mode,a-key-of-more-than-thirty-two-bytes-in-all,key-of-sixteen-b,a-key-of-some-twenty-bytes,xyz,feature,triple,key-of-9,q,wave,zz,key-of-eleven,embed,arch,features";
    const SEEN_OF_19_AND_22: &str = "feature,,key-of-9,arch,xyz,wave,q,a-key-of-more-than-thirty-two-bytes-in-all,cuid,zz,triple,features,embed,mode,key-of-eleven,relocatable,key-of-sixteen-b,a,a-key-of-some-twenty-bytes";

    #[test]
    fn keys_are_sorted_as_release_does() {
        let given: Vec<&str> = GIVEN.split(',').collect();
        for (release, expected) in [("16", SEEN_OF_16), ("19", SEEN_OF_19_AND_22), ("22", SEEN_OF_19_AND_22)] {
            let stored = |key: &str| key != "file" && key != "kind";
            assert_eq!(order_keys(release, &given, stored).join(","), expected, "{release}");
        }
    }

    #[test]
    fn large_table_keeps_all_keys() {
        let keys: Vec<String> = (0..1000).map(|number| format!("key-{number}")).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        for release in ["16", "22"] {
            let mut ordered = order_keys(release, &keys, |_| true);
            ordered.sort_unstable();
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            assert_eq!(ordered, sorted);
        }
    }
}
