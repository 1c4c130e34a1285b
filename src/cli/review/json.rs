//! The JSON line of a reviewed game: a contract with scripts.

use super::Reviewed;
use crate::contract::Player;
use crate::review::{
    ChoiceKind, JudgedPly, Judgement, KeyMoment, LineValue, Luck, PlayerClaims, PlayerFailure,
    PlayerSummary, TimeUse,
};
use serde::Serialize;

#[derive(Serialize)]
struct Report<'a> {
    name: &'a str,
    game: &'a str,
    players: [&'a str; 2],
    plies: u32,
    cards: &'a [PlayerSummary; 2],
    moments: &'a [KeyMoment],
    claims: &'a Option<[PlayerClaims; 2]>,
    times: &'a Option<[TimeUse; 2]>,
    failed: &'a [PlayerFailure],
    judged: Vec<Line<'a>>,
}

#[derive(Serialize)]
struct Line<'a> {
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

/// The line of a game, its line feed included.
pub(super) fn line(game: &Reviewed) -> String {
    let report = Report {
        name: &game.name,
        game: game.book.id(),
        players: Player::ALL.map(|player| game.record.player(player).name.as_str()),
        plies: game.plies,
        cards: &game.cards,
        moments: &game.moments,
        claims: &game.claims,
        times: &game.times,
        failed: &game.failed,
        judged: game.judged.iter().map(ply).collect(),
    };
    // Strings, numbers and lists: nothing that JSON cannot write.
    let mut text = serde_json::to_string(&report).unwrap_or_default();
    text.push('\n');
    text
}

fn ply(ply: &JudgedPly) -> Line<'_> {
    Line {
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
