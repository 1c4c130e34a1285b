//! What would follow: lines that an engine thinks of, tried without being kept.

use super::{NodeId, OpenGame};
use crate::contract::Turn;
use crate::games::DynState;

impl OpenGame {
    /// Returns whether chance brings in the line that is shown what it is to bring now; also where
    /// it does not act.
    pub fn chance_matches(&self, chance: Option<&str>) -> bool {
        self.turn() != Turn::Chance || self.next_chance().as_deref() == chance
    }

    /// The board at a position of the tree; `None` if the rules do not reach it.
    pub fn state_at(&self, node: NodeId) -> Option<Box<dyn DynState>> {
        let known = self.line.iter().position(|known| *known == node);
        if let Some(table) = known.and_then(|index| self.states.get(index)) {
            return Some(table.fork());
        }
        let mut table = self.game.start(&self.record.setup).ok()?;
        let mut way: Vec<NodeId> = self.tree.ancestors(node).collect();
        // The root is no act.
        way.pop();
        for node in way.iter().rev() {
            table.play(self.tree.token(*node)).ok()?;
        }
        Some(table)
    }

    /// The tokens of these moves from a position on, and the board after them, as far as they can
    /// be made; `None` if not even the first can. Where luck deals it deals this, or what it dealt
    /// in the game; what it deals later nobody knows.
    pub fn try_continuation(
        &self,
        from: NodeId,
        moves: &[String],
        deal: Option<&str>,
    ) -> Option<(Vec<String>, Box<dyn DynState>)> {
        let mut table = self.state_at(from)?;
        let dealt = || {
            let next = self.tree.children(from).first()?;
            self.game.chance_of(self.tree.token(*next))
        };
        let mut deal = deal.map(str::to_owned).or_else(dealt);
        let mut tokens = Vec::new();
        for mv in moves {
            let token = match table.turn() {
                Turn::Chance => deal
                    .take()
                    .and_then(|deal| self.game.with_chance(mv, &deal)),
                _ => Some(mv.clone()),
            };
            let Some(token) = token.filter(|token| table.play(token).is_ok()) else {
                break;
            };
            tokens.push(token);
        }
        (!tokens.is_empty()).then_some((tokens, table))
    }
}
