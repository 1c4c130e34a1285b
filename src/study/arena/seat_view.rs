//! A game in progress as one player knows it, for programs that are given the whole of it at once.

use super::session::TurnContext;
use kifu_core::contract::{DialogueEvent, ParseError, Player, Setup};
use kifu_core::games::DynGame;

/// A game in progress as one player knows it: what is secret of the opponent is missing.
pub(super) struct SeatView {
    /// The moves so far, as canonical tokens, the lead-in among them.
    pub tokens: Vec<String>,
    /// The chance outcome that is dealt to the player.
    pub chance: Option<String>,
    /// The position text at the start of the game; `None` at the usual start.
    pub start: Option<String>,
    /// The position text, with the chance outcome.
    pub position: String,
}

impl SeatView {
    /// Returns the game as the player in this seat, whose turn it is, knows it.
    ///
    /// # Errors
    /// Returns an error if the setup lacks what only this player knows, or a token is illegal.
    pub fn new(
        game: &dyn DynGame,
        turn: &TurnContext<'_>,
        seat: Player,
    ) -> Result<Self, ParseError> {
        let setup = known_setup(game, turn, seat)?;
        let unplayable = |found: &str| ParseError::new(found.as_bytes(), 0, "a game to replay");
        let start = |setup: &Setup| game.start(setup).map_err(|bad| unplayable(&bad.found));
        let mut state = start(&setup)?;
        let first = state.position();
        let usual = start(&Setup::default())?.position();
        let tokens = known_tokens(game, turn, seat);
        for token in &tokens {
            state.play(token).map_err(|_| unplayable(token))?;
        }
        if let Some(chance) = turn.chance {
            state.apply_chance(chance).map_err(|_| unplayable(chance))?;
        }
        Ok(Self {
            tokens,
            chance: turn.chance.map(str::to_owned),
            start: (first != usual).then_some(first),
            position: state.position(),
        })
    }

    /// Returns the moves so far and the chance outcome, separated by blanks.
    pub fn moves(&self) -> String {
        let words = self.tokens.iter().chain(&self.chance);
        words.map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the moves so far as a player knows them: the jury does not pass on everything, such as
/// claims of Zuniq.
pub(super) fn known_tokens(
    game: &dyn DynGame,
    turn: &TurnContext<'_>,
    seat: Player,
) -> Vec<String> {
    let protocol = game.protocol(turn.setup);
    let known = |(token, mover): (&String, &Option<Player>)| {
        let passed_on = protocol.passed_on(token);
        match game.parse(&passed_on) {
            Ok(known) if *mover == Some(seat.opponent()) => known.text,
            _ => token.clone(),
        }
    };
    turn.tokens.iter().zip(turn.movers).map(known).collect()
}

/// Returns the setup with what is secret of the opponent removed: where the contest's dialogue gives
/// a player a parameter, that replaces the one of the game.
fn known_setup(
    game: &dyn DynGame,
    turn: &TurnContext<'_>,
    seat: Player,
) -> Result<Setup, ParseError> {
    let mut setup = turn.setup.clone();
    let mut protocol = game.protocol(turn.setup);
    let tokens = turn.token_strs();
    let lines = match protocol.script_until_turn(turn.setup, &tokens, seat, turn.chance) {
        Ok(lines) => lines,
        // A setup without values drawn by lot has no secrets.
        Err(_) if game.info().extras.is_none() => return Ok(setup),
        Err(error) => return Err(error),
    };
    for line in &lines {
        let events = if line.to_bot {
            protocol.on_jury_line(&line.text)
        } else {
            protocol.on_bot_line(&line.text)
        };
        for event in events.unwrap_or_default() {
            if let DialogueEvent::Setup(key, value) = event {
                setup.set(key, value);
            }
        }
    }
    // The board's size and a position contradict each other where both are given.
    if turn.setup.get("position").is_some() {
        return Ok(turn.setup.clone());
    }
    Ok(setup)
}
