//! The last tiles, exactly: every tile, every place, to the end.

use super::board::{Board, COLUMNS, Pair, Place, ROWS};
use super::kernel::Kernel;
use super::worth::Worth;
use crate::search::Random;

/// Values boards to the end of the game.
pub struct Exact<'a> {
    /// How places are listed.
    pub kernel: Kernel,
    /// Boards already valued, by their hash.
    pub known: &'a mut [(u64, Worth)],
    /// Counts so many boards; whether to stop.
    pub count: &'a mut dyn FnMut(u64) -> bool,
}

impl Exact<'_> {
    /// What a board is worth to the player who gets the next tile; `None` when it is stopped.
    pub fn value(&mut self, board: &Board, who: usize) -> Option<Worth> {
        if (self.count)(1) {
            return None;
        }
        let legal = self.kernel.list(board);
        if legal.is_empty() {
            return Some(Self::end(board, who));
        }
        let key = hash(board, who);
        let slot = (key % self.known.len().max(1) as u64) as usize;
        if let Some((known, worth)) = self.known.get(slot)
            && *known == key
        {
            return Some(*worth);
        }
        let mut places = Vec::new();
        legal.each(|place| places.push(place));
        let mut ends = Vec::new();
        for place in &places {
            // Whether it ends the game does not depend on the tile.
            let after = board.after(*place, Pair::default());
            let is_end = self.kernel.list(&after).is_empty();
            if is_end && (self.count)(ENDS as u64) {
                return None;
            }
            ends.push(is_end.then(|| Ends::of(board, *place)));
        }
        let mut sum = Worth::default();
        for tile in Pair::ALL {
            sum = sum + self.best(board, who, tile, &places, &ends)?;
        }
        let worth = sum / Pair::ALL.len() as f64;
        if let Some(entry) = self.known.get_mut(slot) {
            *entry = (key, worth);
        }
        Some(worth)
    }

    fn best(
        &mut self,
        board: &Board,
        who: usize,
        tile: Pair,
        places: &[Place],
        ends: &[Option<Ends>],
    ) -> Option<Worth> {
        let mut best: Option<Worth> = None;
        for (place, ends) in places.iter().zip(ends) {
            let worth = match ends {
                Some(ends) => Worth::end(ends.lead(who, tile)),
                None => -self.value(&board.after(*place, tile), 1 - who)?,
            };
            if best.is_none_or(|best| worth.points > best.points) {
                best = Some(worth);
            }
        }
        best
    }

    fn end(board: &Board, who: usize) -> Worth {
        let points = board.points();
        Worth::end(points[who] - points[1 - who])
    }
}

/// How many boards tell all ends at a place.
const ENDS: usize = 6;

/// What both colours have at the end of a game that ends at a place, by their dots in the tile. What
/// one has does not depend on where in the tile the other's is, so six boards tell of thirty tiles.
struct Ends([[i32; 2]; ENDS]);

impl Ends {
    fn of(board: &Board, place: Place) -> Self {
        let both = |at: usize| Pair([at as u8; 2]);
        Self(std::array::from_fn(|at| {
            board.after(place, both(at)).points()
        }))
    }

    fn lead(&self, who: usize, tile: Pair) -> i32 {
        let points = |who: usize| self.0[usize::from(tile.0[who]) % ENDS][who];
        points(who) - points(1 - who)
    }
}

/// About how many boards there are under this one: what random games meet (Knuth 1975).
pub fn size(kernel: Kernel, board: &Board, seed: u64) -> f64 {
    let mut random = Random::new(seed);
    let probes = 16;
    let mut sum = 0.0;
    for _ in 0..probes {
        let mut board = *board;
        let (mut width, mut last) = (1.0, 0.0);
        // What is more than this is too much anyway.
        while width < 1e12 {
            let legal = kernel.list(&board);
            let count = legal.count();
            if count == 0 {
                last *= ENDS as f64 / Pair::ALL.len() as f64;
                break;
            }
            sum += last;
            width *= 30.0 * count as f64;
            last = width;
            let mut skip = random.place(count);
            let mut chosen = Place::default();
            legal.each(|place| {
                if skip == 0 {
                    chosen = place;
                }
                skip = skip.wrapping_sub(1);
            });
            board.lay(chosen, Pair::ALL[random.place(30)]);
        }
        sum += last;
    }
    sum / f64::from(probes)
}

/// A hash of all that counts.
fn hash(board: &Board, who: usize) -> u64 {
    let mut hash = who as u64 + 1;
    let rows = (0..ROWS).map(|row| {
        let dots = u64::from(board.taken[row]);
        let first = u64::from(board.marks[0][row]);
        let second = u64::from(board.marks[1][row]);
        dots | first << COLUMNS | second << (2 * COLUMNS)
    });
    for row in rows {
        hash = (hash ^ row).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
    }
    hash
}
