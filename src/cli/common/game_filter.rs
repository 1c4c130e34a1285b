//! The arguments that choose games by what happened to a player in them, and the report on the games
//! that are left out.

use super::text::{one_line, pluralize};
use crate::terminal;
use annotate_snippets::Level;
use clap::Args as ArgsOf;
use kifu_core::contract::Player;
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::selection::{GameSelection, NotSelected, PlayerResult};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The maximum number of names that are counted for a hint.
const MAX_NAMES: usize = 100_000;
/// The maximum number of names in a hint.
const MAX_HINTED_NAMES: usize = 3;

/// The arguments that choose games.
#[derive(ArgsOf, Clone, Debug, Default)]
#[command(next_help_heading = "Which games")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct GameFilterArgs {
    /// Only games of this player: a name, or `first`, `second` or a side such as `White` if no one
    /// has that name
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only games against this player
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// Only games that the player won; with --drawn or --lost those as well
    #[arg(long)]
    won: bool,
    /// Only games that are a draw
    #[arg(long)]
    drawn: bool,
    /// Only games that the player lost
    #[arg(long)]
    lost: bool,
    /// Only games in which the player failed: an illegal move, no time left, a crash
    #[arg(long)]
    faults: bool,
    /// Only games in which a move of the player lost at least P % of win probability, by the review
    /// in the record
    #[arg(long, value_name = "P", value_parser = parse_percent)]
    min_loss: Option<f64>,
}

/// The error of a text that is not a part of a hundred.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("expected a number of percent from 0 to 100, such as 15")]
struct ParsePercentError;

/// Parses a number of percent, with or without `%`, and returns it as a share from 0 to 1.
fn parse_percent(text: &str) -> Result<f64, ParsePercentError> {
    let number = text.strip_suffix('%').unwrap_or(text).trim();
    let percent: f64 = number.parse().map_err(|_| ParsePercentError)?;
    (0.0..=100.0)
        .contains(&percent)
        .then_some(percent / 100.0)
        .ok_or(ParsePercentError)
}

impl GameFilterArgs {
    /// Creates the arguments that choose the games of a player, perhaps against another one.
    pub fn of_players(player: &str, opponent: Option<&str>) -> Self {
        Self {
            player: Some(player.to_owned()),
            opponent: opponent.map(str::to_owned),
            ..Self::default()
        }
    }

    /// Returns the player whose positions of a suite are wanted; `None` for all positions.
    ///
    /// # Errors
    /// Returns an error for any other argument: a suite does not hold its games.
    pub fn player_alone(&self) -> Result<Option<&str>, Failure> {
        let others = [
            (self.opponent.is_some(), "--opponent"),
            (self.won, "--won"),
            (self.drawn, "--drawn"),
            (self.lost, "--lost"),
            (self.faults, "--faults"),
            (self.min_loss.is_some(), "--min-loss"),
        ];
        match others.into_iter().find(|(is_given, _)| *is_given) {
            Some((_, found)) => {
                let message = format!("expected --player alone with a suite, found {found}");
                let hint = "a suite holds positions, not their games; choose games for it with \
                            `kifu review PATH --suite FILE`";
                Err(Failure::usage(message).hint(hint))
            }
            None => Ok(self.player.as_deref()),
        }
    }

    /// Returns the selection; `None` if the arguments select every game.
    ///
    /// # Errors
    /// Returns an error if the result is that of a player who is not named.
    pub fn selection(&self) -> Result<Option<Arc<GameSelection>>, Failure> {
        let flags = [
            (self.won, PlayerResult::Won),
            (self.drawn, PlayerResult::Drawn),
            (self.lost, PlayerResult::Lost),
        ];
        let results = flags
            .into_iter()
            .filter_map(|(is_on, result)| is_on.then_some(result));
        let results: Vec<PlayerResult> = results.collect();
        let of_player = results
            .iter()
            .find(|result| **result != PlayerResult::Drawn);
        if let Some(result) = of_player.filter(|_| self.player.is_none()) {
            let word = result.word();
            let message = format!("expected --{word} with --player, found it alone");
            let hint = format!("every decided game is {word} by someone: add --player NAME");
            return Err(Failure::usage(message).hint(hint));
        }
        let selection = GameSelection {
            player: self.player.clone(),
            opponent: self.opponent.clone(),
            results,
            has_fault: self.faults,
            min_loss: self.min_loss,
        };
        Ok((!selection.is_empty()).then(|| Arc::new(selection)))
    }
}

/// Reports whether a game is selected, for counting games ahead.
pub(crate) fn is_selected(selection: Option<&GameSelection>, checked: &CheckedGame) -> bool {
    selection.is_none_or(|selection| selection.players(checked).is_ok())
}

/// A selection of games with what it left out so far.
pub(crate) struct SelectionTally {
    pub selection: Arc<GameSelection>,
    selected_count: usize,
    left_out: BTreeMap<NotSelected, usize>,
    /// The number of games of each name, if a name was asked for.
    names: BTreeMap<String, usize>,
}

/// A game that is left out.
pub(crate) struct LeftOutGame {
    reason: NotSelected,
    names: [String; 2],
}

