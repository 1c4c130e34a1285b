//! The question what was played in a position, and its answer.

use super::answer::{ExploredFeature, ExploredMove, ExplorerAnswer, Tally};
use super::explorer::{Explorer, GameColumns, GameFacts, low_half};
use kifu_core::contract::Player;
use kifu_core::games::{CanonicalMove, DynState};
use rustc_hash::FxHashMap;

/// A question about a position.
pub struct ExplorerQuery<'a> {
    /// The id of the game.
    pub game_id: &'a str,
    /// The position.
    pub state: &'a dyn DynState,
    /// The number of plies before the position, if known: for the features of moves at that ply.
    pub ply: Option<u32>,
    /// Count only the games of this player.
    pub player: Option<&'a str>,
    /// Count only the games in which that player had this side.
    pub side: Option<Player>,
    /// Leave out the moves that were played in fewer games.
    pub min_games: u32,
    /// Reports whether to count the game with a label.
    pub is_counted: &'a dyn Fn(u32) -> bool,
}

impl<'a> ExplorerQuery<'a> {
    /// Creates the question about a position over all games.
    pub fn new(game_id: &'a str, state: &'a dyn DynState) -> Self {
        Self {
            game_id,
            state,
            ply: None,
            player: None,
            side: None,
            min_games: 0,
            is_counted: &|_| true,
        }
    }
}

/// A move that was found, while its games are counted.
struct MoveGames {
    mv: CanonicalMove,
    tally: Tally,
    labels: Vec<u32>,
    /// The number of games of each player, by the player's number.
    players: FxHashMap<u32, u32>,
}

/// The count of the games that came to a position.
struct Count<'a> {
    columns: &'a GameColumns,
    query: &'a ExplorerQuery<'a>,
    key: u64,
    /// The number of the player whose games are counted; `None` for all players.
    player: Option<u32>,
    mover: Option<Player>,
    tally: Tally,
    labels: Vec<u32>,
    /// The moves by number; `None` for a number that is not a legal move here, because another
    /// position has the same half of a key.
    moves: FxHashMap<u32, Option<MoveGames>>,
    /// The game that was counted last: a game that comes to the position again counts once.
    last_game: Option<usize>,
}

impl Explorer {
    /// Returns what was played in a position.
    ///
    /// Takes time linear in the number of positions of the game, a millisecond for some millions.
    pub fn answer(&self, query: &ExplorerQuery<'_>) -> ExplorerAnswer {
        let Some(columns) = self.columns(query.game_id) else {
            return ExplorerAnswer::default();
        };
        let player = query.player.map(|name| self.names.number(name));
        if player == Some(None) {
            // Nobody has this name.
            return ExplorerAnswer::default();
        }
        let mut count = Count {
            columns,
            query,
            key: query.state.canonical_key(),
            player: player.flatten(),
            mover: query.state.mover().or(Some(Player::First)),
            tally: Tally::default(),
            labels: Vec::new(),
            moves: FxHashMap::default(),
            last_game: None,
        };
        count.scan();
        let features = count.features();
        ExplorerAnswer {
            tally: count.tally,
            labels: std::mem::take(&mut count.labels),
            moves: self.sorted_moves(count.moves, query.min_games),
            features,
        }
    }

    fn sorted_moves(
        &self,
        moves: FxHashMap<u32, Option<MoveGames>>,
        min_games: u32,
    ) -> Vec<ExploredMove> {
        let is_frequent = |found: &MoveGames| found.tally.games >= min_games.max(1);
        let named = |found: MoveGames| {
            let players = found.players.into_iter();
            let players =
                players.map(|(player, games)| (self.names.name(player).to_owned(), games));
            let mut players: Vec<(String, u32)> = players.collect();
            players.sort_unstable_by(|(a, a_games), (b, b_games)| {
                b_games.cmp(a_games).then_with(|| a.cmp(b))
            });
            ExploredMove {
                token: found.mv.token,
                tally: found.tally,
                players,
                labels: found.labels,
            }
        };
        let mut moves: Vec<ExploredMove> = moves
            .into_values()
            .flatten()
            .filter(is_frequent)
            .map(named)
            .collect();
        moves.sort_unstable_by(|a, b| {
            let by_games = b.tally.games.cmp(&a.tally.games);
            by_games.then_with(|| a.token.cmp(&b.token))
        });
        moves
    }
}

