//! All words of the window, a language each.
//!
//! Another language is another value of [`Texts`]; the compiler says what is missing. What the
//! rules, the readers and the findings say comes from below, in English.

use super::action::Pane;
use super::command::Menu;
use crate::app::library::Column;
use crate::app::store::DEFAULT_LANGUAGE;
use crate::record::{Ending, Glyph, MarkKind, MovedBy};

/// The words of one language.
#[derive(Debug)]
pub struct Texts {
    /// The language's own name.
    pub language: &'static str,
    /// Names of the commands, by id.
    pub commands: &'static [(&'static str, &'static str)],
    /// Names of the menus, in the order of [`Menu::ALL`].
    pub menus: [&'static str; 6],
    /// Names of the panes, in the order of [`Pane::ALL`].
    pub panes: [&'static str; 12],
    /// Names of the glyphs.
    pub glyphs: [&'static str; 6],
    /// How a game ended, in the order of the type.
    pub endings: [&'static str; 7],
    /// A ply that the jury made, and one that the rules made.
    pub made_by: [&'static str; 2],
    /// The same as a letter.
    pub made_by_letters: [&'static str; 2],
    /// Names of the marks, in the order of the type.
    pub marks: [&'static str; 6],
    /// Names of the library's columns, in the order of the type.
    pub columns: [&'static str; 11],
    /// Words that stand alone.
    pub strings: Words,
}

macro_rules! words {
    ($($name:ident: $english:literal, $about:literal;)+) => {
        /// Words and sentences, each by the place where it stands.
        #[derive(Debug)]
        pub struct Words {
            $(#[doc = $about] pub $name: &'static str,)+
        }

        const ENGLISH_WORDS: Words = Words { $($name: $english,)+ };
    };
}

words! {
    no_game: "Open a game from the library, drop files here, or paste moves.", "Where no game is open.";
    unplayable: "This log holds no game that can be shown; the findings say why.", "Where a log is no game.";
    any_chance: "any", "Button: luck deals anything.";
    start: "Start", "The position before the first ply.";
    ply: "ply", "Before a number.";
    of: "of", "Between two numbers.";
    untitled: "New game", "A game that is in no file.";
    unknown_player: "?", "A player without a name.";
    to_move: "to move", "Beside the player whose turn it is.";
    chance_to_act: "luck deals", "Where luck acts.";
    no_move_after_end: "The game is over.", "Where somebody wants to move.";
    move_hint: "type a move", "In the empty field for a move.";
    comment_hint: "What do you think of this ply?", "In the empty comment.";
    search_hint: "search players, events, files", "In the empty search field.";
    cancel: "Cancel", "Button.";
    close: "Close", "Button.";
    save: "Save", "Button.";
    save_all: "Save all", "Button.";
    discard: "Discard changes", "Button.";
    reload: "Read again", "Button.";
    keep_mine: "Keep mine", "Button.";
    ok: "OK", "Button.";
    go: "Go", "Button.";
    open: "Open", "Button.";
    unsaved: "This game has changes that are in no file.", "Before closing.";
    unsaved_many: "Games with changes that are in no file:", "Before the program ends.";
    changed_on_disk: "The file was changed by another program.", "A question.";
    gone_on_disk: "The file is gone.", "A question.";
    write_mine: "Write mine over it", "Button.";
    comments_lost: "The record has comments between its fields, which are lost when it is saved. (Notes of plies and `ext` are kept.)", "A question.";
    exists: "There is such a file already.", "A question.";
    overwrite: "Overwrite", "Button.";
    mark_label_on: "Words on", "Before a spot, for a mark.";
    recent: "Open recent", "A menu of files.";
    which_game: "Which game?", "Before a new game.";
    which_ply: "Go to ply", "Before the field.";
    path: "Path", "Before the field.";
    no_dialog: "The desktop offered no dialog (or it was cancelled). Type a path here, or drop files on the window.", "Why a path is asked for.";
    bundled: "Records that come with kifu", "The first folder of the library.";
    copied: "Copied.", "After copying.";
    saved: "Saved", "Before the name of the file.";
    nothing_to_undo: "There is nothing to undo.", "After a key.";
    nothing_to_redo: "There is nothing to do again.", "After a key.";
    press_key: "press a key", "While a key is chosen.";
    help_title: "Commands and keys", "Title.";
    help_search: "search commands", "In the empty search field of the help.";
    default_key: "back to its first key", "Button.";
    no_key: "no key", "Button.";
    knowledge_of: "Only what this player knows is shown:", "Before the player.";
    ply_slider: "Ply", "The slider under the board.";
    board: "Board", "For screen readers.";
    autoplay: "Run", "Button of the autoplay.";
    no_findings: "Nothing is wrong with this log.", "Where no finding is.";
    no_bot_output: "The log keeps nothing that the bots said at this ply.", "Where nothing is told.";
    failed: "failed here:", "Between player and reason.";
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
    message: "Message", "What the bot wrote beside its move.";
    stderr: "Standard error", "What the bot wrote there.";
    raw: "As written", "The move as the log has it.";
    canonical: "Move", "The canonical token.";
    received: "jury to bot", "Direction of a line of the dialogue.";
    sent: "bot to jury", "Direction of a line of the dialogue.";
    score: "Score", "Of the game.";
    time: "Time", "Used.";
    points: "Contest points", "Of the result.";
    winner: "Winner", "Of the result.";
    draw: "Draw", "Of the result.";
    result_open: "open", "A game without a result.";
    restore: "Changes from a program that ended without saving were found.", "A question after a crash.";
    restore_yes: "Open them", "Button.";
    restore_no: "Throw them away", "Button.";
    language: "Language", "In the settings.";
    move_list: "Moves", "For screen readers.";
    fold: "Fold this variation", "Button of a long variation.";
    unfold: "Unfold this variation", "Button of a long variation.";
    has_note: "has a note", "For screen readers, of a ply.";
    comment: "Comment", "For screen readers.";
    marks: "Marks", "Heading.";
    remove: "Remove", "Before what a button takes away.";
    evals: "Engines", "Heading.";
    proven_win: "won", "Of a position, for the player to act.";
    proven_loss: "lost", "Of a position, for the player to act.";
    line_win: "win", "Of a move on the board, for who makes it.";
    line_loss: "loss", "Of a move on the board, for who makes it.";
    at_end: "end", "Before a score at the end of the game.";
    wins: "wins", "After the side that won.";
    game_points: "Game points", "Of the result.";
    round_number: "round", "Before a number.";
    nothing_to_graph: "This game counts no points by ply, and the log has no times.", "Where no graph can be.";
    difference: "difference", "Of both scores.";
    more: "more", "After a number.";
    line: "line", "Before a place in a text.";
    rule: "Rule", "That a move broke.";
    made_by: "Player", "Who made a ply.";
    bot_sent: "Bot sent", "Before a line of the dialogue.";
    opponent_received: "Opponent received", "Before a line of the dialogue.";
    change_made: "made", "Something that counts.";
    change_broken: "broken", "Something that counted.";
    no_changes: "This act made and broke nothing that counts.", "Where no change is.";
    failed_changes: "The act failed and changed nothing.", "Where no change is.";
    change_key: "Change the key of", "Before a command.";
    about: "Validates, converts, replays and reviews the games of five programming contests.", "What the program is.";
    five_games: "Games", "Heading.";
    clear_filters: "show all", "Button that ends all filters.";
    no_rows: "No game is to be shown.", "In the empty library.";
    all: "all", "Of what can be chosen.";
    game: "Game", "Filter.";
    one_game: "game", "After the number one.";
    ending: "Ending", "Filter.";
    result_of: "Result", "Filter.";
    findings: "Findings", "Filter.";
    any_finding: "any finding", "Filter.";
    warnings: "warnings and errors", "Filter.";
    errors: "errors", "Filter.";
    first_wins: "first wins", "Filter.";
    second_wins: "second wins", "Filter.";
    folders: "Folders", "Heading.";
    sort_by: "Sort by", "Before a column.";
    sort_ascending: "(rising)", "After a column.";
    sort_descending: "(falling)", "After a column.";
    licence: "MIT or Apache-2.0, as you like.", "Of the program.";
    nothing_to_exercise: "The review found nothing to learn from here. Review the game first, if that was not done.", "After a key.";
    nothing_to_review: "Nobody moved in this game.", "After a key.";
    no_best_move: "The engine is off.", "After a key.";
    engine_off: "The engine is off.", "In the empty pane.";
    engine_on: "Switch it on", "Button.";
    switch_off: "Switch off", "Button.";
    engine_off_in_exercise: "No hints while you look for the answer yourself.", "In the empty pane.";
    engine_thinking: "thinking …", "Before the engine says something.";
    game_over: "The game is over: there is nothing to think about.", "In the empty pane.";
    locked_at: "stays at ply", "Before a number: the engine does.";
    lock: "Stay here", "Button: the engine stays with this position.";
    unlock: "Go along", "Button: the engine goes along again.";
    line_count: "lines", "After a number.";
    fewer: "fewer lines", "Button.";
    more_lines: "more lines", "Button.";
    proven: "proven", "Of a value.";
    exact: "exact", "Of a value in which luck has a hand.";
    bounded: "partly proven", "Of a value.";
    estimated: "estimate", "Of a value.";
    played_move: "played", "Of a line: it begins with the move that was played.";
    nodes: "nodes", "After a number.";
    depth: "depth", "Before a number.";
    visits: "visits", "After a number.";
    win_chances: "Chances", "Of the first player to win, as a chart.";
    win_chances_of: "chances of", "Before a side.";
    not_reviewed: "Nobody has reviewed this game yet.", "In the empty pane.";
    review_it: "Review this game", "Button.";
    review_again: "Review again", "Button.";
    stop_review: "Stop", "Button.";
    thoroughness: "Thoroughness", "Before a choice.";
    thoroughness_quick: "quick", "Of a review.";
    thoroughness_standard: "standard", "Of a review.";
    thoroughness_deep: "deep", "Of a review.";
    per_position: "a position", "After a time.";
    thresholds_label: "Marks from", "Before what has to be lost for a move to be called bad.";
    thresholds_hint: "In points of 100 of the chances to win, beyond the engine's own error. Drag a number, or click and type.", "What those numbers are.";
    thresholds_reset: "as usual", "Button that brings those numbers back to 5, 10 and 15.";
    reviewing: "reviewing, ply", "Before a number.";
    time_left: "left", "After a time.";
    accuracy: "accuracy", "Of a player's moves.";
    only_moves: "only moves", "Of a player.";
    inaccuracies: "inaccuracies", "Of a player.";
    mistakes: "mistakes", "Of a player.";
    blunders: "blunders", "Of a player.";
    wins_given_away: "wins given away", "Of a player.";
    points_given_away: "points given away", "Of a player.";
    luck_points: "luck, points", "Of a player.";
    luck_wins: "luck, wins", "Of a player.";
    key_moments: "Key moments", "Heading.";
    no_key_moments: "No ply gave anything away.", "Where no moment is.";
    better: "better", "Before a move.";
    threw_away: "threw away a proven win", "What a ply did.";
    missed_win: "missed a proven win", "What a ply did.";
    lost_margin: "lost margin", "What a ply did.";
    already_lost: "was lost already", "Of a ply.";
    punished: "punished", "Of a mistake.";
    unpunished: "not punished", "Of a mistake.";
    exercise_start: "Learn from the mistakes", "Button.";
    exercise_of: "of", "Before a side.";
    exercise_of_both: "of both", "Button.";
    exercise: "Lesson", "Before a number.";
    exercise_question: "was played here. Find a better move, on the board.", "After a side and its move.";
    exercise_best: "the best move", "Of a tried move.";
    exercise_good: "good, too", "Of a tried move.";
    exercise_played: "that is what was played", "Of a tried move.";
    exercise_loses: "gives away", "Of a tried move, before a number.";
    exercise_thinking: "let me think …", "Of a tried move.";
    exercise_answer: "Best:", "Before a line.";
    exercise_show: "Show the answer", "Button.";
    exercise_next: "Next", "Button.";
    exercise_skip: "Skip", "Button.";
    exercise_back: "Back to the question", "Button.";
    exercise_end: "End the lesson", "Button.";
    exercise_done: "That was the last one. Found:", "Before two numbers.";
    claims: "Claims of the win", "Heading.";
    provable_from: "provable from ply", "Before a number.";
    never_provable: "never provable", "Of a win.";
    not_claimed: "not claimed", "Of a win.";
    claimed_at: "claimed at ply", "Before a number.";
    waiting_cost: "waiting cost", "Before points.";
    idle_time: "where nothing was at stake:", "Before a time.";
    slowest_bad: "slowest bad move", "Before a time.";
    fastest_bad: "fastest bad move", "Before a time.";
    was_lost: "The position was lost already, proven", "Where a player failed.";
    was_draw: "The position was a draw, proven", "Where a player failed.";
    was_won: "The position was won, proven", "Where a player failed.";
    spoiler_hidden: "Hidden until you have seen the end.", "Where nothing is to be given away.";
    peeked_line: "a line that was not played:", "Before moves, under the board.";
}

impl Texts {
    /// The name of a command.
    pub fn command(&self, id: &str) -> &'static str {
        let named = self.commands.iter().find(|(known, _)| *known == id);
        named.map_or("?", |(_, name)| name)
    }

    /// The name of a menu.
    pub const fn menu(&self, menu: Menu) -> &'static str {
        self.menus[menu as usize]
    }

    /// The name of a pane.
    pub const fn pane(&self, pane: Pane) -> &'static str {
        self.panes[pane as usize]
    }

    /// The name of a glyph.
    pub const fn glyph(&self, glyph: Glyph) -> &'static str {
        self.glyphs[glyph as usize]
    }

    /// How a game ended.
    pub const fn ending(&self, ending: Ending) -> &'static str {
        self.endings[ending as usize]
    }

    /// Who made a ply in its player's place.
    pub const fn made_by(&self, by: MovedBy) -> &'static str {
        self.made_by[by as usize]
    }

    /// The same as a letter.
    pub const fn made_by_letter(&self, by: MovedBy) -> &'static str {
        self.made_by_letters[by as usize]
    }

    /// The name of a column of the library.
    pub const fn column(&self, column: Column) -> &'static str {
        self.columns[column as usize]
    }

    /// The name of a mark.
    pub const fn mark(&self, kind: MarkKind) -> &'static str {
        self.marks[kind as usize]
    }
}

