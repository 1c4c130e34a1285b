//! Box's brain: expectimax over tiles of two colours, with an evaluation learned from games.
//!
//! - `board`: the board as bits, and where tiles have room.
//! - `weights`, `dials`: what a spot is worth as the corner of a square, learned.
//! - `field`: the worth of both colours, and what each spot gains; `gains`: what all tiles gain at
//!   all places, roughly; `refined`: what one place gains, closely; `kernel` runs them.
//! - `tree`, `rollout`, `root`: the search. `worth`: from a lead to what the contest pays.
//! - `exact`: the last tiles.
//! - `guess`, `habit`: which colour the opponent may have.
//!
//! A node is a board that was looked at.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "rows, columns, tiles and gains are small numbers"
)]
#![expect(
    clippy::inline_always,
    reason = "what is not inlined into the kernels is not made of their vectors"
)]

pub mod board;
mod dials;
pub mod exact;
pub mod field;
mod gains;
pub mod guess;
pub mod habit;
pub mod kernel;
mod refined;
mod report;
pub mod rollout;
pub mod root;
pub mod tree;
pub mod weights;
pub mod worth;

use self::board::{Board, Pair};
use self::exact::Exact;
use self::guess::Guess;
use self::kernel::{Kernel, Sight};
use self::report::Found;
use self::root::{Candidate, Root, World};
use self::tree::{DEEPEST, Shape, Tree};
use self::weights::{Eyes, Weights};
use self::worth::Worth;
use super::colors::Color;
use super::moves::Placement;
use super::tile::Tile;
use super::{BoxGame, Position};
use crate::contract::{Player, Position as _, StepOf, Turn};
use crate::search::{
    ChanceBaseline, Engine, MoveChoice, SearchBudget, SearchRequest, SearchResult,
};
pub(super) use report::{allot, played};
use std::cell::RefCell;

/// An exact answer may take so many nodes if the limits say nothing: a second.
const EXACT: f64 = 8e4;
/// And with a clock so many for each second of it, which leaves time for the tree on a slow machine,
/// too.
const A_SECOND: f64 = 3e4;

/// The brain.
#[derive(Debug)]
pub struct BoxBrain {
    eyes: Eyes,
    kernel: Kernel,
    shape: Shape,
    sights: Box<[Sight; DEEPEST + 1]>,
    /// How many boards the exact search may keep at most.
    kept: usize,
    guess: Option<Guess>,
}

impl BoxBrain {
    /// A brain that takes about so many megabytes at most.
    pub fn new(memory_mb: usize) -> Self {
        let room = memory_mb.clamp(1, 16) << 20;
        Self {
            eyes: Eyes {
                glance: Weights::new(&dials::GLANCE, &dials::GLANCE_FRESH),
                leaf: Weights::new(&dials::LEAF, &dials::LEAF_FRESH),
            },
            kernel: Kernel::new(),
            shape: Shape::BEST,
            sights: Box::default(),
            kept: room / 2 / size_of::<(u64, Worth)>(),
            guess: None,
        }
    }

    /// The weights of its evaluation.
    pub const fn eyes(&self) -> &Eyes {
        &self.eyes
    }

    /// The dials of what a place gains, at first sight: where others can be fitted from.
    pub const fn dials() -> weights::Dials {
        dials::GLANCE
    }

