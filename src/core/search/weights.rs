//! The weights of a neural network as bytes: little-endian `f32` numbers.

/// Fills the weights from bytes, and returns whether the number of bytes was right; if not, some of
/// the weights may have been filled.
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

/// Returns the bytes from which [`weights_from_bytes`] reads the weights.
pub fn weights_to_bytes(weights: Vec<&mut [f32]>) -> Vec<u8> {
    let weights = weights.into_iter().flatten();
    weights.flat_map(|weight| weight.to_le_bytes()).collect()
}