/// The languages there are.
pub static LANGUAGES: &[&Texts] = &[&ENGLISH];

/// English.
pub static ENGLISH: Texts = Texts {
    language: DEFAULT_LANGUAGE,
    commands: &[
        ("new", "New game…"),
        ("open", "Open files…"),
        ("open-folder", "Open a folder…"),
        ("paste", "Paste a game"),
        ("reload", "Read again from disk"),
        ("save", "Save"),
        ("save-as", "Save as…"),
        ("next-game", "Next game of the list"),
        ("previous-game", "Previous game of the list"),
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
        ("turn", "Turn the tile"),
        ("flag", "Claim with the move"),
        ("cancel", "Cancel"),
        ("comment", "Comment on this ply"),
        ("glyph-brilliant", "Brilliant !!"),
        ("glyph-good", "Good !"),
        ("glyph-interesting", "Interesting !?"),
        ("glyph-inaccuracy", "Inaccuracy ?!"),
        ("glyph-mistake", "Mistake ?"),
        ("glyph-blunder", "Blunder ??"),
        ("glyph-none", "No judgement"),
        ("clear-marks", "Clear marks"),
        ("promote", "Promote this line"),
        ("line-up", "Move this line up"),
        ("line-down", "Move this line down"),
        ("delete", "Delete from here"),
        ("game", "About this game…"),
        ("next", "Next ply"),
        ("back", "Previous ply"),
        ("own-next", "Same player's next ply"),
        ("own-back", "Same player's previous ply"),
        ("ten-on", "Ten plies on"),
        ("ten-back", "Ten plies back"),
        ("first", "Start"),
        ("last", "End"),
        ("ply", "Go to ply…"),
        ("event", "Next event"),
        ("event-back", "Previous event"),
        ("note", "Next note"),
        ("note-back", "Previous note"),
        ("other-next", "Next alternative"),
        ("other-back", "Previous alternative"),
        ("main-line", "Back to the main line"),
        ("autoplay", "Run or stop"),
        ("faster", "Run faster"),
        ("slower", "Run slower"),
        ("board", "To the board"),
        ("search", "Search the library"),
        ("knowledge", "Whose knowledge is shown"),
        ("seat", "Whose dialogue is shown"),
        ("coordinates", "Coordinates"),
        ("theme", "Light, dark, system"),
        ("animations", "Animations"),
        ("larger", "Larger"),
        ("smaller", "Smaller"),
        ("normal-size", "Normal size"),
        ("pane-library", "Library"),
        ("pane-players", "Players"),
        ("pane-moves", "Moves"),
        ("pane-notes", "Notes"),
        ("pane-graph", "Graph"),
        ("pane-findings", "Findings"),
        ("pane-bot", "Bot"),
        ("pane-protocol", "Protocol"),
        ("pane-changes", "Changes"),
        ("pane-reset", "Panes as at first"),
        ("engine", "Engine on or off"),
        ("lock", "Engine stays at this position"),
        ("more-lines", "More lines"),
        ("fewer-lines", "Fewer lines"),
        ("more-threads", "Engine on more threads"),
        ("fewer-threads", "Engine on fewer threads"),
        ("play-best", "Play the best move"),
        ("review", "Review this game, or stop"),
        ("mistake", "Next mistake"),
        ("mistake-back", "Previous mistake"),
        ("learn", "Learn from the mistakes"),
        ("lesson-show", "Show the answer"),
        ("lesson-next", "Next question"),
        ("spoilers", "Tell nothing in advance"),
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
        "program ended",
        "jury took over",
        "log stops",
    ],
    made_by: ["made by the jury", "made by the rules"],
    made_by_letters: ["J", "A"],
    columns: [
        "Game", "First", "Second", "Result", "Ending", "Plies", "Event", "Round", "Date",
        "Findings", "File",
    ],
    marks: ["circle", "cross", "triangle", "square", "arrow", "text"],
    strings: ENGLISH_WORDS,
};
