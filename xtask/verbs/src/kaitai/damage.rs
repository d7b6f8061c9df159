//! Damaged copies of a sound file. Nothing here knows a format: every byte is a place to cut and a place to put a number.

/// Values that hurt when they are taken for a count, a size or an offset.
const NUMBERS: [u64; 7] = [0, 1, 32, 1 << 31, 1 << 63, u64::MAX - 7, u64::MAX];

/// Every damaged copy of `bytes`, with a name.
pub fn all(bytes: &[u8]) -> impl Iterator<Item = (String, Vec<u8>)> + '_ {
    cut(bytes).chain(overwritten(bytes))
}

/// Cut at every byte.
fn cut(bytes: &[u8]) -> impl Iterator<Item = (String, Vec<u8>)> + '_ {
    (0..bytes.len()).filter_map(|len| Some((format!("cut-{len}"), bytes.get(..len)?.to_vec())))
}

/// With each number put over the eight bytes at each place, so every field is hit, also across its edges.
fn overwritten(bytes: &[u8]) -> impl Iterator<Item = (String, Vec<u8>)> + '_ {
    let places = 0..bytes.len().saturating_sub(7);
    places.flat_map(move |place| {
        NUMBERS.iter().filter_map(move |number| {
            let mut copy = bytes.to_vec();
            copy.get_mut(place..place + 8)?.copy_from_slice(&number.to_le_bytes());
            Some((format!("number-{number:x}-at-{place}"), copy))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_cut_off_and_overwritten() {
        assert_eq!(all(&[1; 9]).count(), 9 + 2 * NUMBERS.len());
        assert!(all(&[1; 9]).all(|(_, copy)| copy != [1; 9]));
    }
}