impl Count<'_> {
    /// Counts the games in all positions with the key.
    fn scan(&mut self) {
        let (columns, low) = (self.columns, low_half(self.key));
        let mut game = 0;
        for (position, _) in columns
            .keys
            .iter()
            .enumerate()
            .filter(|(_, key)| **key == low)
        {
            while columns.positions(game).end <= position {
                game += 1;
            }
            if self.last_game != Some(game) && self.is_counted(&columns.facts[game]) {
                self.count_position(game, position);
            }
        }
    }

    /// Reports whether a game is one of those that the query counts.
    fn is_counted(&self, facts: &GameFacts) -> bool {
        let has_player = self.player.is_none_or(|wanted| {
            Player::ALL.into_iter().any(|side| {
                self.query.side.is_none_or(|only| only == side)
                    && wanted == facts.players[side.index()]
            })
        });
        has_player && facts.is_kept() && (self.query.is_counted)(facts.label)
    }

    fn count_position(&mut self, game: usize, position: usize) {
        let columns = self.columns;
        let facts = &columns.facts[game];
        if position + 1 == columns.positions(game).end {
            if columns.is_last_with_key(position, self.key) {
                self.tally.add(facts, self.mover, None);
                self.labels.push(facts.label);
                self.last_game = Some(game);
            }
            return;
        }
        let number = columns.move_number(position);
        let state = self.query.state;
        let entry = self.moves.entry(number).or_insert_with(|| {
            state.canonical_move(number).map(|mv| MoveGames {
                mv,
                tally: Tally::default(),
                labels: Vec::new(),
                players: FxHashMap::default(),
            })
        });
        // Half of a key may be equal by chance; then the move does not lead to the next position.
        let next = columns.keys[position + 1];
        let Some(move_games) = entry
            .as_mut()
            .filter(|move_games| low_half(move_games.mv.key_after) == next)
        else {
            return;
        };
        let evaluation = columns.evaluation(game, position);
        move_games.tally.add(facts, self.mover, evaluation);
        move_games.labels.push(facts.label);
        if let Some(mover) = self.mover {
            *move_games
                .players
                .entry(facts.players[mover.index()])
                .or_insert(0) += 1;
        }
        self.tally.add(facts, self.mover, evaluation);
        self.labels.push(facts.label);
        self.last_game = Some(game);
    }

    /// Counts the features of all moves at the ply of the query.
    fn features(&self) -> Vec<ExploredFeature> {
        let names = self.columns.game.move_features();
        let Some(ply) = self.query.ply.filter(|_| !names.is_empty()) else {
            return Vec::new();
        };
        let mut tallies = vec![Tally::default(); names.len()];
        for (game, facts) in self.columns.facts.iter().enumerate() {
            let positions = self.columns.positions(game);
            let position = positions.start + ply as usize;
            if position + 1 >= positions.end || !self.is_counted(facts) {
                continue;
            }
            let feature = self
                .columns
                .game
                .move_feature(self.columns.move_number(position));
            if let Some(tally) = feature.and_then(|feature| tallies.get_mut(feature)) {
                let evaluation = self.columns.evaluation(game, position);
                tally.add(facts, self.mover, evaluation);
            }
        }
        names
            .iter()
            .zip(tallies)
            .filter(|(_, tally)| tally.games > 0)
            .map(|(name, tally)| ExploredFeature { name, tally })
            .collect()
    }
}
