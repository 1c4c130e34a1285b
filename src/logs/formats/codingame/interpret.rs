//! Interpretation of a replay: its game, its moves and its end.

use super::frame_texts;
use super::frame_texts::{BotOutput, split_output};
use super::replay::{CodingameReplay, ReplayFrame};
use crate::formats::game_builder::{GameBuilder, guess_game};
use crate::formats::json_doc::JsonDoc;
use crate::formats::{ParsedGame, ReadContext};
use kifu_core::contract::{Fault, Player, Protocol, Setup, Turn, Winner};
use kifu_core::findings::{Code, Finding};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::{AttemptRule, ReportedResult};
use std::ops::Range;

/// Converts a replay to a record.
pub(super) fn interpret<'t>(
    replay: CodingameReplay<'t>,
    doc: &mut JsonDoc<'t>,
    context: &ReadContext<'_>,
) -> ParsedGame {
    if replay.frames.is_empty() {
        let message = "expected the frames of a game, found none";
        return unreadable(doc, Code::NoGame, message, replay.whole);
    }
    let Some(game) = find_game(&replay, context) else {
        let output = replay.frames.iter().find(|frame| frame.stdout.is_some());
        let span = output.map_or(replay.whole.clone(), |frame| frame.span.clone());
        let message = "could not recognise the game from its moves";
        return unreadable(doc, Code::UnknownGame, message, span);
    };
    let mut draft = GameBuilder::new(game, "codingame", context);
    draft.game_spans.whole = replay.whole.clone();
    draft.game_spans.result.clone_from(&replay.result_span);
    let mut reader = ReplayReader {
        protocols: [(); 2].map(|()| game.protocol(&draft.record.setup)),
        state: game.start(&draft.record.setup).ok(),
        declared_faults: declared_faults(&replay, game),
        draft,
        doc,
        failed_player: None,
        last_output_frame: last_output_frame(&replay),
        frame_number: None,
    };
    for frame in &replay.frames {
        reader.read_frame(frame);
    }
    reader.finish(replay)
}

/// Returns the index of the last frame in which a bot wrote something.
fn last_output_frame(replay: &CodingameReplay<'_>) -> usize {
    let mut outputs = replay.frames.iter().rev();
    let last = outputs.find(|frame| frame.stdout.is_some());
    last.map_or(usize::MAX, |frame| frame.index)
}

fn unreadable(doc: &mut JsonDoc<'_>, code: Code, message: &str, span: Range<usize>) -> ParsedGame {
    let location = doc.location(span);
    let mut findings = std::mem::take(&mut doc.findings);
    findings.push(Finding::new(code, message).at(location));
    ParsedGame {
        findings,
        ..ParsedGame::default()
    }
}

/// The state of going through the frames.
struct ReplayReader<'d, 't> {
    draft: GameBuilder,
    doc: &'d mut JsonDoc<'t>,
    protocols: [Box<dyn Protocol>; 2],
    /// The position reached; `None` after a move that is not legal.
    state: Option<Box<dyn DynState>>,
    declared_faults: Vec<DeclaredFault>,
    /// The player whose output was not a legal move.
    failed_player: Option<Player>,
    /// The index of the last frame with an output.
    last_output_frame: usize,
    /// The index of the last frame that has a number, with that number.
    frame_number: Option<(usize, usize)>,
}

