//! How nets are taught: small steps against the slope.

/// Adam (Kingma and Ba 2015).
pub struct Adam {
    /// The running mean of each slope, and of its square.
    state: Vec<[f32; 2]>,
    rounds: i32,
    /// What keeps a step finite where slopes are small.
    least: f32,
}

impl Adam {
    pub fn new(weights: usize, least: f32) -> Self {
        Self {
            state: vec![[0.0; 2]; weights],
            rounds: 0,
            least,
        }
    }

    /// How far each weight goes against its slope, to be multiplied by the rate.
    pub fn steps(&mut self, slopes: impl Iterator<Item = f32>) -> impl Iterator<Item = f32> {
        self.rounds += 1;
        let warm = |decay: f32| 1.0 - decay.powi(self.rounds);
        let (first, second, least) = (warm(0.9), warm(0.999), self.least);
        let state = self.state.iter_mut();
        state.zip(slopes).map(move |([mean, square], slope)| {
            *mean += 0.1 * (slope - *mean);
            *square += 0.001 * (slope * slope - *square);
            (*mean / first) / ((*square / second).sqrt() + least)
        })
    }
}
