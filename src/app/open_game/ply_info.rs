//! Information on each ply of the game as played.

use super::OpenGame;
use kifu_core::contract::{Fault, Faults, MoveEvent, Outcome, Player};
use kifu_core::record::{MovedBy, Note};
use kifu_logs::bot_output::number_series;

/// A ply of the game as played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyInfo {
    /// The player whose ply it was; `None` if unknown.
    pub player: Option<Player>,
    /// Who made the ply in the player's place, if anybody.
    pub by: Option<MovedBy>,
    /// The fault of the player, at the first ply that the jury made for them.
    pub fault: Option<Fault>,
    /// The canonical token.
    pub token: String,
    /// The milliseconds used.
    pub time_ms: Option<u32>,
    /// The outcome by the rules after the ply.
    pub outcome: Outcome,
    /// The event that the ply caused, if any.
    pub event: Option<MoveEvent>,
}

impl PlyInfo {
    /// Reports whether the ply has an event or a fault.
    pub fn has_event(&self) -> bool {
        self.event.is_some() || self.fault.is_some()
    }
}

impl OpenGame {
    /// Returns the first player's win probability (0 to 1) as a player's own program gave it, with
    /// the plies at which it did: those of its moves, and that of its failure.
    pub fn win_by_program(&self, player: Player) -> Vec<(u32, f64)> {
        let for_first = |win: f64| match player {
            Player::First => win,
            Player::Second => 1.0 - win,
        };
        let reported = number_series(&self.bot_reports, player, "win");
        if !reported.is_empty() {
            let wins = reported.into_iter();
            return wins.map(|(ply, win)| (ply, for_first(win))).collect();
        }
        let name = &self.record.player(player).name;
        let lead_in = self.game.info().lead_in;
        let nodes = self.tree.main_line().iter().skip(lead_in);
        let plies = nodes.zip(&self.plies).zip(1_u32..);
        let moves = plies
            .filter(|((_, known), _)| known.player == Some(player) && known.by.is_none())
            .map(|((node, _), ply)| (ply, self.tree.note(*node)));
        let failed = self.failure.filter(|failed| failed.player == Some(player));
        let failed = failed.and_then(|_| Some((self.last_stop(), self.tree.failure_note()?)));
        let own_value = |note: &Note| {
            let mut evals = note.evals.iter();
            let own = evals.find(|eval| !name.is_empty() && eval.engine == *name)?;
            own.values().find_map(|line| line.win)
        };
        moves
            .chain(failed)
            .filter_map(|(ply, note)| Some((ply, for_first(own_value(note)?))))
            .collect()
    }
}

/// Replays the main line. Returns its plies and the number of its legal tokens.
pub(super) fn main_line_plies(open_game: &OpenGame) -> (Vec<PlyInfo>, usize) {
    let Ok(mut state) = open_game.game.start(&open_game.record.setup) else {
        return (Vec::new(), 0);
    };
    let lead_in = open_game.game.info().lead_in;
    let faults = open_game
        .record
        .result
        .as_ref()
        .map(|result| &result.faults);
    let mut has_fallen_out = Faults::NONE;
    let mut plies = Vec::new();
    for (index, node) in open_game.tree.main_line().iter().enumerate() {
        let token = open_game.tree.token(*node);
        let player = state.mover();
        if state.play(token).is_err() {
            return (plies, index);
        }
        if index < lead_in {
            continue;
        }
        let by = open_game.tree.note(*node).by;
        let first_by_jury =
            player.filter(|player| by == Some(MovedBy::Jury) && has_fallen_out.insert(*player));
        let recorded_fault = |player| faults.and_then(|faults| faults.get(&player).copied());
        plies.push(PlyInfo {
            player,
            by,
            fault: first_by_jury.map(|player| recorded_fault(player).unwrap_or(Fault::Jury)),
            token: token.to_owned(),
            time_ms: open_game
                .record
                .times_ms
                .get_ms(open_game.ply_of(index + 1)),
            outcome: state.outcome(Faults::NONE),
            event: state.move_event(),
        });
    }
    (plies, open_game.tree.main_line().len())
}