impl<'t> ReplayReader<'_, 't> {
    fn read_frame(&mut self, frame: &ReplayFrame<'t>) {
        let mover = self.state.as_ref().and_then(|state| state.mover());
        let player = frame.agent.or(mover);
        for declared in &mut self.declared_faults {
            if declared.frame_index == frame.index {
                declared.player = declared.player.or(player);
            }
        }
        let open = self.draft.record.attempt.is_none();
        let ply = self.draft.next_ply();
        let gap = self.gap_before(frame).filter(|_| open && self.is_in_play());
        match &frame.stdout {
            _ if gap.is_some() => self.push_gap(gap.unwrap_or_default(), frame),
            Some(stdout) if open => self.read_output(frame, stdout, player, mover),
            Some(stdout) => {
                self.draft
                    .push_token_as("", Some(stdout.trim_end()), frame.span.clone());
            }
            None => self.read_shown_move(frame, player),
        }
        if !frame.stderr.is_empty() {
            // A bot's output before its first turn comes before the first ply.
            let ply = if frame.index == 0 { 0 } else { ply };
            let stderr = &mut self.draft.record.note_mut(ply).stderr;
            stderr.push_str(&frame.stderr);
        }
    }

    /// Reports whether moves can still be made.
    fn is_in_play(&self) -> bool {
        let state = self.state.as_ref();
        state.is_some_and(|state| state.turn() != Turn::Over)
    }

    /// Returns the reason why a move may be missing before the move of a frame.
    fn gap_before(&mut self, frame: &ReplayFrame<'t>) -> Option<&'static str> {
        let view = frame.view.map(|view| self.doc.text(view, "view"));
        let number = view.as_deref().and_then(frame_texts::view_number);
        let before = self.frame_number;
        if let Some(number) = number {
            self.frame_number = Some((frame.index, number));
        }
        if frame.is_damaged {
            return Some("the frame cannot be read");
        }
        if let (Some((index, counted)), Some(number)) = (before, number)
            && number != counted + (frame.index - index)
            && frame.index > 0
        {
            let ply = self.draft.next_ply();
            let message = format!(
                "ply {ply}: expected frame {}, found the one that the referee numbers {number}",
                counted + (frame.index - index)
            );
            let location = self.doc.location(frame.span.clone());
            let finding = Finding::new(Code::NumbersDisagree, message).at(location);
            if self.is_in_play() {
                self.draft.findings.push(finding.ply(ply));
            }
            return Some("frames before this one are missing, or in another order");
        }
        let is_silent = frame.is_turn && frame.stdout.is_none() && frame.index > 0;
        let has_fault = |declared: &DeclaredFault| declared.frame_index == frame.index;
        (is_silent
            && frame.index < self.last_output_frame
            && !self.declared_faults.iter().any(has_fault)
            && self.shown_move(frame).is_none())
        .then_some("the frame has no output")
    }

    /// Ends the game where a move may be missing: what follows is kept and not judged.
    fn push_gap(&mut self, reason: &str, frame: &ReplayFrame<'t>) {
        let stdout = frame.stdout.as_deref().unwrap_or_default();
        let output = BotOutput {
            token: None,
            raw: stdout.trim_end().to_owned(),
            message: String::new(),
            reason: reason.to_owned(),
            is_move_unknown: true,
        };
        self.push_failed(&output, frame, None);
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
            return self.push_gap("it is the other player's turn", frame);
        }
        let speaker = player.unwrap_or(Player::First);
        let mut output = split_output(self.protocols[speaker.index()].as_mut(), stdout);
        let refused = player.is_some_and(|player| self.is_declared_illegal(frame, player));
        match self.resolve_token(frame, &mut output).filter(|_| !refused) {
            Some(token) if self.is_another_shown(frame, &token, ply) => {
                self.push_gap("the referee shows another move", frame);
            }
            Some(token) => self.push(&token, Some(&output.raw), frame, player),
            None => self.push_failed(&output, frame, player),
        }
        if !output.message.is_empty() {
            self.draft.record.note_mut(ply).message = output.message;
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
        let state = self.state.as_mut();
        if state.is_some_and(|state| state.play(token).is_err()) {
            self.state = None;
            self.failed_player = player;
        }
    }

    /// Appends an output that was not a move, or was refused, as the attempt.
    fn push_failed(&mut self, output: &BotOutput, frame: &ReplayFrame<'t>, player: Option<Player>) {
        self.draft
            .push_token_as("", Some(&output.raw), frame.span.clone());
        if self.state.take().is_some() && !output.is_move_unknown {
            self.failed_player = player;
        }
        if let Some(attempt) = &mut self.draft.record.attempt {
            let location = self.doc.location(frame.span.clone());
            attempt.player = player;
            if output.is_move_unknown {
                attempt.rule = AttemptRule::NotLogged;
                attempt.reason.clone_from(&output.reason);
            } else if !output.reason.is_empty() {
                attempt.rule = AttemptRule::Unreadable;
                attempt.reason.clone_from(&output.reason);
            }
            (attempt.line, attempt.column) = (location.line, location.column);
        }
    }

    /// Appends the move that a replay shows although it hides the bot's output.
    fn read_shown_move(&mut self, frame: &ReplayFrame<'t>, player: Option<Player>) {
        let has_fault = self
            .declared_faults
            .iter()
            .any(|declared| declared.frame_index == frame.index);
        if frame.index > 0
            && !has_fault
            && self.state.is_some()
            && let Some(token) = self.shown_move(frame)
        {
            self.push(&token, None, frame, player);
        }
    }

    /// Reports whether the replay shows another move than the bot's.
    fn is_another_shown(&mut self, frame: &ReplayFrame<'t>, token: &str, ply: u32) -> bool {
        let game = self.draft.game();
        let canonical = |text: &str| game.parse(text).ok().map(|parsed| parsed.text);
        let shown = self.shown_move(frame).and_then(|shown| canonical(&shown));
        let (Some(shown), Some(output)) = (shown, canonical(token)) else {
            return false;
        };
        if shown == output {
            return false;
        }
        let message = format!(
            "ply {ply}: expected the referee to show the bot's move `{output}`, found `{shown}`"
        );
        let location = self.doc.location(frame.span.clone());
        let finding = Finding::new(Code::StatusDisagrees, message).at(location);
        self.draft.findings.push(finding.ply(ply));
        true
    }

    /// Returns the move that the replay shows in a frame.
    fn shown_move(&mut self, frame: &ReplayFrame<'t>) -> Option<String> {
        let game = self.draft.game();
        let view = frame.view.map(|view| self.doc.text(view, "view"));
        let shown = game.shown_move(&view.unwrap_or_default(), &frame.referee_texts.concat())?;
        let respelled = game.respell(&self.draft.record.setup, &shown);
        respelled.or(Some(shown))
    }

    /// Returns the move in the game's spelling; if the bot left it to the referee, the one shown.
    fn resolve_token(&mut self, frame: &ReplayFrame<'t>, output: &mut BotOutput) -> Option<String> {
        let token = output.token.take()?;
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
            "the log does not say which move the referee made".clone_into(&mut output.reason);
            output.is_move_unknown = true;
        }
        shown
    }

    /// Reports whether the referee refused this player's output in this frame.
    ///
    /// The turns in the viewer may be counted differently from the frames, so the last output
    /// counts as well.
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
        let sides = self.draft.game().sides();
        let message = format!(
            "ply {ply}: expected a move of {} (agent {}), found one of {} (agent {})",
            sides[mover.index()],
            mover.index(),
            sides[agent.index()],
            agent.index()
        );
        let location = self.doc.location(frame.span.clone());
        let finding = Finding::new(Code::WrongTurn, message).at(location).ply(ply);
        self.draft.findings.push(finding);
    }

    fn finish(mut self, mut replay: CodingameReplay<'t>) -> ParsedGame {
        if !replay.fail_cause.is_empty() && replay.scores == Some([0; 2]) {
            // A referee that failed did not give these scores.
            (replay.scores, replay.ranks) = (None, None);
            super::replay::keep_in_ext(&mut replay.ext, "scores", "0 - 0");
        }
        self.keep_referee_texts(&mut replay);
        let ids = self.draft.game().info().codingame_ids;
        if let Some(id) = replay.puzzle_id
            && !ids.iter().any(|known| i64::from(*known) == i64::from(id))
        {
            super::replay::keep_in_ext(&mut replay.ext, "puzzleId", &id.to_string());
        }
        let reported = self.reported_result(&replay);
        let record = &mut self.draft.record;
        let has_result = reported.winner.is_some()
            || reported.points.is_some()
            || !reported.faults.is_empty()
            || !reported.text.is_empty();
        record.reported = has_result.then_some(reported);
        [record.players.0.name, record.players.1.name] = replay.names;
        [record.players.0.version, record.players.1.version] = replay.submissions;
        record.source.id = replay.game_id;
        super::replay::keep_in_ext(&mut replay.ext, "failCause", &replay.fail_cause);
        record.ext = replay.ext;
        let mut findings = std::mem::take(&mut self.doc.findings);
        findings.append(&mut self.draft.findings);
        self.draft.findings = findings;
        self.draft.finish()
    }

    /// Keeps the referee's lines that neither show a move nor belong to the end of the game.
    fn keep_referee_texts(&self, replay: &mut CodingameReplay<'t>) {
        let game = self.draft.game();
        let last = replay.frames.last().map_or(0, |frame| frame.index);
        let mut kept = String::new();
        for frame in &replay.frames {
            let told = if frame.index == last {
                MAX_CLOSING_LINES
            } else {
                0
            };
            for line in referee_lines(frame).into_iter().skip(told) {
                if game.shown_move("", &line).is_none() {
                    kept.push_str(&format!("frame {}: {line}\n", frame.index));
                }
            }
        }
        super::replay::keep_in_ext(&mut replay.ext, "referee.texts", &kept);
    }

    fn reported_result(&mut self, replay: &CodingameReplay<'t>) -> ReportedResult {
        let (mut reported, disagree) = reported_result(replay);
        for declared in &self.declared_faults {
            if let Some(player) = declared.player {
                reported.faults.entry(player).or_insert(declared.fault);
            }
        }
        if reported.faults.is_empty() {
            let silent = |player| Some((player, self.silent_fault(replay, player)?));
            reported.faults = Player::ALL.into_iter().filter_map(silent).collect();
        }
        if let Some(finding) = disagree {
            let span = replay.result_span.as_ref().unwrap_or(&replay.whole);
            let location = self.doc.location(span.clone());
            self.draft.findings.push(finding.at(location));
        }
        reported
    }

    /// Returns a fault that shows only in a score below zero, or that stopped the referee itself.
    fn silent_fault(&self, replay: &CodingameReplay<'_>, player: Player) -> Option<Fault> {
        let failed = self.failed_player == Some(player);
        let below = replay
            .scores
            .is_some_and(|scores| scores[player.index()] < 0);
        let last = replay.frames.last()?;
        let silent = last.stdout.is_none() && last.agent.is_none_or(|agent| agent == player);
        match (below || !replay.fail_cause.is_empty(), failed) {
            (true, true) => Some(Fault::Illegal),
            (true, false) if below && silent => Some(Fault::Timeout),
            _ => None,
        }
    }
}