    /// The same with another kernel.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        Self { kernel, ..self }
    }

    fn tree<'a>(&'a mut self, count: &'a mut dyn FnMut(u64) -> bool) -> Tree<'a> {
        Tree {
            kernel: self.kernel,
            eyes: &self.eyes,
            shape: self.shape,
            sights: &mut self.sights,
            count,
        }
    }

    /// Thinks about worlds with a tile in hand: all places, the best first, whether nothing was
    /// guessed, and the nodes.
    fn search(
        &mut self,
        who: Player,
        worlds: &[World],
        request: &SearchRequest<'_, Placement>,
        progress: &mut dyn FnMut(&SearchResult<Placement>),
    ) -> (Vec<Candidate>, bool, u64) {
        let watch = RefCell::new(SearchBudget::new(request.limits));
        let nodes = || watch.borrow().nodes();
        if let Some(candidates) = self.place_exactly(who.index(), worlds, request, &watch) {
            return (candidates, worlds.len() == 1, nodes());
        }
        let mut count = |nodes| watch.borrow_mut().count_nodes(nodes);
        let mut root = Root {
            tree: self.tree(&mut count),
            worlds,
            seed: request.seed,
            who: who.index(),
            lines: request.lines.max(1),
            wanted: request.forced.map(report::place),
            found: Vec::new(),
        };
        root.search(request.limits.depth, &mut |candidates| {
            if watch.borrow_mut().take_report_due() {
                progress(&Found::new(candidates, false, request).report(nodes()));
            }
        });
        (root.found, false, nodes())
    }

    /// So many nodes may be taken for an exact answer.
    fn budget(request: &SearchRequest<'_, Placement>) -> f64 {
        let limits = &request.limits;
        let nodes = limits.nodes.map(|nodes| nodes as f64 / 2.0);
        let time = limits.time.map(|time| time.as_secs_f64() * A_SECOND);
        let least = nodes.into_iter().chain(time).reduce(f64::min);
        least.unwrap_or(EXACT)
    }

    /// What is found exactly about so many games like those that may follow on a board, if that takes
    /// no more than its part of the limits.
    fn exactly<T>(
        &self,
        board: &Board,
        games: f64,
        request: &SearchRequest<'_, Placement>,
        watch: &RefCell<SearchBudget<'_>>,
        find: impl FnOnce(&mut Exact<'_>) -> Option<T>,
    ) -> Option<T> {
        let orders = games * exact::orders(self.kernel, board, request.seed);
        let (budget, nodes) = (Self::budget(request), exact::nodes(orders));
        if nodes > budget {
            return None;
        }
        // Guesses may be wrong.
        let mut left = 1.5 * budget;
        let mut count = |nodes: u64| {
            left -= nodes as f64;
            watch.borrow_mut().count_nodes(nodes) || left < 0.0
        };
        // What is kept takes at least a fifth of a node to find.
        let kept = self.kept.min(8 * (1 + nodes as usize));
        find(&mut Exact::new(self.kernel, kept, &mut count))
    }

    /// All places, exactly for each world, if few tiles have room.
    fn place_exactly(
        &self,
        who: usize,
        worlds: &[World],
        request: &SearchRequest<'_, Placement>,
        watch: &RefCell<SearchBudget<'_>>,
    ) -> Option<Vec<Candidate>> {
        let board = &worlds.first()?.board;
        // Of thirty tiles it is known which one is next.
        let games = worlds.len() as f64 / Pair::ALL.len() as f64;
        self.exactly(board, games, request, watch, |exact| {
            let places = self.kernel.list(board).to_vec();
            let candidates = places.into_iter().map(|place| {
                let mut worth = Worth::default();
                for world in worlds {
                    let after = world.board.after(place, world.hand);
                    worth = worth + -exact.value(&after, 1 - who)? * world.chance;
                }
                Some(Candidate::new(place, worth))
            });
            let mut candidates: Vec<_> = candidates.collect::<Option<_>>()?;
            candidates.sort_by(|a, b| b.worth.points.total_cmp(&a.worth.points));
            Some(candidates)
        })
    }

    /// What the only world is worth before a tile is dealt, exactly, if few tiles have room.
    fn wait_exactly(
        &self,
        who: usize,
        worlds: &[Board],
        request: &SearchRequest<'_, Placement>,
        watch: &RefCell<SearchBudget<'_>>,
    ) -> Option<Worth> {
        let [board] = worlds else { return None };
        self.exactly(board, 1.0, request, watch, |exact| exact.value(board, who))
    }

    /// Thinks about a position before the tile is dealt.
    fn wait(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Placement>,
    ) -> SearchResult<Placement> {
        let watch = RefCell::new(SearchBudget::new(request.limits));
        let who = position.to_move().index();
        let worlds = boards(position);
        if let Some(worth) = self.wait_exactly(who, &worlds, request, &watch) {
            return report::waiting(worth, true, watch.borrow().nodes());
        }
        let mut best = Worth::default();
        let mut count = |nodes| watch.borrow_mut().count_nodes(nodes);
        let mut tree = self.tree(&mut count);
        let depth = request.limits.depth.unwrap_or(u32::MAX);
        for layers in 0..DEEPEST {
            if layers as u32 + 1 > depth {
                break;
            }
            let values = worlds
                .iter()
                .map(|board| tree.value(board, who, layers, &Pair::ALL));
            let sum = values.reduce(|sum, worth| Some(sum? + worth?)).flatten();
            let Some(sum) = sum else { break };
            best = sum / worlds.len() as f64;
        }
        report::waiting(best, false, watch.borrow().nodes())
    }

    /// What each tile would have been worth, by a tree as deep as the limits allow.
    fn each_tile(
        &mut self,
        position: &Position,
        tile: Tile,
        request: &SearchRequest<'_, Placement>,
    ) -> Option<ChanceBaseline> {
        let watch = RefCell::new(SearchBudget::new(request.limits));
        let who = position.to_move().index();
        // Only trying it tells whether the other is exact: the work was guessed.
        if self
            .wait_exactly(who, &boards(position), request, &watch)
            .is_some()
        {
            return None;
        }
        let worlds = worlds(position, tile);
        let mut count = |nodes| watch.borrow_mut().count_nodes(nodes);
        let mut tree = self.tree(&mut count);
        let mut dealt = None;
        for layers in 1..DEEPEST {
            let mut new = ChanceBaseline::default();
            for world in &worlds {
                let each = &mut |number: usize, worth| {
                    let value = report::waiting(worth, false, 0).value;
                    if Pair::ALL[number] == world.hand {
                        new.drawn.push(value);
                    }
                    new.possible.push(value);
                };
                let is_done = tree.tiles(&world.board, who, layers, &Pair::ALL, each);
                if is_done.is_none() {
                    return dealt;
                }
            }
            new.nodes = watch.borrow().nodes();
            dealt = Some(new);
        }
        dealt
    }

    /// What the colours may be in truth, as far as the player who sits here knows.
    fn guessed(&self, position: &Position, tile: Tile) -> Vec<World> {
        let who = position.to_move();
        let own = position.colors().0[who.index()];
        let known = position.colors().0[1 - who.index()];
        match (&self.guess, own, known) {
            (Some(guess), Some(own), None) if guess.is_for(who, own) => {
                let likely = guess.likely().into_iter();
                likely
                    .map(|(color, chance)| {
                        let mut colors = [own; 2];
                        colors[1 - who.index()] = color;
                        world(position, colors, tile, chance)
                    })
                    .collect()
            }
            _ => worlds(position, tile),
        }
    }
}

