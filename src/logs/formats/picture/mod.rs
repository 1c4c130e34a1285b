//! Pictures of games: a board with players, score, last move and result around it.
//!
//! The page is itself a [`Scene`], so that every picture format draws the same one.

mod caption;
mod overlay;
mod page;

use caption::{Caption, GameMoment};
use kifu_core::contract::{Faults, Player};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::{FinalFailure, Glyph, Note, Record};
use kifu_core::scene::{Role, Scene};
use overlay::{EvaluationBar, draw_glyph};
use page::PageContent;

pub use overlay::mark_items;
pub use page::{BetterMove, PictureJudgement, PictureParts};

/// Creates the picture of a game after a ply, from 0, or at its end.
///
/// The failure that ended a game is a ply after the last legal one.
///
/// Returns `None` if the game cannot start from its setup, or has fewer plies.
pub fn game_picture(record: &Record, game: &dyn DynGame, ply: Option<u32>) -> Option<Scene> {
    let mut sequence = PictureSequence::new(record, game)?;
    let wanted = ply.unwrap_or(sequence.last_stop());
    if wanted > sequence.last_stop() {
        return None;
    }
    sequence.advance_to(wanted);
    Some(sequence.picture(PictureParts::default(), None))
}

/// Creates the picture of a position that was not reached in a game.
pub fn position_picture(game: &dyn DynGame, state: &dyn DynState, parts: PictureParts) -> Scene {
    let content = PageContent {
        board: &state.scene(parts.scene_options(false)),
        caption: &Caption::of_position(game, state),
        parts,
        better_line: None,
        decision: "",
        evaluation_bar: None,
    };
    content.compose()
}

// The pictures of a game, ply by ply.

/// A position in the main line of a record that moves forward and can be drawn.
///
/// ```
/// use kifu_logs::formats::{PictureParts, PictureSequence};
/// use kifu_core::games::{CATALOGUE, by_id};
/// use kifu_core::record::Record;
///
/// let record = Record {
///     game: "clobber".to_owned(),
///     moves: "b1a1 b2a2".to_owned(),
///     ..Record::default()
/// };
/// let game = by_id(CATALOGUE, "clobber").unwrap();
/// let mut sequence = PictureSequence::new(&record, game).unwrap();
/// assert_eq!(sequence.ply_count(), 2);
/// sequence.advance_to(1);
/// let picture = sequence.picture(PictureParts::default(), None);
/// assert!(picture.label.contains("Ply 1: White b1a1"));
/// ```
pub struct PictureSequence<'a> {
    record: &'a Record,
    game: &'a dyn DynGame,
    tokens: Vec<&'a str>,
    state: Box<dyn DynState>,
    /// The position in which the last move was made, after the chance event of its ply.
    before: Option<Box<dyn DynState>>,
    last: Option<(Option<Player>, &'a str)>,
    ply: u32,
    /// Whether a token was refused, so that the position stays as it is.
    is_stuck: bool,
    /// The failure that ended the game, whose place is after the last ply.
    failure: Option<FinalFailure>,
    used_ms: [Option<u64>; 2],
}

impl<'a> PictureSequence<'a> {
    /// Creates the sequence at the start of the game; `None` if the game cannot start from its
    /// setup.
    pub fn new(record: &'a Record, game: &'a dyn DynGame) -> Option<Self> {
        let mut state = game.start(&record.setup).ok()?;
        let mut tokens: Vec<&str> = record.tokens().collect();
        let lead_in = game.info().lead_in.min(tokens.len());
        let rest = tokens.split_off(lead_in);
        let is_stuck = tokens.iter().any(|token| state.play(token).is_err());
        Some(Self {
            record,
            game,
            tokens: rest,
            state,
            before: None,
            last: None,
            ply: 0,
            is_stuck,
            failure: final_failure(record, game),
            used_ms: [None; 2],
        })
    }

    /// Returns the number of plies of the main line.
    pub fn ply_count(&self) -> u32 {
        u32::try_from(self.tokens.len()).unwrap_or(u32::MAX)
    }

    /// Returns the last ply that has a picture: the failure that ended the game, or the last move.
    pub fn last_stop(&self) -> u32 {
        self.ply_count() + u32::from(self.failure.is_some())
    }

    /// Returns the failure that ended the game, if the sequence has come to it.
    fn failure_here(&self) -> Option<FinalFailure> {
        self.failure.filter(|_| self.ply > self.ply_count())
    }

    /// Returns the number of plies before the position.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Plays on until `ply`, or the end of the game. Earlier plies change nothing.
    pub fn advance_to(&mut self, ply: u32) {
        while self.ply < ply.min(self.last_stop()) {
            self.advance();
        }
    }

    fn advance(&mut self) {
        let token = self.tokens.get(self.ply as usize).copied();
        self.ply += 1;
        let Some(token) = token else {
            let player = self.failure.and_then(|failure| failure.player);
            self.add_time(player);
            return;
        };
        if self.is_stuck {
            return;
        }
        let mover = self.state.mover();
        let before = self.state.fork();
        if self.state.play(token).is_err() {
            self.is_stuck = true;
            return;
        }
        self.before = Some(before);
        self.last = Some((mover, token));
        self.add_time(mover);
    }

