//! The comparison of the reported and the stored result with the result by the rules.

use super::{Adjudicator, RecordPart};
use crate::contract::{Replay, Winner};
use crate::findings::{Code, Finding};
use crate::record::{AttemptRule, Ending, GameResult, ReportedResult};

impl Adjudicator<'_> {
    /// Compares the stored and the reported result with the result by the rules, and reports the
    /// differences.
    pub(super) fn compare_results(&mut self, rules: &GameResult, replay: &Replay) {
        if let Some(stored) = self.record.result.take() {
            // A stored result should be a copy of ours: one finding is enough.
            if stored != *rules && !(stored == GameResult::default()) {
                let message = format!(
                    "expected {} by the rules, found {}",
                    self.result_text(rules),
                    self.result_text(&stored)
                );
                self.report(
                    RecordPart::StoredResult,
                    Finding::new(Code::StoredResultDiffers, message),
                );
            }
        }
        // If the log does not say which move was made, its result may well be right.
        let attempt = self.record.attempt.as_ref();
        if attempt.is_some_and(|attempt| attempt.rule == AttemptRule::NotLogged) {
            return;
        }
        let reported = self.record.reported.take();
        if let Some(reported) = &reported {
            self.compare_reported(rules, reported, replay);
        }
        let is_reported = reported.as_ref().is_some_and(has_result);
        self.record.reported = reported;
        if rules.how == Ending::Unterminated && !is_reported {
            let side = self.side_to_act(replay);
            let message = format!("the game is not over: {side} to move");
            self.report(RecordPart::Game, Finding::new(Code::Unterminated, message));
        }
    }

    /// Returns the name of the side that is next, a player or chance.
    fn side_to_act(&self, replay: &Replay) -> &'static str {
        replay
            .next
            .map_or("chance", |next| self.game.sides()[next.index()])
    }

    /// Reports whether the result of the log may count any kind of points: a pasted list of moves
    /// gives two numbers without a label.
    fn points_are_unlabelled(&self) -> bool {
        self.record.source.format == "moves"
    }

    /// Reports how the result in the log differs from the one by the rules.
    fn compare_reported(&mut self, rules: &GameResult, reported: &ReportedResult, replay: &Replay) {
        if rules.how == Ending::Unterminated {
            if has_result(reported) {
                let side = self.side_to_act(replay);
                let message = format!(
                    "expected a finished game or a fault, as the log reports a result; \
                     found {side} to move"
                );
                self.report(
                    RecordPart::ReportedResult,
                    Finding::new(Code::ResultOfOpenGame, message),
                );
            }
            return;
        }
        let other_winner = rules
            .winner
            .zip(reported.winner)
            .filter(|(rules, reported)| rules != reported);
        if let Some((winner, reported_winner)) = other_winner {
            let differ = rules.points.is_some() && reported.points != rules.points;
            let pair = |points: Option<(i32, i32)>| {
                points
                    .filter(|_| differ)
                    .map_or(String::new(), |(first, second)| {
                        format!(" ({first} - {second})")
                    })
            };
            let message = format!(
                "expected {}{} by the rules, found {}{}",
                self.winner_text(winner),
                pair(rules.points.filter(|_| reported.points.is_some())),
                self.winner_text(reported_winner),
                pair(reported.points)
            );
            self.report(
                RecordPart::ReportedResult,
                Finding::new(Code::WinnerDiffers, message),
            );
        }
        // The finding on the winner covers the points, and the one on the points covers scores that
        // are the same numbers.
        let any_count =
            self.points_are_unlabelled() && all_point_kinds(rules).contains(&reported.points);
        let points = rules.points.zip(reported.points).filter(|_| !any_count);
        let scores = rules.scores.zip(reported.scores);
        let game_points = rules.game_points.zip(reported.game_points);
        let pairs = [
            (
                Code::PointsDiffer,
                "points",
                points.filter(|_| other_winner.is_none()),
            ),
            (
                Code::ScoresDiffer,
                "scores",
                scores.filter(|_| scores != points),
            ),
            (Code::GamePointsDiffer, "game points", game_points),
        ];
        for (code, what, pair) in pairs {
            if let Some((rules, said)) = pair.filter(|(rules, said)| rules != said) {
                let message = format!(
                    "expected {what} {} - {} by the rules, found {} - {}",
                    rules.0, rules.1, said.0, said.1
                );
                self.report(RecordPart::ReportedResult, Finding::new(code, message));
            }
        }
        if rules.points.is_none()
            && let Some((first, second)) = reported.points
        {
            self.check_failed_player_points(rules, [first, second]);
            let message = "the points cannot be checked: they depend on information that the log does not have";
            self.report(
                RecordPart::ReportedResult,
                Finding::new(Code::CannotBeScored, message),
            );
        }
    }

    /// Checks that a player who failed has no points; these are known even if the others are not.
    fn check_failed_player_points(&mut self, rules: &GameResult, reported: [i32; 2]) {
        for player in rules.faults.keys() {
            let found = reported[player.index()];
            if found != 0 {
                let side = self.game.sides()[player.index()];
                let message = format!("expected 0 points for {side}, who failed, found {found}");
                self.report(
                    RecordPart::ReportedResult,
                    Finding::new(Code::PointsDiffer, message),
                );
            }
        }
    }

    /// Returns the winner in words.
    fn winner_text(&self, winner: Winner) -> String {
        winner.player().map_or("a draw".to_owned(), |player| {
            format!("a win for {}", self.game.sides()[player.index()])
        })
    }

    /// Returns the result in words, with all its points and faults.
    fn result_text(&self, result: &GameResult) -> String {
        let pair = |name: &str, pair: Option<(i32, i32)>| {
            pair.map_or(String::new(), |(first, second)| {
                format!(", {name} {first} - {second}")
            })
        };
        let winner = result
            .winner
            .map_or("no winner".to_owned(), |winner| self.winner_text(winner));
        let mut faults = String::new();
        for (player, fault) in &result.faults {
            let side = self.game.sides()[player.index()];
            faults.push_str(&format!(", {side}: {}", Ending::from(*fault).as_str()));
        }
        format!(
            "{winner}{}{}{}, {}{faults}",
            pair("scores", result.scores),
            pair("points", result.points),
            pair("game points", result.game_points),
            result.how.as_str()
        )
    }
}

/// Reports whether a log gives a result: its words on the end of a game may be about something else,
/// such as a crash of the referee.
const fn has_result(reported: &ReportedResult) -> bool {
    reported.winner.is_some() || reported.points.is_some()
}

/// Returns the points of all kinds that a contest can count.
fn all_point_kinds(result: &GameResult) -> [Option<(i32, i32)>; 3] {
    [result.points, result.scores, result.game_points]
}
