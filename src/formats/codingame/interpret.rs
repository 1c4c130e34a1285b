//! What a replay means: its game, its moves and how it ended.

use super::bot_output::{BotOutput, split_output};
use super::faults::{self, DeclaredFault};
use super::game_detection::find_game;
use super::json_doc::JsonDoc;
use super::replay::{CodingameReplay, ReplayFrame};
use crate::contract::{Fault, Player, Protocol};
use crate::findings::{Code, Finding};
use crate::formats::game_builder::GameBuilder;
use crate::formats::{ParsedGame, ReadContext};
use crate::games::DynState;
use crate::record::{AttemptRule, ReportedResult};
use std::ops::Range;

/// Reads what a replay tells.
pub(super) fn interpret<'t>(
    told: CodingameReplay<'t>,
    doc: &mut JsonDoc<'t>,
    context: &ReadContext<'_>,
) -> ParsedGame {
    if told.frames.is_empty() {
        let message = "expected the frames of a game, found none";
        return unreadable(doc, Code::NoGame, message, told.whole);
    }
    let Some(book) = find_game(&told, context) else {
        let output = told.frames.iter().find(|frame| frame.stdout.is_some());
        let span = output.map_or(told.whole.clone(), |frame| frame.span.clone());
        let message = "could not recognise the game from its moves";
        return unreadable(doc, Code::UnknownGame, message, span);
    };
    let mut draft = GameBuilder::new(book, "codingame", context);
    draft.game_spans.whole = told.whole.clone();
    draft.game_spans.result.clone_from(&told.result_span);
    let mut walk = ReplayReader {
        protocols: [(); 2].map(|()| book.protocol(&draft.record.setup)),
        state: book.start(&draft.record.setup).ok(),
        declared_faults: faults::declared_faults(&told, book),
        draft,
        doc,
        failed_player: None,
        last_output_frame: last_output_frame(&told),
    };
    for frame in &told.frames {
        walk.read_frame(frame);
    }
    walk.finish(told)
}

/// The last frame in which a bot wrote something.
fn last_output_frame(told: &CodingameReplay<'_>) -> usize {
    let mut outputs = told.frames.iter().rev();
    let last = outputs.find(|frame| frame.stdout.is_some());
    last.map_or(usize::MAX, |frame| frame.index)
}

fn unreadable(doc: &mut JsonDoc<'_>, code: Code, message: &str, span: Range<usize>) -> ParsedGame {
    let place = doc.place(span);
    let mut findings = std::mem::take(&mut doc.findings);
    findings.push(Finding::new(code, message).at(place));
    ParsedGame {
        findings,
        ..ParsedGame::default()
    }
}

/// The way through the frames.
struct ReplayReader<'d, 't> {
    draft: GameBuilder,
    doc: &'d mut JsonDoc<'t>,
    protocols: [Box<dyn Protocol>; 2],
    /// The position reached; none after a move that is not legal.
    state: Option<Box<dyn DynState>>,
    declared_faults: Vec<DeclaredFault>,
    /// Whose output it was that was no legal move.
    failed_player: Option<Player>,
    /// The last frame with an output.
    last_output_frame: usize,
}

