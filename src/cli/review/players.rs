//! The totals over many games, for each player.

use super::ReviewedGame;
use super::args::ReportFormat;
use crate::common::text::{one_line, printable, table_name, words_text};
use kifu_core::contract::Player;
use kifu_logs::formats::{CssPalette, to_json};
use kifu_study::pages::{PageScript, render_page};
use kifu_study::review::{
    BotModel, BotModels, BotReliability, GamePhase, Judgement, LossCause, MIN_FIT_GAMES, MoveClass,
    TurningPoint, WORD_ROWS, WordTotals, accuracy, percent_text, turning_text, word_totals,
};
use maud::html;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The totals of some of a player's judged plies.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
struct PlayTotals {
    /// The number of games; 0 if only some plies of each are counted.
    games: usize,
    /// The number of judged plies.
    plies: usize,
    /// The number of inaccuracies, `?!`.
    inaccuracies: usize,
    /// The number of mistakes, `?`.
    mistakes: usize,
    /// The number of blunders, `??`.
    blunders: usize,
    /// The sum of the accuracies of the plies, 0 to 100 each.
    #[serde(skip)]
    accuracy_sum: f64,
    /// The sum of the win probabilities given away.
    #[schemars(range(min = 0), extend("x-unit" = "probability"))]
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

    /// Returns the cells of a row: games, plies, accuracy, `?!`, `?`, `??`, loss per game.
    #[expect(clippy::cast_precision_loss, reason = "games and plies are few")]
    fn cells(&self) -> [String; 7] {
        let games = match self.games {
            0 => String::new(),
            games => games.to_string(),
        };
        [
            games,
            self.plies.to_string(),
            format!("{:.1}", self.accuracy_sum / self.plies.max(1) as f64),
            self.inaccuracies.to_string(),
            self.mistakes.to_string(),
            self.blunders.to_string(),
            percent_text(self.loss / self.games.max(1) as f64),
        ]
    }
}

/// The kind of a loss, by which bad plies are grouped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", untagged)]
enum LossKind {
    /// A turning point, whether the move was bad or not.
    Turning(TurningPoint),
    /// A bad move that is not a turning point.
    Other(OtherLoss),
}

/// The keywords of all kinds of loss.
const LOSS_KEYWORDS: [&str; 5] = [
    "threw-away-win",
    "missed-win",
    "lost-margin",
    "already-lost",
    "lost-chances",
];

/// The kind of a bad move that is not a turning point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
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
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
struct PlayerTotals {
    /// The totals of all plies.
    all: PlayTotals,
    /// The totals by phase of the game.
    #[schemars(extend("propertyNames" = {"enum": ["opening", "middle", "end"]}))]
    phases: BTreeMap<GamePhase, PlayTotals>,
    /// The totals of turning points and bad moves, by kind.
    #[schemars(extend("propertyNames" = {"enum": LOSS_KEYWORDS}))]
    turnings: BTreeMap<LossKind, PlayTotals>,
    /// The totals by the name of the opponent.
    opponents: BTreeMap<String, PlayTotals>,
    /// The totals of what the player said, if any log has it.
    #[serde(skip)]
    words: Option<WordTotals>,
    /// The numbers of losses by their cause, as far as the player's bot reported something.
    #[schemars(extend("propertyNames" = {"enum": CAUSE_KEYWORDS}))]
    causes: BTreeMap<LossCause, usize>,
}

/// The keywords of the causes of losses.
const CAUSE_KEYWORDS: [&str; 6] = ["engine-doubt", "seen", "hasty", "late", "blind", "unknown"];

/// The totals of all players, by game and name.
#[derive(Default)]
pub(super) struct PlayerSummaries(BTreeMap<(String, String), PlayerTotals>);

/// The totals of one player in one game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayerTotalsJson<'a> {
    /// The id of the game.
    game: &'a str,
    /// The name of the player.
    player: &'a str,
    #[serde(flatten)]
    summary: &'a PlayerTotals,
    /// How reliable the bot's own value is; null if it reported none or in too few games.
    reliability: Option<&'a BotReliability>,
}

/// The titles of the columns after the name.
const TITLES: [&str; 7] = [
    "games",
    "plies",
    "accuracy",
    "?!",
    "?",
    "??",
    "given away a game",
];

impl PlayerTotals {
    /// Returns the rows of the table, each with its name and its cells.
    fn rows(&self) -> Vec<(String, [String; 7])> {
        let mut rows = vec![("all".to_owned(), self.all.cells())];
        for (phase, sum) in &self.phases {
            let sum = PlayTotals {
                games: 0,
                ..sum.clone()
            };
            rows.push((phase.to_string(), sum.cells()));
        }
        let turnings = self.turnings.iter();
        rows.extend(turnings.map(|(turn, sum)| (turn.text().to_owned(), sum.cells())));
        let opponents = self.opponents.iter();
        rows.extend(opponents.map(|(name, sum)| (format!("against {name}"), sum.cells())));
        rows
    }
}

