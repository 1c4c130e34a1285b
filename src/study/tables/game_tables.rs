//! The rows of one game.

use super::keywords;
use super::rows::{FindingRow, GameRow, PlayerRow, PlyRow};
use crate::arena::GameScore;
use crate::review::{
    GamePhase, HeadlineFacts, JudgedPly, PlayerSummary, Thresholds, accuracy, headline,
    judged_plies_without_reasons, mentions, player_failures, player_summaries,
};
use kifu_core::contract::{Fault, Player, Turn};
use kifu_core::findings::Finding;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::{Ending, Glyph, PlyNumbers, Record};
use kifu_logs::bot_output::{BotPatterns, BotReport, PlyReport, bot_reports};
use kifu_logs::files::Origin;
use kifu_logs::formats::{CheckedGame, to_json};

/// The rows of one game in all tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameTables {
    /// The row of the table `games`.
    pub game: GameRow,
    /// The rows of the table `plies`.
    pub plies: Vec<PlyRow>,
    /// The rows of the table `players`.
    pub players: Vec<PlayerRow>,
    /// The rows of the table `findings`.
    pub findings: Vec<FindingRow>,
}

impl GameTables {
    /// Makes the rows of a judged game. Its number is 0 until [`set_id`](Self::set_id) sets it.
    ///
    /// The patterns find what the bots reported of their plies.
    pub fn new(
        checked: &CheckedGame,
        origin: &Origin,
        thresholds: &Thresholds,
        patterns: &BotPatterns,
    ) -> Self {
        let record = &checked.record;
        let game = by_id(CATALOGUE, &record.game);
        let judged = game.map_or_else(Vec::new, |game| judged(checked, game, thresholds));
        let summaries = player_summaries(&judged);
        let plies = checked.ply_count;
        let failures = game.and_then(|game| player_failures(record, game, plies).ok());
        let failures = failures.unwrap_or_default();
        let headline = game.and_then(|game| {
            headline(HeadlineFacts {
                record,
                names: game.sides(),
                plies,
                judged: &judged,
                failures: &failures,
            })
        });
        let fault_ply = |player: Player| {
            let failed = failures.iter().find(|failed| failed.player == player);
            failed.map(|failed| failed.ply)
        };
        let calls = ModelNumbers::of(record);
        let counted = GameScore::for_standings(record, checked.is_valid());
        let score = counted.clone().unwrap_or_else(|| GameScore {
            winner: None,
            ..GameScore::from_record(record)
        });
        let is_counted = counted.is_some_and(|score| score.winner.is_some());
        Self {
            game: GameRow {
                judged_plies: count(judged.len()),
                decided_by: headline.as_ref().map(|line| line.decided_by.keyword()),
                decisive_ply: headline.as_ref().and_then(|line| line.ply),
                headline: headline.map(|line| line.sentence),
                ..game_row(checked, origin, &score, is_counted)
            },
            players: Player::ALL
                .map(|player| {
                    let summary = &summaries[player.index()];
                    let mut row = player_row(record, &score, is_counted, player, summary);
                    row.fault_ply = fault_ply(player);
                    if let Some(ply) = row.fault_ply.filter(|ply| *ply > plies) {
                        let note = record.notes.get(&ply);
                        row.fault_message = note.and_then(|note| text(&note.message));
                        row.fault_retries = calls.retries(ply);
                        row.fault_tokens = calls.total_tokens.get(ply);
                        row.fault_seconds = calls.call_seconds.get(ply);
                    }
                    row
                })
                .into(),
            plies: game.map_or_else(Vec::new, |game| {
                ply_rows(
                    checked,
                    game,
                    &judged,
                    &bot_reports(record, patterns),
                    &calls,
                )
            }),
            findings: checked
                .findings
                .iter()
                .map(|finding| finding_row(finding, origin))
                .collect(),
        }
    }

    /// Sets the number of the game in the export and its index in the file.
    pub fn set_id(&mut self, game_id: u64, source_index: u64) {
        self.game.game_id = game_id;
        self.game.source_index = source_index;
        self.plies.iter_mut().for_each(|row| row.game_id = game_id);
        self.players
            .iter_mut()
            .for_each(|row| row.game_id = game_id);
        self.findings
            .iter_mut()
            .for_each(|row| row.game_id = game_id);
    }
}

/// Returns a text, or nothing if it is empty.
fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn fault_word(fault: Fault) -> &'static str {
    Ending::from(fault).as_str()
}

