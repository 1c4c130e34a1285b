//! What a replay means: its game, its moves and how it ended.

use super::faults::{self, Declared};
use super::told::{Frame, Told};
use super::tree::Doc;
use crate::contract::{Event, Fault, Player, Protocol};
use crate::findings::{Code, Finding};
use crate::formats::draft::{Draft, game_of};
use crate::formats::{Context, Reading};
use crate::games::{Book, Table};
use std::ops::Range;

/// How many moves are looked at to find the game.
const LOOKED_AT: usize = 12;

/// What a bot wrote in one turn.
struct Said {
    /// The move as the game's `read` takes it, if it is one.
    token: Option<String>,
    /// The move as the bot spelled it.
    raw: String,
    /// What it said beside it.
    message: String,
    /// Why it is no move.
    reason: String,
}

/// Splits a bot's output into move and message. Only if the text cannot be put together again
/// from the two is it kept whole.
fn split(protocol: &mut dyn Protocol, stdout: &str) -> Said {
    let text = stdout.strip_suffix('\n').unwrap_or(stdout);
    let text = text.strip_suffix('\r').unwrap_or(text);
    let line = text.split('\n').next().unwrap_or_default();
    let mut said = Said {
        token: None,
        raw: text.to_owned(),
        message: String::new(),
        reason: String::new(),
    };
    match protocol.say(line) {
        Err(bad) => said.reason = bad.to_string(),
        Ok(events) => {
            for event in events {
                match event {
                    Event::Token { token, raw } => {
                        said.raw = raw.unwrap_or_else(|| token.clone());
                        said.token = Some(token);
                    }
                    Event::Message(message) => said.message = message,
                    _ => {}
                }
            }
        }
    }
    let whole = match said.message.as_str() {
        "" => text == said.raw,
        message => text == format!("{} {message}", said.raw),
    };
    if !whole {
        text.clone_into(&mut said.raw);
    }
    said
}

/// The game of a replay: as the user says, by its number or title, or by its moves and the words
/// of its referee.
fn find_game(told: &Told<'_>, context: &Context<'_>) -> Option<&'static dyn Book> {
    let books = || context.catalogue.iter().copied();
    let numbered = |book: &&dyn Book| {
        let mut ids = book.codingame_ids().iter();
        ids.any(|id| {
            told.puzzle
                .is_some_and(|puzzle| i64::from(puzzle) == i64::from(*id))
        })
    };
    let titled = |book: &&dyn Book| told.title.trim().eq_ignore_ascii_case(book.name());
    context
        .game
        .or_else(|| books().find(numbered))
        .or_else(|| books().find(titled))
        .or_else(|| {
            let known = books().filter(|book| !book.codingame_ids().is_empty());
            let fits = known.map(|book| (fits(told, book), book));
            let fits = fits.filter(|(fit, _)| *fit > 0).rev();
            fits.max_by_key(|(fit, _)| *fit).map(|(_, book)| book)
        })
        .or_else(|| {
            let outputs = told
                .frames
                .iter()
                .filter_map(|frame| frame.stdout.as_deref());
            game_of(context.catalogue, outputs.flat_map(str::split_whitespace))
        })
}

/// How many of the first moves fit the game, and of the referee's words.
fn fits(told: &Told<'_>, book: &'static dyn Book) -> usize {
    let mut protocol = book.protocol(&crate::contract::Setup::default());
    let outputs = told
        .frames
        .iter()
        .filter_map(|frame| frame.stdout.as_deref());
    let moves = outputs.take(LOOKED_AT).filter(|stdout| {
        let token = split(protocol.as_mut(), stdout).token;
        token.is_some_and(|token| {
            book.read(&token).is_ok() || book.referees_choice().contains(&token.as_str())
        })
    });
    let moves = moves.count();
    let own = |line: &str| {
        let mut words = book.referee_words().iter();
        words.any(|(words, _)| line.contains(words))
    };
    let shown = |frame: &&Frame<'_>| {
        let lines = faults::lines(frame);
        lines
            .iter()
            .any(|line| own(line) || book.shown_move("", line).is_some())
    };
    let said = told.frames.iter().take(LOOKED_AT).chain(told.frames.last());
    moves + said.filter(shown).count() + told.tooltips.iter().filter(|tip| own(&tip.text)).count()
}

