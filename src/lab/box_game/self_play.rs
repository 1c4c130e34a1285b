//! Training boards: games in which both players take the best placement with a little noise.

use kifu_core::games::box_game::engine::before_chance::Determinization;
use kifu_core::games::box_game::engine::board::{Bitboard, PlaceIndex, TilePattern};
use kifu_core::games::box_game::engine::expectimax::{Expectimax, ExpectimaxParams, MAX_LAYERS};
use kifu_core::games::box_game::engine::kernel::{Breadth, EvalWorkspace, Kernel};
use kifu_core::games::box_game::engine::root_search::BoxRootSearch;
use kifu_core::games::box_game::engine::weights::{CellWeights, EvalWeights};
use kifu_core::search::SplitMix64;
use serde::{Deserialize, Serialize};

const TILE_COUNT: usize = 30;

/// A placement of a game: row, column, whether it is vertical, the tile, and whether the board
/// after it is learned from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Placement(u8, u8, bool, u8, bool);

/// A board with the player to move and the final points.
pub struct TrainingBoard {
    /// The board.
    pub board: Bitboard,
    /// The player to move, 0 or 1.
    pub mover: usize,
    /// The points of both players at the end.
    pub points: [f32; 2],
    /// The place that was laid last.
    pub last: PlaceIndex,
}

/// How players value placements.
pub enum Valuation<'a> {
    /// By the gain at once.
    Gains(&'a CellWeights),
    /// By the tree search with these weights at its leaves.
    Leaves(&'a EvalWeights),
}

/// Plays a game; one board in `interval` is learned from.
pub fn play(valuation: &Valuation<'_>, interval: usize, random: &mut SplitMix64) -> Vec<Placement> {
    let mut workspaces: [EvalWorkspace; MAX_LAYERS + 1] = Default::default();
    let mut placements = vec![Placement(
        7,
        7,
        false,
        random.index(TILE_COUNT) as u8,
        false,
    )];
    let mut board = Bitboard::EMPTY;
    lay(&mut board, placements[0]);
    let mut mover = 0;
    loop {
        let tile = random.index(TILE_COUNT);
        let asked = (&board, mover, TilePattern::ALL[tile]);
        let values = match valuation {
            Valuation::Gains(weights) => gains(weights, &mut workspaces[0], asked, random),
            Valuation::Leaves(weights) => leaf_values(weights, &mut workspaces, asked, random),
        };
        let best = values
            .into_iter()
            .reduce(|best, one| if one.1 > best.1 { one } else { best });
        let Some((place, _)) = best else {
            return placements;
        };
        let (row, column, is_vertical) = place.coordinates();
        let is_learned = random.index(interval) == 0;
        let placement = Placement(row as u8, column as u8, is_vertical, tile as u8, is_learned);
        lay(&mut board, placement);
        placements.push(placement);
        mover = 1 - mover;
    }
}

fn lay(
    board: &mut Bitboard,
    Placement(row, column, is_vertical, tile, _): Placement,
) -> PlaceIndex {
    let place = PlaceIndex::new(row.into(), column.into(), is_vertical);
    board.lay(place, TilePattern::ALL[usize::from(tile)]);
    place
}

/// Returns the boards of a game that are learned from.
pub fn training_boards(placements: &[Placement]) -> Vec<TrainingBoard> {
    let (mut board, mut boards) = (Bitboard::EMPTY, Vec::new());
    for (number, placement) in placements.iter().enumerate() {
        let last = lay(&mut board, *placement);
        if placement.4 {
            boards.push(TrainingBoard {
                board,
                mover: number % 2,
                points: [0.0; 2],
                last,
            });
        }
    }
    let points = board.points().map(|points| points as f32);
    for one in &mut boards {
        one.points = points;
    }
    boards
}

/// Returns a random number of the Gumbel distribution: the maximum of values with such noise is a
/// draw in proportion to the exponential of the values.
fn gumbel(random: &mut SplitMix64) -> f32 {
    let unit = (random.index(65_535) + 1) as f32 / 65_536.0;
    -(-unit.ln()).ln()
}

/// Returns the gains of the best places, with noise.
fn gains(
    weights: &CellWeights,
    workspace: &mut EvalWorkspace,
    (board, mover, tile): (&Bitboard, usize, TilePattern),
    random: &mut SplitMix64,
) -> Vec<(PlaceIndex, f32)> {
    let breadth = Breadth::Best(16, Some(tile));
    Kernel::new().evaluate(workspace, board, weights, mover, breadth);
    let [own, other] = [mover, 1 - mover].map(|player| usize::from(tile.0[player]));
    let scale = if random.index(10) == 0 { 72.0 } else { 12.0 };
    let places = workspace.refined_places.iter();
    let gains = places.map(|(place, refined)| {
        let gain = refined.for_dots(own, other) as f32;
        (*place, gain + scale * gumbel(random))
    });
    gains.collect()
}

/// Returns the values of the best places by the tree search, in contest points, with noise.
fn leaf_values(
    weights: &EvalWeights,
    workspaces: &mut [EvalWorkspace; MAX_LAYERS + 1],
    (board, mover, tile): (&Bitboard, usize, TilePattern),
    random: &mut SplitMix64,
) -> Vec<(PlaceIndex, f32)> {
    let determinization = Determinization {
        board: *board,
        tile,
        probability: 1.0,
    };
    let mut root = BoxRootSearch {
        expectimax: Expectimax {
            kernel: Kernel::new(),
            weights,
            params: ExpectimaxParams::BEST,
            workspaces,
            count_nodes: &mut |_| false,
        },
        determinizations: &[determinization],
        seed: 1,
        player: mover,
        lines: 1,
        include: None,
        candidates: Vec::new(),
    };
    root.search(Some(2), &mut |_| {});
    let scale = if random.index(12) == 0 { 9.0 } else { 1.0 };
    let candidates = root.candidates.iter().take(24);
    let values = candidates.map(|candidate| {
        let points = candidate.payoff.points as f32;
        (candidate.place, points + scale * gumbel(random))
    });
    values.collect()
}
