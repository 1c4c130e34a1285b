//! Dialogues between the jury of Box and one bot.

use kifu_core::contract::{Contest, DialogueEvent, DialogueLine, Player, Setup};
use kifu_core::games::box_game::BoxGame;

/// The content of a dialogue of Box: the seat, the colours, the tokens, the jury's last word.
#[derive(Debug, Default, PartialEq)]
pub struct DialogueContent {
    pub seat: Option<Player>,
    pub colors: Option<String>,
    pub tokens: Vec<String>,
    pub raw: Vec<String>,
    pub over: bool,
}

/// Reads the lines of one bot's dialogue.
pub fn listen(lines: &[DialogueLine]) -> DialogueContent {
    let mut dialogue = BoxGame::protocol(&Setup::default());
    let mut content = DialogueContent::default();
    for line in lines {
        let events = if line.to_bot {
            dialogue.on_jury_line(&line.text)
        } else {
            dialogue.on_bot_line(&line.text)
        };
        for event in events.unwrap_or_else(|bad| panic!("{bad}: {lines:?}")) {
            match event {
                DialogueEvent::Seat(seat) => content.seat = Some(seat),
                DialogueEvent::Setup("colors", colors) => content.colors = Some(colors),
                DialogueEvent::Token { token, raw } => {
                    content.raw.extend(raw);
                    content.tokens.push(token);
                }
                DialogueEvent::Over => content.over = true,
                // The own tile comes again with the move.
                DialogueEvent::Chance(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
    content
}

/// A line of a dialogue.
pub fn line(to_bot: bool, text: &str) -> DialogueLine {
    DialogueLine {
        to_bot,
        text: text.to_owned(),
    }
}
