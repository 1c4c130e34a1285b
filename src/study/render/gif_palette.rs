//! The choice of an animation's colours.

use rustc_hash::FxHashMap;

/// The maximum number of colours; one more index of a GIF is kept for unchanged pixels.
const MAX_COLORS: usize = 255;

/// The number of pixels of each colour.
pub(super) type ColorCounts = FxHashMap<[u8; 3], u64>;

/// The colours of an animation.
pub(super) struct GifPalette {
    /// The colours.
    pub colors: Vec<[u8; 3]>,
    /// The index of the nearest one for each colour that was counted.
    index: FxHashMap<[u8; 3], u8>,
}

impl GifPalette {
    /// Chooses colours: the most frequent one, and then again and again the one whose pixels are
    /// the worst off with those that were chosen.
    ///
    /// So plain areas keep their exact colours, and the shades between them at the edges of shapes
    /// share the rest.
    pub fn choose(counts: &ColorCounts) -> Self {
        let mut all: Vec<([u8; 3], u64)> = counts.iter().map(|(color, n)| (*color, *n)).collect();
        // The order of a hash map is not part of the result.
        all.sort_unstable_by(|(a, m), (b, n)| n.cmp(m).then(a.cmp(b)));
        let mut nearest: Vec<(u64, u8)> = vec![(u64::MAX, 0); all.len()];
        let mut colors = Vec::new();
        let mut next = (!all.is_empty()).then_some(0);
        while let Some(at) = next.filter(|_| colors.len() < MAX_COLORS) {
            let chosen = all[at].0;
            let number = u8::try_from(colors.len()).unwrap_or(u8::MAX);
            colors.push(chosen);
            let mut worst = (0, None);
            for (at, ((color, count), near)) in all.iter().zip(&mut nearest).enumerate() {
                let far = distance(*color, chosen);
                if far < near.0 {
                    *near = (far, number);
                }
                let error = near.0.saturating_mul(*count);
                if error > worst.0 {
                    worst = (error, Some(at));
                }
            }
            next = worst.1;
        }
        let index = all.iter().zip(&nearest);
        Self {
            index: index.map(|((color, _), near)| (*color, near.1)).collect(),
            colors,
        }
    }

    /// Returns the index of the colour that replaces one that was counted.
    pub fn index_of(&self, color: [u8; 3]) -> u8 {
        self.index.get(&color).copied().unwrap_or_default()
    }
}

/// Returns the squared distance of two colours, weighted as the eye sees them.
fn distance(a: [u8; 3], b: [u8; 3]) -> u64 {
    let part = |i: usize, weight: u64| weight * u64::from(a[i].abs_diff(b[i])).pow(2);
    part(0, 3) + part(1, 4) + part(2, 2)
}
