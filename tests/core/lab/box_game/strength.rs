use crate::common::setting;
use crate::games::box_game::engine::players::{Plays, Thinker, game};
use crate::games::box_game::engine::{colors, legal, place};
use kifu::contract::{Player, Position as _, StepOf};
use kifu::games::box_game::{BoxGame, Color, Move, Position};
use kifu::internals::box_game::BoxEngine;
use kifu::internals::box_game::board::{Bitboard, TilePattern};
use kifu::internals::box_game::kernel::Kernel;
use kifu::search::{Mcts, SplitMix64};
use std::time::{Duration, Instant};

fn nodes() -> u64 {
    setting("NODES", 1_000)
}

struct Randomly(SplitMix64);

impl Plays for Randomly {
    fn sit(&mut self, _: &Position, _: Player) {}
    fn observe(&mut self, _: &Position, _: StepOf<BoxGame>) {}
    fn choose(&mut self, position: &Position, _: u64) -> Move {
        let all = legal(position);
        all[self.0.index(all.len())]
    }
}

/// Guesses the opponent's colour by what the opponent's moves raise, and looks at its place, the next tile,
/// and the answer, counting points. With `layers` at 1 it looks at its own place alone (greedy).
struct Plain {
    layers: usize,
    seat: Player,
    own: Color,
    raised: [f64; 6],
    rng: SplitMix64,
}

impl Plain {
    fn new(layers: usize) -> Self {
        Self {
            layers,
            seat: Player::First,
            own: Color::ALL[0],
            raised: [0.0; 6],
            rng: SplitMix64::new(5),
        }
    }

    fn world(&self, position: &Position) -> [Color; 2] {
        let others = (0..6).filter(|at| Color::ALL[*at] != self.own);
        let best = others.max_by(|a, b| self.raised[*a].total_cmp(&self.raised[*b]));
        let mut colors = [self.own; 2];
        colors[1 - self.seat.index()] = Color::ALL[best.unwrap()];
        assert_eq!(position.to_move(), self.seat);
        colors
    }
}

/// The points of the squares of a colour, those with a corner or two wrong in part.
fn potential(position: &Position, color: Color) -> f64 {
    let board = Bitboard::from_position(position, [color; 2]);
    let mut sum = 0.0;
    for side in 1..16_u8 {
        for row in 0..usize::from(16 - side) {
            for column in 0..20 - side {
                let [upper, lower] = [row, row + usize::from(side)].map(|row| {
                    let dots = board.player_dots[0][row] >> column;
                    (dots & 1) + (dots >> side & 1)
                });
                let part = [0.0, 0.0, 0.1, 0.3, 1.0][(upper + lower) as usize];
                sum += part * f64::from(side);
            }
        }
    }
    sum
}

impl Plays for Plain {
    fn sit(&mut self, start: &Position, seat: Player) {
        self.seat = seat;
        self.own = start.colors().0[seat.index()].unwrap();
        self.raised = [0.0; 6];
    }

    fn observe(&mut self, before: &Position, step: StepOf<BoxGame>) {
        if before.mover() == Some(self.seat.opponent()) {
            let mut after = *before;
            after.step(&step).unwrap();
            for (raised, color) in self.raised.iter_mut().zip(Color::ALL) {
                *raised += potential(&after, color) - potential(before, color);
            }
        }
    }