// Detection of the game of a replay.

/// The number of moves and frames from which the game is guessed.
const MAX_MOVES_SAMPLED: usize = 12;

/// Returns the game of a replay: the user's choice, or by the replay's puzzle number or title, or
/// by its moves and the referee's texts.
fn find_game(
    replay: &CodingameReplay<'_>,
    context: &ReadContext<'_>,
) -> Option<&'static dyn DynGame> {
    let games = || context.catalogue.iter().copied();
    let has_puzzle_id = |game: &&dyn DynGame| {
        let mut ids = game.info().codingame_ids.iter();
        ids.any(|id| {
            replay
                .puzzle_id
                .is_some_and(|puzzle| i64::from(puzzle) == i64::from(*id))
        })
    };
    let has_title = |game: &&dyn DynGame| {
        let mut titles = replay.titles.iter();
        titles.any(|title| title.trim().eq_ignore_ascii_case(game.name()))
    };
    context
        .game
        .or_else(|| games().find(has_puzzle_id))
        .or_else(|| games().find(has_title))
        .or_else(|| {
            games()
                .filter(|game| !game.info().codingame_ids.is_empty())
                .map(|game| (fit_score(replay, game), game))
                .filter(|(fit, _)| *fit > 0)
                .rev()
                .max_by_key(|(fit, _)| *fit)
                .map(|(_, game)| game)
        })
        .or_else(|| {
            let outputs = replay
                .frames
                .iter()
                .filter_map(|frame| frame.stdout.as_deref());
            guess_game(context.catalogue, outputs.flat_map(str::split_whitespace))
        })
}

