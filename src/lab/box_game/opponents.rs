//! The opponents of the engine for Box.

use crate::duel::player::MEMORY_MB;
use crate::duel::{
    Bar, DuelGame, DuelOpenings, DuelPlayer, Opponent, PlayerBudget, legal_moves, new_engine,
};
use kifu_core::contract::{Game as _, Player, Position as _, StepOf};
use kifu_core::games::box_game::engine::board::{Bitboard, PlaceIndex, TilePattern};
use kifu_core::games::box_game::engine::kernel::Kernel;
use kifu_core::games::box_game::{BoxGame, Color, Move, Position};
use kifu_core::search::{Mcts, SplitMix64};
use kifu_study::failure::Failure;

/// The usual budget, and that against the weakest opponents.
const BUDGET: PlayerBudget = PlayerBudget::Nodes(1000);
const SMALL_BUDGET: PlayerBudget = PlayerBudget::Nodes(200);
/// The number of places whose answers the three-ply player looks at: all would take ten times as
/// long.
const MAX_ANSWERED_PLACES: usize = 30;

/// The duels of Box; the colours are drawn by lot.
pub const DUEL: DuelGame = DuelGame {
    id: BoxGame::INFO.id,
    engine: new_engine::<BoxGame>,
    opponents: &[
        Opponent {
            // A random game takes about as long as six nodes.
            divisor: 6,
            ..Opponent::new(("uct", "plain UCT"), BUDGET, Bar::Score(80.0), |settings| {
                settings.engine::<BoxGame>(Box::new(Mcts::new(MEMORY_MB)))
            })
        },
        Opponent::itself::<BoxGame>(BUDGET, Bar::None),
        Opponent::new(
            (
                "three-ply",
                "counts points after placement, tile and answer",
            ),
            BUDGET,
            Bar::Margin,
            |settings| settings.player(PointCounter::new(3, settings.seed)),
        ),
        Opponent::new(
            ("one-ply", "counts points after its placement"),
            SMALL_BUDGET,
            Bar::Score(90.0),
            |settings| settings.player(PointCounter::new(1, settings.seed)),
        ),
        Opponent::random::<BoxGame>(SMALL_BUDGET),
    ],
    openings: DuelOpenings::RandomPlies(0),
    margin_unit: "points",
    counted_ending: None,
};

/// A player that counts points. It takes the opponent's colour to be the one whose potential the
/// opponent's moves have raised most.
pub struct PointCounter {
    plies: u8,
    seat: Player,
    own: Color,
    raised: [f64; 6],
    random: SplitMix64,
}

impl PointCounter {
    /// Creates a player that looks at its placement alone (`plies` 1), or at the next tile and the
    /// answer, too (3).
    pub const fn new(plies: u8, seed: u64) -> Self {
        Self {
            plies,
            seat: Player::First,
            own: Color::ALL[0],
            raised: [0.0; 6],
            random: SplitMix64::new(seed),
        }
    }

    /// Returns the colours of both players, the opponent's guessed.
    fn colors(&self) -> [Color; 2] {
        let others = (0..6).filter(|at| Color::ALL[*at] != self.own);
        let guess = others.max_by(|a, b| self.raised[*a].total_cmp(&self.raised[*b]));
        let mut colors = [self.own; 2];
        colors[1 - self.seat.index()] = Color::ALL[guess.unwrap_or(0)];
        colors
    }
}

/// Returns the points of the squares of a colour; those that lack one or two corners count in part.
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

impl DuelPlayer<BoxGame> for PointCounter {
    fn new_game(&mut self, start: &Position, seat: Player) -> Result<(), Failure> {
        self.seat = seat;
        let unknown = || Failure::internal("a player without a colour");
        self.own = start.colors().0[seat.index()].ok_or_else(unknown)?;
        self.raised = [0.0; 6];
        Ok(())
    }

    fn observe(&mut self, before: &Position, step: &StepOf<BoxGame>) -> Result<(), Failure> {
        let mut after = *before;
        if before.mover() == Some(self.seat.opponent()) && after.step(step).is_ok() {
            for (raised, color) in self.raised.iter_mut().zip(Color::ALL) {
                *raised += potential(&after, color) - potential(before, color);
            }
        }
        Ok(())
    }

    fn choose(&mut self, position: &Position) -> Result<Move, Failure> {
        let colors = self.colors();
        let board = Bitboard::from_position(position, colors);
        let no_tile = || Failure::internal("a placement without a tile");
        let tile = position.tile_in_hand().ok_or_else(no_tile)?;
        let tile = TilePattern::of_tile(tile, colors);
        let player = self.seat.index();
        let mut found: Vec<(f64, Move, Bitboard)> = Vec::new();
        for mv in legal_moves::<BoxGame>(position) {
            let after = board.after(PlaceIndex::from_move(mv), tile);
            // One of several equal placements is taken at random.
            let tie_break = f64::from(self.random.below(1000)) * 1e-6;
            found.push((lead(&after, player) + tie_break, mv, after));
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        if self.plies > 1 {
            found.truncate(MAX_ANSWERED_PLACES);
            for (value, _, after) in &mut found {
                *value += lead_after_answer(after, 1 - player) - lead(after, player);
            }
            found.sort_by(|a, b| b.0.total_cmp(&a.0));
        }
        let best = found.first().map(|(_, mv, _)| *mv);
        best.ok_or_else(|| Failure::internal("there is no legal placement"))
    }
}

fn lead(board: &Bitboard, player: usize) -> f64 {
    let points = board.points();
    f64::from(points[player] - points[1 - player])
}

/// Returns the lead of the other player after the best answer of this one, on average over tiles.
fn lead_after_answer(board: &Bitboard, player: usize) -> f64 {
    let places = Kernel::new().legal_places(board).list();
    if places.is_empty() {
        return lead(board, 1 - player);
    }
    let best = TilePattern::ALL.map(|tile| {
        let leads = places
            .iter()
            .map(|place| lead(&board.after(*place, tile), 1 - player));
        leads.fold(f64::INFINITY, f64::min)
    });
    best.iter().sum::<f64>() / 30.0
}
