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
    KeyMoment, MoveClass, PlayerFailure, ReviewPosition, Thresholds, judged_plies_without_reasons,
    key_moments, player_failures, positions,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A loss of win probability by a move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MoveLoss {
    /// The ply, from 1.
    pub ply: u32,
    /// The player who moved.
    pub player: Player,
    /// The move.
    pub played: String,
    /// The best move.
    pub best: String,
    /// The class of the move.
    pub class: MoveClass,
    /// The loss of win probability, 0 to 1.
    pub loss: f64,
    /// Its standard error, 0 to 1.
    pub error: f64,
    /// Whether both values are proven.
    pub is_proven: bool,
}

impl MoveLoss {
    fn new(moment: KeyMoment) -> Self {
        Self {
            ply: moment.ply,
            player: moment.player,
            best: moment.best.first().cloned().unwrap_or_default(),
            played: moment.played,
            class: moment.class,
            loss: moment.loss,
            error: moment.loss_error,
            is_proven: moment.proven,
        }
    }

    /// Returns the part of the loss beyond the engine's error, 0 to 1.
    pub fn counted(&self) -> f64 {
        (self.loss - self.error).max(0.0)
    }
}

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
    /// What is kept of it.
    pub digest: GameDigest,
}

/// What is kept of a judged game.
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
    pub losses: Vec<MoveLoss>,
    /// The failures of the players with their plies.
    pub failures: Vec<(Player, u32, Fault)>,
    /// The effects of moves.
    pub events: Vec<PlyEvent>,
    /// What standings count.
    pub counted: CountedGame,
    /// The moves, for the explorer; `None` if there are none.
    pub untraced: Option<UntracedGame>,
}

impl GameDigest {
    /// Takes what is kept of a judged game.
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
fn losses(game: &dyn DynGame, checked: &CheckedGame) -> Vec<MoveLoss> {
    if !checked.record.is_reviewed() {
        return Vec::new();
    }
    let (record, plies) = (&checked.record, checked.ply_count);
    let judged = judged_plies_without_reasons(record, game, plies, &Thresholds::default());
    let moments = key_moments(&judged.unwrap_or_default(), plies);
    moments.into_iter().map(MoveLoss::new).collect()
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
