//! The facts of one game about one of its players.

use super::PhaseSums;
use crate::arena::{GameScore, bot_key};
use crate::review::{
    GamePhase, Headline, PlayerClaims, PlyTime, PositionsError, ReviewedGame, Thresholds, positions,
};
use crate::selection::{PlayerResult, is_player};
use kifu_core::contract::{Fault, Player};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::{GameKey, Record};
use kifu_core::search::{Clock, Resources, SecretGuess};
use kifu_logs::formats::CheckedGame;

/// The number of plies of an opening.
pub(super) const OPENING_PLIES: u32 = 4;

/// An opening: the first plies.
#[derive(Clone, Debug)]
pub(super) struct ScoutedOpening {
    /// The key of the position after it, equal for images and for other orders of the moves.
    pub key: u64,
    /// The moves as they were played.
    pub moves: String,
}

/// The facts of a game about one of its players.
#[derive(Clone, Debug)]
pub struct ScoutedGame {
    pub(super) game: &'static dyn DynGame,
    /// The key by which a game is counted once, with the contest's number of the game.
    pub(super) key: Option<GameKey>,
    pub(super) id: String,
    pub(super) location: String,
    pub(super) seat: Player,
    pub(super) opponent: String,
    pub(super) result: Option<PlayerResult>,
    pub(super) fault: Option<Fault>,
    pub(super) is_reviewed: bool,
    pub(super) opening: Option<ScoutedOpening>,
    pub(super) phases: PhaseSums,
    /// The contest points given away by phase, if the engine estimates points.
    pub(super) points: [Option<f64>; 3],
    /// The ply that took longest.
    pub(super) longest: Option<PlyTime>,
    /// The time of all plies in milliseconds, if it is known.
    pub(super) time_ms: Option<u64>,
    /// The largest share of the contest's clock that was used: of the whole, or of that of a turn.
    pub(super) clock_share: Option<f64>,
    pub(super) headline: Option<Headline>,
    /// The player's claims; `None` in a game without claims, or without a review.
    pub(super) claims: Option<PlayerClaims>,
    /// The guesses at the player's secret after each of their moves.
    pub(super) guesses: Vec<SecretGuess>,
}

impl ScoutedGame {
    /// Extracts the facts of a judged game for each of its players that is meant by `name`.
    ///
    /// A result without moves counts as one. A game that kifu does not know gives none.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed.
    pub fn of_player(
        checked: &CheckedGame,
        name: &str,
        thresholds: &Thresholds,
    ) -> Result<Vec<Self>, PositionsError> {
        let Some(game) = by_id(CATALOGUE, &checked.record.game) else {
            return Ok(Vec::new());
        };
        let seats = Player::ALL;
        let seats = seats
            .into_iter()
            .filter(|seat| is_player(&checked.record, *seat, name));
        let seats: Vec<Player> = seats.collect();
        if seats.is_empty() {
            return Ok(Vec::new());
        }
        let is_valid = checked.is_valid();
        let plies = checked.ply_count;
        let score = GameScore::for_standings(&checked.record, is_valid)
            .unwrap_or_else(|| GameScore::from_record(&checked.record));
        let key = GameKey::of(&checked.record);
        let opening = opening(game, &checked.record, plies);
        let is_played = plies > 0;
        let reviewed = is_played
            .then(|| {
                ReviewedGame::without_reasons(
                    String::new(),
                    game,
                    checked.record.clone(),
                    plies,
                    thresholds,
                )
            })
            .transpose()?;
        let record = &checked.record;
        let of_seat = |seat: Player| -> Result<Self, PositionsError> {
            let opponent = record.player(seat.opponent()).name.as_str();
            let mut this = Self {
                game,
                key,
                id: record.source.id.clone(),
                location: String::new(),
                seat,
                opponent: match bot_key(opponent) {
                    "" => game.sides()[seat.opponent().index()].to_owned(),
                    name => name.to_owned(),
                },
                result: score.winner.map(|winner| PlayerResult::of(winner, seat)),
                fault: score.faults[seat.index()],
                is_reviewed: false,
                opening: opening.clone(),
                phases: PhaseSums::default(),
                points: [None; 3],
                longest: None,
                time_ms: record.player(seat).time_ms,
                clock_share: None,
                headline: None,
                claims: None,
                guesses: Vec::new(),
            };
            if let Some(reviewed) = &reviewed {
                this.add_review(reviewed);
                this.add_times(reviewed)?;
                this.guesses = secret_guesses(reviewed, seat)?;
            }
            Ok(this)
        };
        seats.into_iter().map(of_seat).collect()
    }

    /// Sets the location of the game: its file, and the index in the file.
    #[must_use]
    pub fn at(self, location: String) -> Self {
        Self { location, ..self }
    }

