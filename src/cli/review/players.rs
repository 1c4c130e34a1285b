//! The totals over many games, for each player.

use super::ReviewedGame;
use super::args::ReportFormat;
use super::text::turning_text;
use crate::cli::common::text::printable;
use crate::contract::Player;
use crate::review::{GamePhase, Judgement, MoveClass, TurningPoint, accuracy};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The totals of a player's judged plies.
#[derive(Clone, Debug, Default, Serialize)]
struct PlayTotals {
    games: usize,
    plies: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    /// The sum of the accuracies of the plies, 0 to 100 each.
    #[serde(skip)]
    accuracy_sum: f64,
    /// The sum of the win probabilities given away.
    loss: f64,
}

impl PlayTotals {
    fn add(&mut self, class: MoveClass, loss: f64) {
        self.plies += 1;
        self.accuracy_sum += accuracy(loss);
        self.loss += loss;
        match class {
            MoveClass::Only | MoveClass::Good => {}
            MoveClass::Inaccuracy => self.inaccuracies += 1,
            MoveClass::Mistake => self.mistakes += 1,
            MoveClass::Blunder => self.blunders += 1,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "games and plies are few")]
    fn row(&self, name: &str) -> String {
        let mean = |sum: f64| sum / self.plies.max(1) as f64;
        let games = self.games.max(1) as f64;
        let row = format!(
            "{name:<28}{:>6}{:>7}{:>10.1}{:>6}{:>6}{:>6}{:>10.2}",
            if self.games > 0 {
                self.games.to_string()
            } else {
                String::new()
            },
            self.plies,
            mean(self.accuracy_sum),
            self.inaccuracies,
            self.mistakes,
            self.blunders,
            self.loss / games,
        );
        format!("{}\n", row.trim_end())
    }
}

/// The kind of a loss, by which bad plies are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case", untagged)]
enum LossKind {
    /// A turning point, whether the move was bad or not.
    Turning(TurningPoint),
    /// A bad move that is not a turning point.
    Other(OtherLoss),
}

/// The kind of a bad move that is not a turning point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum OtherLoss {
    /// The move gave away win probability.
    LostChances,
}

impl LossKind {
    /// Returns the kind of loss of a judged move; `None` if it is neither bad nor a turning point.
    fn from_judged(judged: &Judgement) -> Option<Self> {
        let other = judged
            .class
            .is_bad()
            .then_some(Self::Other(OtherLoss::LostChances));
        judged.turning.map(Self::Turning).or(other)
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Turning(turning) => turning_text(turning),
            Self::Other(OtherLoss::LostChances) => "other losses",
        }
    }
}

/// The totals of one player's games.
#[derive(Clone, Debug, Default, Serialize)]
struct PlayerSummary {
    all: PlayTotals,
    phases: BTreeMap<GamePhase, PlayTotals>,
    /// The totals of turning points and bad moves, by kind.
    turnings: BTreeMap<LossKind, PlayTotals>,
    opponents: BTreeMap<String, PlayTotals>,
}

/// The totals of all players, by game and name.
#[derive(Default)]
pub(super) struct PlayerSummaries(BTreeMap<(String, String), PlayerSummary>);

/// The JSON line of a player.
#[derive(Serialize)]
struct PlayerJson<'a> {
    game: &'a str,
    player: &'a str,
    #[serde(flatten)]
    summary: &'a PlayerSummary,
}

impl PlayerSummaries {
    /// Adds a game.
    pub fn add(&mut self, game: &ReviewedGame) {
        for player in Player::ALL {
            let key = (
                game.game.id().to_owned(),
                game.player_name(player).to_owned(),
            );
            let opponent = game.player_name(player.opponent()).to_owned();
            let record = self.0.entry(key).or_default();
            let against = record.opponents.entry(opponent).or_default();
            record.all.games += 1;
            against.games += 1;
            for ply in game.judged.iter().filter(|ply| ply.player == player) {
                let (class, loss) = (ply.judgement.class, ply.judgement.loss);
                let phase = GamePhase::of_ply(ply.ply, game.plies);
                record.all.add(class, loss);
                against.add(class, loss);
                record.phases.entry(phase).or_default().add(class, loss);
                if let Some(turn) = LossKind::from_judged(&ply.judgement) {
                    record.turnings.entry(turn).or_default().add(class, loss);
                }
            }
        }
    }

    /// Returns the totals of all players as a report.
    pub fn render(&self, form: ReportFormat) -> String {
        if form == ReportFormat::Json {
            let line = |((game, player), record): (&(String, String), &PlayerSummary)| {
                let line = PlayerJson {
                    game,
                    player,
                    summary: record,
                };
                // JSON can represent every field, so that the default is never used.
                serde_json::to_string(&line).unwrap_or_default() + "\n"
            };
            return self.0.iter().map(line).collect();
        }
        let mut text = String::new();
        for ((game, player), record) in &self.0 {
            let _ = writeln!(text, "{player}, {game}");
            let _ = writeln!(
                text,
                "{:<28}{:>6}{:>7}{:>10}{:>6}{:>6}{:>6}{:>10}",
                "", "games", "plies", "accuracy", "?!", "?", "??", "lost/game"
            );
            text.push_str(&record.all.row("  all"));
            for (phase, sum) in &record.phases {
                let sum = PlayTotals {
                    games: 0,
                    ..sum.clone()
                };
                let name = format!("  {phase}");
                text.push_str(&sum.row(&name));
            }
            for (turn, sum) in &record.turnings {
                text.push_str(&sum.row(&format!("  {}", turn.text())));
            }
            for (opponent, sum) in &record.opponents {
                text.push_str(&sum.row(&format!("  against {opponent}")));
            }
            text.push('\n');
        }
        printable(&text)
    }
}
