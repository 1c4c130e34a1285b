//! What is kept of an opened game: enough to find it and places in it without reading it again.

use crate::arena::standings::{CountedGame, counted_game};
use kifu_core::contract::{Fault, Player};
use kifu_core::findings::Code;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Ending;
use kifu_logs::files::{GameLocation, Origin};
use kifu_logs::formats::CheckedGame;
use kifu_study::arena::GameScore;
use kifu_study::explore::UntracedGame;
use kifu_study::review::{
    KeyMoment, PlayerFailure, ReviewPosition, Thresholds, judged_plies_without_reasons,
    key_moments, player_failures, positions,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An effect of a move, such as a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlyEvent {
    /// The ply, from 1.
    pub ply: u32,
    /// The player who moved.
    pub player: Player,
    /// The kind: `capture`.
    pub kind: &'static str,
    /// The effect in words.
    pub description: String,
}

/// An opened game.
pub(super) struct OpenedGame {
    /// The name: `FILE#GAME`.
    pub name: String,
    /// The file that holds it.
    pub origin: Arc<Origin>,
    /// The facts by which it is found.
    pub digest: GameDigest,
}

/// The facts of a judged game by which it and places in it are found.
pub(super) struct GameDigest {
    /// Its location in the file.
    pub location: GameLocation,
    /// The game that was played; `None` if it is not known.
    pub game: Option<&'static dyn DynGame>,
    /// Names, winner, points and faults.
    pub score: GameScore,
    /// The number of legal plies.
    pub ply_count: u32,
    /// How it ended.
    pub ending: Ending,
    /// The number of findings by code.
    pub findings: BTreeMap<Code, u32>,
    /// Whether an engine searched its positions.
    pub is_reviewed: bool,
    /// The losses that a review found, in order.
    pub losses: Vec<KeyMoment>,
    /// The failures of the players with their plies.
    pub failures: Vec<(Player, u32, Fault)>,
    /// The effects of moves.
    pub events: Vec<PlyEvent>,
    /// The result as standings count it.
    pub counted: CountedGame,
    /// The moves, for the explorer; `None` if there are none.
    pub untraced: Option<UntracedGame>,
}

impl GameDigest {
    /// Takes the facts of a judged game.
    pub fn new(mut checked: CheckedGame, origin: &Origin, location: GameLocation) -> Self {
        let counted = counted_game(&checked, origin, None);
        let (record, plies) = (&checked.record, checked.ply_count);
        let game = by_id(CATALOGUE, &record.game);
        let places = game.and_then(|game| positions(game, record, plies).ok());
        let mut findings = BTreeMap::new();
        for finding in &checked.findings {
            *findings.entry(finding.code).or_default() += 1;
        }
        Self {
            location,
            game,
            score: GameScore::from_record(record),
            ply_count: plies,
            ending: checked.ending,
            findings,
            is_reviewed: record.is_reviewed(),
            losses: game.map_or_else(Vec::new, |game| losses(game, &checked)),
            failures: game.map_or_else(Vec::new, |game| failures(game, &checked)),
            events: places.map_or_else(Vec::new, |places| events(&places)),
            counted,
            untraced: UntracedGame::take_from(&mut checked),
        }
    }

    /// Returns the name of a player, or of their side if it is not known.
    pub fn player_name(&self, player: Player) -> &str {
        let name = self.score.names[player.index()].as_str();
        match self.game {
            Some(game) if name.is_empty() => game.sides()[player.index()],
            _ => name,
        }
    }
}

/// Returns the losses of a reviewed game.
fn losses(game: &dyn DynGame, checked: &CheckedGame) -> Vec<KeyMoment> {
    if !checked.record.is_reviewed() {
        return Vec::new();
    }
    let (record, plies) = (&checked.record, checked.ply_count);
    let judged = judged_plies_without_reasons(record, game, plies, &Thresholds::default());
    let mut moments = key_moments(&judged.unwrap_or_default(), plies);
    // The better move is enough to find a loss.
    for moment in &mut moments {
        moment.best.truncate(1);
        moment.best.shrink_to_fit();
    }
    moments
}

/// Returns the failures of the players of a game.
fn failures(game: &dyn DynGame, checked: &CheckedGame) -> Vec<(Player, u32, Fault)> {
    let failed = player_failures(&checked.record, game, checked.ply_count);
    let fact = |failed: PlayerFailure| (failed.player, failed.ply, failed.fault);
    failed.unwrap_or_default().into_iter().map(fact).collect()
}

/// Returns the effects of the moves of a game.
pub(super) fn events(places: &[ReviewPosition]) -> Vec<PlyEvent> {
    let event = |pair: &[ReviewPosition]| {
        let [before, after] = pair else { return None };
        // The state after the move, before what is dealt next.
        let state = after.before_chance.as_ref().unwrap_or(&after.state);
        let event = state.move_event()?;
        Some(PlyEvent {
            ply: after.ply,
            player: before.state.mover()?,
            kind: event.kind,
            description: event.description,
        })
    };
    places.windows(2).filter_map(event).collect()
}
