//! Internals of kifu, open to its own tests, benches and the lab.
//!
//! Exists only with the feature `lab` and follows no version number: the contents change with
//! the source. Below a layer, a module has the name of the source file. The games stand without
//! their layer.

mod games;

pub use games::*;

/// Internals of `app`.
#[cfg(feature = "app")]
pub mod app {
    /// See `src/app/jobs/save/comments`.
    pub mod comments {
        pub use crate::app::jobs::save::comments::has_comments;
    }
    /// See `src/app/library/interner`.
    pub mod interner {
        pub use crate::app::library::interner::{StringId, StringInterner};
    }
    /// See `src/app/ui/widgets`.
    pub mod widgets {
        pub use crate::app::ui::widgets::{format_time_ms, one_line};
    }
}

/// Internals of `arena`.
pub mod arena {
    /// See `src/arena/process/output`.
    pub mod output {
        pub use crate::arena::process::output::{
            MAX_LINE_BYTES, MAX_PENDING_BYTES, MAX_STDERR_BYTES_PER_GAME, MAX_STDERR_BYTES_PER_PLY,
            ReadOutcome, StderrBuffer, StdoutBuffer,
        };
    }
    /// See `src/arena/referee/stderr_notes`.
    pub mod stderr_notes {
        pub use crate::arena::referee::stderr_notes::add_to_note;
    }
    /// See `src/arena/matches/swiss`.
    pub mod swiss {
        pub use crate::arena::matches::swiss::pair_round;
    }
}

/// Internals of `cli`.
pub mod cli {
    /// See `src/cli/arena/bot_spec`.
    pub mod bot_spec {
        pub use crate::cli::arena::bot_spec::BotSpec;
    }
    /// See `src/cli/common/duration`.
    pub mod duration {
        pub use crate::cli::common::duration::{ParseDurationError, format, parse};
    }
    /// See `src/cli/help`.
    pub mod help {
        pub use crate::cli::help::{COMMAND_GROUPS, EXAMPLES, check_args, command};
    }
    /// See `src/cli/arena/identity`.
    pub mod identity {
        pub use crate::cli::arena::identity::{fingerprint, identity_text};
    }
    /// See `src/cli/common/text`.
    pub mod text {
        pub use crate::cli::common::text::{format_count, one_line, table_name, terminal_text};
    }
}

/// Internals of `contract`.
pub mod contract {
    /// See `src/contract/replay`.
    pub mod replay {
        pub use crate::contract::replay::tokens;
    }
}

/// Internals of `files`.
pub mod files {
    /// See `src/files/lock`.
    pub mod lock {
        pub use crate::files::lock::LockFile;
    }
    /// See `src/files/temp`.
    pub mod temp {
        pub use crate::files::temp::{TempFile, move_to_placeholder};
    }
}

/// Internals of `formats`.
pub mod formats {
    /// Internals of `codingame`.
    pub mod codingame {
        /// See `src/formats/codingame/json_doc`.
        pub mod json_doc {
            pub use crate::formats::codingame::json_doc::{
                MAX_DEPTH, find_too_deep, parse_whole_number, repair_truncated,
            };
        }
        /// See `src/formats/codingame/referee_text`.
        pub mod referee_text {
            pub use crate::formats::codingame::referee_text::{
                insert_names, named_player, parse_winner, strip_colors,
            };
        }
    }
    /// Internals of `dialogue`.
    pub mod dialogue {
        /// See `src/formats/dialogue/lines`.
        pub mod lines {
            pub use crate::formats::dialogue::lines::{generic_line, io_line};
        }
        /// See `src/formats/dialogue/log_line`.
        pub mod log_line {
            pub use crate::formats::dialogue::log_line::{LineKind, LogLine};
        }
        /// See `src/formats/dialogue/table`.
        pub mod table {
            pub use crate::formats::dialogue::table::for_each_dialogue;
        }
    }
    /// See `src/formats/common/field_spans`.
    pub mod field_spans {
        pub use crate::formats::common::field_spans::RecordSyntax;
    }
    /// Internals of `moves`.
    pub mod moves {
        /// See `src/formats/moves/blocks`.
        pub mod blocks {
            pub use crate::formats::moves::blocks::{MoveLine, MoveListBlock, MoveListBlocks};
        }
    }
    /// Internals of `sgf`.
    pub mod sgf {
        /// See `src/formats/sgf/known_properties`.
        pub mod known_properties {
            pub use crate::formats::sgf::known_properties::KNOWN_PROPERTIES;
        }
        /// See `src/formats/sgf/property_values`.
        pub mod property_values {
            pub use crate::formats::sgf::property_values::{
                SgfResult, WinReason, parse_result, parse_simple_text, parse_text, split_compose,
                write_escaped,
            };
        }
        /// See `src/formats/sgf/syntax`.
        pub mod syntax {
            pub use crate::formats::sgf::syntax::{
                MAX_DEPTH, SgfNode, SgfProperty, SgfSyntaxError, SgfTree, raw_values,
            };
        }
    }
}