/// Counts how many of the first moves and of the referee's texts fit a game.
fn fit_score(replay: &CodingameReplay<'_>, game: &'static dyn DynGame) -> usize {
    let mut protocol = game.protocol(&Setup::default());
    let outputs = replay
        .frames
        .iter()
        .filter_map(|frame| frame.stdout.as_deref());
    let moves = outputs.take(MAX_MOVES_SAMPLED).filter(|stdout| {
        let token = split_output(protocol.as_mut(), stdout).token;
        token.is_some_and(|token| {
            game.parse(&token).is_ok() || game.info().referees_choice.contains(&token.as_str())
        })
    });
    let moves = moves.count();
    let has_referee_words = |line: &str| {
        let mut words = game.info().referee_words.iter();
        words.any(|(words, _)| line.contains(words))
    };
    let fits = |frame: &&ReplayFrame<'_>| {
        let lines = referee_lines(frame);
        lines
            .iter()
            .any(|line| has_referee_words(line) || game.shown_move("", line).is_some())
    };
    let frames = replay
        .frames
        .iter()
        .take(MAX_MOVES_SAMPLED)
        .chain(replay.frames.last());
    moves
        + frames.filter(fits).count()
        + replay
            .tooltips
            .iter()
            .filter(|tip| has_referee_words(&tip.text))
            .count()
}

// The end of the game as the replay reports it: faults and result.

/// The number of last texts that are searched for a fault, since a fault ends the game.
const MAX_LINES_CHECKED: usize = 8;
/// The maximum number of the referee's last texts in the wording of the result.
const MAX_CLOSING_LINES: usize = 2 * MAX_LINES_CHECKED;

/// A fault reported by the referee.
struct DeclaredFault {
    /// The index of the frame.
    pub frame_index: usize,
    /// The player at fault, if the text names one.
    pub player: Option<Player>,
    pub fault: Fault,
}

