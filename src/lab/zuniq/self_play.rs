//! Training positions: games of the search against itself.

use kifu_core::contract::{Position as _, Proven, Rules as _};
use kifu_core::games::zuniq::engine::net::ValueNet;
use kifu_core::games::zuniq::engine::{EdgeBoard, ZuniqEngine, ZuniqParams};
use kifu_core::games::zuniq::{Move, Position, Segment};
use kifu_core::search::{Engine, Limits, SearchRequest, SplitMix64};
use serde::{Deserialize, Serialize};

const MEMORY_MB: usize = 16;

/// A position and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrainingPosition {
    /// The set of edges drawn.
    pub drawn: u64,
    /// Whether the player to move won.
    pub is_won: bool,
}

impl TrainingPosition {
    /// Returns the number of plies played.
    pub const fn plies(&self) -> u32 {
        self.drawn.count_ones()
    }

    /// Returns the board under one of its eight symmetries.
    pub fn board(&self, symmetry: u32) -> EdgeBoard {
        let drawn = edges(self.drawn);
        EdgeBoard::from_drawn(drawn.fold(0, |set, edge| set | 1 << transformed(edge, symmetry)))
    }
}

/// Returns the edges in a set.
fn edges(set: u64) -> impl Iterator<Item = usize> {
    (0..60).filter(move |edge| set >> edge & 1 == 1)
}

/// Returns the image of an edge under one of the eight symmetries of the board.
pub fn transformed(edge: usize, symmetry: u32) -> usize {
    let (line, place) = (edge / 11, edge % 11);
    let ends = if place < 5 {
        [(line, place), (line, place + 1)]
    } else {
        [(line, place - 5), (line + 1, place - 5)]
    };
    let image = |(mut y, mut x)| {
        if symmetry & 1 == 1 {
            y = 5 - y;
        }
        if symmetry & 2 == 2 {
            x = 5 - x;
        }
        if symmetry & 4 == 4 { (x, y) } else { (y, x) }
    };
    let [one, other] = ends.map(image);
    let ((y, x), is_horizontal) = (one.min(other), one.0 == other.0);
    11 * y + x + if is_horizontal { 0 } else { 5 }
}

/// Returns a random move that claims nothing.
pub(super) fn random_move(position: &Position, random: &mut SplitMix64) -> Option<Move> {
    let legal: Vec<usize> = edges(ZuniqEngine::board_of(position).legal_edges()).collect();
    let edge = *legal.get(random.index(legal.len()))?;
    let segment = Segment::all().nth(edge)?;
    Some(Move {
        segment,
        claims_win: false,
    })
}

/// The settings of a training game.
#[derive(Clone, Copy)]
pub struct SelfPlay {
    /// The net of both players, if there is one yet.
    pub net: Option<&'static ValueNet>,
    /// The fewest and the most nodes of a move; a game has a random number between them.
    pub nodes: (u64, u64),
    /// The most random plies at the start of a game.
    pub max_random_plies: u32,
    /// The ply from which on nothing is learned.
    pub max_plies: u32,
}

impl SelfPlay {
    /// Plays a game from a random opening until the winner is proven, and returns its positions.
    pub fn game(&self, random: &mut SplitMix64) -> Vec<TrainingPosition> {
        let mut engine = ZuniqEngine::with_net(MEMORY_MB, ZuniqParams::BEST, self.net);
        let (low, high) = self.nodes;
        let span = u32::try_from(high.saturating_sub(low) + 1).unwrap_or(u32::MAX);
        let nodes = low + u64::from(random.below(span));
        let opening = random.below(self.max_random_plies + 1);
        let mut position = Position::EMPTY;
        engine.new_game(&position, position.to_move());
        let mut searched = Vec::new();
        let first_wins = loop {
            let is_first = position.plies().is_multiple_of(2);
            if position.is_over() {
                // The player who drew the last edge wins.
                break !is_first;
            }
            let mv = if position.plies() < opening {
                random_move(&position, random)
            } else {
                searched.push(ZuniqEngine::board_of(&position).drawn());
                let request = SearchRequest::new(Limits::nodes(nodes)).seed(random.next());
                let choice = engine.choose_with_report(&position, &request);
                let value = choice.as_ref().map(|choice| choice.report.value);
                if let Some(proven) = value.and_then(|value| value.proven()) {
                    break (proven == Proven::Win) == is_first;
                }
                choice.map(|choice| choice.reported_move)
            };
            if mv.is_none_or(|mv| position.play(&mv).is_err()) {
                return Vec::new();
            }
        };
        let learned = searched.into_iter().map(|drawn| TrainingPosition {
            drawn,
            is_won: drawn.count_ones().is_multiple_of(2) == first_wins,
        });
        learned
            .filter(|position| position.plies() < self.max_plies)
            .collect()
    }
}
