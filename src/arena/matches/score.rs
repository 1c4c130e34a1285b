use crate::contract::{Fault, Player, Winner};
use crate::record::Record;

/// What counts of a game in a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameScore {
    /// The game's id.
    pub game: String,
    /// First and second player.
    pub names: [String; 2],
    /// Who won; `None` if that is not known.
    pub winner: Option<Winner>,
    /// Contest points.
    pub points: Option<[i32; 2]>,
    /// Game points, in contests that have both.
    pub game_points: Option<[i32; 2]>,
    /// The game's own points.
    pub scores: Option<[i32; 2]>,
    /// How each failed.
    pub faults: [Option<Fault>; 2],
    /// Its number in the match.
    pub index: Option<u32>,
    /// The pair of games with the same luck to which it belongs.
    pub pair: Option<u32>,
    /// Milliseconds that each used, where that is known.
    pub time_ms: [Option<u64>; 2],
}

impl GameScore {
    /// That of a record: what the log reported, else what the rules give.
    pub fn from_record(record: &Record) -> Self {
        let result = record.result.as_ref();
        let said = record.reported.as_ref();
        let pair = |pair: Option<(i32, i32)>| pair.map(|(first, second)| [first, second]);
        let fault = |player: Player| {
            let given = result.and_then(|result| result.faults.get(&player));
            given.or_else(|| said.and_then(|said| said.faults.get(&player)))
        };
        let number = |key: &str| record.ext.get(key).and_then(|text| text.parse().ok());
        let name = |player| record.player(player).name.clone();
        Self {
            game: record.game.clone(),
            names: Player::ALL.map(name),
            winner: said
                .and_then(|said| said.winner)
                .or_else(|| result.and_then(|result| result.winner)),
            points: pair(
                said.and_then(|said| said.points)
                    .or_else(|| result.and_then(|result| result.points)),
            ),
            game_points: pair(
                said.and_then(|said| said.game_points)
                    .or_else(|| result.and_then(|result| result.game_points)),
            ),
            scores: pair(result.and_then(|result| result.scores)),
            faults: Player::ALL.map(|player| fault(player).copied()),
            index: number("arena.game"),
            pair: number("arena.pair"),
            time_ms: Player::ALL.map(|player| record.player(player).time_ms),
        }
    }

    /// What a player's game counts: 1 a win, 0.5 a draw, 0 a loss; `None` if that is not known.
    pub fn value(&self, player: Player) -> Option<f64> {
        Some(match self.winner?.player() {
            None => 0.5,
            Some(winner) if winner == player => 1.0,
            Some(_) => 0.0,
        })
    }
}