    fn choose(&mut self, position: &Position, _: u64) -> Move {
        let colors = self.world(position);
        let board = Bitboard::from_position(position, colors);
        let hand = TilePattern::of_tile(position.tile_in_hand().unwrap(), colors);
        let who = self.seat.index();
        let mut found: Vec<(f64, Move, Bitboard)> = Vec::new();
        for mv in legal(position) {
            let after = board.after(place(mv), hand);
            // Of equal ones any.
            let chance = f64::from(u32::try_from(self.rng.index(1000)).unwrap()) * 1e-6;
            found.push((lead(&after, who) + chance, mv, after));
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        if self.layers > 1 {
            // All would take ten times as long.
            found.truncate(30);
            for (value, _, after) in &mut found {
                *value += answered(after, 1 - who) - lead(after, who);
            }
            found.sort_by(|a, b| b.0.total_cmp(&a.0));
        }
        found[0].1
    }
}

fn lead(board: &Bitboard, who: usize) -> f64 {
    let points = board.points();
    f64::from(points[who] - points[1 - who])
}

/// The lead of the other player after the best answer of this one, on the average of all tiles.
fn answered(board: &Bitboard, who: usize) -> f64 {
    let places = Kernel::new().legal_places(board).to_vec();
    if places.is_empty() {
        return lead(board, 1 - who);
    }
    let best = TilePattern::ALL.map(|tile| {
        let leads = places
            .iter()
            .map(|place| lead(&board.after(*place, tile), 1 - who));
        leads.fold(f64::INFINITY, f64::min)
    });
    best.iter().sum::<f64>() / 30.0
}

/// What came of a match.
struct Match {
    /// Share of the games won, a tie being half of one.
    wins: f64,
    /// The mean margin, and how far the truth may be from it (95 %).
    margin: f64,
    bound: f64,
}

fn contest(name: &str, first: &mut dyn Plays, second: &mut dyn Plays) -> Match {
    let pairs = setting("PAIRS", 100);
    let (mut sum, mut squares, mut wins) = (0.0, 0.0, 0.0);
    let mut spent = Duration::ZERO;
    for pair in 0..pairs {
        let mut both = 0.0;
        let colors = colors(&mut SplitMix64::new(pair));
        for side in 0..2 {
            let start = Instant::now();
            let points = if side == 0 {
                game(1_000 * pair, colors, [&mut *first, &mut *second])
            } else {
                game(1_000 * pair, colors, [&mut *second, &mut *first])
            };
            spent += start.elapsed();
            let margin = f64::from(points[side] - points[1 - side]);
            both += margin / 2.0;
            wins += if margin > 0.0 { 1.0 } else { 0.0 } + if margin == 0.0 { 0.5 } else { 0.0 };
        }
        sum += both;
        squares += both * both;
    }
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let count = pairs as f64;
    let margin = sum / count;
    let bound = 1.96 * ((squares / count - margin * margin) / count).sqrt();
    let wins = wins / count / 2.0;
    println!(
        "{name}: {pairs} pairs, margin {margin:.2} +- {bound:.2}, wins {:.1} % ({spent:.0?})",
        100.0 * wins
    );
    Match {
        wins,
        margin,
        bound,
    }
}

fn engine() -> Thinker {
    Thinker(Box::new(BoxEngine::new(16)), nodes())
}

#[test]
fn it_beats_a_random_player_in_a_few_games() {
    let mut engine = Thinker(Box::new(BoxEngine::new(4)), 60);
    let mut wins = 0;
    for seed in 0..4 {
        let colors = colors(&mut SplitMix64::new(seed));
        let [own, other] = game(
            seed,
            colors,
            [&mut engine, &mut Randomly(SplitMix64::new(seed))],
        );
        wins += u32::from(own > other);
    }
    assert_eq!(wins, 4);
}

#[test]
#[ignore = "minutes, see above"]
fn strength_against_random() {
    let mut engine = Thinker(Box::new(BoxEngine::new(16)), nodes().min(200));
    let found = contest("random", &mut engine, &mut Randomly(SplitMix64::new(9)));
    assert!(found.wins >= 0.99);
}

#[test]
#[ignore = "minutes, see above"]
fn strength_against_greedy() {
    let mut engine = Thinker(Box::new(BoxEngine::new(16)), nodes().min(200));
    let found = contest("greedy", &mut engine, &mut Plain::new(1));
    assert!(found.wins >= 0.9);
}

#[test]
#[ignore = "minutes, see above"]
fn strength_against_a_plain_three_layer_search() {
    let found = contest("plain three layers", &mut engine(), &mut Plain::new(3));
    assert!(found.margin > found.bound);
}

#[test]
#[ignore = "minutes, see above"]
fn strength_against_uct() {
    // A random game takes about as long as six nodes.
    let mut uct = Thinker(Box::new(Mcts::new(64)), nodes() / 6);
    let found = contest("UCT", &mut engine(), &mut uct);
    assert!(found.wins >= 0.8);
}

#[test]
#[ignore = "minutes, see above"]
fn strength_against_a_quarter_of_the_nodes() {
    let mut quarter = Thinker(Box::new(BoxEngine::new(16)), nodes() / 4);
    contest("a quarter of the nodes", &mut engine(), &mut quarter);
}
