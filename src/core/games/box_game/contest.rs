//! The contest's side of Box: the dialogue with the jury.
//!
//! # Answers
//!
//! ```text
//! answer = row column direction    "A".."P", "a".."t", "h" | "v"
//! ```
//!
//! The statement says that a program writes the place and the direction of the tile that it was
//! sent, as `Ikv`. The jury alone draws tiles: an answer with a tile, `Ik364521v` or `364521`, is
//! illegal even if it is the tile that was dealt. The statement is silent about blanks after the
//! answer, which are allowed.

use super::moves::parse_placement;
use super::{BoxGame, Color, Move, SecretColors, Tile};
use crate::contract::{
    Answer, AnswerError, Contest, DialogueEnd, DialogueEvent, DialogueLine, Game, ParseError,
    Player, Position, Protocol, ProtocolError, Setup, Spelling, Step, play_script_token,
    script_start, unplayable_setup,
};

impl Contest for BoxGame {
    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::<BoxDialogue>::default()
    }

    fn parse_answer(_setup: &Setup, line: &str) -> Result<Answer<Move>, AnswerError> {
        let text = line.trim_end();
        match parse_placement(text.as_bytes())? {
            (placement, Spelling::Canonical | Spelling::Allowed) => {
                Ok(Answer::from_move(placement, text))
            }
            (_, Spelling::Forgiven(flaw)) => Err(AnswerError::Misspelled(flaw)),
        }
    }
}

// CodeCup's dialogue between the jury and a bot.
//
// The jury sends the bot's secret colour, the start tile and, to the first player, `Start`. On
// each turn it sends the opponent's move in full and then the bot's tile; the bot answers with
// the placement alone. `Quit` ends the dialogue.

/// The kind of line that comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ExpectedLine {
    #[default]
    Color,
    StartTile,
    /// `Start`, or the first player's move.
    Seat,
    OwnTile,
    /// The bot's answer, for the tile that it was sent.
    BotPlacement(Tile),
    OpponentMove,
    Ended,
}

/// The state of the dialogue with one bot.
#[derive(Debug, Default)]
struct BoxDialogue {
    expected: ExpectedLine,
    color: Option<Color>,
}

impl Protocol for BoxDialogue {
    fn on_jury_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let line = line.trim_end();
        if line == "Quit" && self.expected != ExpectedLine::Ended {
            self.expected = ExpectedLine::Ended;
            return Ok(vec![DialogueEvent::Over]);
        }
        let (next, events) = match self.expected {
            ExpectedLine::Color => {
                self.color = parse_digit(line).and_then(Color::new);
                if self.color.is_none() {
                    return ProtocolError::refuse("the program's colour, 1 to 6", line);
                }
                (ExpectedLine::StartTile, Vec::new())
            }
            ExpectedLine::StartTile => (
                ExpectedLine::Seat,
                vec![full_move_event(line, "the start tile, as Hh216534h")?],
            ),
            ExpectedLine::Seat if line == "Start" => {
                (ExpectedLine::OwnTile, self.seat_events(Player::First))
            }
            ExpectedLine::Seat => {
                let mut events = self.seat_events(Player::Second);
                events.push(full_move_event(line, "Start, or the first player's move")?);
                (ExpectedLine::OwnTile, events)
            }
            ExpectedLine::OwnTile => {
                match BoxGame::parse(line.as_bytes()).map(|token| token.step) {
                    Ok(Step {
                        chance: Some(tile),
                        mv: None,
                    }) => (
                        ExpectedLine::BotPlacement(tile),
                        vec![DialogueEvent::Chance(tile.to_string())],
                    ),
                    _ => return ProtocolError::refuse("the program's tile, as 364521", line),
                }
            }
            ExpectedLine::OpponentMove => (
                ExpectedLine::OwnTile,
                vec![full_move_event(
                    line,
                    "the opponent's move, as Ik364521v, or Quit",
                )?],
            ),
            ExpectedLine::BotPlacement(_) => {
                return ProtocolError::refuse("the program's answer", line);
            }
            ExpectedLine::Ended => return ProtocolError::refuse("nothing after Quit", line),
        };
        self.expected = next;
        Ok(events)
    }

    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let ExpectedLine::BotPlacement(tile) = self.expected else {
            return ProtocolError::refuse("silence, as it is not the program's turn", line);
        };
        self.expected = ExpectedLine::OpponentMove;
        let placement = line.trim_end();
        // Of a full move only the placement is the program's, so its tile must be the dealt one.
        let named = BoxGame::parse(placement.as_bytes()).map(|token| token.step);
        let names_other_tile = |step: Step<Move, Tile>| {
            let chance = step.chance;
            chance.is_some_and(|named| named != tile || step.mv.is_none())
        };
        if named.is_ok_and(names_other_tile) {
            return ProtocolError::refuse(format!("the place of the tile {tile}, as Ikv"), line);
        }
        Ok(vec![match placement.as_bytes() {
            // An unreadable placement gets its tile, too: the reader of the token reports the
            // error.
            [0x21..=0x7e, 0x21..=0x7e, 0x21..=0x7e] => DialogueEvent::Token {
                token: format!("{}{tile}{}", &placement[..2], &placement[2..]),
                raw: Some(placement.to_owned()),
            },
            _ => DialogueEvent::token(placement),
        }])
    }

    fn awaits_bot(&self) -> bool {
        matches!(self.expected, ExpectedLine::BotPlacement(_))
    }

    /// Returns the placement alone, because the jury knows the tile.
    fn move_line(&self, token: &str) -> String {
        match BoxGame::parse(token.as_bytes()).map(|token| token.step.mv) {
            Ok(Some(placement)) => placement.to_string(),
            _ => token.to_owned(),
        }
    }

    fn script_until_turn(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        tile: Option<&str>,
    ) -> Result<Vec<DialogueLine>, ParseError> {
        let mut lines = script(setup, tokens, seat, DialogueEnd::Open)?;
        lines.extend(tile.map(DialogueLine::to_bot));
        Ok(lines)
    }

    fn script(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        end: DialogueEnd,
    ) -> Result<Vec<DialogueLine>, ParseError> {
        script(setup, tokens, seat, end)
    }
}