    fn add_review(&mut self, game: &ReviewedGame) {
        self.headline = game.headline();
        self.is_reviewed = !game.judged.is_empty();
        self.claims = game.claims.map(|claims| claims[self.seat.index()]);
        for ply in game.judged.iter().filter(|ply| ply.player == self.seat) {
            let phase = GamePhase::of_ply(ply.ply, game.plies);
            self.phases.of_mut(phase).add_judged(ply);
            if let Some(points) = ply.judgement.points {
                *self.points[phase as usize].get_or_insert(0.0) += points;
            }
        }
    }

    /// Adds the times of the player's plies, but for those that the jury or the rules made.
    fn add_times(&mut self, game: &ReviewedGame) -> Result<(), PositionsError> {
        if game.record.times_ms.0.iter().all(Option::is_none) {
            self.set_clock_share(None);
            return Ok(());
        }
        let clock = self.game.clock();
        let (mut total, mut turn_share, mut is_first) = (0_u64, None, true);
        for position in positions(self.game, &game.record, game.plies)? {
            let is_own = position.is_choice() && position.mover() == Some(self.seat);
            let ply = position.ply + 1;
            let Some(ms) = game.record.times_ms.get_ms(ply).filter(|_| is_own) else {
                continue;
            };
            let phase = GamePhase::of_ply(ply, game.plies);
            self.phases.of_mut(phase).add_time(ms);
            total += u64::from(ms);
            if self.longest.is_none_or(|longest| ms > longest.ms) {
                self.longest = Some(PlyTime { ply, ms });
            }
            if let Clock::Turn { first, then } = clock {
                let limit = if is_first { first } else { then };
                let share = f64::from(ms) / (1e3 * limit.as_secs_f64()).max(1.0);
                turn_share = Some(turn_share.map_or(share, |known: f64| known.max(share)));
            }
            is_first = false;
        }
        self.time_ms = self.time_ms.or(Some(total));
        self.set_clock_share(turn_share);
        Ok(())
    }

    /// Sets the share of the clock: that of a turn, or the time of the game over a clock for all of it.
    fn set_clock_share(&mut self, of_turn: Option<f64>) {
        self.clock_share = match (self.game.clock(), self.time_ms) {
            (clock, _) if clock.is_off() => None,
            (Clock::Turn { .. }, _) => of_turn,
            #[expect(clippy::cast_precision_loss, reason = "milliseconds of a game")]
            (Clock::Game(limit), Some(ms)) => Some(ms as f64 / (1e3 * limit.as_secs_f64())),
            (Clock::Game(_), None) => None,
        };
    }
}

/// Returns the opening of a game; `None` if it is shorter.
fn opening(game: &'static dyn DynGame, record: &Record, plies: u32) -> Option<ScoutedOpening> {
    if plies < OPENING_PLIES {
        return None;
    }
    let mut key = None;
    game.trace(
        &record.setup,
        &record.moves,
        OPENING_PLIES,
        &mut |position| {
            key = Some(position.key);
        },
    );
    let lead_in = game.info().lead_in;
    let tokens = record.tokens().skip(lead_in).take(OPENING_PLIES as usize);
    let moves = tokens.map(|token| game.move_token(token).unwrap_or_else(|| token.to_owned()));
    Some(ScoutedOpening {
        key: key?,
        moves: moves.collect::<Vec<_>>().join(" "),
    })
}

/// Returns how well the moves of a player reveal their secret to an engine of the opponent, after each
/// move; nothing in a game without secrets, or if they are not known.
fn secret_guesses(game: &ReviewedGame, seat: Player) -> Result<Vec<SecretGuess>, PositionsError> {
    // Secrets are drawn by lot.
    if game.game.info().extras.is_none() {
        return Ok(Vec::new());
    }
    let positions = positions(game.game, &game.record, game.plies)?;
    let Some(first) = positions.first() else {
        return Ok(Vec::new());
    };
    let start = first
        .before_chance
        .as_ref()
        .unwrap_or(&first.state)
        .position();
    let mut engine = game.game.engine(Resources::new(1));
    // What a judged game holds is parsed without an error.
    if engine.new_game(&start, seat.opponent()).is_err()
        || !matches!(engine.secret_guess(&start), Ok(Some(_)))
    {
        return Ok(Vec::new());
    }
    let mut guesses = Vec::new();
    for position in &positions {
        let is_own = position.is_choice() && position.mover() == Some(seat);
        let Some(played) = position.played.as_deref().filter(|_| is_own) else {
            continue;
        };
        let before = position.state.position();
        if engine.observe(&before, played).is_ok()
            && let Ok(Some(guess)) = engine.secret_guess(&before)
        {
            guesses.push(guess);
        }
    }
    Ok(guesses)
}
