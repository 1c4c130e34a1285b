//! Continuations: lines that an engine suggests, tried without changing the game.

use super::{NodeId, OpenGame};
use kifu_core::contract::Turn;
use kifu_core::games::DynState;

impl OpenGame {
    /// Reports whether the next chance outcome in the current line is `chance`; true if no chance
    /// event is due.
    pub fn chance_matches(&self, chance: Option<&str>) -> bool {
        self.turn() != Turn::Chance || self.next_chance().as_deref() == chance
    }

    /// Returns the state at a position of the tree; `None` if the rules do not reach it.
    pub fn state_at(&self, node: NodeId) -> Option<Box<dyn DynState>> {
        let index = self.line.iter().position(|known| *known == node);
        if let Some(state) = index.and_then(|index| self.states.get(index)) {
            return Some(state.fork());
        }
        let mut state = self.game.start(&self.record.setup).ok()?;
        let mut path: Vec<NodeId> = self.tree.ancestors(node).collect();
        // The root is not a move.
        path.pop();
        for node in path.iter().rev() {
            state.play(self.tree.token(*node)).ok()?;
        }
        Some(state)
    }

    /// Plays the moves of a line from a position, as far as they are legal, and returns their
    /// tokens and the state after them; `None` if not even the first is legal.
    ///
    /// If the first move needs a chance outcome, it takes `chance`, or else the one recorded in the
    /// game. The line ends before the next chance event, whose outcome is unknown.
    pub fn try_continuation(
        &self,
        from: NodeId,
        moves: &[String],
        chance: Option<&str>,
    ) -> Option<(Vec<String>, Box<dyn DynState>)> {
        let mut state = self.state_at(from)?;
        let recorded_chance = || {
            let next = self.tree.children(from).first()?;
            self.game.chance_of(self.tree.token(*next))
        };
        let mut chance = chance.map(str::to_owned).or_else(recorded_chance);
        let mut tokens = Vec::new();
        for mv in moves {
            let token = match state.turn() {
                Turn::Chance => chance
                    .take()
                    .and_then(|chance| self.game.with_chance(mv, &chance)),
                _ => Some(mv.clone()),
            };
            let Some(token) = token.filter(|token| state.play(token).is_ok()) else {
                break;
            };
            tokens.push(token);
        }
        (!tokens.is_empty()).then_some((tokens, state))
    }
}
