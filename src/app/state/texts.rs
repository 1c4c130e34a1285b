//! All texts of the window, one value of [`Texts`] per language.
//!
//! To add a language, add another value; the compiler reports what is missing. Texts of the rules,
//! the readers and the findings come from the lower layers, in English.

use super::action::Pane;
use super::command::Menu;
use crate::app::library::Column;
use crate::app::store::DEFAULT_LANGUAGE;
use crate::record::{Ending, Glyph, MarkKind, MovedBy};

/// The texts of one language.
#[derive(Debug)]
pub struct Texts {
    /// The language's name for itself.
    pub language: &'static str,
    /// Names of the commands, by id.
    pub commands: &'static [(&'static str, &'static str)],
    /// Names of the menus, in the order of [`Menu::ALL`].
    pub menus: [&'static str; 6],
    /// Names of the panes, in the order of [`Pane::ALL`].
    pub panes: [&'static str; 12],
    /// Names of the glyphs.
    pub glyphs: [&'static str; 6],
    /// Names of the endings of a game, in the order of [`Ending`].
    pub endings: [&'static str; 7],
    /// Labels for plies made by the jury and by the rules.
    pub made_by: [&'static str; 2],
    /// One-letter labels for plies made by the jury and by the rules.
    pub made_by_letters: [&'static str; 2],
    /// Names of the marks, in the order of [`MarkKind`].
    pub marks: [&'static str; 6],
    /// Names of the library's columns, in the order of [`Column`].
    pub columns: [&'static str; 11],
    /// All other texts.
    pub strings: Words,
}

macro_rules! words {
    ($($name:ident: $english:literal, $about:literal;)+) => {
        /// Words and sentences, each named after its use.
        #[derive(Debug)]
        pub struct Words {
            $(#[doc = $about] pub $name: &'static str,)+
        }

        const ENGLISH_WORDS: Words = Words { $($name: $english,)+ };
    };
}

words! {
    no_game: "Open a game from the library, drop files here, or paste moves.", "Where no game is open.";
    unplayable: "This file contains no playable game. See Findings.", "Where a file has no game to show.";
    any_chance: "Random tile", "Button: a random deal.";
    start: "Start", "The position before the first ply.";
    ply: "ply", "Before a number.";
    of: "of", "Between two numbers.";
    untitled: "New game", "A game that is in no file.";
    unknown_player: "?", "A player without a name.";
    to_move: "to move", "Beside the player whose turn it is.";
    chance_to_act: "Deal a tile", "Where a random deal comes next.";
    no_move_after_end: "The game is over.", "In answer to a move.";
    move_hint: "Type a move", "In the empty field for a move.";
    comment_hint: "Comment on this ply…", "In the empty comment.";
    search_hint: "Search players, events, files…", "In the empty search field.";
    cancel: "Cancel", "Button.";
    close: "Close", "Button.";
    save: "Save", "Button.";
    save_all: "Save all", "Button.";
    discard: "Don't save", "Button.";
    reload: "Reload from disk", "Button.";
    keep_mine: "Ignore", "Button.";
    ok: "OK", "Button.";
    go: "Go", "Button.";
    open: "Open", "Button.";
    unsaved: "Save your changes?", "Before closing.";
    unsaved_many: "Save changes to these games?", "Before the program ends.";
    changed_on_disk: "Another program has changed this file.", "A question.";
    gone_on_disk: "This file no longer exists.", "A question.";
    write_mine: "Overwrite file", "Button.";
    comments_lost: "Saving removes the comments between the fields of this record. (Notes on plies and `ext` are kept.)", "A question.";
    exists: "This file already exists.", "A question.";
    overwrite: "Overwrite", "Button.";
    mark_label_on: "Text at", "Before a spot, for a mark.";
    recent: "Open recent", "A menu of files.";
    which_game: "Choose a game", "Before a new game.";
    which_ply: "Go to ply", "Before the field.";
    path: "Path", "Before the field.";
    no_dialog: "No file dialog available. Enter a path, or drop files on the window:", "Why a path is asked for.";
    bundled: "Bundled records", "The first folder of the library.";
    copied: "Copied.", "After copying.";
    saved: "Saved", "Before the name of the file.";
    nothing_to_undo: "Nothing to undo.", "After a key.";
    nothing_to_redo: "Nothing to redo.", "After a key.";
    press_key: "Press a key…", "While a key is chosen.";
    help_title: "Commands and keys", "Title.";
    help_search: "Search commands…", "In the empty search field of the help.";
    default_key: "Reset to default", "Button.";
    no_key: "No key", "Button.";
    hidden_information: "(hidden information)", "After the player whose knowledge is shown.";
    press: "press", "Before a key.";
    knowledge_of: "Viewing as", "Before the player whose knowledge is shown.";
    ply_slider: "Ply", "The slider under the board.";
    board: "Board", "For screen readers.";
    autoplay: "Play", "Button of the autoplay.";
    no_findings: "No problems found in this log.", "Where no finding is.";
    no_bot_output: "The log has no bot output for this ply.", "Where there is no output.";
    failed: "failed:", "Between a player and the reason.";
    tried: "tried", "Before the move that failed.";
    stop: "Stop", "Button that ends a long job.";
    games: "games", "After a number.";
    shown: "shown", "After a number.";
    export: "Export", "A menu of formats.";
    author: "author", "Of a program.";
    version: "version", "Of a program.";
    event: "Event", "Where a game was played.";
    round: "Round", "Of an event.";
    table: "Table", "Of a round.";
    date: "Date", "Of a game.";
    theme: "Theme", "In the settings.";
    message: "Message", "Output of the bot beside its move.";
    stderr: "Standard error", "What the bot wrote there.";
    raw: "As written", "The move as the log has it.";
    canonical: "Move", "The canonical token.";
    received: "Jury to bot", "Direction of a line of the dialogue.";
    sent: "Bot to jury", "Direction of a line of the dialogue.";
    score: "Score", "Of the game.";
    time: "Time", "Used.";
    points: "Contest points", "Of the result.";
    winner: "Winner", "Of the result.";
    draw: "Draw", "Of the result.";
    result_open: "No result", "A game without a result.";
    restore: "kifu closed unexpectedly. Restore the unsaved games?", "A question after a crash.";
    restore_yes: "Restore", "Button.";
    restore_no: "Discard", "Button.";
    language: "Language", "In the settings.";
    move_list: "Moves", "For screen readers.";
    fold: "Collapse this variation", "Button of a long variation.";
    unfold: "Expand this variation", "Button of a long variation.";
    has_note: "has a note", "For screen readers, of a ply.";
    comment: "Comment", "For screen readers.";
    marks: "Marks", "Heading.";
    remove: "Remove", "Before what a button takes away.";
    evals: "Engines", "Heading.";
    proven_win: "won", "Of a position, for the player to act.";
    proven_loss: "lost", "Of a position, for the player to act.";
    line_win: "win", "Of a move on the board, for the player who makes it.";
    line_loss: "loss", "Of a move on the board, for the player who makes it.";
    at_end: "final", "Before the final score.";
    wins: "wins", "After the side that won.";
    game_points: "Game points", "Of the result.";
    round_number: "round", "Before a number.";
    nothing_to_graph: "No scores or times to show. Review the game to see win probabilities.", "Where no graph can be.";
    difference: "Difference", "Of both scores.";
    more: "more", "After a number.";
    line: "line", "Before a place in a text.";
    rule: "Rule", "That a move broke.";
    made_by: "Player", "Who made a ply.";
    bot_sent: "Bot sent", "Before a line of the dialogue.";
    opponent_received: "Opponent received", "Before a line of the dialogue.";
    change_made: "made", "Something that counts.";
    change_broken: "broken", "Something that counted.";
    no_changes: "No change in score.", "Where no change is.";
    failed_changes: "The failed move changed nothing.", "Where no change is.";
    change_key: "Change key", "Button, before a command.";
    about: "Validates, converts, replays and reviews games of five programming contests.", "What the program is.";
    five_games: "Games", "Heading.";
    clear_filters: "Clear filters", "Button that removes all filters.";
    no_rows: "No games match.", "In the empty library.";
    all: "All", "Of what can be chosen.";
    game: "Game", "Filter.";
    one_game: "game", "After the number one.";
    ending: "Ending", "Filter.";
    result_of: "Result", "Filter.";
    findings: "Findings", "Filter.";
    any_finding: "Any finding", "Filter.";
    warnings: "Warnings and errors", "Filter.";
    errors: "Errors", "Filter.";
    first_wins: "First wins", "Filter.";
    second_wins: "Second wins", "Filter.";
    folders: "Folders", "Heading.";
    sort_by: "Sort by", "Before a column.";
    sort_ascending: "(ascending)", "After a column.";
    sort_descending: "(descending)", "After a column.";
    licence: "Licensed under MIT or Apache-2.0, at your option.", "Of the program.";
    nothing_to_exercise: "No mistakes to practise. If the game is not reviewed yet, review it first.", "After a key.";
    nothing_to_review: "This game has no moves to review.", "After a key.";
    no_best_move: "No best move yet: start the engine first.", "After a key.";
    engine_off: "Engine off", "In the empty pane.";
    engine_on: "Start engine", "Button.";
    switch_off: "Stop engine", "Button.";
    engine_off_in_exercise: "No engine hints during an exercise.", "In the empty pane.";
    engine_thinking: "Thinking…", "Before the first result of the engine.";
    game_over: "The game is over: nothing to analyze.", "In the empty pane.";
    locked_at: "locked to ply", "Before a number.";
    lock: "Lock to this position", "Button: the engine keeps to this position.";
    unlock: "Follow", "Button: the engine follows the shown position again.";
    line_count: "lines", "After a number.";
    fewer: "Fewer lines", "Button.";
    more_lines: "More lines", "Button.";
    proven: "proven", "Of a value.";
    exact: "exact", "Of a value that includes chance.";
    bounded: "partly proven", "Of a value.";
    estimated: "estimate", "Of a value.";
    played_move: "played", "Of a line: it begins with the move that was played.";
    nodes: "nodes", "After a number.";
    depth: "depth", "Before a number.";
    visits: "visits", "After a number.";
    win_chances: "Win probability", "Of the first player, as a chart.";
    not_reviewed: "Not reviewed yet.", "In the empty pane.";
    review_it: "Review this game", "Button.";
    review_again: "Review again", "Button.";
    stop_review: "Stop", "Button.";
    thoroughness: "Thoroughness", "Before a choice.";
    thoroughness_quick: "Quick", "Of a review.";
    thoroughness_standard: "Standard", "Of a review.";
    thoroughness_deep: "Deep", "Of a review.";
    per_position: "per position", "After a time.";
    thresholds_label: "Judge a move from this loss (%)", "Before the losses from which on a move is an inaccuracy, a mistake or a blunder.";
    thresholds_hint: "Loss of win probability for inaccuracies, mistakes and blunders, beyond the engine's own error. Drag a number, or click and type.", "Explains those numbers.";
    thresholds_reset: "Reset", "Button that brings those numbers back to 5, 10 and 15.";
    reviewing: "Reviewing ply", "Before a number.";
    time_left: "left", "After a time.";
    accuracy: "Accuracy", "Of a player's moves.";
    only_moves: "Only moves", "Of a player.";
    inaccuracies: "Inaccuracies", "Of a player.";
    mistakes: "Mistakes", "Of a player.";
    blunders: "Blunders", "Of a player.";
    wins_given_away: "Wins given away", "Of a player.";
    points_given_away: "Points given away", "Of a player.";
    luck_points: "Luck (points)", "Of a player.";
    luck_wins: "Luck (wins)", "Of a player.";
    key_moments: "Key moments", "Heading.";
    no_key_moments: "No mistakes found.", "Where no moment is.";
    better: "better", "Before a move.";
    threw_away: "threw away a proven win", "What a ply did.";
    missed_win: "missed a proven win", "What a ply did.";
    lost_margin: "lost margin", "What a ply did.";
    already_lost: "already lost", "Of a ply.";
    punished: "punished", "Of a mistake.";
    unpunished: "not punished", "Of a mistake.";
    exercise_start: "Practise mistakes:", "Before the buttons.";
    exercise_of_both: "Both", "Button: of both players.";
    exercise: "Exercise", "Before a number.";
    exercise_question: "Find a better move.", "After the move that was played.";
    exercise_best: "best move", "Of a tried move.";
    exercise_good: "also good", "Of a tried move.";
    exercise_played: "played in the game", "Of a tried move.";
    exercise_loses: "loses", "Of a tried move, before a number.";
    exercise_thinking: "checking…", "Of a tried move.";
    exercise_answer: "Best:", "Before a line.";
    exercise_show: "Show answer", "Button.";
    exercise_next: "Next", "Button.";
    exercise_skip: "Skip", "Button.";
    exercise_back: "Back to the position", "Button.";
    exercise_end: "Stop practising", "Button.";
    exercise_done: "Done. Solved:", "Before two numbers.";
    claims: "Claims of a win", "Heading.";
    provable_from: "provable from ply", "Before a number.";
    never_provable: "never provable", "Of a win.";
    not_claimed: "not claimed", "Of a win.";
    claimed_at: "claimed at ply", "Before a number.";
    waiting_cost: "waiting cost", "Before points.";
    idle_time: "with nothing at stake:", "Before a time.";
    slowest_bad: "slowest bad move", "Before a time.";
    fastest_bad: "fastest bad move", "Before a time.";
    was_lost: "The position was already lost (proven)", "Where a player failed.";
    was_draw: "The position was a draw (proven)", "Where a player failed.";
    was_won: "The position was won (proven)", "Where a player failed.";
    spoiler_hidden: "Hidden until you have seen the end of the game.", "Where nothing is to be given away.";
    peeked_line: "Engine line:", "Before moves, under the board.";
}

impl Texts {
    /// Returns the name of a command.
    pub fn command(&self, id: &str) -> &'static str {
        let named = self.commands.iter().find(|(known, _)| *known == id);
        named.map_or("?", |(_, name)| name)
    }

    /// Returns the name of a menu.
    pub const fn menu(&self, menu: Menu) -> &'static str {
        self.menus[menu as usize]
    }

    /// Returns the name of a pane.
    pub const fn pane(&self, pane: Pane) -> &'static str {
        self.panes[pane as usize]
    }

    /// Returns the name of a glyph.
    pub const fn glyph(&self, glyph: Glyph) -> &'static str {
        self.glyphs[glyph as usize]
    }

    /// Returns the name of an ending.
    pub const fn ending(&self, ending: Ending) -> &'static str {
        self.endings[ending as usize]
    }

    /// Returns the label of a ply that was not made by its player.
    pub const fn made_by(&self, by: MovedBy) -> &'static str {
        self.made_by[by as usize]
    }

    /// Returns the one-letter label of a ply that was not made by its player.
    pub const fn made_by_letter(&self, by: MovedBy) -> &'static str {
        self.made_by_letters[by as usize]
    }

    /// Returns the name of a library column.
    pub const fn column(&self, column: Column) -> &'static str {
        self.columns[column as usize]
    }

    /// Returns the name of a mark.
    pub const fn mark(&self, kind: MarkKind) -> &'static str {
        self.marks[kind as usize]
    }
}

