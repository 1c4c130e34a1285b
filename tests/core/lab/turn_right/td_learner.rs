//! Numbers of patterns while they are learned: a position is worth what those of its patterns sum
//! up to, and they move to what came of it by differences in time (TD(λ), Sutton 1988), each at its
//! own pace (Beal and Smith 1999).

#![expect(
    clippy::cast_precision_loss,
    reason = "patterns of a position are few, and so are parts of a point"
)]

use kifu::internals::turn_right::circuit_eval::POINT_SCALE;

/// The numbers, in points.
pub(crate) struct Learner {
    /// What is added to those of the patterns, by how far the game has come.
    start: Vec<f32>,
    numbers: Vec<f32>,
    /// For each number: the sum of what it was off, and of how much it was off.
    off: Vec<[f32; 2]>,
}

impl Learner {
    /// All numbers 0: so many to start from, and so many of patterns.
    pub(crate) fn new(start: usize, count: usize) -> Self {
        Self {
            start: vec![0.0; start],
            numbers: vec![0.0; count],
            off: vec![[0.0; 2]; count],
        }
    }

    /// The same with what a file says, if the environment names one in `FROM`.
    pub(crate) fn going_on(mut self) -> Self {
        let Ok(path) = std::env::var("FROM") else {
            return self;
        };
        self.read(&std::fs::read(path).unwrap());
        self
    }

    /// Takes over what [`bytes`](Self::bytes) tells.
    pub(crate) fn read(&mut self, bytes: &[u8]) {
        let (all, rest) = bytes.as_chunks::<2>();
        assert!(rest.is_empty() && all.len() == self.start.len() + self.numbers.len());
        let places = self.start.iter_mut().chain(&mut self.numbers);
        for (place, number) in places.zip(all) {
            *place = f32::from(i16::from_le_bytes(*number)) / POINT_SCALE as f32;
        }
    }

    /// What is learned, as it is embedded: two bytes a number, the lower one first.
    #[expect(clippy::cast_possible_truncation, reason = "a few points")]
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let numbers = self.start.iter().chain(&self.numbers);
        let numbers = numbers.map(|number| (number * POINT_SCALE as f32).round() as i16);
        numbers.flat_map(i16::to_le_bytes).collect()
    }

    /// Writes what is learned, if the environment names a file in `OUT`.
    pub(crate) fn write(&self) {
        if let Ok(path) = std::env::var("OUT") {
            std::fs::write(path, self.bytes()).unwrap();
        }
    }

    /// What a position is worth, by where it starts from and the places of its patterns.
    pub(crate) fn value(&self, start: usize, patterns: &[usize]) -> f32 {
        let numbers = patterns.iter().map(|at| self.numbers[*at]);
        self.start[start] + numbers.sum::<f32>()
    }

    /// Moves a little towards what a position was worth; how far that is.
    pub(crate) fn learn(&mut self, start: usize, patterns: &[usize], worth: f32, rate: f32) -> f32 {
        let by = worth - self.value(start, patterns);
        self.start[start] += 0.002 * by;
        let rate = rate / patterns.len() as f32;
        for at in patterns {
            let [sum, all] = &mut self.off[*at];
            let pace = if *all > 0.0 { sum.abs() / *all } else { 1.0 };
            self.numbers[*at] += rate * pace * by;
            *sum += by;
            *all += by.abs();
        }
        by
    }
}