    /// Adds the time of the current ply to that of a player.
    fn add_time(&mut self, player: Option<Player>) {
        if let (Some(ms), Some(player)) = (self.record.times_ms.get_ms(self.ply), player) {
            let used = self.used_ms[player.index()].get_or_insert_default();
            *used = used.saturating_add(u64::from(ms));
        }
    }

    /// Returns the board alone, with its overlays.
    pub fn board(&self, parts: PictureParts, judgement: Option<&PictureJudgement>) -> Scene {
        let glyph = self.glyph(parts, judgement);
        let marks = self.note().filter(|_| parts.marks);
        let marks = marks.map_or(&[][..], |note| &note.marks);
        let options = parts.scene_options(glyph.is_some() || !marks.is_empty());
        let mut board = self.state.scene(options);
        if self.failure_here().is_some() {
            let attempt = self.record.attempt.as_ref();
            let tried = attempt.map(|attempt| self.state.preview(&attempt.raw, Role::Bad, options));
            board.items.extend(tried.into_iter().flatten());
        } else if let (Some((_, token)), Some(before)) = (self.last, &self.before) {
            let mut before = before.fork();
            let played = before.apply_chance(token).ok().flatten();
            let better = judgement.and_then(|judgement| judgement.better.as_ref());
            if let Some(better) = better.filter(|_| parts.arrows) {
                let items = before.preview(&better.token, Role::Preview, options);
                board.items.extend(items);
            }
            if let (Some(glyph), Some(played)) = (glyph, played) {
                let drawn = before.preview(&played, Role::LastMove, options);
                draw_glyph(&mut board, &played, &drawn, glyph);
            }
        }
        let marks = mark_items(&board, marks);
        board.items.extend(marks);
        board
    }

    /// Returns the picture of the position. With a judgement it has room for an evaluation bar,
    /// whether the value is known or not.
    pub fn picture(&self, parts: PictureParts, judgement: Option<&PictureJudgement>) -> Scene {
        let board = self.board(parts, judgement);
        let moment = GameMoment {
            state: self.state.as_ref(),
            ply: self.ply.min(self.ply_count()) as usize,
            last: self.last,
            glyph: self.glyph(parts, judgement),
            is_end: self.ply == self.last_stop(),
            failure: self.failure_here(),
            used_ms: self.used_ms.map(|used| used.filter(|_| parts.clocks)),
        };
        let caption = Caption::of_game(self.record, self.game, &moment);
        let better_line = judgement.and_then(|judgement| match &judgement.better {
            Some(better) => Some(better.text.as_str()),
            None => judgement.keeps_line.then_some(""),
        });
        let content = PageContent {
            board: &board,
            caption: &caption,
            parts,
            better_line: better_line.filter(|_| parts.arrows),
            decision: judgement.map_or("", |judgement| &judgement.headline),
            evaluation_bar: judgement
                .filter(|_| parts.evaluation)
                .map(|judgement| EvaluationBar {
                    win_probability: judgement.win_probability,
                }),
        };
        content.compose()
    }

    /// Returns the headline of the position, such as `Ply 3: White b1a1?`.
    pub fn short_label(&self, parts: PictureParts, judgement: Option<&PictureJudgement>) -> String {
        if let Some(failure) = self.failure_here() {
            let side = failure
                .player
                .map_or("chance", |player| self.game.sides()[player.index()]);
            return format!("Ply {}: {side} failed", self.ply);
        }
        let played = self.last.filter(|_| self.ply > 0).map(|(mover, token)| {
            let side = mover.map_or("chance", |player| self.game.sides()[player.index()]);
            let glyph = self.glyph(parts, judgement).map_or("", Glyph::symbol);
            format!(": {side} {token}{glyph}")
        });
        format!("Ply {}{}", self.ply, played.unwrap_or_default())
    }

    /// Returns the names of the players, and the game with its event.
    pub fn title(&self) -> (String, String) {
        let caption = Caption::of_names(self.record, self.game);
        let [first, second] = caption.names;
        (format!("{first} \u{2013} {second}"), caption.event_line)
    }

    fn note(&self) -> Option<&Note> {
        self.record.notes.get(&self.ply)
    }

    /// Returns the glyph of the last move.
    fn glyph(&self, parts: PictureParts, judgement: Option<&PictureJudgement>) -> Option<Glyph> {
        self.note()
            .and_then(|note| note.glyph)
            .or(judgement.and_then(|judgement| judgement.glyph))
            .filter(|_| parts.glyphs && self.failure_here().is_none())
    }
}

/// Returns the failure that ended a game.
fn final_failure(record: &Record, game: &dyn DynGame) -> Option<FinalFailure> {
    let result = record.result.as_ref();
    let has_faults = result.is_some_and(|result| !result.faults.is_empty());
    // Other games need not be replayed.
    if record.attempt.is_none() && !has_faults {
        return None;
    }
    let replay = game
        .replay(&record.setup, &record.moves, Faults::NONE)
        .ok()?;
    record.final_failure(replay.next.filter(|_| !replay.is_over))
}
