//! How strong. Each test prints its figures; run one by one:
//! `cargo test --release --no-default-features --test box_brain -- --ignored --nocapture NAME`,
//! `strength` for all. `PAIRS` in the environment says how many pairs of games, `NODES` how many
//! nodes a move (a node takes about 10 µs). The two games of a pair have the same colours and the
//! same tiles, and the sides exchanged.

use super::{Rng, legal, place, tile};
use kifu::contract::{Game, Player, Position as _, Rules as _, Setup, Step, StepOf};
use kifu::games::box_game::engine::BoxEngine;
use kifu::games::box_game::engine::board::{Bitboard, TilePattern};
use kifu::games::box_game::engine::kernel::Kernel;
use kifu::games::box_game::{BoxGame, Color, Move, Position, Tile};
use kifu::search::{Engine, Limits, Mcts, SearchRequest};
use std::time::{Duration, Instant};

fn setting(name: &str, otherwise: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn nodes() -> u64 {
    setting("NODES", 1_000)
}

/// One that plays, and sees what a contest's program sees.
pub trait Plays {
    fn sit(&mut self, start: &Position, seat: Player);
    fn observe(&mut self, before: &Position, step: StepOf<BoxGame>);
    fn choose(&mut self, position: &Position, seed: u64) -> Move;
}

/// A brain with so many nodes a move.
pub struct Thinker(pub Box<dyn Engine<BoxGame>>, pub u64);

impl Plays for Thinker {
    fn sit(&mut self, start: &Position, seat: Player) {
        self.0.new_game(start, seat);
    }
    fn observe(&mut self, before: &Position, step: StepOf<BoxGame>) {
        self.0.observe(before, &step);
    }
    fn choose(&mut self, position: &Position, seed: u64) -> Move {
        let request = SearchRequest::new(Limits::nodes(self.1)).seed(seed);
        self.0.choose(position, &request).unwrap()
    }
}

struct Randomly(Rng);

impl Plays for Randomly {
    fn sit(&mut self, _: &Position, _: Player) {}
    fn observe(&mut self, _: &Position, _: StepOf<BoxGame>) {}
    fn choose(&mut self, position: &Position, _: u64) -> Move {
        let all = legal(position);
        all[self.0.below(all.len())]
    }
}

/// Guesses the opponent's colour by what his moves raise, and looks at its place, the next tile,
/// and the answer, counting points. With `layers` at 1 it looks at its own place alone (greedy).
struct Plain {
    layers: usize,
    seat: Player,
    own: Color,
    raised: [f64; 6],
    rng: Rng,
}

impl Plain {
    fn new(layers: usize) -> Self {
        Self {
            layers,
            seat: Player::First,
            own: Color::ALL[0],
            raised: [0.0; 6],
            rng: Rng(5),
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
            let chance = f64::from(u32::try_from(self.rng.below(1000)).unwrap()) * 1e-6;
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

/// A game as each player and the jury see it, with the luck of this seed. Gives the points.
pub fn game(seed: u64, colors: [Color; 2], mut players: [&mut dyn Plays; 2]) -> [i32; 2] {
    let mut luck = Rng(seed);
    let see = |secrets: String| {
        let mut setup = Setup::default();
        setup.set("colors", secrets);
        BoxGame::start(&setup).unwrap()
    };
    let mut views = [
        see(format!("{} -", colors[0])),
        see(format!("- {}", colors[1])),
    ];
    let mut truth = see(format!("{} {}", colors[0], colors[1]));
    for seat in Player::ALL {
        players[seat.index()].sit(&views[seat.index()], seat);
    }
    let mut step: StepOf<BoxGame> = Step {
        chance: Some(tile(&mut luck)),
        mv: None,
    };
    let mut ply = 0;
    loop {
        for (view, player) in views.iter_mut().zip(players.iter_mut()) {
            player.observe(view, step);
            view.step(&step).unwrap();
        }
        truth.step(&step).unwrap();
        if truth.is_over() {
            return truth.scores(colors);
        }
        let dealt: Tile = tile(&mut luck);
        let who = truth.to_move().index();
        let mut position = views[who];
        position.apply_chance(&dealt);
        ply += 1;
        let mv = players[who].choose(&position, seed + ply);
        step = Step {
            chance: Some(dealt),
            mv: Some(mv),
        };
    }
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
        let colors = super::colors(&mut Rng(pair));
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

fn brain() -> Thinker {
    Thinker(Box::new(BoxEngine::new(16)), nodes())
}

#[test]
fn it_beats_a_random_player_in_a_few_games() {
    let mut brain = Thinker(Box::new(BoxEngine::new(4)), 60);
    let mut wins = 0;
    for seed in 0..4 {
        let colors = super::colors(&mut Rng(seed));
        let [own, other] = game(seed, colors, [&mut brain, &mut Randomly(Rng(seed))]);
        wins += u32::from(own > other);
    }
    assert_eq!(wins, 4);
}

#[test]
#[ignore = "minutes, see above"]
fn strength_against_random() {
    let mut brain = Thinker(Box::new(BoxEngine::new(16)), nodes().min(200));
    let found = contest("random", &mut brain, &mut Randomly(Rng(9)));
    assert!(found.wins >= 0.99);
}

#[test]
#[ignore = "minutes, see above"]
fn strength_against_greedy() {
    let mut brain = Thinker(Box::new(BoxEngine::new(16)), nodes().min(200));
    let found = contest("greedy", &mut brain, &mut Plain::new(1));
    assert!(found.wins >= 0.9);
}

#[test]
#[ignore = "minutes, see above"]
fn strength_against_a_plain_three_layer_search() {
    let found = contest("plain three layers", &mut brain(), &mut Plain::new(3));
    assert!(found.margin > found.bound);
}

#[test]
#[ignore = "minutes, see above"]
fn strength_against_uct() {
    // A random game takes about as long as six nodes.
    let mut uct = Thinker(Box::new(Mcts::new(64)), nodes() / 6);
    let found = contest("UCT", &mut brain(), &mut uct);
    assert!(found.wins >= 0.8);
}

#[test]
#[ignore = "minutes, see above"]
fn strength_against_a_quarter_of_the_nodes() {
    let mut quarter = Thinker(Box::new(BoxEngine::new(16)), nodes() / 4);
    contest("a quarter of the nodes", &mut brain(), &mut quarter);
}
