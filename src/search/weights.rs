//! The weights of a net as bytes: four each, the lowest first, as they stand in memory.

/// Fills the weights from bytes. Whether there were as many as there must be; if not, some may be
/// filled.
pub fn weights_from_bytes(bytes: &[u8], weights: Vec<&mut [f32]>) -> bool {
    let (numbers, rest) = bytes.as_chunks::<4>();
    let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
    for weight in weights.into_iter().flatten() {
        let Some(number) = numbers.next() else {
            return false;
        };
        *weight = number;
    }
    rest.is_empty() && numbers.next().is_none()
}

/// The bytes that [`read`] reads.
pub fn weights_to_bytes(weights: Vec<&mut [f32]>) -> Vec<u8> {
    let weights = weights.into_iter().flatten();
    weights.flat_map(|weight| weight.to_le_bytes()).collect()
}