/// Reads what a replay tells.
pub(super) fn reading<'t>(told: Told<'t>, doc: &mut Doc<'t>, context: &Context<'_>) -> Reading {
    if told.frames.is_empty() {
        let message = "expected the frames of a game, found none";
        return broken(doc, Code::NoGame, message, told.whole);
    }
    let Some(book) = find_game(&told, context) else {
        let output = told.frames.iter().find(|frame| frame.stdout.is_some());
        let span = output.map_or(told.whole.clone(), |frame| frame.span.clone());
        let message = "expected moves of a known game, found none that fit one";
        return broken(doc, Code::UnknownGame, message, span);
    };
    let mut draft = Draft::new(book, "codingame", context);
    draft.places.whole = told.whole.clone();
    draft.places.result.clone_from(&told.result);
    let mut walk = Walk {
        protocols: [(); 2].map(|()| book.protocol(&draft.record.setup)),
        table: book.start(&draft.record.setup).ok(),
        declared: faults::declared(&told, book),
        draft,
        doc,
        failed: None,
        last: last_output(&told),
    };
    for frame in &told.frames {
        walk.take(frame);
    }
    walk.finish(told)
}

/// The last frame in which a bot wrote something.
fn last_output(told: &Told<'_>) -> usize {
    let mut outputs = told.frames.iter().rev();
    let last = outputs.find(|frame| frame.stdout.is_some());
    last.map_or(usize::MAX, |frame| frame.nth)
}

fn broken(doc: &mut Doc<'_>, code: Code, message: &str, span: Range<usize>) -> Reading {
    let place = doc.place(span);
    let mut findings = std::mem::take(&mut doc.findings);
    findings.push(Finding::new(code, message).at(place));
    Reading {
        findings,
        ..Reading::default()
    }
}

/// The way through the frames.
struct Walk<'d, 't> {
    draft: Draft,
    doc: &'d mut Doc<'t>,
    protocols: [Box<dyn Protocol>; 2],
    /// The position reached; none after a move that is not legal.
    table: Option<Box<dyn Table>>,
    declared: Vec<Declared>,
    /// Whose output it was that was no legal move.
    failed: Option<Player>,
    /// The last frame with an output.
    last: usize,
}

