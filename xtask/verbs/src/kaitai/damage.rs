//! Damaged copies of a file, for any format: truncations, and numbers at every offset.

/// Dangerous as counts, sizes and offsets.
const NUMBERS: [u64; 7] = [0, 1, 32, 1 << 31, 1 << 63, u64::MAX - 7, u64::MAX];

pub fn all(bytes: &[u8]) -> impl Iterator<Item = (String, Vec<u8>)> + '_ {
    cut(bytes).chain(overwritten(bytes))
}

fn cut(bytes: &[u8]) -> impl Iterator<Item = (String, Vec<u8>)> + '_ {
    (0..bytes.len()).filter_map(|len| Some((format!("cut-{len}"), bytes.get(..len)?.to_vec())))
}

/// At each offset, so that every field is hit, also across its edges.
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
    fn every_byte_is_damaged() {
        assert_eq!(all(&[1; 9]).count(), 9 + 2 * NUMBERS.len());
        assert!(all(&[1; 9]).all(|(_, copy)| copy != [1; 9]));
    }
}
