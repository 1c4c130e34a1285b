//! The progress of a match: the current standings on a terminal, otherwise one line per game.

use super::super::terminal::print_stderr;
use super::standings_table;
use crate::common::text::{one_line, pluralize, printable, table_name};
use indicatif::{ProgressBar, ProgressStyle};
use kifu_core::contract::RankingKey;
use kifu_core::record::Ending;
use kifu_study::arena::{
    GameFinished, GameScore, MatchObserver, Pentanomial, Sprt, SprtVerdict, Standings,
};
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// The maximum number of bots shown during a match.
const MAX_ROWS: usize = 20;
/// The minimum interval between two drawings of the table.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// The display of a match in progress.
pub(super) struct MatchProgress<'a> {
    pub ranked_by: &'static [RankingKey],
    pub names: Vec<String>,
    pub total: u32,
    pub sprt: Option<&'a Sprt>,
    pub quiet: bool,
    bar: Option<ProgressBar>,
    last_drawn: Option<Instant>,
    /// The findings on games in which the referee was at fault.
    pub referee_findings: Vec<String>,
}

impl<'a> MatchProgress<'a> {
    pub fn new(
        ranked_by: &'static [RankingKey],
        names: Vec<String>,
        total: u32,
        sprt: Option<&'a Sprt>,
        quiet: bool,
    ) -> Self {
        let bar = (!quiet && stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new(u64::from(total));
            let style = ProgressStyle::with_template(
                "{msg}\n[{bar:32}] {pos} of {len} games, {elapsed} elapsed, {eta} left",
            );
            match style {
                Ok(style) => bar.with_style(style.progress_chars("=> ")),
                Err(_) => bar,
            }
        });
        Self {
            ranked_by,
            names,
            total,
            sprt,
            quiet,
            bar,
            last_drawn: None,
            referee_findings: Vec::new(),
        }
    }

    /// Removes the table from the terminal.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn redraw(&mut self, scores: &[GameScore]) {
        let Some(bar) = &self.bar else {
            return;
        };
        let last = scores.len() >= self.total as usize;
        if !last
            && self
                .last_drawn
                .is_some_and(|drawn| drawn.elapsed() < REDRAW_INTERVAL)
        {
            return;
        }
        self.last_drawn = Some(Instant::now());
        let standings = Standings::new(scores, self.ranked_by);
        let mut text = standings_table::standings_text(&standings, MAX_ROWS);
        if let Some(sprt) = self.sprt {
            text.push_str(&sprt_text(sprt, scores, &self.names));
        }
        bar.set_message(printable(text.trim_end()));
        bar.set_position(scores.len() as u64);
    }

    fn print_game(&self, finished: &GameFinished<'_>) {
        let record = &finished.game.record;
        let result = record.result.as_ref();
        let (first, second) = (&record.players.0.name, &record.players.1.name);
        let points = result.and_then(|result| result.points);
        let points = points.map_or("? - ?".to_owned(), |(first, second)| {
            format!("{first} - {second}")
        });
        let ending = result
            .map_or(Ending::Unterminated, |result| result.how)
            .as_str();
        let mut text = format!(
            "{}/{}: {first} {points} {second}, {ending}",
            finished.scores.len(),
            self.total
        );
        for (seat, name) in [("first", first), ("second", second)] {
            if let Some(fault) = record.ext.get(&format!("arena.fault.{seat}")) {
                text.push_str(&format!("; {name}: {fault}"));
            }
        }
        print_stderr(&format!("{}\n", one_line(&text)));
    }
}

/// Returns the state of a test as text:
/// `SPRT, 0 against 10 Elo: LLR 1.23, bounds -2.94 and 2.94, 57 pairs: undecided`.
pub(super) fn sprt_text(sprt: &Sprt, scores: &[GameScore], names: &[String]) -> String {
    let [one, two] = names else {
        return String::new();
    };
    let pairs = Pentanomial::from_scores(scores, one, two);
    let one = table_name(one);
    let [lower, upper] = sprt.bounds();
    let verdict = match sprt.verdict(&pairs) {
        None => "undecided".to_owned(),
        Some(SprtVerdict::AcceptH0) => format!("{one} is not stronger by {} Elo", sprt.elo1),
        Some(SprtVerdict::AcceptH1) => format!("{one} is stronger by more than {} Elo", sprt.elo0),
    };
    format!(
        "SPRT, {} against {} Elo: LLR {:.2}, bounds {lower:.2} and {upper:.2}, {}: {verdict}\n",
        sprt.elo0,
        sprt.elo1,
        sprt.llr(&pairs),
        pluralize(pairs.pair_count() as usize, "pair")
    )
}

impl MatchObserver for MatchProgress<'_> {
    fn on_game_finished(&mut self, finished: &GameFinished<'_>) -> bool {
        for finding in &finished.game.findings {
            if finding.severity() > kifu_core::findings::Severity::Note {
                let message = format!("game {}: {}", finished.game_spec.index, finding.message);
                self.referee_findings.push(message);
            }
        }
        if self.bar.is_some() {
            self.redraw(finished.scores);
        } else if !self.quiet {
            self.print_game(finished);
        }
        let ([one, two], Some(sprt)) = (self.names.as_slice(), self.sprt) else {
            return true;
        };
        sprt.verdict(&Pentanomial::from_scores(finished.scores, one, two))
            .is_none()
    }
}
