//! The contest's dialogue with one bot: the lines that are new in each turn.

use super::super::builtin::opening_line;
use super::super::seat_view::known_tokens;
use super::{BotFault, MoveAnswer, TurnContext};
use kifu_core::contract::{
    AnswerChoice, DialogueEnd, DialogueEvent, DialogueLine, ParseError, Player, Protocol, Setup,
};
use kifu_core::games::{DynGame, DynState};

/// The dialogue with one bot.
pub(in crate::arena) struct BotDialogue {
    pub protocol: Box<dyn Protocol>,
    game: &'static dyn DynGame,
    setup: Setup,
    pub seat: Player,
    /// The number of lines of the dialogue so far.
    sent_lines: usize,
}

impl BotDialogue {
    pub fn new(game: &'static dyn DynGame, setup: &Setup, seat: Player) -> Self {
        Self {
            protocol: game.protocol(setup),
            game,
            setup: setup.clone(),
            seat,
            sent_lines: 0,
        }
    }

    /// Returns the new lines up to the request for a move. A dialogue that begins in the middle of
    /// a game includes lines of the bot itself.
    pub fn new_lines(&mut self, turn: &TurnContext<'_>) -> Result<Vec<DialogueLine>, ParseError> {
        let mut lines = self.protocol.script_until_turn(
            turn.setup,
            &turn.token_strs(),
            self.seat,
            turn.chance,
        )?;
        let new_lines = lines.split_off(self.sent_lines.min(lines.len()));
        // The answer will follow in the dialogue.
        self.sent_lines = lines.len() + new_lines.len() + 1;
        Ok(new_lines)
    }

    /// Removes the refused answer from the dialogue.
    pub fn on_move_refused(&mut self) {
        self.sent_lines = self.sent_lines.saturating_sub(1);
    }

    /// Returns the new lines up to the end of the game, and the jury's closing lines. A bot that
    /// was never asked receives the closing lines only.
    pub fn closing_lines(
        &self,
        turn: &TurnContext<'_>,
        end: DialogueEnd,
        was_asked: bool,
    ) -> Vec<DialogueLine> {
        let tokens = turn.token_strs();
        let script = |end| {
            let lines = self.protocol.script(turn.setup, &tokens, self.seat, end);
            lines.unwrap_or_default()
        };
        let (body, mut full) = (script(DialogueEnd::Open), script(end));
        let closing = full.split_off(body.len().min(full.len()));
        if !was_asked && (closing.is_empty() || body.iter().any(|line| !line.to_bot)) {
            return Vec::new();
        }
        let unsent = body.into_iter().skip(self.sent_lines);
        unsent.chain(closing).filter(|line| line.to_bot).collect()
    }

    /// Parses a line of the bot by the contest's grammar of answers.
    pub fn parse_answer(&mut self, line: &str) -> Result<MoveAnswer, BotFault> {
        let answer = self.game.parse_answer(&self.setup, line);
        let answer = answer.map_err(|bad| BotFault::not_an_answer(line, &bad))?;
        let written = match &answer.choice {
            AnswerChoice::Move(mv) => self.protocol.move_line(mv),
            AnswerChoice::Referee => answer.spelling.clone(),
        };
        // The bot was asked, so it is its turn; else the jury's next line is refused and reported.
        let _ = self.protocol.on_bot_line(&written);
        Ok(MoveAnswer {
            answer,
            line: line.to_owned(),
        })
    }
}

/// The lines for a program that joins a game in progress.
pub(super) struct JoiningLines {
    /// The first lines, which contain its seat and the setup.
    preamble: Vec<DialogueLine>,
    /// The last request for a move.
    request: Vec<DialogueLine>,
}

impl JoiningLines {
    /// Selects them from the whole dialogue where the jury shows the board. `None` if the request does not show the board, so that
    /// the program could not know it.
    pub fn select(lines: &[DialogueLine], mut protocol: Box<dyn Protocol>) -> Option<Self> {
        let last_own = lines.iter().rposition(|line| !line.to_bot);
        let question = last_own.map_or(0, |index| index + 1);
        let mut preamble_end = 0;
        let mut shows_board = false;
        for (index, line) in lines.iter().enumerate() {
            let events = if line.to_bot {
                protocol.on_jury_line(&line.text)
            } else {
                protocol.on_bot_line(&line.text)
            };
            for event in events.unwrap_or_default() {
                match event {
                    DialogueEvent::Seat(_) | DialogueEvent::Setup(..) => preamble_end = index + 1,
                    DialogueEvent::Board(_) if index >= question => shows_board = true,
                    _ => {}
                }
            }
        }
        shows_board.then(|| Self {
            preamble: lines[..preamble_end].to_vec(),
            request: lines[question.max(preamble_end)..].to_vec(),
        })
    }

    /// Returns the lines in their order.
    pub fn into_lines(self) -> Vec<DialogueLine> {
        [self.preamble, self.request].concat()
    }
}