impl<'t> ReplayReader<'_, 't> {
    fn read_frame(&mut self, frame: &ReplayFrame<'t>) {
        let mover = self.state.as_ref().and_then(|table| table.mover());
        let player = frame.agent.or(mover);
        for declared in &mut self.declared_faults {
            if declared.frame_index == frame.index {
                declared.player = declared.player.or(player);
            }
        }
        let open = self.draft.record.attempt.is_none();
        let ply = self.draft.next_ply();
        match &frame.stdout {
            Some(stdout) if open => self.read_output(frame, stdout, player, mover),
            Some(stdout) => {
                self.draft
                    .push_token_as("", Some(stdout.trim_end()), frame.span.clone());
            }
            None => self.read_shown_move(frame, player),
        }
        if open && !frame.stderr.is_empty() {
            // What a bot says before the first turn stands before the first ply.
            let ply = if frame.index == 0 { 0 } else { ply };
            let stderr = &mut self.draft.record.note_mut(ply).stderr;
            stderr.push_str(&frame.stderr);
        }
    }

    fn read_output(
        &mut self,
        frame: &ReplayFrame<'t>,
        stdout: &str,
        player: Option<Player>,
        mover: Option<Player>,
    ) {
        let ply = self.draft.next_ply();
        if let (Some(agent), Some(mover)) = (frame.agent, mover)
            && agent != mover
        {
            self.report_wrong_turn(frame, agent, mover, ply);
        }
        let seat = player.unwrap_or(Player::First);
        let mut said = split_output(self.protocols[seat.index()].as_mut(), stdout);
        let refused = player.is_some_and(|player| self.is_declared_illegal(frame, player));
        match self.resolve_token(frame, &mut said).filter(|_| !refused) {
            Some(token) => self.push(&token, Some(&said.raw), frame, player),
            None => self.push_failed(&said, frame, player),
        }
        if !said.message.is_empty() {
            self.draft.record.note_mut(ply).message = said.message;
        }
    }

    fn push(
        &mut self,
        token: &str,
        raw: Option<&str>,
        frame: &ReplayFrame<'t>,
        player: Option<Player>,
    ) {
        self.draft.push_token_as(token, raw, frame.span.clone());
        let table = self.state.as_mut();
        if table.is_some_and(|table| table.play(token).is_err()) {
            self.state = None;
            self.failed_player = player;
        }
    }

    /// What was no move, or was refused.
    fn push_failed(&mut self, said: &BotOutput, frame: &ReplayFrame<'t>, player: Option<Player>) {
        self.draft
            .push_token_as("", Some(&said.raw), frame.span.clone());
        if self.state.take().is_some() && !said.is_move_unknown {
            self.failed_player = player;
        }
        if let Some(attempt) = &mut self.draft.record.attempt {
            let place = self.doc.place(frame.span.clone());
            attempt.player = player;
            if said.is_move_unknown {
                attempt.rule = AttemptRule::NotLogged;
                attempt.reason.clone_from(&said.reason);
            } else if !said.reason.is_empty() {
                attempt.rule = AttemptRule::Unreadable;
                attempt.reason.clone_from(&said.reason);
            }
            (attempt.line, attempt.column) = (place.line, place.column);
        }
    }

    /// Some replays hide the outputs, and yet show the moves.
    fn read_shown_move(&mut self, frame: &ReplayFrame<'t>, player: Option<Player>) {
        let failed = self
            .declared_faults
            .iter()
            .any(|declared| declared.frame_index == frame.index);
        if frame.index > 0
            && !failed
            && self.state.is_some()
            && let Some(token) = self.shown_move(frame)
        {
            self.push(&token, None, frame, player);
        }
    }

    /// The move that the replay shows in a frame.
    fn shown_move(&mut self, frame: &ReplayFrame<'t>) -> Option<String> {
        let book = self.draft.game();
        let view = frame.view.map(|view| self.doc.text(view, "view"));
        let shown = book.shown_move(&view.unwrap_or_default(), &frame.referee_texts.concat())?;
        let respelled = book.respell(&self.draft.record.setup, &shown);
        respelled.or(Some(shown))
    }

    /// The move as the game reads it; if the bot left it to the referee, the one shown.
    fn resolve_token(&mut self, frame: &ReplayFrame<'t>, said: &mut BotOutput) -> Option<String> {
        let token = said.token.take()?;
        if !self
            .draft
            .game()
            .info()
            .referees_choice
            .contains(&token.as_str())
        {
            return Some(token);
        }
        let shown = self.shown_move(frame);
        if shown.is_none() {
            "the log does not say which move the referee made".clone_into(&mut said.reason);
            said.is_move_unknown = true;
        }
        shown
    }

    /// The referee refused what this player wrote in this frame. The viewer's turns need not be
    /// counted as the frames are.
    fn is_declared_illegal(&self, frame: &ReplayFrame<'t>, player: Player) -> bool {
        self.declared_faults.iter().any(|declared| {
            let last = declared.fault == Fault::Illegal && frame.index == self.last_output_frame;
            declared.player == Some(player) && (declared.frame_index == frame.index || last)
        })
    }

    fn report_wrong_turn(
        &mut self,
        frame: &ReplayFrame<'t>,
        agent: Player,
        mover: Player,
        ply: u32,
    ) {
        let told = |finding: &Finding| finding.code == Code::WrongTurn;
        if self.draft.findings.iter().any(told) {
            return;
        }
        let sides = self.draft.game().sides();
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

    fn finish(mut self, mut told: CodingameReplay<'t>) -> ParsedGame {
        if !told.fail_cause.is_empty() && told.scores == Some([0; 2]) {
            // A referee that failed gave no scores.
            (told.scores, told.ranks) = (None, None);
        }
        let reported = self.reported_result(&told);
        let record = &mut self.draft.record;
        let says = reported.winner.is_some()
            || reported.points.is_some()
            || !reported.faults.is_empty()
            || !reported.text.is_empty();
        record.reported = says.then_some(reported);
        [record.players.0.name, record.players.1.name] = told.names;
        [record.players.0.version, record.players.1.version] = told.submissions;
        record.source.id = told.game_id;
        super::replay::keep_in_ext(&mut told.ext, "failCause".to_owned(), &told.fail_cause);
        record.ext = told.ext;
        let mut findings = std::mem::take(&mut self.doc.findings);
        findings.append(&mut self.draft.findings);
        self.draft.findings = findings;
        self.draft.finish()
    }

    fn reported_result(&mut self, told: &CodingameReplay<'t>) -> ReportedResult {
        let (mut reported, disagree) = faults::reported_result(told);
        for declared in &self.declared_faults {
            if let Some(player) = declared.player {
                reported.faults.entry(player).or_insert(declared.fault);
            }
        }
        if reported.faults.is_empty() {
            let silent = |player| Some((player, self.silent_fault(told, player)?));
            reported.faults = Player::ALL.into_iter().filter_map(silent).collect();
        }
        if let Some(finding) = disagree {
            let span = told.result_span.as_ref().unwrap_or(&told.whole);
            let place = self.doc.place(span.clone());
            self.draft.findings.push(finding.at(place));
        }
        reported
    }

    /// A fault of which only a score below zero tells, or that stopped the referee itself.
    fn silent_fault(&self, told: &CodingameReplay<'_>, player: Player) -> Option<Fault> {
        let failed = self.failed_player == Some(player);
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