/// Returns the judged plies of a game with evaluations; none if it was not reviewed.
fn judged(checked: &CheckedGame, game: &dyn DynGame, thresholds: &Thresholds) -> Vec<JudgedPly> {
    let record = &checked.record;
    if !record.is_reviewed() {
        return Vec::new();
    }
    let judged = judged_plies_without_reasons(record, game, checked.ply_count, thresholds);
    judged.unwrap_or_default()
}

fn game_row(checked: &CheckedGame, origin: &Origin, score: &GameScore, counted: bool) -> GameRow {
    let record = &checked.record;
    let setup = record.setup.0.iter();
    let setup: Vec<String> = setup.map(|(key, value)| format!("{key}={value}")).collect();
    let value_of = |pair: Option<[i32; 2]>, player: Player| pair.map(|pair| pair[player.index()]);
    let fault = |player: Player| score.faults[player.index()].map(fault_word);
    GameRow {
        game_id: 0,
        source: origin.display_name.clone(),
        source_index: 0,
        game: text(&record.game),
        setup: text(&setup.join(" ")),
        contest_id: text(&record.source.id),
        event: text(&record.event.name),
        round: text(&record.event.round),
        stage: text(&record.event.table),
        date: text(&record.event.date),
        first: text(&record.players.0.name),
        second: text(&record.players.1.name),
        moves: record.moves.clone(),
        plies: checked.ply_count,
        valid: checked.is_valid(),
        ending: checked.ending.as_str(),
        counted,
        winner: score.winner.map(keywords::winner),
        first_points: value_of(score.points, Player::First),
        second_points: value_of(score.points, Player::Second),
        first_game_points: value_of(score.game_points, Player::First),
        second_game_points: value_of(score.game_points, Player::Second),
        first_score: value_of(score.scores, Player::First),
        second_score: value_of(score.scores, Player::Second),
        first_fault: fault(Player::First),
        second_fault: fault(Player::Second),
        ..GameRow::default()
    }
}

fn player_row(
    record: &Record,
    score: &GameScore,
    counted: bool,
    player: Player,
    summary: &PlayerSummary,
) -> PlayerRow {
    let info = record.player(player);
    let own_value = |pair: Option<[i32; 2]>| pair.map(|pair| pair[player.index()]);
    let is_judged = summary.plies > 0;
    let plies = |number: usize| is_judged.then(|| count(number));
    PlayerRow {
        game_id: 0,
        game: text(&record.game),
        side: keywords::player(player),
        player: text(&info.name),
        opponent: text(&record.player(player.opponent()).name),
        author: text(&info.author),
        version: text(&info.version),
        counted,
        result: score.value(player),
        points: own_value(score.points),
        game_points: own_value(score.game_points),
        score: own_value(score.scores),
        fault: score.faults[player.index()].map(fault_word),
        time_ms: info.time_ms,
        judged_plies: count(summary.plies),
        accuracy: summary.accuracy,
        only_moves: plies(summary.only),
        inaccuracies: plies(summary.inaccuracies),
        mistakes: plies(summary.mistakes),
        blunders: plies(summary.blunders),
        loss: is_judged.then_some(summary.loss),
        points_loss: summary.points,
        luck: summary.luck,
        luck_points: summary.luck_points,
        ..PlayerRow::default()
    }
}

/// Returns the rows of the legal plies, in order.
fn ply_rows(
    checked: &CheckedGame,
    game: &dyn DynGame,
    judged: &[JudgedPly],
    reports: &[PlyReport],
    calls: &ModelNumbers,
) -> Vec<PlyRow> {
    let record = &checked.record;
    let Some((mut state, tokens)) = record.start(game) else {
        return Vec::new();
    };
    let named = mentions(record, game, checked.ply_count, judged).unwrap_or_default();
    let mut named = named.iter().peekable();
    let mut judged = judged.iter().peekable();
    let mut reports = reports.iter().peekable();
    let mut rows = Vec::with_capacity(checked.ply_count as usize);
    for (ply, token) in (1..=checked.ply_count).zip(tokens) {
        let is_chance = state.turn() == Turn::Chance;
        let Some(player) = state.mover().filter(|_| state.play(token).is_ok()) else {
            break;
        };
        let note = record.notes.get(&ply);
        let mut row = PlyRow {
            game: text(&record.game),
            ply,
            phase: keywords::phase(GamePhase::of_ply(ply, checked.ply_count)),
            side: keywords::player(player),
            player: text(&record.player(player).name),
            token: token.to_owned(),
            chance: game.chance_of(token).filter(|_| is_chance),
            made_by: keywords::made_by(note.and_then(|note| note.by)),
            time_ms: record.times_ms.get_ms(ply),
            glyph: note.and_then(|note| note.glyph).map(Glyph::symbol),
            ..PlyRow::default()
        };
        if let Some(judged) = judged.next_if(|judged| judged.ply == ply) {
            add_judgement(&mut row, judged);
        }
        calls.add(&mut row);
        row.message = note.and_then(|note| text(&note.message));
        if let Some(named) = named.next_if(|named| named.ply == ply) {
            let (moves, illegal) = named.move_counts();
            row.moves_named = Some(count(moves));
            row.illegal_named = Some(count(illegal));
            row.last_named_played = named.is_last_played;
            row.better_named.clone_from(&named.better);
        }
        if let Some(report) = reports.next_if(|report| report.ply == ply) {
            add_report(&mut row, &report.report);
        }
        rows.push(row);
    }
    rows
}

