//! The series of scores after each ply.

use crate::open_game::{OpenGame, PlyInfo};
use kifu_core::contract::{Faults, Player};

/// The scores after each ply, from ply 0; a hidden score is left out.
pub(super) struct ScoreSeries {
    by_player: [Option<Vec<i32>>; 2],
}

impl ScoreSeries {
    /// Computes the scores up to the ply `seen`; `None` if the game has no running score.
    pub fn from_game(open_game: &OpenGame, hidden: [bool; 2], seen: u32) -> Option<Self> {
        let plies = open_game.plies();
        let plies = &plies[..plies.len().min(seen as usize)];
        let scores = |ply: &PlyInfo| ply.outcome.scores;
        plies.iter().find_map(scores)?;
        // If only the last ply changes the scores, they are a result and not a running score.
        let known = open_game.plies();
        let before = &known[..known.len().saturating_sub(1)];
        let first = before.first().and_then(scores);
        if !before.is_empty() && before.iter().all(|ply| scores(ply) == first) {
            return None;
        }
        // A player may start with points.
        let start = open_game.game().start(&open_game.record().setup).ok();
        let start = start.and_then(|state| state.outcome(Faults::NONE).scores);
        let start = start.unwrap_or_default();
        let of = Player::ALL.map(|player| {
            let at = player.index();
            let mut last = start[at];
            let later = plies.iter().map(|ply| {
                last = scores(ply).map_or(last, |pair| pair[at]);
                last
            });
            let all: Vec<i32> = std::iter::once(start[at]).chain(later).collect();
            (!hidden[at]).then_some(all)
        });
        Some(Self { by_player: of })
    }

    /// Returns the scores of a player, or `None` if they are hidden.
    pub fn player(&self, player: Player) -> Option<&[i32]> {
        self.by_player[player.index()].as_deref()
    }

    /// Returns the score of a player after a ply.
    pub fn at_ply(&self, player: Player, ply: u32) -> Option<i32> {
        let all = self.player(player)?;
        all.get(ply as usize).or(all.last()).copied()
    }

    /// Reports whether no score is hidden.
    pub fn is_fully_visible(&self) -> bool {
        self.by_player.iter().all(Option::is_some)
    }

    /// Returns the first player's lead after each ply.
    pub fn difference(&self) -> Option<Vec<i32>> {
        let [Some(first), Some(second)] = &self.by_player else {
            return None;
        };
        let pairs = first.iter().zip(second);
        Some(pairs.map(|(first, second)| first - second).collect())
    }
}
