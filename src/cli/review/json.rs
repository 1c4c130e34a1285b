//! The JSON line of a reviewed game, an interface for scripts.

use super::ReviewedGame;
use crate::contract::Player;
use crate::formats::to_json;
use crate::review::{
    ChoiceKind, JudgedPly, Judgement, KeyMoment, LineValue, Luck, PlayerClaims, PlayerFailure,
    PlayerSummary, TimeUse,
};
use serde::Serialize;

/// The JSON line of a game.
#[derive(Serialize)]
struct ReviewJson<'a> {
    name: &'a str,
    game: &'a str,
    players: [&'a str; 2],
    plies: u32,
    cards: &'a [PlayerSummary; 2],
    moments: &'a [KeyMoment],
    claims: &'a Option<[PlayerClaims; 2]>,
    times: &'a Option<[TimeUse; 2]>,
    failed: &'a [PlayerFailure],
    judged: Vec<PlyJson<'a>>,
}

/// A judged ply.
#[derive(Serialize)]
struct PlyJson<'a> {
    ply: u32,
    player: Player,
    #[serde(rename = "move")]
    mv: &'a str,
    #[serde(flatten)]
    judged: &'a Judgement,
    best: LineValue,
    played: LineValue,
    luck: Option<Luck>,
    stake: ChoiceKind,
    pv: &'a [String],
    engine: &'a str,
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