/// The board of a position for two colours.
pub fn board(position: &Position, colors: [Color; 2]) -> Board {
    let mut board = Board::EMPTY;
    for (row, dots) in position.rows().iter().enumerate() {
        for column in 0..board::COLUMNS {
            let dot = dots >> (3 * column) & 7;
            board.taken[row] |= u32::from(dot != 0) << column;
            for (marks, color) in board.marks.iter_mut().zip(colors) {
                marks[row] |= u32::from(dot == u64::from(color.number())) << column;
            }
        }
    }
    board
}

/// What is seen of a tile by two colours.
pub fn pair(tile: Tile, colors: [Color; 2]) -> Pair {
    Pair(colors.map(|color| {
        let at = tile.colors().iter().position(|known| *known == color);
        at.unwrap_or_default() as u8
    }))
}

fn world(position: &Position, colors: [Color; 2], tile: Tile, chance: f64) -> World {
    World {
        board: board(position, colors),
        hand: pair(tile, colors),
        chance,
    }
}

/// All that the colours may be, equally likely.
fn all_colors(position: &Position) -> Vec<[Color; 2]> {
    let mut all = Vec::new();
    position.determinizations(&mut |world| all.extend(world.colors().both()));
    all
}

fn boards(position: &Position) -> Vec<Board> {
    let all = all_colors(position).into_iter();
    all.map(|colors| board(position, colors)).collect()
}

fn worlds(position: &Position, tile: Tile) -> Vec<World> {
    let all = all_colors(position);
    let chance = 1.0 / all.len().max(1) as f64;
    all.into_iter()
        .map(|colors| world(position, colors, tile, chance))
        .collect()
}

impl Engine<BoxGame> for BoxBrain {
    fn name(&self) -> String {
        "box 6".to_owned()
    }

    fn analyze(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Placement>,
        progress: &mut dyn FnMut(&SearchResult<Placement>),
    ) -> SearchResult<Placement> {
        if position.mover().is_none() {
            return report::waiting(Worth::default(), false, 0);
        }
        if position.turn() == Turn::Over {
            return SearchResult::game_over(position);
        }
        match position.hand() {
            Some(tile) => {
                let worlds = worlds(position, tile);
                let (found, is_exact, nodes) =
                    self.search(position.to_move(), &worlds, request, progress);
                Found::new(&found, is_exact, request).report(nodes)
            }
            None => self.wait(position, request),
        }
    }

    fn chance_baseline(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Placement>,
    ) -> Option<ChanceBaseline> {
        self.each_tile(position, position.hand()?, request)
    }

    fn new_game(&mut self, start: &Position, seat: Player) {
        let own = start.colors().0[seat.index()];
        self.guess = own.map(|own| Guess::new(seat, own));
    }

    fn observe(&mut self, before: &Position, step: &StepOf<BoxGame>) {
        let tile = step.chance.or(before.hand());
        if let (Some(guess), Some(tile), Some(placement)) = (&mut self.guess, tile, step.mv)
            && let Some(mover) = before.mover()
        {
            let sight = &mut self.sights[0];
            let gains = guess::gains(self.kernel, sight, &self.eyes.glance, before, tile);
            guess.observe(mover, &gains, report::place(placement));
        }
    }

    fn choose_with_report(
        &mut self,
        position: &Position,
        request: &SearchRequest<'_, Placement>,
    ) -> Option<MoveChoice<Placement>> {
        let tile = position.hand()?;
        if position.is_over() {
            return None;
        }
        let who = position.to_move();
        let worlds = self.guessed(position, tile);
        let (found, is_exact, nodes) = self.search(who, &worlds, request, &mut |_| {});
        MoveChoice::best(Found::new(&found, is_exact, request).report(nodes))
    }
}