/// Returns a row of the text table.
fn text_row(name: &str, cells: &[impl AsRef<str>; 7]) -> String {
    let cells = cells.each_ref().map(AsRef::as_ref);
    let [
        games,
        plies,
        accuracy,
        inaccuracies,
        mistakes,
        blunders,
        loss,
    ] = cells;
    let row = format!(
        "{name:<28}{games:>6}{plies:>7}{accuracy:>10}{inaccuracies:>6}{mistakes:>6}{blunders:>6}\
         {loss:>19}"
    );
    format!("{}\n", row.trim_end())
}

/// Returns the lines on what the player's bot reported: the causes of its losses, and how reliable
/// its value is. Empty if it reported nothing.
fn bot_text(record: &PlayerTotals, model: Option<&BotModel>) -> String {
    let mut text = String::new();
    if !record.causes.is_empty() {
        let causes = record.causes.iter();
        let causes: Vec<String> = causes
            .map(|(cause, count)| format!("{count} {}", cause.name()))
            .collect();
        let _ = writeln!(text, "  losses by cause: {}", causes.join(", "));
    }
    let Some(model) = model else {
        return text;
    };
    let (name, games) = (model.value_name, model.game_count);
    let Some(reliability) = &model.reliability else {
        if games > 0 {
            let _ = writeln!(
                text,
                "  its `{name}`: {games} games, {MIN_FIT_GAMES} are needed to know what it means"
            );
        }
        return text;
    };
    let _ = writeln!(
        text,
        "  its `{name}` as a win probability: {games} games, Brier score {:.3} ({:.3} for the \
         mean), calibration error {:.1} %, cross-validated",
        reliability.brier,
        reliability.brier_of_mean,
        100.0 * reliability.error
    );
    let _ = writeln!(text, "  {:>10}{:>10}{:>10}", "claimed", "outcome", "plies");
    for bin in &reliability.bins {
        let [claimed, outcome] = [bin.claimed, bin.outcome].map(percent_text);
        let _ = writeln!(text, "  {claimed:>10}{outcome:>10}{:>10}", bin.count);
    }
    text
}

impl PlayerSummaries {
    /// Adds a game.
    pub fn add(&mut self, game: &ReviewedGame) {
        let words = word_totals(&game.record, game.game, game.plies, &game.judged);
        for player in Player::ALL {
            let key = (
                game.game.id().to_owned(),
                game.player_name(player).to_owned(),
            );
            let opponent = game.player_name(player.opponent()).to_owned();
            let record = self.0.entry(key).or_default();
            let against = record.opponents.entry(opponent).or_default();
            record.all.games += 1;
            if let Some(words) = &words {
                let own = record.words.get_or_insert_default();
                own.merge(words[player.index()].clone());
            }
            against.games += 1;
            for diagnosis in game.diagnoses.iter().filter(|it| it.player == player) {
                *record.causes.entry(diagnosis.cause).or_default() += 1;
            }
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
    pub fn render(&self, form: ReportFormat, models: &BotModels) -> String {
        if form == ReportFormat::Json {
            let line = |((game, player), record): (&(String, String), &PlayerTotals)| {
                let line = PlayerTotalsJson {
                    game,
                    player,
                    summary: record,
                    reliability: models
                        .get(player)
                        .and_then(|model| model.reliability.as_ref()),
                };
                to_json(&line) + "\n"
            };
            return self.0.iter().map(line).collect();
        }
        match form {
            ReportFormat::Html => self.page(),
            _ => self.text(models),
        }
    }

    /// Returns the totals as a page.
    fn page(&self) -> String {
        let body = html! {
            h1 { "Players" }
            @for ((game, player), record) in &self.0 {
                h2 { (player) ", " (game) }
                table {
                    tr { th.name {} @for title in TITLES { th { (title) } } }
                    @for (name, cells) in record.rows() {
                        tr { td.name { (name) } @for cell in &cells { td { (cell) } } }
                    }
                }
                @if let Some(words) = &record.words {
                    h3 { "Said and true (± standard error, 95 % intervals)" }
                    table {
                        @for ((name, about), cell) in WORD_ROWS.iter().zip(words.cells()) {
                            tr { td.name title=(about) { (name) } td { (cell) } }
                        }
                    }
                }
            }
        };
        render_page("Players", CssPalette::default(), PageScript::Report, &body)
    }

    /// Returns the totals as text.
    fn text(&self, models: &BotModels) -> String {
        let mut text = String::new();
        for ((game, player), record) in &self.0 {
            let _ = writeln!(text, "{}, {game}", one_line(player));
            text.push_str(&text_row("", &TITLES));
            for (name, cells) in record.rows() {
                text.push_str(&text_row(&format!("  {}", table_name(&name)), &cells));
            }
            if let Some(words) = &record.words {
                text.push_str("  said and true (± standard error, 95 % intervals)\n");
                text.push_str(&words_text(words));
            }
            text.push_str(&bot_text(record, models.get(player)));
            text.push('\n');
        }
        printable(&text)
    }
}