/// Returns the lines of the referee's texts in a frame, without colours.
fn referee_lines(frame: &ReplayFrame<'_>) -> Vec<String> {
    let texts = frame
        .referee_texts
        .iter()
        .map(|text| frame_texts::strip_colors(text));
    texts
        .flat_map(|text| {
            text.lines()
                .map(|line| line.trim().to_owned())
                .collect::<Vec<_>>()
        })
        .filter(|line| !line.is_empty())
        .collect()
}

/// Returns the faults that the referee reports, in its summaries and in tooltips for the viewer.
fn declared_faults(replay: &CodingameReplay<'_>, game: &dyn DynGame) -> Vec<DeclaredFault> {
    let declared = |index: usize, line: &str, event: Option<Player>| {
        Some(DeclaredFault {
            frame_index: index,
            player: frame_texts::named_player(line).or(event),
            fault: frame_texts::find_fault(line, game)?,
        })
    };
    let tooltips = replay.tooltips.iter().rev().filter_map(|tooltip| {
        let event = Player::ALL.get(tooltip.event).copied();
        declared(
            tooltip.turn,
            &frame_texts::strip_colors(&tooltip.text),
            event,
        )
    });
    let summaries = replay.frames.iter().rev().flat_map(|frame| {
        let lines = referee_lines(frame).into_iter();
        lines.filter_map(|line| declared(frame.index, &line, None))
    });
    tooltips
        .take(MAX_LINES_CHECKED)
        .chain(summaries.take(MAX_LINES_CHECKED))
        .collect()
}

/// Returns the result that the replay reports, and a finding if it contradicts itself.
///
/// The contest has only one kind of points, so they are the game's scores as well.
fn reported_result(replay: &CodingameReplay<'_>) -> (ReportedResult, Option<Finding>) {
    let by_scores = replay.scores.map(Winner::of);
    let by_ranks = replay
        .ranks
        .map(|[first, second]| Winner::of([second, first]));
    let by_words = winner_by_words(replay);
    let results = [
        ("ranks", by_ranks),
        ("scores", by_scores),
        ("words", by_words),
        ("winner", replay.winner),
    ];
    let mut results = results
        .into_iter()
        .filter_map(|(name, winner)| Some((name, winner?)));
    let first = results.next();
    let finding = first.and_then(|(name, winner)| {
        let (other, differs) = results.find(|(_, other)| *other != winner)?;
        let message = format!(
            "expected one result, found {} by the {name} and {} by the {other}",
            describe_winner(winner),
            describe_winner(differs)
        );
        Some(Finding::new(Code::StatusDisagrees, message))
    });
    let points = replay.scores.map(|[first, second]| (first, second));
    let reported = ReportedResult {
        // A log that contradicts itself does not say who won.
        winner: first
            .map(|(_, winner)| winner)
            .filter(|_| finding.is_none()),
        scores: points,
        points,
        text: closing_text(replay),
        ..ReportedResult::default()
    };
    (reported, finding)
}

fn winner_by_words(replay: &CodingameReplay<'_>) -> Option<Winner> {
    let tooltips = replay.tooltips.iter().rev();
    let mut tooltips = tooltips
        .filter_map(|tooltip| frame_texts::parse_winner(&frame_texts::strip_colors(&tooltip.text)));
    let last = replay.frames.last().map(referee_lines).unwrap_or_default();
    last.iter()
        .rev()
        .find_map(|line| frame_texts::parse_winner(line))
        .or_else(|| tooltips.next())
        .map(Winner::from)
}

fn describe_winner(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "a win for the first player",
        Winner::Second => "a win for the second player",
        Winner::Draw => "a draw",
    }
}

/// Returns the referee's last texts, with the players' names.
fn closing_text(replay: &CodingameReplay<'_>) -> String {
    let Some(last) = replay.frames.last() else {
        return String::new();
    };
    let mut all = referee_lines(last);
    let tooltips = replay
        .tooltips
        .iter()
        .filter(|tooltip| tooltip.turn == last.index);
    all.extend(
        tooltips
            .take(MAX_LINES_CHECKED)
            .map(|tooltip| frame_texts::strip_colors(&tooltip.text)),
    );
    all.truncate(MAX_CLOSING_LINES);
    all.extend(replay.fail_cause.lines().next().map(str::to_owned));
    let mut text: Vec<String> = Vec::new();
    for line in all {
        let line = frame_texts::insert_names(&line, &replay.names);
        // The tooltips repeat the summary in nearly the same words.
        let unpunctuated = line.trim_end_matches(['.', '!']);
        if !unpunctuated.is_empty() && !text.iter().any(|before| before.starts_with(unpunctuated)) {
            text.push(line);
        }
    }
    text.join("; ")
}
