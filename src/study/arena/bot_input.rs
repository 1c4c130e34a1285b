//! The input of a bot in a recorded game: the lines that it read up to one of its turns.

use super::session::{BotDialogue, TurnContext, bot_input};
use kifu_core::contract::{ParseError, Player, SetupError};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::Record;

/// A turn of a player in a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedTurn {
    /// The ply of the answer, from 1. That of a failure comes after the last ply.
    pub ply: u32,
    /// The player who was asked.
    pub player: Player,
}

/// The lines that a bot read up to one of its turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedInput {
    /// The turn.
    pub turn: RecordedTurn,
    /// The lines, each with its line feed.
    pub text: String,
    /// Whether a last line is missing: the outcome of a chance event that was dealt before a move
    /// which the player did not make.
    pub lacks_chance: bool,
}

/// The reason why a bot's input cannot be told from a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordedInputError {
    /// The game cannot start from its setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move of the record is illegal.
    #[error("ply {ply}: `{token}` cannot be replayed")]
    MoveRefused {
        /// The ply.
        ply: u32,
        /// The token of the move.
        token: String,
    },
    /// No such turn exists.
    #[error("expected a ply at which {whom} was asked for a move, found {found}")]
    NoTurn {
        /// The player, or `a player`.
        whom: &'static str,
        /// The ply that was asked for, or `none`.
        found: String,
    },
    /// The record does not hold what the jury sent to the player, or the protocol cannot express
    /// it.
    #[error("expected {}", .0.expected)]
    View(ParseError),
}

/// Returns the lines that a bot read in a recorded game from the contest's jury, up to the request
/// for the move of one turn.
///
/// Without a ply it is the last turn of the player, with their failure if they failed; without a
/// player the one who was asked at the ply; without either the last turn of a player whose input
/// the record holds.
///
/// # Errors
/// Returns an error if there is no such turn, or if the record does not hold the player's input.
///
/// ```
/// use kifu_core::contract::Player;
/// use kifu_core::games::{CATALOGUE, by_id};
/// use kifu_core::record::Record;
/// use kifu_study::arena::recorded_input;
///
/// let game = by_id(CATALOGUE, "zuniq").unwrap();
/// let record = Record { moves: "A2h B3v C4h".to_owned(), ..Record::default() };
/// let input = recorded_input(game, &record, Some(Player::First), None)?;
/// assert_eq!((input.turn.ply, &*input.text), (3, "Start\nB3v\n"));
/// # Ok::<(), kifu_study::arena::RecordedInputError>(())
/// ```
pub fn recorded_input(
    game: &'static dyn DynGame,
    record: &Record,
    player: Option<Player>,
    ply: Option<u32>,
) -> Result<RecordedInput, RecordedInputError> {
    let replay = TurnReplay::new(game, record)?;
    let is_wanted = |turn: &&AskedTurn| {
        let RecordedTurn {
            ply: own_ply,
            player: own,
        } = turn.turn;
        player.is_none_or(|player| own == player) && ply.is_none_or(|ply| own_ply == ply)
    };
    let mut wanted = replay.turns.iter().rev().filter(is_wanted);
    let last = wanted.next().ok_or_else(|| RecordedInputError::NoTurn {
        whom: player.map_or("a player", |player| game.sides()[player.index()]),
        found: ply.map_or_else(|| "none".to_owned(), |ply| format!("ply {ply}")),
    })?;
    // The input of the other player may be known.
    let mut input = replay.input(last);
    while let (Err(RecordedInputError::View(_)), Some(turn)) = (&input, wanted.next()) {
        input = replay.input(turn).or(input);
    }
    input
}

/// A turn at which a bot was asked.
struct AskedTurn {
    turn: RecordedTurn,
    /// The number of tokens before it.
    token_count: usize,
    /// The chance outcome that the bot was given.
    chance: Option<String>,
    is_failure: bool,
}

/// The turns of a recorded game.
struct TurnReplay<'a> {
    game: &'static dyn DynGame,
    record: &'a Record,
    tokens: Vec<String>,
    movers: Vec<Option<Player>>,
    turns: Vec<AskedTurn>,
}

impl<'a> TurnReplay<'a> {
    fn new(game: &'static dyn DynGame, record: &'a Record) -> Result<Self, RecordedInputError> {
        let mut replay = Self {
            game,
            record,
            tokens: Vec::new(),
            movers: Vec::new(),
            turns: Vec::new(),
        };
        let mut state = game.start(&record.setup)?;
        for token in record.tokens() {
            let ply = replay.next_ply();
            let by_jury = record.notes.get(&ply).is_some_and(|note| note.by.is_some());
            if !by_jury {
                replay.add_turn(state.as_ref(), game.chance_of(token), false);
            }
            let mover = state.mover();
            state
                .play(token)
                .map_err(|_| RecordedInputError::MoveRefused {
                    ply,
                    token: token.to_owned(),
                })?;
            replay.tokens.push(token.to_owned());
            replay.movers.push(mover);
        }
        let failure = record.final_failure(state.mover());
        if failure.is_some_and(|failure| failure.player == state.mover()) {
            replay.add_turn(state.as_ref(), None, true);
        }
        Ok(replay)
    }

    /// Returns the ply of the next token; 0 in the lead-in.
    fn next_ply(&self) -> u32 {
        let ply = (self.tokens.len() + 1).saturating_sub(self.game.info().lead_in);
        u32::try_from(ply).unwrap_or(u32::MAX)
    }

    /// Adds the turn of the player to move, if one was asked.
    fn add_turn(&mut self, state: &dyn DynState, chance: Option<String>, is_failure: bool) {
        let ply = self.next_ply();
        if let Some(player) = state.mover()
            && ply > 0
            && state.automatic_move().is_none()
        {
            self.turns.push(AskedTurn {
                turn: RecordedTurn { ply, player },
                token_count: self.tokens.len(),
                chance,
                is_failure,
            });
        }
    }

    /// Returns the lines up to a turn.
    fn input(&self, turn: &AskedTurn) -> Result<RecordedInput, RecordedInputError> {
        let context = TurnContext {
            setup: &self.record.setup,
            tokens: &self.tokens[..turn.token_count],
            movers: &self.movers[..turn.token_count],
            chance: turn.chance.as_deref(),
        };
        let mut dialogue = BotDialogue::new(self.game, &self.record.setup, turn.turn.player);
        let lines = dialogue
            .new_lines(&context)
            .map_err(RecordedInputError::View)?;
        Ok(RecordedInput {
            turn: turn.turn,
            text: bot_input(&lines),
            lacks_chance: turn.is_failure && self.game.info().lead_in > 0,
        })
    }
}