/// All available languages.
pub static LANGUAGES: &[&Texts] = &[&ENGLISH];

/// English.
pub static ENGLISH: Texts = Texts {
    language: DEFAULT_LANGUAGE,
    commands: &[
        ("new", "New game…"),
        ("open", "Open files…"),
        ("open-folder", "Open folder…"),
        ("paste", "Paste game"),
        ("reload", "Reload from disk"),
        ("save", "Save"),
        ("save-as", "Save as…"),
        ("next-game", "Next game in the list"),
        ("previous-game", "Previous game in the list"),
        ("next-tab", "Next tab"),
        ("previous-tab", "Previous tab"),
        ("close", "Close tab"),
        ("quit", "Quit"),
        ("undo", "Undo"),
        ("redo", "Redo"),
        ("copy-moves", "Copy moves"),
        ("copy-position", "Copy position"),
        ("copy-record", "Copy record"),
        ("copy-picture", "Copy picture"),
        ("type-move", "Type a move"),
        ("turn", "Rotate tile"),
        ("flag", "Claim with the move"),
        ("cancel", "Cancel"),
        ("comment", "Comment on this ply"),
        ("glyph-brilliant", "Brilliant !!"),
        ("glyph-good", "Good !"),
        ("glyph-interesting", "Interesting !?"),
        ("glyph-inaccuracy", "Inaccuracy ?!"),
        ("glyph-mistake", "Mistake ?"),
        ("glyph-blunder", "Blunder ??"),
        ("glyph-none", "Remove judgement"),
        ("clear-marks", "Clear marks"),
        ("promote", "Promote variation"),
        ("line-up", "Move variation up"),
        ("line-down", "Move variation down"),
        ("delete", "Delete from here"),
        ("game", "Game info…"),
        ("next", "Next ply"),
        ("back", "Previous ply"),
        ("own-next", "Next ply of the same player"),
        ("own-back", "Previous ply of the same player"),
        ("ten-on", "Ten plies forward"),
        ("ten-back", "Ten plies back"),
        ("first", "Go to start"),
        ("last", "Go to end"),
        ("ply", "Go to ply…"),
        ("event", "Next event"),
        ("event-back", "Previous event"),
        ("note", "Next note"),
        ("note-back", "Previous note"),
        ("other-next", "Next variation"),
        ("other-back", "Previous variation"),
        ("main-line", "Back to main line"),
        ("autoplay", "Play / Pause"),
        ("faster", "Faster"),
        ("slower", "Slower"),
        ("board", "Go to board"),
        ("search", "Search library"),
        ("knowledge", "View as: all / First / Second"),
        ("seat", "Protocol of: First / Second"),
        ("coordinates", "Coordinates"),
        ("theme", "Theme: light / dark / system"),
        ("animations", "Animations"),
        ("larger", "Zoom in"),
        ("smaller", "Zoom out"),
        ("normal-size", "Reset zoom"),
        ("pane-library", "Library"),
        ("pane-players", "Players"),
        ("pane-moves", "Moves"),
        ("pane-notes", "Notes"),
        ("pane-graph", "Graph"),
        ("pane-findings", "Findings"),
        ("pane-bot", "Bot"),
        ("pane-protocol", "Protocol"),
        ("pane-changes", "Changes"),
        ("pane-reset", "Reset layout"),
        ("engine", "Start / stop engine"),
        ("lock", "Lock engine to this position"),
        ("more-lines", "More lines"),
        ("fewer-lines", "Fewer lines"),
        ("more-threads", "More search threads"),
        ("fewer-threads", "Fewer search threads"),
        ("play-best", "Play best move"),
        ("review", "Review game / stop review"),
        ("mistake", "Next mistake"),
        ("mistake-back", "Previous mistake"),
        ("learn", "Practise mistakes"),
        ("lesson-show", "Show answer"),
        ("lesson-next", "Next exercise"),
        ("spoilers", "Hide results and future moves (spoiler-free)"),
        ("pane-engine", "Engine"),
        ("pane-review", "Review"),
        ("help", "Commands and keys"),
        ("about", "About kifu"),
    ],
    menus: ["File", "Edit", "Go", "Engine", "View", "Help"],
    panes: [
        "Library", "Board", "Players", "Moves", "Notes", "Graph", "Findings", "Bot", "Protocol",
        "Changes", "Engine", "Review",
    ],
    glyphs: ["!!", "!", "!?", "?!", "?", "??"],
    endings: [
        "finished",
        "illegal move",
        "timeout",
        "crash",
        "program exited",
        "jury took over",
        "unfinished",
    ],
    made_by: ["made by the jury", "forced by the rules"],
    made_by_letters: ["J", "A"],
    columns: [
        "Game", "First", "Second", "Result", "Ending", "Plies", "Event", "Round", "Date",
        "Findings", "File",
    ],
    marks: ["circle", "cross", "triangle", "square", "arrow", "text"],
    strings: ENGLISH_WORDS,
};