impl LeftOutGame {
    /// Returns the players for whom a game is selected, or the game as it is left out.
    pub fn check(selection: &GameSelection, checked: &CheckedGame) -> Result<Vec<Player>, Self> {
        selection.players(checked).map_err(|reason| Self {
            reason,
            names: Player::ALL.map(|player| checked.record.player(player).name.clone()),
        })
    }
}

impl SelectionTally {
    pub const fn new(selection: Arc<GameSelection>) -> Self {
        Self {
            selection,
            selected_count: 0,
            left_out: BTreeMap::new(),
            names: BTreeMap::new(),
        }
    }

    /// Counts a game that is selected.
    pub fn add_selected(&mut self) {
        self.selected_count += 1;
    }

    /// Counts a game that is left out.
    pub fn add_left_out(&mut self, game: LeftOutGame) {
        *self.left_out.entry(game.reason).or_default() += 1;
        for name in game.names {
            if let Some(count) = self.names.get_mut(&name) {
                *count += 1;
            } else if self.names.len() < MAX_NAMES && !name.is_empty() {
                self.names.insert(name, 1);
            }
        }
    }

    /// Prints how many games were left out, and why.
    ///
    /// # Errors
    /// Returns an error if all games were left out, with the nearest names if none is of the players
    /// that were asked for.
    pub fn finish(self) -> Result<(), Failure> {
        let total: usize = self.left_out.values().sum();
        if total == 0 {
            return Ok(());
        }
        let reasons = self.left_out.iter();
        let reasons = reasons.map(|(reason, count)| format!("{count} {}", reason_text(*reason)));
        let reasons = reasons.collect::<Vec<_>>().join(", ");
        if self.selected_count > 0 {
            let games = pluralize(total, "game");
            let selected = self.selected_count;
            let message = format!("left out {games}, {selected} selected: {reasons}");
            terminal::print_message(Level::NOTE, &message, None);
            return Ok(());
        }
        let message = format!(
            "expected a game that meets the conditions, found none in {}: {reasons}",
            pluralize(total, "game")
        );
        let failure = Failure::new(FailureKind::Input, message);
        Err(match self.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        })
    }

    /// Returns a hint on why nothing was selected.
    fn hint(&self) -> Option<String> {
        let has = |reason| self.left_out.contains_key(&reason);
        if self
            .left_out
            .keys()
            .all(|reason| *reason == NotSelected::OtherPlayers)
        {
            let asked = [&self.selection.player, &self.selection.opponent];
            let unknown = asked.into_iter().flatten();
            let mut unknown = unknown.filter(|name| !self.names.contains_key(name.as_str()));
            let near = nearest_names(&self.names, unknown.next()?);
            let near: Vec<String> = near
                .into_iter()
                .map(|name| format!("`{}`", one_line(name)))
                .collect();
            return (!near.is_empty()).then(|| format!("names in the logs: {}", near.join(", ")));
        }
        has(NotSelected::NotReviewed)
            .then(|| "--min-loss needs reviewed games: kifu review IN -o OUT".to_owned())
    }
}

/// Returns the reason why games were left out, after their number.
const fn reason_text(reason: NotSelected) -> &'static str {
    match reason {
        NotSelected::Unnamed => "without names",
        NotSelected::OtherPlayers => "of other players",
        NotSelected::NoResult => "without a result",
        NotSelected::OtherResult => "with another result",
        NotSelected::NoFault => "without a fault",
        NotSelected::NotReviewed => "not reviewed",
        NotSelected::SmallerLosses => "with smaller losses",
    }
}

/// Returns the names that are most like another one, or else those with the most games.
fn nearest_names<'a>(names: &'a BTreeMap<String, usize>, wanted: &str) -> Vec<&'a str> {
    let wanted = wanted.trim().to_lowercase();
    let distance = |name: &str| {
        let name = name.trim().to_lowercase();
        if name.contains(&wanted) || (!name.is_empty() && wanted.contains(&name)) {
            usize::from(name != wanted)
        } else {
            edit_distance(&name, &wanted)
        }
    };
    let mut ranked: Vec<(usize, &str)> = names
        .keys()
        .map(|name| (distance(name), name.as_str()))
        .collect();
    ranked.sort_unstable();
    let is_like = |(distance, _): &&(usize, &str)| *distance <= wanted.chars().count().div_ceil(3);
    let like: Vec<&str> = ranked
        .iter()
        .filter(is_like)
        .take(MAX_HINTED_NAMES)
        .map(|(_, name)| *name)
        .collect();
    if !like.is_empty() {
        return like;
    }
    let mut frequent: Vec<(&String, &usize)> = names.iter().collect();
    frequent.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    frequent
        .into_iter()
        .take(MAX_HINTED_NAMES)
        .map(|(name, _)| name.as_str())
        .collect()
}

/// Returns the least number of characters to insert, remove or replace that makes one text of
/// another (Levenshtein's distance), of the first hundred characters.
fn edit_distance(one: &str, two: &str) -> usize {
    let [one, two] = [one, two].map(|text| text.chars().take(100).collect::<Vec<char>>());
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (at, from) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, to) in two.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[two.len()]
}
