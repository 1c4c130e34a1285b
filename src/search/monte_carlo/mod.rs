//! Monte-Carlo tree search (Coulom 2006; UCT: Kocsis and Szepesvári 2006) for any game.
//!
//! - Results that are certain are backed up as such (Winands, Björnsson, Saito: Monte-Carlo tree
//!   search solver, 2008), draws and bounds among them: no proven line is played out twice.
//! - RAVE (Gelly and Silver 2007) where a game tells which moves are the same.
//! - Progressive widening (Coulom 2007) where there are many moves: they are opened one by one.
//! - Luck deals at random; what is hidden is drawn anew for every playout.

mod guide;
mod report;
mod tree;
mod walk;

use super::brain::{Brain, speaker};
use super::{Report, Request, Watch};
use crate::contract::{Game, MoveOf, Position, Turn};
pub use guide::{Guide, Plain, Sample, random_playout};
use walk::Walk;

/// How a position's moves are weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Explore {
    /// UCB1 with this factor of the term that draws to what was seldom tried.
    Ucb(f32),
    /// PUCT (Rosin 2011, as AlphaZero uses it) with this factor of the prior's term.
    Puct(f32),
}

/// The dials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// How a position's moves are weighed.
    pub explore: Explore,
    /// A move that was never tried counts as the position itself and so much more.
    pub first_play: f32,
    /// With how many playouts what was seen of a move elsewhere weighs as much as what was seen
    /// here, three times over (Gelly and Silver's k); 0 for no RAVE.
    pub rave: f32,
    /// A position is opened when it was reached so often.
    pub expand_at: u32,
    /// How many moves are open at first, and how many more at a hundred visits; the number grows
    /// with the root of the visits. `None`: all at once.
    pub widen: Option<(f32, f32)>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            explore: Explore::Ucb(0.5),
            first_play: 0.1,
            rave: 0.0,
            expand_at: 4,
            widen: Some((128.0, 64.0)),
        }
    }
}

/// Monte-Carlo tree search as a [`Brain`] of any game.
#[derive(Clone, Debug)]
pub struct MonteCarlo<K = Plain> {
    options: Options,
    guide: K,
    memory_mb: usize,
}

impl MonteCarlo<Plain> {
    /// One that knows the rules alone and takes about so many megabytes at most.
    pub fn new(memory_mb: usize) -> Self {
        Self::guided(Plain, Options::default(), memory_mb)
    }
}

impl<K> MonteCarlo<K> {
    /// One with a guide and its own options.
    pub const fn guided(guide: K, options: Options, memory_mb: usize) -> Self {
        Self {
            options,
            guide,
            memory_mb,
        }
    }

    /// Searches a position; see [`Brain::think`].
    pub fn search<P: Position>(
        &mut self,
        position: &P,
        request: &Request<'_, P::Move>,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move>
    where
        K: Guide<P>,
    {
        if position.turn() == Turn::Over {
            return Report::over(position);
        }
        let mut watch = Watch::new(request.limits);
        let player = speaker(position);
        let mut walk = Walk::new(
            position,
            request,
            &mut self.guide,
            self.options,
            self.memory_mb,
        );
        while !watch.is_up() && !walk.is_done() {
            walk.once();
            watch.count();
            if watch.report_is_due() {
                progress(&walk.report(player, watch.nodes()));
            }
        }
        walk.report(player, watch.nodes())
    }
}

impl<G: Game, K: Guide<G::Position>> Brain<G> for MonteCarlo<K> {
    fn name(&self) -> String {
        "monte-carlo 1".to_owned()
    }

    fn think(
        &mut self,
        position: &G::Position,
        request: &Request<'_, MoveOf<G>>,
        progress: &mut dyn FnMut(&Report<MoveOf<G>>),
    ) -> Report<MoveOf<G>> {
        self.search(position, request, progress)
    }
}
