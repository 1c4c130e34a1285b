//! The commands that are measured, each along one axis.

use super::archives::{ArchiveFile, GamePool, match_of_bots};

/// A command, and what grows.
///
/// Commands that start bots as processes (`rejudge`) are missing: under valgrind they crash.
#[derive(Clone, Copy, Debug)]
pub struct GrowthRow {
    /// The name of the command in the report.
    pub name: &'static str,
    /// What grows.
    pub axis: &'static str,
    /// The smaller size; the larger one is four times as large.
    pub size: usize,
    /// Returns the files of a size.
    pub archive: fn(&GamePool, usize) -> Vec<ArchiveFile>,
    /// A command that is run before, unmeasured; empty for none.
    pub before: &'static str,
    /// The arguments of the command.
    pub args: &'static str,
    /// The smaller size at which the memory is flat, where the documentation promises that.
    pub flat_from: Option<usize>,
    /// Whether it belongs to the short choice.
    pub is_short: bool,
}

/// Creates a row.
const fn row(
    name: &'static str,
    axis: &'static str,
    size: usize,
    archive: fn(&GamePool, usize) -> Vec<ArchiveFile>,
    args: &'static str,
) -> GrowthRow {
    GrowthRow {
        name,
        axis,
        size,
        archive,
        before: "",
        args,
        flat_from: None,
        is_short: false,
    }
}

impl GrowthRow {
    /// Adds a command to run before.
    const fn after(self, before: &'static str) -> Self {
        Self { before, ..self }
    }

    /// Adds the bar of memory.
    const fn flat(self, size: usize) -> Self {
        let flat_from = Some(size);
        Self { flat_from, ..self }
    }

    /// Adds the row to the short choice.
    const fn short(self) -> Self {
        Self {
            is_short: true,
            ..self
        }
    }
}

/// The review that other commands go on from.
const REVIEW: &str = "review games.ronl --nodes 1 -o reviewed.ronl --report none -j 2";

