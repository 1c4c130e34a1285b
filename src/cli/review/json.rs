//! The JSON line of a reviewed game, an interface for scripts.

use super::ReviewedGame;
use kifu_core::contract::Player;
use kifu_logs::formats::to_json;
use kifu_study::review::{
    ChoiceKind, JudgedPly, Judgement, KeyMoment, LineValue, Luck, PlayerClaims, PlayerFailure,
    PlayerSummary, TimeUse,
};
use schemars::JsonSchema;
use serde::Serialize;

/// A reviewed game. Pairs are `[first, second]`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ReviewJson<'a> {
    /// The location of the game: the file, and the index in the file.
    name: &'a str,
    /// The id of the game.
    game: &'a str,
    /// The names of the players.
    players: [&'a str; 2],
    /// The number of legal plies.
    plies: u32,
    /// The summaries of the players' moves.
    cards: &'a [PlayerSummary; 2],
    /// The key moments, in the order of their plies.
    moments: &'a [KeyMoment],
    /// The claims of a win; null in a game without claims.
    claims: &'a Option<[PlayerClaims; 2]>,
    /// The players' use of time; null if the log gives no times.
    times: &'a Option<[TimeUse; 2]>,
    /// The failures of players.
    failed: &'a [PlayerFailure],
    /// The judged plies.
    judged: Vec<PlyJson<'a>>,
}

/// A judged ply.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "JudgedPly")]
struct PlyJson<'a> {
    /// The number of the ply, from 1.
    ply: u32,
    /// The player who moved.
    player: Player,
    /// The token of the played move.
    #[serde(rename = "move")]
    mv: &'a str,
    #[serde(flatten)]
    judged: &'a Judgement,
    /// The value of the best line.
    best: LineValue,
    /// The value of the played move.
    played: LineValue,
    /// The gain from the chance event before the move; null if there was none.
    luck: Option<Luck>,
    /// The kind of choice: whether anything was at stake.
    stake: ChoiceKind,
    /// The best line: the best move and its expected continuation.
    pv: &'a [String],
    /// The name and version of the engine.
    engine: &'a str,
    /// The budget of the search: `nodes 20000 seed 1`.
    budget: &'a str,
}

/// Returns the JSON line of a game, with its line feed.
pub(super) fn to_line(game: &ReviewedGame) -> String {
    let report = ReviewJson {
        name: &game.location,
        game: game.game.id(),
        players: Player::ALL.map(|player| game.record.player(player).name.as_str()),
        plies: game.plies,
        cards: &game.cards,
        moments: &game.moments,
        claims: &game.claims,
        times: &game.times,
        failed: &game.failures,
        judged: game.judged.iter().map(ply_json).collect(),
    };
    // JSON can represent every field, so that the default is never used.
    let mut text = to_json(&report);
    text.push('\n');
    text
}

/// Converts a judged ply.
fn ply_json(ply: &JudgedPly) -> PlyJson<'_> {
    PlyJson {
        ply: ply.ply,
        player: ply.player,
        mv: &ply.token,
        judged: &ply.judgement,
        best: ply.evaluation.best,
        played: ply.evaluation.played,
        luck: ply.evaluation.luck,
        stake: ply.choice,
        pv: &ply.evaluation.pv,
        engine: &ply.evaluation.engine,
        budget: &ply.evaluation.budget,
    }
}
