//! The parts of a record that a conversion can lose.

use std::fmt;

macro_rules! fields {
    ($($name:ident $text:literal $doc:literal)+) => {
        /// A part of a record that a format may not hold.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RecordField {
            $(#[doc = $doc] $name,)+
        }

        impl RecordField {
            /// All parts, in the order in which they are listed.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Returns the name of the part in the plural, for a message.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }
        }
    };
}

fields! {
    Moves "moves" "The moves of the main line."
    Attempt "failed moves" "The move at which the game failed, with its reason and what follows it."
    Rules "versions of the rules" "The version of the game's rules."
    Setup "setup" "The parameters of the starting position."
    Names "players' names" "The names of the players."
    Authors "authors" "The authors of the programs."
    Versions "program versions" "The versions of the programs."
    TotalTimes "total times" "The total times of the players."
    Event "event names" "The name of the competition."
    Round "rounds" "The round of the competition."
    Table "tables" "The table or stage of the competition."
    Date "dates" "The date of the game."
    Id "game numbers" "The contest's number of the game."
    Source "sources" "The file that the record was read from, with its hash."
    Result "results" "The result by the rules, with the faults that decided the game."
    Reported "reported results" "The result as the log reports it."
    StatusWords "status words" "The status words of the log."
    ResultText "wording of results" "The wording of the result in the log."
    Times "times of moves" "The times of the plies."
    MovedBy "makers of moves" "The makers of plies that were not made by their players."
    Spellings "original spellings" "The spellings of moves in the log."
    Messages "messages" "The messages that bots sent with their moves."
    Stderr "standard error" "The texts that bots wrote to their standard error."
    Comments "comments" "The comments on moves."
    Glyphs "glyphs" "The judgements of moves."
    Marks "marks" "The marks on the board."
    Evaluations "evaluations" "The engines' searches."
    Variations "variations" "The lines that could have been played."
    VariationNotes "notes in variations" "The comments, glyphs, marks and evaluations in variations."
    Ext "other data" "The data without a field of its own."
}

/// A part of a record that a format does not hold, with the values that it does hold, in words;
/// empty if it holds none.
pub type FieldLimit = (RecordField, &'static str);

impl fmt::Display for RecordField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
