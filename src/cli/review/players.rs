//! What many games say of each player.

use super::ReviewedGame;
use super::args::ReportFormat;
use super::text::turning_text;
use crate::cli::common::text::printable;
use crate::contract::Player;
use crate::review::{GamePhase, Judgement, MoveClass, TurningPoint, accuracy};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// What is counted.
#[derive(Clone, Debug, Default, Serialize)]
struct PlayTotals {
    games: usize,
    plies: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
    /// Sum of the plies' accuracies.
    #[serde(skip)]
    accuracy_sum: f64,
    /// Probability of a win given away.
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

/// What kind of a ply it was, by which bad ones are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case", untagged)]
enum LossKind {
    /// A turn of its own kind, bad or not.
    Turning(TurningPoint),
    /// Bad, by the engine's estimate or another proven result.
    Other(OtherLoss),
}

/// A bad ply that is no turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum OtherLoss {
    /// Chances were given away.
    LostChances,
}

impl LossKind {
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

/// A player's games.
#[derive(Clone, Debug, Default, Serialize)]
struct PlayerSummary {
    all: PlayTotals,
    phases: BTreeMap<GamePhase, PlayTotals>,
    /// Plies that were a turn, and bad ones, by their kind.
    turnings: BTreeMap<LossKind, PlayTotals>,
    opponents: BTreeMap<String, PlayTotals>,
}

/// All players, by game and name.
#[derive(Default)]
pub(super) struct PlayerSummaries(BTreeMap<(String, String), PlayerSummary>);

#[derive(Serialize)]
struct PlayerJson<'a> {
    game: &'a str,
    player: &'a str,
    #[serde(flatten)]
    summary: &'a PlayerSummary,
}

impl PlayerSummaries {
    /// One game more.
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

    /// The table of all.
    pub fn render(&self, form: ReportFormat) -> String {
        if form == ReportFormat::Json {
            let line = |((game, player), record): (&(String, String), &PlayerSummary)| {
                let line = PlayerJson {
                    game,
                    player,
                    summary: record,
                };
                // As above.
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
