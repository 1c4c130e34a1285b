//! A game of an event, with the facts that the pages of the event show.

use super::PageFile;
use crate::arena::GameScore;
use crate::review::{GamePhase, Headline, PositionsError, ReviewedGame, TurningPoint, positions};
use crate::scout::PhaseSums;
use kifu_core::contract::{Player, Proven};
use kifu_core::findings::{Finding, Severity};
use kifu_core::record::Ending;
use kifu_logs::bot_output::{common_numbers, number_series};

/// The worst move of a game.
#[derive(Clone, Debug)]
pub(super) struct Swing {
    pub player: Player,
    pub ply: u32,
    pub token: String,
    /// The win probability that it gave away, beyond the engine's error.
    pub loss: f64,
}

/// A proven win that was thrown away.
#[derive(Clone, Copy, Debug)]
pub(super) struct ThrownAwayWin {
    pub player: Player,
    /// The ply at which the win was first proven.
    pub from: u32,
    /// The ply that threw it away.
    pub ply: u32,
}

/// A number that a bot reported: its name, and its values by ply.
pub(super) type NumberSeries = (String, Vec<(u32, f64)>);

/// A game of an event.
pub struct EventGame {
    /// The page of the game.
    pub file: PageFile,
    /// The id of the game that was played.
    pub game_id: &'static str,
    /// The name of the game.
    pub game_name: &'static str,
    /// The names of both players, as the standings have them.
    pub names: [String; 2],
    pub(super) score: GameScore,
    pub(super) ending: Ending,
    pub(super) plies: u32,
    /// The round and the stage.
    pub(super) round: String,
    pub(super) id: String,
    pub(super) error_count: usize,
    /// The headline of the game; `None` if nothing can be said.
    pub(super) headline: Option<Headline>,
    pub(super) swing: Option<Swing>,
    pub(super) thrown_away: Option<ThrownAwayWin>,
    /// The ply at which each player claimed to win, and whether they did.
    pub(super) claims: [Option<(u32, bool)>; 2],
    pub(super) phases: [PhaseSums; 2],
    /// The luck of each player, in win probability.
    pub(super) luck: [Option<f64>; 2],
    /// The first numbers that each player's bot reported, by name and ply.
    pub(super) bot_numbers: [Vec<NumberSeries>; 2],
}

/// The maximum number of a bot's numbers that the pages of an event show.
const MAX_BOT_NUMBERS: usize = 4;

/// Returns the first numbers that a player's bot reported, by name and ply.
fn bot_numbers(game: &ReviewedGame, player: Player) -> Vec<NumberSeries> {
    let own = game.bot_reports.iter().filter(|it| it.player == player);
    let names = common_numbers(own).into_iter().take(MAX_BOT_NUMBERS);
    names
        .map(|name| {
            let series = number_series(&game.bot_reports, player, &name);
            (name, series)
        })
        .collect()
}

impl EventGame {
    /// Extracts the facts from a game with its page.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed.
    pub fn new(
        game: &ReviewedGame,
        findings: &[Finding],
        file: PageFile,
    ) -> Result<Self, PositionsError> {
        let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
        let error_count = findings.iter().filter(is_error).count();
        let record = &game.record;
        let mut score = GameScore::for_standings(record, error_count == 0)
            .unwrap_or_else(|| GameScore::from_record(record));
        // One copy of the names and no id are kept, as there may be many games.
        let mut names = std::mem::take(&mut score.names);
        score.game = String::new();
        for (name, side) in names.iter_mut().zip(["(first)", "(second)"]) {
            if name.is_empty() {
                side.clone_into(name);
            }
        }
        let sides = game.game.sides();
        let names_in_sentence = if names[0] == names[1] {
            sides
        } else {
            names.each_ref().map(String::as_str)
        };
        let headline = game.headline_with(names_in_sentence);
        let event = &record.event;
        let round = [event.table.as_str(), event.round.as_str()];
        let round: Vec<&str> = round.into_iter().filter(|text| !text.is_empty()).collect();
        let mut this = Self {
            file,
            game_id: game.game.id(),
            game_name: game.game.name(),
            names,
            ending: record
                .result
                .as_ref()
                .map_or(Ending::Unterminated, |result| result.how),
            score,
            plies: game.plies,
            round: round.join(" "),
            id: record.source.id.clone(),
            error_count,
            headline,
            swing: swing(game),
            thrown_away: thrown_away_win(game),
            claims: [None; 2],
            phases: Default::default(),
            luck: Player::ALL.map(|player| game.cards[player.index()].luck),
            bot_numbers: Player::ALL.map(|player| bot_numbers(game, player)),
        };
        this.add_plies(game)?;
        Ok(this)
    }

