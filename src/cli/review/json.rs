//! The JSON line of a reviewed game: a contract with scripts.

use super::Reviewed;
use crate::contract::Player;
use crate::review::{Card, Claims, Failed, Judged, Luck, Moment, Ply, Stake, Time, Worth};
use serde::Serialize;

#[derive(Serialize)]
struct Report<'a> {
    name: &'a str,
    game: &'a str,
    players: [&'a str; 2],
    plies: u32,
    cards: &'a [Card; 2],
    moments: &'a [Moment],
    claims: &'a Option<[Claims; 2]>,
    times: &'a Option<[Time; 2]>,
    failed: &'a [Failed],
    judged: Vec<Line<'a>>,
}

#[derive(Serialize)]
struct Line<'a> {
    ply: u32,
    player: Player,
    #[serde(rename = "move")]
    mv: &'a str,
    #[serde(flatten)]
    judged: &'a Judged,
    best: Worth,
    played: Worth,
    luck: Option<Luck>,
    stake: Stake,
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

fn ply(ply: &Ply) -> Line<'_> {
    Line {
        ply: ply.ply,
        player: ply.player,
        mv: &ply.token,
        judged: &ply.judged,
        best: ply.weighed.best,
        played: ply.weighed.played,
        luck: ply.weighed.luck,
        stake: ply.stake,
        pv: &ply.weighed.pv,
        engine: &ply.weighed.engine,
        budget: &ply.weighed.budget,
    }
}