/// Returns the lines that lead a fresh program into a game in progress, up to the request for the
/// move of `seat`: those at the start of a game, with the moves so far in a line before those of the
/// first turn ([`opening_line`]).
///
/// If the request shows the board it follows that line. Otherwise the first player is sent `Start`,
/// and the second one the last move of the opponent, as at the start of a game. Moves that the rules
/// make are in no line.
///
/// `lines` is the whole dialogue up to the request. `None` if the dialogue does not exist.
pub(super) fn led_dialogue(
    game: &dyn DynGame,
    turn: &TurnContext<'_>,
    seat: Player,
    lines: &[DialogueLine],
) -> Option<Vec<DialogueLine>> {
    let protocol = game.protocol(turn.setup);
    let lead_in = game.info().lead_in.min(turn.tokens.len());
    let mut moves = chosen_moves(game, turn, seat, lead_in)?;
    let joining = JoiningLines::select(lines, game.protocol(turn.setup));
    let JoiningLines { preamble, request } = if let Some(joining) = joining {
        joining
    } else {
        let lead_in = &turn.token_strs()[..lead_in];
        let start = protocol.script(turn.setup, lead_in, seat, DialogueEnd::Open);
        let mut preamble = start.ok()?;
        let first = match seat {
            Player::First => preamble.pop()?,
            Player::Second => DialogueLine::to_bot(protocol.passed_on(&moves.pop()?)),
        };
        let chance = turn.chance.map(DialogueLine::to_bot);
        JoiningLines {
            preamble,
            request: std::iter::once(first).chain(chance).collect(),
        }
    };
    let opening = opening_line(moves.iter().map(String::as_str));
    let opening = (!moves.is_empty()).then(|| DialogueLine::to_bot(opening));
    Some(preamble.into_iter().chain(opening).chain(request).collect())
}

/// Returns the moves so far as a player knows them, without those of the lead-in and those that the
/// rules make.
fn chosen_moves(
    game: &dyn DynGame,
    turn: &TurnContext<'_>,
    seat: Player,
    lead_in: usize,
) -> Option<Vec<String>> {
    let known = known_tokens(game, turn, seat);
    let mut state = game.start(turn.setup).ok()?;
    let mut moves = Vec::new();
    for (index, (token, known)) in turn.tokens.iter().zip(known).enumerate() {
        if index >= lead_in && state.automatic_move().is_none() {
            moves.push(known);
        }
        state.play(token).ok()?;
    }
    Some(moves)
}

/// Returns the position as a program knows it that has read only these lines, if other moves are
/// legal there than in the game.
///
/// The board alone does not say which move of Atari Go is forbidden by ko.
pub(super) fn misleading_position(
    game: &dyn DynGame,
    turn: &TurnContext<'_>,
    lines: &[DialogueLine],
) -> Option<Box<dyn DynState>> {
    let mut setup = turn.setup.clone();
    setup.0.remove("position");
    let mut protocol = game.protocol(&setup);
    let mut shown = game.start(&setup).ok()?;
    let mut has_board = false;
    for line in lines.iter().filter(|line| line.to_bot) {
        for event in protocol.on_jury_line(&line.text).ok()? {
            match event {
                DialogueEvent::Token { token, .. } => shown.play(&token).ok()?,
                DialogueEvent::Position(position) => {
                    setup.set("position", position);
                    shown = game.start(&setup).ok()?;
                    has_board = true;
                }
                DialogueEvent::Board(_) => has_board = true,
                _ => {}
            }
        }
    }
    let mut actual = game.start(turn.setup).ok()?;
    for token in turn.tokens {
        actual.play(token).ok()?;
    }
    let board = |state: &dyn DynState| state.position().split(' ').next().map(str::to_owned);
    let is_same_board = has_board && board(&*shown) == board(&*actual);
    let legal = |state: &dyn DynState| {
        let mut moves = state.legal_moves();
        moves.sort();
        moves
    };
    (is_same_board && legal(&*shown) != legal(&*actual)).then_some(shown)
}

/// Reports whether a fresh program in this seat, whose turn it is, cannot know from the jury's lines
/// which moves are legal.
pub(in crate::arena) fn hides_rules(
    game: &dyn DynGame,
    turn: &TurnContext<'_>,
    seat: Player,
) -> bool {
    let protocol = game.protocol(turn.setup);
    let lines = protocol.script_until_turn(turn.setup, &turn.token_strs(), seat, turn.chance);
    let joined = lines.map(|lines| JoiningLines::select(&lines, protocol));
    let joined = joined.ok().flatten().map(JoiningLines::into_lines);
    joined.is_some_and(|lines| misleading_position(game, turn, &lines).is_some())
}

/// Reports whether a program in this seat is shown the board after these tokens.
pub(in crate::arena) fn shows_board(game: &dyn DynGame, tokens: &[String], seat: Player) -> bool {
    let setup = Setup::default();
    let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let script = game
        .protocol(&setup)
        .script_until_turn(&setup, &tokens, seat, None);
    script.is_ok_and(|lines| JoiningLines::select(&lines, game.protocol(&setup)).is_some())
}
