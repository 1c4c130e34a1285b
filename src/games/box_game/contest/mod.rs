//! What only the contest needs: the dialogue between the jury and a bot.

mod dialogue;

pub(super) use dialogue::BoxDialogue;
