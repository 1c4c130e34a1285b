//! The comparison of the reported and the stored result with the result by the rules.

use super::{Adjudicator, RecordPart};
use crate::contract::{Player, Replay, Winner, number_text, pair_text};
use crate::findings::{Code, Finding};
use crate::record::{AttemptRule, Ending, GameResult, ReportedResult};

impl Adjudicator<'_> {
    /// Compares the stored and the reported result with the result by the rules, and reports the
    /// differences.
    pub(super) fn compare_results(&mut self, rules: &GameResult, replay: &Replay) {
        if let Some(stored) = self.record.result.take() {
            // A stored result should be a copy of ours: one finding is enough.
            if stored != *rules && !(stored == GameResult::default()) {
                let message = self.stored_differences(rules, &stored);
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
                    .map_or(String::new(), |points| format!(" ({})", pair_text(points)))
            };
            let message = format!(
                "the log says {}{}, the rules give {}{}",
                self.winner_text(reported_winner),
                pair(reported.points),
                self.winner_text(winner),
                pair(rules.points.filter(|_| reported.points.is_some()))
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
                "contest points",
                points.filter(|_| other_winner.is_none()),
            ),
            (
                Code::ScoresDiffer,
                "score",
                scores.filter(|_| scores != points),
            ),
            (Code::GamePointsDiffer, "game points", game_points),
        ];
        for (code, what, pair) in pairs {
            if let Some((rules, said)) = pair.filter(|(rules, said)| rules != said) {
                let message = self.pair_difference(what, "log", said, rules);
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
                let message = format!(
                    "{side}'s contest points: the log says {}, the rules give 0 after a failure",
                    number_text(found)
                );
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

    /// Returns the difference of two pairs of numbers: of one player's number, if the other's is
    /// equal.
    fn pair_difference(
        &self,
        what: &str,
        source: &str,
        found: (i32, i32),
        rules: (i32, i32),
    ) -> String {
        let [first, second] = self.game.sides();
        let of = |side: &str, found: i32, rules: i32| {
            let [found, rules] = [found, rules].map(number_text);
            format!("{side}'s {what}: the {source} says {found}, the rules give {rules}")
        };
        if found.1 == rules.1 {
            of(first, found.0, rules.0)
        } else if found.0 == rules.0 {
            of(second, found.1, rules.1)
        } else {
            let [found, rules] = [found, rules].map(pair_text);
            format!("{what}: the {source} says {found}, the rules give {rules}")
        }
    }

    /// Returns what differs in a stored result.
    fn stored_differences(&self, rules: &GameResult, stored: &GameResult) -> String {
        let mut differences = Vec::new();
        let mut add = |what: &str, found: String, rules: String| {
            differences.push(format!(
                "{what}: the record says {found}, the rules give {rules}"
            ));
        };
        if rules.winner != stored.winner {
            let text = |winner: Option<Winner>| {
                winner.map_or("no winner".to_owned(), |winner| self.winner_text(winner))
            };
            add("result", text(stored.winner), text(rules.winner));
        }
        if rules.how != stored.how {
            let text = |ending: Ending| ending.as_str().to_owned();
            add("ending", text(stored.how), text(rules.how));
        }
        for player in Player::ALL {
            let fault = |result: &GameResult| {
                let fault = result.faults.get(&player);
                fault.map_or("none", |fault| Ending::from(*fault).as_str())
            };
            if fault(rules) != fault(stored) {
                let what = format!("{}'s fault", self.game.sides()[player.index()]);
                add(&what, fault(stored).to_owned(), fault(rules).to_owned());
            }
        }
        let pairs = [
            ("score", stored.scores, rules.scores),
            ("contest points", stored.points, rules.points),
            ("game points", stored.game_points, rules.game_points),
        ];
        for (what, found, rules) in pairs.into_iter().filter(|(_, found, rules)| found != rules) {
            let text = if let (Some(found), Some(rules)) = (found, rules) {
                self.pair_difference(what, "record", found, rules)
            } else {
                let [found, rules] =
                    [found, rules].map(|pair| pair.map_or("none".to_owned(), pair_text));
                format!("{what}: the record says {found}, the rules give {rules}")
            };
            differences.push(text);
        }
        differences.join("; ")
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
