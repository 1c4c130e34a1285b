//! How nets are taught: games on all processors, then small steps against the slope.

use kifu::search::SplitMix64;

/// At least so many games (or what else comes of them), each processor's share by a player of its
/// own, who is told the number of the processor and how many to play.
pub fn on_all<T: Send>(games: u32, play: impl Fn(u32, u32) -> Vec<T> + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = u32::try_from(threads).unwrap();
    let share = games.div_ceil(threads);
    let play = &play;
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || play(thread, share)))
            .collect();
        let all = all.into_iter().flat_map(|one| one.join().unwrap());
        all.collect()
    })
}

/// Weights by chance, in the form of a bell of this width.
pub fn fill(weights: &mut [f32], width: f32, random: &mut SplitMix64) {
    for weight in weights {
        let bell: f32 = (0..12).map(|_| random.unit()).sum();
        *weight = width * (bell - 6.0);
    }
}

/// How fast to learn in a round: up to `top` in 200 rounds, then down as a cosine to a hundredth.
pub fn rate(top: f32, round: u16, rounds: u16) -> f32 {
    let done = f32::from(round) / f32::from(rounds);
    let warm = (f32::from(round + 1) / 200.0).min(1.0);
    top * warm * (0.5 + 0.5 * (done * std::f32::consts::PI).cos()).max(0.01)
}

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
