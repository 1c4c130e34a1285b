//! Texts of the position editor.

macro_rules! editor_texts {
    ($($name:ident: $english:literal, $about:literal;)+) => {
        /// Texts of the position editor, each named after its use.
        #[derive(Debug)]
        pub struct EditorTexts {
            $(#[doc = $about] pub $name: &'static str,)+
        }

        /// The texts in English.
        pub(super) const ENGLISH_EDITOR: EditorTexts = EditorTexts { $($name: $english,)+ };
    };
}

editor_texts! {
    title: "Set up a position", "Title of the dialog.";
    hint: "Put pieces on the board, or paste the text of a position of any game.", "Explanation while there is no position.";
    move_piece: "Move pieces", "Tool.";
    erase: "Erase", "Tool.";
    to_move: "to move", "Text after the name of a side.";
    is_over: "the game is over here", "Remark on a position.";
    board_size: "Board size", "Label of a setting.";
    columns: "Columns", "Label of a setting.";
    rows: "Rows", "Label of a setting.";
    clear: "Empty board", "Button.";
    start_position: "Start position", "Button.";
    undo: "Undo", "Button.";
}
