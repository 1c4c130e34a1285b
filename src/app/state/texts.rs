//! All texts of the window, one value of [`Texts`] per language.
//!
//! To add a language, add another value; the compiler reports what is missing. Texts of the rules,
//! the readers and the findings come from the lower layers, in English.

use super::action::Pane;
use super::command::Menu;
use super::editor_texts::{ENGLISH_EDITOR, EditorTexts};
use super::settings_texts::{ENGLISH_SETTINGS, SettingsTexts};
use crate::library::Column;
use crate::store::DEFAULT_LANGUAGE;
use kifu_core::record::{Ending, Glyph, MarkColor, MarkKind, MovedBy};

/// The texts of one language.
#[derive(Debug)]
pub struct Texts {
    /// The language's name for itself.
    pub language: &'static str,
    /// Names of the commands, by id.
    pub commands: &'static [(&'static str, &'static str)],
    /// Names of the menus, in the order of [`Menu::ALL`].
    pub menus: [&'static str; 7],
    /// Names of the panes, in the order of [`Pane::ALL`].
    pub panes: [&'static str; 13],
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
    /// Names of the colours of marks, in the order of [`MarkColor`].
    pub mark_colors: [&'static str; 4],
    /// Names of the library's columns, in the order of [`Column`].
    pub columns: [&'static str; 11],
    /// What the mouse does: gestures and their effects.
    pub mouse: &'static [(&'static str, &'static str)],
    /// Texts of the settings, the start page and the menus.
    pub settings: SettingsTexts,
    /// Texts of the position editor.
    pub editor: EditorTexts,
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
    not_followable: "Open a game of a .ronl file first: its file will be followed.", "Message after a command that had no effect.";
    following: "following", "Status of a followed file.";
    line_is_written: "next game is being written", "Status of a followed file.";
    file_truncated: "The file became shorter and was read anew.", "Status of a followed file.";
    file_replaced: "The file was replaced and read anew.", "Status of a followed file.";
    file_awaited: "waiting for the file", "Status of a followed file.";
    newest: "Newest", "Button that opens the newest game.";
    stop_following: "Stop following", "Button.";
    standings_columns: "Bot, W-D-L, Points, Elo, Faults", "Headings of the standings, separated by commas.";
    play_from_here: "Play on from here", "Title of the dialog that starts a game from the shown position.";
    seat_kinds: "Person, kifu, Contest bot, GTP program", "Kinds of players, separated by commas.";
    seat_clocks: "Contest clock, Per move, Per game, No clock", "Kinds of clocks, separated by commas.";
    start_game: "Start game", "Button.";
    person: "Person", "Usual name of a player who is a person.";
    player_kind: "Player", "Label before the kind of a player.";
    player_name: "Name", "Label before the name of a player.";
    command: "Command", "Label before the command of a bot.";
    command_hint: "e.g. python3 bot.py --fast", "Placeholder of a command.";
    working_dir: "Folder", "Label before the folder in which a bot runs.";
    working_dir_hint: "where the command runs", "Placeholder of a folder.";
    strength: "Strength", "Label before the strength of kifu.";
    clock: "Clock", "Label before a clock.";
    seconds: "s", "Unit after a number of seconds.";
    node_limit: "Nodes", "Label before the greatest number of nodes that kifu searches for a move.";
    no_limit: "no limit", "Shown for a limit of zero.";
    type_chance: "Type the random tiles instead of dealing them", "Switch in the dialog that starts a game.";
    command_missing: "Enter the command that starts the bot; close its quotes.", "Reason why a game cannot start.";
    no_gtp: "GTP programs do not play this game.", "Reason why a game cannot start.";
    not_your_turn: "It is not your turn.", "Message after a move in a game in play.";
    other_chance: "That is not the tile that was dealt.", "Message after a move in a game in play.";
    nothing_to_take_back: "Nothing to take back.", "Message after a command that had no effect.";
    game_stopped: "Game stopped.", "Message after a game was stopped.";
    thinks: "thinking", "Label after the name of a player who is asked for a move.";
    your_move: "to play", "Label after the name of a person who is asked for a move.";
    starting: "Starting…", "Label while the programs of a game start.";
    paused: "Paused", "Label while a game is paused.";
    deal_by_hand: "Type the next tile", "Label while a chance outcome is to be typed.";
    go_to_live: "Go to the live position", "Button beside a game in play.";
    pause: "Pause", "Button.";
    resume: "Go on", "Button.";
    take_back: "Take back", "Button.";
    resign: "Resign", "Button.";
    stop_game: "Stop game", "Button that stops a game in play.";
    no_game: "Open a game from the library, drop files here, or paste moves.", "Message: no game is open.";
    unplayable: "This file contains no playable game. See Findings.", "Message: a file contains no playable game.";
    any_chance: "Random tile", "Button that chooses a random chance outcome.";
    start: "Start", "Label of the position before the first ply.";
    ply: "ply", "Label before a number.";
    of: "of", "Label between two numbers.";
    untitled: "New game", "Title of a game that is not stored in a file.";
    unknown_player: "?", "Name shown for a player without one.";
    to_move: "to move", "Label beside the player to move.";
    chance_to_act: "Deal a tile", "Label: a chance event comes next.";
    no_move_after_end: "The game is over.", "Message after a move is entered.";
    move_hint: "Type a move", "Placeholder of the move field.";
    for_example: "e.g.", "Label before an example.";
    comment_hint: "Comment on this ply…", "Placeholder of the comment.";
    search_hint: "Search players, events, files…", "Placeholder of the library's search field.";
    cancel: "Cancel", "Button.";
    close: "Close", "Button.";
    save: "Save", "Button.";
    save_all: "Save all", "Button.";
    discard: "Don't save", "Button.";
    reload: "Reload from disk", "Button.";
    keep_mine: "Ignore", "Button.";
    go: "Go", "Button.";
    open: "Open", "Button.";
    unsaved: "Save your changes?", "Question before closing a tab.";
    unsaved_many: "Save changes to these games?", "Question before quitting.";
    changed_on_disk: "Another program has changed this file.", "Text of a dialog.";
    gone_on_disk: "This file no longer exists.", "Text of a dialog.";
    write_mine: "Overwrite file", "Button.";
    comments_lost: "Saving removes the comments between the fields of this record. (Notes on plies and `ext` are kept.)", "Text of a dialog.";
    exists: "This file already exists.", "Text of a dialog.";
    overwrite: "Overwrite", "Button.";
    mark_label_on: "Text at", "Label before the square of a text mark.";
    recent: "Open recent", "Name of the menu of recent files.";
    which_game: "Choose a game", "Title of the dialog that starts a game.";
    which_ply: "Go to ply", "Label before a text field.";
    path: "Path", "Label before a text field.";
    no_playable_game: "no playable game", "Shown for a row of the library without a game.";
    no_dialog: "No file dialog available. Enter a path, or drop files on the window:", "Explanation above the path field.";
    bundled: "Bundled records", "Name of the bundled folder in the library.";
    copied: "Copied.", "Message after copying.";
    saved: "Saved", "Message before the name of the saved file.";
    games_left_out: "games could not be written, the first because", "Message after a number, before the reason.";
    file_is_listed: "The listed games come from this file. Choose another one:", "Message before a path.";
    no_such_format: "The name of the file must end like one of these formats:", "Message before extensions.";
    nothing_to_undo: "Nothing to undo.", "Message after a command that had no effect.";
    nothing_to_redo: "Nothing to redo.", "Message after a command that had no effect.";
    press_key: "Press a key…", "Prompt for a new key.";
    help_title: "Commands and keys", "Title of the help dialog.";
    help_search: "Search commands…", "Placeholder of the help's search field.";
    default_key: "Reset to default", "Button.";
    no_key: "No key", "Button.";
    hidden_information: "(hidden information)", "Label after the player whose knowledge is shown.";
    press: "press", "Label before a key.";
    knowledge_of: "Viewing as", "Label before the player whose knowledge is shown.";
    ply_slider: "Ply", "Name of the slider under the board.";
    board: "Board", "Text for screen readers.";
    autoplay: "Play", "Button that starts autoplay.";
    explain: "Explain", "Link before the number of a finding.";
    copy: "Copy", "Link that copies a finding.";
    one_error: "error", "Label after the number one.";
    error_count: "errors", "Label after a number.";
    one_warning: "warning", "Label after the number one.";
    warning_count: "warnings", "Label after a number.";
    one_note: "note", "Label after the number one.";
    note_count: "notes", "Label after a number.";
    no_findings: "No problems found in this log.", "Message: there are no findings.";
    no_bot_output: "The log has no bot output for this ply.", "Message: there is no bot output.";
    failed: "failed:", "Label between a player and the reason of a failure.";
    tried: "tried", "Label before the move that failed.";
    stop: "Stop", "Button that ends a long job.";
    games: "games", "Label after a number.";
    shown: "shown", "Label after a number.";
    export: "Export", "Name of the menu of export formats.";
    export_picture: "a picture of the shown position", "Description of a format of pictures.";
    export_animation: "an animation of the game", "Description of a format of animations.";
    author: "author", "Label of a fact about a program.";
    version: "version", "Label of a fact about a program.";
    event: "Event", "Label of the event of a game.";
    round: "Round", "Label of the round of an event.";
    table: "Table", "Label of the table in a round.";
    date: "Date", "Label of the date of a game.";
    theme: "Theme", "Label of a setting.";
    message: "Message", "Label of the bot's message beside its move.";
    stderr: "Standard error", "Label of the bot's standard error output.";
    raw: "As written", "Label of the move as written in the log.";
    canonical: "Move", "Label of the canonical token.";
    received: "Jury to bot", "Direction of a dialogue line.";
    sent: "Bot to jury", "Direction of a dialogue line.";
    score: "Score", "Label of the score.";
    time: "Time", "Label of the time used.";
    points: "Contest points", "Label of a part of the result.";
    winner: "Winner", "Label of a part of the result.";
    draw: "Draw", "Label of a part of the result.";
    result_open: "No result", "Label of a game without a result.";
    restore: "kifu closed unexpectedly. Restore these unsaved games?", "Question after a crash.";
    restore_later: "Not now", "Button.";
    restore_yes: "Restore", "Button.";
    restore_no: "Discard", "Button.";
    language: "Language", "Label of a setting.";
    move_list: "Moves", "Text for screen readers.";
    fold: "Collapse this variation", "Button of a long variation.";
    unfold: "Expand this variation", "Button of a long variation.";
    has_note: "has a note", "Text for screen readers: the ply has a note.";
    comment: "Comment", "Text for screen readers.";
    marks: "Marks", "Heading.";
    remove: "Remove", "Label of a button before the item that it removes.";
    evals: "Engines", "Heading.";
    proven_win: "won", "Proven value of a position for the player to move.";
    proven_loss: "lost", "Proven value of a position for the player to move.";
    line_win: "win", "Proven value of a hint on the board for the player who makes the move.";
    line_loss: "loss", "Proven value of a hint on the board for the player who makes the move.";
    at_end: "final", "Label before the final score.";
    wins: "wins", "Label after the side that won.";
    game_points: "Game points", "Label of a part of the result.";
    round_number: "round", "Label before a number.";
    nothing_to_graph: "There are no times and no changes of score to show. A review shows win probabilities.", "Message: there is nothing to graph.";
    nothing_to_graph_yet: "Scores and times appear while the game is played.", "Message in an empty pane.";
    difference: "Difference", "Label of the difference between the scores.";
    more: "more", "Label after a number.";
    line: "line", "Label before a line number in a text.";
    rule: "Rule", "Label of the rule that a move broke.";
    made_by: "Player", "Label of the player who made a ply.";
    bot_sent: "Bot sent", "Label before a line of the dialogue.";
    opponent_received: "Opponent received", "Label before a line of the dialogue.";
    change_made: "made", "Label of points or structures gained.";
    change_broken: "broken", "Label of points or structures lost.";
    no_changes: "No change in score.", "Message: there are no score changes.";
    failed_changes: "The failed move changed nothing.", "Message: there are no score changes.";
    change_key: "Change key", "Label of a button, before a command.";
    about: "Validates, converts, replays and reviews games of five programming contests.", "Description of the program.";
    five_games: "Games", "Heading.";
    clear_filters: "Clear filters", "Button that removes all filters.";
    no_rows_yet: "No games yet.", "Message: the library is empty.";
    no_rows: "No games match.", "Message: no games match the filters.";
    all: "All", "Entry of a filter that selects everything.";
    game: "Game", "Name or value of a filter.";
    one_game: "game", "Label after the number one.";
    ending: "Ending", "Name or value of a filter.";
    result_of: "Result", "Name or value of a filter.";
    findings: "Findings", "Name or value of a filter.";
    any_finding: "Any finding", "Name or value of a filter.";
    warnings: "Warnings and errors", "Name or value of a filter.";
    errors: "Errors", "Name or value of a filter.";
    first_wins: "First wins", "Name or value of a filter.";
    second_wins: "Second wins", "Name or value of a filter.";
    folders: "Folders", "Heading.";
    filters: "Filters", "Button that shows the filters of the library.";
    player: "Player", "Name of a filter.";
    reviewed: "Reviewed", "Name or value of a filter.";
    review_state: "Review", "Name of a filter.";
    not_reviewed_games: "Not reviewed", "Value of a filter.";
    repeated_state: "Duplicates", "Name of a filter.";
    repeated: "Only duplicates", "Value of a filter: games with the moves and players of an earlier one.";
    not_repeated: "No duplicates", "Value of a filter.";
    duplicate: "duplicate", "Mark of a game that stands in the library before.";
    same_game_as: "Same moves and players as", "Label before the place of a game.";
    list_same_games: "List the same games", "Menu item for a game that stands in the library more than once.";
    same_games: "Same games as", "Name of a filter, before the place of a game.";
    only: "Show only", "Menu item, before what is to be listed.";
    remove_filter: "Remove filter", "Button, before the filter.";
    open_in_tab: "Open in a new tab", "Menu item.";
    copy_path: "Copy path", "Menu item.";
    remove_from_library: "Remove from library", "Menu item.";
    expand: "Expand or collapse", "Menu item for a folder.";
    sort: "Sort", "Button that shows the orders of the library.";
    as_found: "As found", "Order of the library.";
    plies: "plies", "Label after a number.";
    sort_by: "Sort by", "Label before a column.";
    sort_ascending: "(ascending)", "Label after a column.";
    sort_descending: "(descending)", "Label after a column.";
    licence: "Licensed under MIT or Apache-2.0, at your option.", "The licence of the program.";
    nothing_to_exercise: "No mistakes to practise.", "Message after a command that had no effect.";
    not_reviewed_yet: "Review the game first.", "Message after a command that had no effect.";
    no_square: "Point at a square first.", "Message after a command that had no effect.";
    key_taken_from: "no longer does", "Label between a key and the command that lost it.";
    reload_anyway: "Reload and lose your changes to this game?", "Question before reading a file again.";
    reload_yes: "Reload", "Button.";
    no_command: "No command matches.", "Message: the search for commands found nothing.";
    all_tabs: "All open games", "Name of the menu of all tabs.";
    nothing_to_review: "This game has no moves to review.", "Message after a command that had no effect.";
    no_best_move: "No best move yet: start the engine first.", "Message after a command that had no effect.";
    engine_off: "Engine off", "Message in an empty pane.";
    engine_on: "Start engine", "Button.";
    switch_off: "Stop engine", "Button.";
    engine_off_in_exercise: "No engine hints during an exercise.", "Message in an empty pane.";
    engine_thinking: "Thinking…", "Message before the engine's first result.";
    game_over: "The game is over: nothing to analyze.", "Message in an empty pane.";
    locked_at: "locked to ply", "Label before a number.";
    lock: "Lock to this position", "Button that locks the engine to the shown position.";
    unlock: "Follow", "Button that unlocks the engine.";
    line_count: "lines", "Label after a number.";
    fewer: "Fewer lines", "Button.";
    more_lines: "More lines", "Button.";
    proven: "proven", "Certainty of a value.";
    exact: "exact", "Certainty of an exact value that includes chance.";
    bounded: "partly proven", "Certainty of a value.";
    estimated: "estimate", "Certainty of a value.";
    played_move: "played", "Label of the line that begins with the played move.";
    nodes: "nodes", "Label after a number.";
    depth: "depth", "Label before a number.";
    visits: "visits", "Label after a number.";
    win_chances: "Win probability", "Title of the chart of the first player's win probability.";
    not_reviewed: "Not reviewed yet.", "Message in an empty pane.";
    review_it: "Review this game", "Button.";
    review_again: "Review again", "Button.";
    stop_review: "Stop review", "Button.";
    thoroughness: "Thoroughness", "Label before the thoroughness of a review.";
    thoroughness_quick: "Quick", "Thoroughness of a review.";
    thoroughness_standard: "Standard", "Thoroughness of a review.";
    thoroughness_deep: "Deep", "Thoroughness of a review.";
    per_position: "per position", "Label after a time.";
    thresholds_label: "Judge a move from this loss (%)", "Label before the thresholds of inaccuracies, mistakes and blunders.";
    thresholds_hint: "Loss of win probability for inaccuracies, mistakes and blunders, beyond the engine's own error. Drag a number, or click and type.", "Explanation of the thresholds.";
    thresholds_reset: "Reset", "Button that resets the thresholds to 5, 10 and 15.";
    reviewing: "Reviewing ply", "Label before a number.";
    time_left: "left", "Label after a time.";
    search_done: "search ended", "Label of an engine search that has ended.";
    mouse: "Mouse", "Heading.";
    position_text: "Position text", "Label of a field.";
    start_analysis: "Analyze", "Button.";
    mark_tools: "Draw with the left button", "Heading of the palette of marks.";
    next_piece: "Next tile", "Heading of the piece that the next click places.";
    piece_hint: "Click the board to place it. A click here, R or the right button rotates it.", "Explanation of the piece that the next click places.";
    mark_color_hint: "Shift, Alt or both draw arrows in red, green and yellow", "Explanation of the colours of marks.";
    arrow_hint: "Drag, or click start and end", "Explanation of the palette's arrow.";
    accuracy: "Accuracy", "Label of the accuracy of a player's moves.";
    only_moves: "Only moves", "Label of a statistic of a player.";
    inaccuracies: "Inaccuracies", "Label of a statistic of a player.";
    mistakes: "Mistakes", "Label of a statistic of a player.";
    blunders: "Blunders", "Label of a statistic of a player.";
    wins_given_away: "Wins given away", "Label of a statistic of a player.";
    points_given_away: "Points given away", "Label of a statistic of a player.";
    luck_points: "Luck (points)", "Label of a statistic of a player.";
    luck_wins: "Luck (wins)", "Label of a statistic of a player.";
    wins_lost: "Wins lost", "Heading of a narrow column.";
    points_lost: "Points lost", "Heading of a narrow column.";
    luck: "Luck", "Heading of a narrow column.";
    key_moments: "Key moments", "Heading.";
    no_key_moments: "No mistakes found.", "Message: there are no key moments.";
    better: "better", "Label before a better move.";
    threw_away: "threw away a proven win", "Kind of a key moment.";
    missed_win: "missed a proven win", "Kind of a key moment.";
    lost_margin: "lost margin", "Kind of a key moment.";
    already_lost: "already lost", "Kind of a key moment.";
    punished: "punished", "Consequence of a mistake.";
    unpunished: "not punished", "Consequence of a mistake.";
    exercise_start: "Practise mistakes:", "Label before the exercise buttons.";
    exercise_of_both: "Both", "Button that starts an exercise with both players' mistakes.";
    exercise: "Exercise", "Label before a number.";
    exercise_question: "Find a better move.", "Question after the move that was played.";
    exercise_best: "best move", "Verdict on a tried move.";
    exercise_good: "also good", "Verdict on a tried move.";
    exercise_played: "played in the game", "Verdict on a tried move.";
    exercise_loses: "loses", "Verdict on a tried move, before the loss.";
    exercise_thinking: "checking…", "Verdict on a tried move.";
    exercise_answer: "Best:", "Label before the best line.";
    exercise_show: "Show answer", "Button.";
    exercise_next: "Next", "Button.";
    exercise_skip: "Skip", "Button.";
    exercise_back: "Back to the position", "Button.";
    exercise_end: "Stop practising", "Button.";
    exercise_done: "Done. Solved:", "Label before two numbers.";
    exercise_found: "found", "Label after the number of solved questions.";
    exercise_all_found: "All found!", "Message after an exercise without a miss.";
    exercise_again: "Practise again", "Button.";
    claims: "Claims of a win", "Heading.";
    provable_from: "provable from ply", "Label before a number.";
    never_provable: "never provable", "Message: no win was ever provable.";
    not_claimed: "not claimed", "Message: a provable win was not claimed.";
    claimed_at: "claimed at ply", "Label before a number.";
    waiting_cost: "waiting cost", "Label before points.";
    idle_time: "with nothing at stake:", "Label before a time.";
    slowest_bad: "slowest bad move", "Label before a time.";
    fastest_bad: "fastest bad move", "Label before a time.";
    was_lost: "The position was already lost (proven)", "Value of the position in which a player failed.";
    was_draw: "The position was a draw (proven)", "Value of the position in which a player failed.";
    was_won: "The position was won (proven)", "Value of the position in which a player failed.";
    spoiler_hidden: "Hidden until you have seen the end of the game.", "Message in place of spoilers.";
    explorer_empty: "Open games or folders to see what was played in them.", "Message in the explorer.";
    explorer_unknown: "No game came to this position.", "Message in the explorer.";
    explorer_counting: "Counting the moves of all games …", "Message in the explorer.";
    explorer_off_in_exercise: "The explorer is off while you practise.", "Message in the explorer.";
    explorer_listed_only: "Listed games only", "Switch: count only the games that the library lists.";
    explorer_by_feature: "All games at ply", "Heading before a number: moves in any position.";
    explorer_columns: "Move, Games, Results, Points, Eval, Loss", "Headings of the explorer, separated by commas.";
    explorer_play: "Play", "Label before a move.";
    explorer_show: "List games with", "Label before a move.";
    explorer_show_all: "List games with this position", "Label of the number of games.";
    explorer_here: "Games with this position", "Name of a filter of the library.";
    explorer_with: "Games with", "Name of a filter of the library, before a move.";
    peeked_line: "Engine line:", "Label before the previewed moves, under the board.";
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

    /// Returns the name of a colour of marks.
    pub const fn mark_color(&self, color: MarkColor) -> &'static str {
        self.mark_colors[color as usize]
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
        ("start-position", "Set up a position…"),
        ("open", "Open files…"),
        ("open-folder", "Open folder…"),
        ("paste", "Paste game"),
        ("reload", "Reload from disk"),
        ("save", "Save"),
        ("save-as", "Save as…"),
        ("export-listed", "Export listed games…"),
        ("next-game", "Next game in the list"),
        ("previous-game", "Previous game in the list"),
        ("newest-game", "Newest game"),
        ("follow", "Follow file / stop following"),
        ("next-tab", "Next tab"),
        ("previous-tab", "Previous tab"),
        ("settings", "Settings…"),
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
        (
            "write-on-square",
            "Write a word on the square under the pointer",
        ),
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
        ("knowledge", "View as next player"),
        ("seat", "Protocol of other player"),
        ("flip", "Flip board"),
        ("coordinates", "Coordinates"),
        ("theme", "Next theme"),
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
        ("play-here", "Play on from here…"),
        ("pause-game", "Pause game / go on"),
        ("take-back", "Take back"),
        ("resign", "Resign"),
        ("stop-game", "Stop game"),
        ("engine", "Start / stop engine"),
        ("lock", "Lock engine to this position"),
        ("deeper", "Think deeper"),
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
        ("pane-explorer", "Explorer"),
        ("help", "Commands and keys"),
        ("about", "About kifu"),
    ],
    menus: ["File", "Edit", "Go", "Play", "Engine", "View", "Help"],
    panes: [
        "Library", "Board", "Players", "Moves", "Notes", "Graph", "Findings", "Bot", "Protocol",
        "Changes", "Engine", "Review", "Explorer",
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
    mark_colors: ["blue", "green", "red", "yellow"],
    marks: ["circle", "cross", "triangle", "square", "arrow", "text"],
    mouse: super::mouse_texts::ENGLISH,
    settings: ENGLISH_SETTINGS,
    editor: ENGLISH_EDITOR,
    strings: ENGLISH_WORDS,
};