    /// Sums up the plies: their judgements, their times and the claims.
    fn add_plies(&mut self, game: &ReviewedGame) -> Result<(), PositionsError> {
        for ply in &game.judged {
            let phase = GamePhase::of_ply(ply.ply, game.plies);
            let sums = &mut self.phases[ply.player.index()];
            sums.of_mut(phase).add_judged(ply);
        }
        for position in positions(game.game, &game.record, game.plies)? {
            let (Some(mover), Some(played)) = (position.mover(), position.played.as_deref()) else {
                continue;
            };
            let (ply, at) = (position.ply + 1, mover.index());
            if let Some(ms) = game.record.times_ms.get_ms(ply) {
                let phase = GamePhase::of_ply(ply, game.plies);
                self.phases[at].of_mut(phase).add_time(ms);
            }
            let claims = position.state.claim(played).is_some_and(|claim| claim.made);
            if claims && self.claims[at].is_none() {
                self.claims[at] = Some((ply, self.score.value(mover) == Some(1.0)));
            }
        }
        Ok(())
    }

    /// Returns the seat of a player.
    pub(super) fn seat(&self, name: &str) -> Option<Player> {
        Player::ALL
            .into_iter()
            .find(|player| self.names[player.index()] == name)
    }

    /// Reports whether the game was reviewed.
    pub(super) fn is_reviewed(&self) -> bool {
        let mut sums = self.phases.iter().flat_map(PhaseSums::known);
        sums.any(|(_, sums)| sums.judged > 0)
    }

    /// Returns the winner; `None` for a draw and if there is no result.
    pub(super) fn winner(&self) -> Option<Player> {
        self.score.winner?.player()
    }

    /// Returns how close the game was: the difference of the scores, or else of the points; `None`
    /// if it did not end by its rules.
    pub(super) fn margin(&self) -> Option<u32> {
        let is_finished = self.ending == Ending::Finished && self.score.faults == [None; 2];
        let pair = self
            .score
            .scores
            .or(self.score.points)
            .filter(|_| is_finished);
        pair.map(|[first, second]| first.abs_diff(second))
    }
}

/// Returns the move of a game that gave most away.
fn swing(game: &ReviewedGame) -> Option<Swing> {
    let worst = game
        .moments
        .iter()
        .max_by(|one, two| one.counted_loss().total_cmp(&two.counted_loss()))?;
    Some(Swing {
        player: worst.player,
        ply: worst.ply,
        token: worst.played.clone(),
        loss: worst.counted_loss(),
    })
}

/// Returns the proven win that was held longest before it was thrown away.
fn thrown_away_win(game: &ReviewedGame) -> Option<ThrownAwayWin> {
    let mut since: [Option<u32>; 2] = [None; 2];
    let mut longest: Option<ThrownAwayWin> = None;
    for ply in &game.judged {
        let win_start = &mut since[ply.player.index()];
        if ply.evaluation.best.proven != Some(Proven::Win) {
            *win_start = None;
            continue;
        }
        let from = *win_start.get_or_insert(ply.ply);
        if ply.judgement.turning == Some(TurningPoint::ThrewAwayWin) {
            *win_start = None;
            let thrown_away = ThrownAwayWin {
                player: ply.player,
                from,
                ply: ply.ply,
            };
            let length = |win: &ThrownAwayWin| win.ply - win.from;
            longest = longest
                .filter(|known| length(known) >= length(&thrown_away))
                .or(Some(thrown_away));
        }
    }
    longest
}