/// All rows.
pub const ROWS: &[GrowthRow] = &[
    row(
        "validate",
        "games",
        1500,
        GamePool::games,
        "validate games.ronl -j 2",
    )
    .flat(10_000)
    .short(),
    row(
        "validate --json",
        "games",
        1500,
        GamePool::games,
        "validate --json games.ronl -j 2",
    )
    .flat(10_000),
    row(
        "validate --summary",
        "games",
        2000,
        GamePool::games,
        "validate --summary games.ronl -j 2",
    ),
    row(
        "validate -o -",
        "games",
        1000,
        GamePool::games,
        "validate games.ronl -o -",
    )
    .flat(10_000)
    .short(),
    row(
        "validate --shard 1/1000",
        "games",
        2000,
        GamePool::games,
        "validate games.ronl --shard 1/1000 -o -",
    )
    .flat(10_000),
    row(
        "convert --to ronl",
        "games",
        1000,
        GamePool::games,
        "convert games.ronl -o out.ronl -q -j 2",
    ),
    row(
        "convert --to jsonl",
        "games",
        1000,
        GamePool::games,
        "convert games.ronl -o out.jsonl -q -j 2",
    )
    .short(),
    row(
        "convert --to codecup-csv",
        "games",
        200,
        GamePool::codecup_games,
        "convert games.ronl -o out.csv --to codecup-csv -q -j 2",
    ),
    row(
        "convert --to moves",
        "games",
        1000,
        GamePool::games,
        "convert games.ronl -o out.moves --to moves -q -j 2",
    ),
    row(
        "convert --to txt",
        "games",
        400,
        GamePool::games,
        "convert games.ronl -o out.txt --to txt -q -j 2",
    ),
    row(
        "convert --to sgf",
        "games",
        500,
        GamePool::sgf_games,
        "convert games.ronl -o out.sgf --to sgf -q -j 2",
    ),
    row(
        "convert --to codecup-dialogue",
        "games",
        1000,
        GamePool::games,
        "convert games.ronl -o out.dialogue --to codecup-dialogue -q -j 2",
    ),
    row(
        "merge",
        "games",
        2000,
        GamePool::games,
        "merge games.ronl -o out.ronl -q -j 2",
    ),
    // A record costs 0.2 million instructions, and a step of a search among all others five: with
    // fewer records such a search would not be seen.
    row(
        "merge",
        "reviews of a game",
        5000,
        GamePool::reviews,
        "merge games.ronl -o out.ronl -q -j 2",
    )
    .short(),
    row(
        "merge",
        "contradictions",
        1000,
        GamePool::contradictions,
        "merge games.ronl -o out.ronl -q -j 2",
    ),
    row(
        "explore",
        "games",
        1500,
        GamePool::games,
        "explore games.ronl",
    )
    .short(),
    row(
        "standings",
        "games",
        2000,
        GamePool::games,
        "standings games.ronl",
    ),
    // Up to 500 bots the covariance of their ratings is computed, with a documented cubic cost:
    // 0.1 billion instructions at most.
    row(
        "standings",
        "bots above 500",
        600,
        GamePool::bots,
        "standings games.ronl",
    )
    .short(),
    row(
        "export --to csv",
        "games",
        500,
        GamePool::games,
        "export games.ronl -o out --to csv",
    )
    .flat(20_000),
    row(
        "export --to parquet",
        "games",
        500,
        GamePool::games,
        "export games.ronl -o out --to parquet",
    )
    .flat(20_000),
    row(
        "publish",
        "games",
        20,
        GamePool::games,
        "publish games.ronl -o out/ -q -j 2",
    ),
    row(
        "publish",
        "players",
        20,
        GamePool::players,
        "publish games.ronl -o out/ -q -j 2",
    ),
    row(
        "review",
        "games",
        4,
        GamePool::games,
        "review games.ronl --nodes 1 -o out.ronl --report none -j 2",
    ),
    row(
        "review --resume, complete",
        "games",
        40,
        GamePool::games,
        "review games.ronl --nodes 1 -o reviewed.ronl --report none -j 2 --resume",
    )
    .after(REVIEW),
    row(
        "review --skip-reviewed --by player",
        "games",
        40,
        GamePool::games,
        "review reviewed.ronl --nodes 1 --skip-reviewed --by player -j 2",
    )
    .after(REVIEW),
    row(
        "review --verify",
        "games",
        10,
        GamePool::games,
        "review reviewed.ronl --verify -j 2",
    )
    .after(REVIEW),
    row(
        "match, all play all",
        "pairs of bots",
        120,
        all_play_all,
        "match --config match.ron -o out.ronl -q",
    ),
    row(
        "match --pairing swiss",
        "bots",
        60,
        bots,
        "match --config match.ron -o out.ronl -q --pairing swiss --rounds 5",
    )
    .short(),
    row(
        "match --resume, complete",
        "games",
        200,
        two_bots,
        "match --config match.ron -o played.ronl -q --resume",
    )
    .after("match --config match.ron -o played.ronl -q"),
    row(
        "show, the last game",
        "games",
        3000,
        GamePool::games,
        "show games.ronl -i -1",
    ),
    row(
        "validate",
        "notes of a game",
        2000,
        GamePool::notes,
        "validate games.ronl",
    ),
    row(
        "validate",
        "marks of a ply",
        5000,
        GamePool::marks,
        "validate games.ronl",
    ),
    row(
        "validate",
        "words of a comment",
        50_000,
        GamePool::comment,
        "validate games.ronl",
    ),
    row(
        "validate",
        "variations of a ply",
        500,
        GamePool::variations,
        "validate games.ronl",
    ),
    row(
        "convert --to jsonl",
        "variations of a ply",
        500,
        GamePool::variations,
        "convert games.ronl -o out.jsonl -q",
    ),
    row(
        "convert --to sgf",
        "marks of a ply",
        2000,
        GamePool::marks,
        "convert games.ronl -o out.sgf -q",
    ),
    row(
        "show --all",
        "variations of a ply",
        500,
        GamePool::variations,
        "show games.ronl --all",
    ),
    row(
        "validate, moves",
        "blocks of a list",
        1000,
        GamePool::move_list,
        "validate games.moves",
    )
    .short(),
    row(
        "validate, moves",
        "comments of a list",
        10_000,
        GamePool::commented_list,
        "validate games.moves",
    ),
    row(
        "validate, codecup-dialogue",
        "lines",
        10_000,
        GamePool::dialogue,
        "validate games.dialogue",
    )
    .short(),
    row(
        "validate, codecup-csv",
        "moves of a line",
        10_000,
        GamePool::long_row,
        "validate games.csv",
    ),
];

/// Returns a match with as many pairs of bots.
fn all_play_all(_: &GamePool, pairs: usize) -> Vec<ArchiveFile> {
    let bot_count = (2..=pairs + 1).find(|count| count * (count - 1) / 2 >= pairs);
    match_of_bots(bot_count.unwrap_or(2), 2)
}

/// Returns a match of as many bots.
fn bots(_: &GamePool, count: usize) -> Vec<ArchiveFile> {
    match_of_bots(count, 2)
}

/// Returns a match of two bots with as many games.
fn two_bots(_: &GamePool, count: usize) -> Vec<ArchiveFile> {
    match_of_bots(2, count.next_multiple_of(2))
}