/// The numbers of the calls of a language model, by ply.
struct ModelNumbers {
    calls: PlyNumbers,
    prompt_tokens: PlyNumbers,
    generation_tokens: PlyNumbers,
    total_tokens: PlyNumbers,
    call_seconds: PlyNumbers,
}

impl ModelNumbers {
    fn of(record: &Record) -> Self {
        Self {
            calls: record.ply_numbers("calls"),
            prompt_tokens: record.ply_numbers("prompt_tokens"),
            generation_tokens: record.ply_numbers("generation_tokens"),
            total_tokens: record.ply_numbers("total_tokens"),
            call_seconds: record.ply_numbers("call_seconds"),
        }
    }

    /// Returns how often a model was asked again at a ply.
    fn retries(&self, ply: u32) -> Option<f64> {
        self.calls.get(ply).map(|calls| (calls - 1.0).max(0.0))
    }

    /// Fills in the columns of the calls.
    fn add(&self, row: &mut PlyRow) {
        row.retries = self.retries(row.ply);
        row.prompt_tokens = self.prompt_tokens.get(row.ply);
        row.generation_tokens = self.generation_tokens.get(row.ply);
        row.total_tokens = self.total_tokens.get(row.ply);
        row.call_seconds = self.call_seconds.get(row.ply);
    }
}

/// Fills in the columns of the review.
fn add_judgement(row: &mut PlyRow, judged: &JudgedPly) {
    let JudgedPly {
        evaluation,
        judgement,
        ..
    } = judged;
    row.engine = text(&evaluation.engine);
    row.budget = text(&evaluation.budget);
    row.best_move = evaluation.pv.first().cloned();
    row.best_win = Some(evaluation.best.win);
    row.played_win = Some(evaluation.played.win);
    row.best_points = evaluation.best.points;
    row.played_points = evaluation.played.points;
    row.loss = Some(judgement.loss);
    row.loss_error = Some(judgement.loss_error);
    row.points_loss = judgement.points;
    row.accuracy = Some(accuracy(judgement.loss));
    row.class = Some(keywords::class(judgement.class));
    row.turning = judgement.turning.map(keywords::turning);
    row.proven = Some(judgement.proven);
    row.stake = Some(keywords::stake(judged.choice));
    row.luck = evaluation.luck.map(|luck| luck.win);
    row.luck_points = evaluation.luck.and_then(|luck| luck.points);
}

/// Fills in the columns of what the bot itself reported.
fn add_report(row: &mut PlyRow, report: &BotReport) {
    let number = |name: &str| report.numbers.get(name).copied();
    row.bot_best = text(&report.best);
    row.bot_win = number("win");
    row.bot_value = number("value");
    row.bot_points = number("points");
    row.bot_depth = number("depth");
    row.bot_nodes = number("nodes");
    let numbers = report.numbers.iter();
    let numbers = numbers.map(|(name, number)| format!("{}: {number}", to_json(&name)));
    let numbers: Vec<String> = numbers.collect();
    row.bot_numbers = (!numbers.is_empty()).then(|| format!("{{{}}}", numbers.join(", ")));
}

fn finding_row(finding: &Finding, origin: &Origin) -> FindingRow {
    let location = finding.location.as_ref();
    FindingRow {
        game_id: 0,
        source: origin.display_name.clone(),
        code: finding.code.to_string(),
        severity: keywords::severity(finding.severity()),
        title: finding.code.kind().title,
        message: finding.message.clone(),
        hint: finding.hint.clone(),
        ply: finding.ply,
        line: location.map(|location| location.line),
        column: location.map(|location| location.column),
    }
}