impl<'t> Walk<'_, 't> {
    fn take(&mut self, frame: &Frame<'t>) {
        let mover = self.table.as_ref().and_then(|table| table.mover());
        let player = frame.agent.or(mover);
        for declared in &mut self.declared {
            if declared.nth == frame.nth {
                declared.player = declared.player.or(player);
            }
        }
        let open = self.draft.record.attempt.is_none();
        let ply = match &frame.stdout {
            None if frame.nth == 0 => 0,
            None => self.draft.next_ply(),
            Some(stdout) => self.take_output(frame, stdout, player, mover),
        };
        if open && !frame.stderr.is_empty() {
            let stderr = &mut self.draft.record.note(ply).stderr;
            stderr.push_str(&frame.stderr);
        }
    }

    fn take_output(
        &mut self,
        frame: &Frame<'t>,
        stdout: &str,
        player: Option<Player>,
        mover: Option<Player>,
    ) -> u32 {
        let ply = self.draft.next_ply();
        if let (Some(agent), Some(mover)) = (frame.agent, mover)
            && agent != mover
        {
            self.out_of_turn(frame, agent, mover, ply);
        }
        let open = self.draft.record.attempt.is_none();
        let seat = player.unwrap_or(Player::First);
        let mut said = split(self.protocols[seat.index()].as_mut(), stdout);
        let token = self.token(frame, &mut said, ply);
        let refused = player.is_some_and(|player| self.is_refused(frame, player));
        let span = frame.span.clone();
        match token.filter(|_| !refused) {
            Some(token) => {
                self.draft.push_as(&token, Some(&said.raw), span);
                let played = self.table.as_mut().map(|table| table.play(&token));
                if matches!(played, Some(Err(_))) {
                    self.table = None;
                    self.failed = player;
                }
            }
            None => {
                self.draft.push_as("", Some(&said.raw), span);
                if self.table.take().is_some() {
                    self.failed = player;
                }
            }
        }
        if open {
            if let Some(attempt) = &mut self.draft.record.attempt {
                let place = self.doc.place(frame.span.clone());
                attempt.player = player;
                attempt.reason = said.reason;
                (attempt.line, attempt.column) = (place.line, place.column);
            }
            if !said.message.is_empty() {
                self.draft.record.note(ply).message = said.message;
            }
        }
        ply
    }

    /// The move as the game reads it; if the bot left it to the referee, the one shown.
    fn token(&mut self, frame: &Frame<'t>, said: &mut Said, ply: u32) -> Option<String> {
        let book = self.draft.book();
        let token = said.token.take()?;
        if !book.referees_choice().contains(&token.as_str()) {
            return Some(token);
        }
        let view = frame
            .view
            .map(|view| self.doc.text(view, "view"))
            .unwrap_or_default();
        let shown = book.shown_move(&view, &frame.words.concat());
        if shown.is_none() {
            let message = format!(
                "expected the move that the referee made for `{token}` in the frame's view, found none"
            );
            let place = self.doc.place(frame.span.clone());
            let finding = Finding::new(Code::ServerChoice, message).at(place).ply(ply);
            self.draft.findings.push(finding);
            "the log does not tell which move the referee made".clone_into(&mut said.reason);
        }
        shown
    }

    /// The referee refused what this player wrote in this frame. The viewer's turns need not be
    /// counted as the frames are.
    fn is_refused(&self, frame: &Frame<'t>, player: Player) -> bool {
        self.declared.iter().any(|declared| {
            let last = declared.fault == Fault::Illegal && frame.nth == self.last;
            declared.player == Some(player) && (declared.nth == frame.nth || last)
        })
    }

    fn out_of_turn(&mut self, frame: &Frame<'t>, agent: Player, mover: Player, ply: u32) {
        if self
            .draft
            .findings
            .iter()
            .any(|finding| finding.code == Code::WrongTurn)
        {
            return;
        }
        let sides = self.draft.book().sides();
        let message = format!(
            "ply {ply}: expected a move of {} (agent {}), found one of {} (agent {})",
            sides[mover.index()],
            mover.index(),
            sides[agent.index()],
            agent.index()
        );
        let place = self.doc.place(frame.span.clone());
        let finding = Finding::new(Code::WrongTurn, message).at(place).ply(ply);
        self.draft.findings.push(finding);
    }

    fn finish(mut self, mut told: Told<'t>) -> Reading {
        if !told.fail_cause.is_empty() && told.scores == Some([0; 2]) {
            // A referee that failed gave no scores.
            (told.scores, told.ranks) = (None, None);
        }
        let (mut reported, disagree) = faults::reported(&told);
        for declared in &self.declared {
            if let Some(player) = declared.player {
                reported.faults.entry(player).or_insert(declared.fault);
            }
        }
        if reported.faults.is_empty() {
            for player in Player::ALL {
                if let Some(fault) = self.silent_fault(&told, player) {
                    reported.faults.insert(player, fault);
                }
            }
        }
        if let Some(finding) = disagree {
            let place = self
                .doc
                .place(told.result.clone().unwrap_or(told.whole.clone()));
            self.draft.findings.push(finding.at(place));
        }
        let record = &mut self.draft.record;
        let says = reported.winner.is_some()
            || reported.points.is_some()
            || !reported.faults.is_empty()
            || !reported.text.is_empty();
        record.reported = says.then_some(reported);
        [record.players.0.name, record.players.1.name] = told.names;
        [record.players.0.version, record.players.1.version] = told.submissions;
        record.source.id = told.id;
        super::told::keep(&mut told.ext, "failCause".to_owned(), &told.fail_cause);
        record.ext = told.ext;
        let mut findings = std::mem::take(&mut self.doc.findings);
        findings.append(&mut self.draft.findings);
        self.draft.findings = findings;
        self.draft.finish()
    }

    /// A fault of which only a score below zero tells, or that stopped the referee itself.
    fn silent_fault(&self, told: &Told<'_>, player: Player) -> Option<Fault> {
        let failed = self.failed == Some(player);
        let below = told.scores.is_some_and(|scores| scores[player.index()] < 0);
        let last = told.frames.last()?;
        let silent = last.stdout.is_none() && last.agent.is_none_or(|agent| agent == player);
        match (below || !told.fail_cause.is_empty(), failed) {
            (true, true) => Some(Fault::Illegal),
            (true, false) if below && silent => Some(Fault::Timeout),
            _ => None,
        }
    }
}