impl BoxDialogue {
    /// Returns the events for a seat that became known, and with it the owner of the colour.
    fn seat_events(&self, player: Player) -> Vec<DialogueEvent> {
        let colors = self.color.map(|color| SecretColors::only(player, color));
        let setup = colors.map(|colors| DialogueEvent::Setup("colors", colors.to_string()));
        [DialogueEvent::Seat(player)]
            .into_iter()
            .chain(setup)
            .collect()
    }
}

fn parse_digit(line: &str) -> Option<u8> {
    match line.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Returns the event of a token that holds a tile and its placement.
fn full_move_event(line: &str, expected: &str) -> Result<DialogueEvent, ProtocolError> {
    match BoxGame::parse(line.as_bytes()).map(|token| token.step) {
        Ok(step) if step.chance.is_some() && step.mv.is_some() => Ok(DialogueEvent::token(line)),
        _ => ProtocolError::refuse(expected, line),
    }
}

/// Returns the lines of a dialogue that plays these tokens.
///
/// The last line is `Quit` even after a fault of the opponent, because the jury plays on until
/// the game is over.
fn script(
    setup: &Setup,
    tokens: &[&str],
    seat: Player,
    end: DialogueEnd,
) -> Result<Vec<DialogueLine>, ParseError> {
    let mut position = script_start::<BoxGame>(setup)?;
    if setup.get("position").is_some() {
        return Err(unplayable_setup("this contest's games start with a tile"));
    }
    let color = position.colors().0[seat.index()].ok_or_else(|| {
        unplayable_setup(format_args!("the colour of the {seat} player is unknown"))
    })?;
    let mut lines = vec![DialogueLine::to_bot(color.to_string())];
    for (index, token) in tokens.iter().enumerate() {
        let mover = position.mover();
        let step = play_script_token::<BoxGame>(&mut position, token)?;
        match (step.chance, step.mv) {
            (Some(tile), Some(placement)) if mover == Some(seat) => {
                lines.extend([
                    DialogueLine::to_bot(tile.to_string()),
                    DialogueLine::from_bot(placement.to_string()),
                ]);
            }
            (Some(_), Some(_)) => lines.push(DialogueLine::to_bot(*token)),
            _ => return Err(ParseError::new(token.as_bytes(), 0, "a tile and its place")),
        }
        if index == 0 && seat == Player::First {
            lines.push(DialogueLine::to_bot("Start"));
        }
    }
    if end != DialogueEnd::Open {
        lines.push(DialogueLine::to_bot("Quit"));
    }
    Ok(lines)
}
