//! What the log says of the result against what the rules give.

use super::{Judge, UNTOLD, Where};
use crate::contract::{Replay, Winner};
use crate::findings::{Code, Finding};
use crate::record::{Ending, GameResult, Reported};

impl Judge<'_> {
    /// What the log said against what the rules give.
    pub(super) fn compare(&mut self, rules: &GameResult, replay: &Replay) {
        if let Some(stored) = self.record.result.take() {
            // A stored result is a copy of ours: one finding is enough.
            if stored != *rules && !(stored == GameResult::default()) {
                let message = format!("expected {}, found {}", brief(rules), brief(&stored));
                self.find(Where::Result, Finding::new(Code::RecordDiffers, message));
            }
        }
        let reported = self.record.reported.take();
        if let Some(reported) = &reported {
            self.compare_reported(rules, reported);
        }
        let told = reported.as_ref().is_some_and(tells_a_result) && !self.is_untold();
        self.record.reported = reported;
        if rules.how == Ending::Unterminated && !told {
            let side = replay
                .next
                .map_or("luck", |next| self.book.sides()[next.index()]);
            let message = format!("the game is not over: {side} is to act");
            self.find(Where::Whole, Finding::new(Code::Unterminated, message));
        }
    }

    /// The log does not tell how the game went on.
    fn is_untold(&self) -> bool {
        let attempt = self.record.attempt.as_ref();
        attempt.is_some_and(|attempt| attempt.rule == UNTOLD)
    }

    /// A list that people paste gives a result and does not say what it counts.
    fn says_not_of_what(&self) -> bool {
        self.record.source.format == "moves"
    }

    fn compare_reported(&mut self, rules: &GameResult, reported: &Reported) {
        if rules.how == Ending::Unterminated {
            if tells_a_result(reported) && !self.is_untold() {
                let message = "expected a finished game or a player's fault, for the log reports a \
                               result; found a game that is not over";
                self.find(Where::Result, Finding::new(Code::NotOver, message));
            }
            return;
        }
        let pairs = [
            (Code::PointsDiffer, "points", rules.points, reported.points),
            (Code::ScoresDiffer, "scores", rules.scores, reported.scores),
            (
                Code::GamePointsDiffer,
                "game points",
                rules.game_points,
                reported.game_points,
            ),
        ];
        for (code, what, right, said) in pairs {
            if let (Some(right), Some(said)) = (right, said)
                && right != said
                && !(self.says_not_of_what() && counts_of(rules).contains(&Some(said)))
            {
                let message = format!(
                    "expected {what} {} - {} by the rules, found {} - {}",
                    right.0, right.1, said.0, said.1
                );
                self.find(Where::Result, Finding::new(code, message));
            }
        }
        if let (Some(rules), Some(said)) = (rules.winner, reported.winner)
            && rules != said
        {
            let message = format!(
                "expected {} by the rules, found {}",
                self.winner(rules),
                self.winner(said)
            );
            self.find(Where::Result, Finding::new(Code::WinnerDiffers, message));
        }
        if rules.points.is_none()
            && let Some((first, second)) = reported.points
        {
            self.points_of_failing(rules, [first, second]);
            let message = "the points depend on what the log does not tell";
            self.find(Where::Result, Finding::new(Code::NoScore, message));
        }
    }

    /// Where the points as a whole are not known, those of a player who failed are.
    fn points_of_failing(&mut self, rules: &GameResult, said: [i32; 2]) {
        for player in rules.faults.keys() {
            let found = said[player.index()];
            if found != 0 {
                let side = self.book.sides()[player.index()];
                let message = format!("expected points 0 of {side}, who failed, found {found}");
                self.find(Where::Result, Finding::new(Code::PointsDiffer, message));
            }
        }
    }

    fn winner(&self, winner: Winner) -> String {
        winner.player().map_or("a draw".to_owned(), |player| {
            format!("a win of {}", self.book.sides()[player.index()])
        })
    }
}

/// A log can have words on a game's end, such as a referee's crash, that are no result.
const fn tells_a_result(reported: &Reported) -> bool {
    reported.winner.is_some() || reported.points.is_some()
}

/// All that the contest counts.
fn counts_of(result: &GameResult) -> [Option<(i32, i32)>; 3] {
    [result.points, result.scores, result.game_points]
}

fn brief(result: &GameResult) -> String {
    let pair = |name: &str, pair: Option<(i32, i32)>| {
        pair.map_or(String::new(), |(first, second)| {
            format!(", {name} {first} - {second}")
        })
    };
    let winner = result.winner.map_or("no winner".to_owned(), |winner| {
        format!("winner {winner:?}")
    });
    format!(
        "{winner}{}{}{}, {}",
        pair("scores", result.scores),
        pair("points", result.points),
        pair("game points", result.game_points),
        result.how.word()
    )
}
