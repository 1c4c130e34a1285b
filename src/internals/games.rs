//! Internals of the games: their engines, for tests, benches and the lab.
//!
//! The paths mirror those of the source, without `engine`.

/// Internals of `games::atari_go::engine`.
pub mod atari_go {
    pub use crate::games::atari_go::engine::*;
    /// See `src/games/atari_go/engine/net`.
    pub mod net {
        pub use crate::games::atari_go::engine::net::*;
        /// See `src/games/atari_go/engine/net/kernel`.
        pub mod kernel {
            pub use crate::games::atari_go::engine::net::kernel::*;
        }
        /// See `src/games/atari_go/engine/net/planes`.
        pub mod planes {
            pub use crate::games::atari_go::engine::net::planes::*;
        }
        /// See `src/games/atari_go/engine/net/weights`.
        pub mod weights {
            pub use crate::games::atari_go::engine::net::weights::*;
        }
        /// See `src/games/atari_go/engine/net/winograd`.
        pub mod winograd {
            pub use crate::games::atari_go::engine::net::winograd::*;
        }
    }
    /// See `src/games/atari_go/engine/pattern`.
    pub mod pattern {
        pub use crate::games::atari_go::engine::pattern::*;
    }
    /// See `src/games/atari_go/engine/prior`.
    pub mod prior {
        pub use crate::games::atari_go::engine::prior::*;
    }
    /// See `src/games/atari_go/engine/solver`.
    pub mod solver {
        pub use crate::games::atari_go::engine::solver::*;
    }
    /// See `src/games/atari_go/engine/static_bounds`.
    pub mod static_bounds {
        pub use crate::games::atari_go::engine::static_bounds::*;
    }
}

/// Internals of `games::box_game::engine`.
pub mod box_game {
    pub use crate::games::box_game::engine::*;
    /// See `src/games/box_game/engine/board`.
    pub mod board {
        pub use crate::games::box_game::engine::board::*;
    }
    /// See `src/games/box_game/engine/color_posterior`.
    pub mod color_posterior {
        pub use crate::games::box_game::engine::color_posterior::*;
    }
    /// See `src/games/box_game/engine/evaluation`.
    pub mod evaluation {
        pub use crate::games::box_game::engine::evaluation::*;
    }
    /// See `src/games/box_game/engine/expectimax`.
    pub mod expectimax {
        pub use crate::games::box_game::engine::expectimax::*;
    }
    /// See `src/games/box_game/engine/kernel`.
    pub mod kernel {
        pub use crate::games::box_game::engine::kernel::*;
    }
    /// See `src/games/box_game/engine/opponent_model`.
    pub mod opponent_model {
        pub use crate::games::box_game::engine::opponent_model::*;
    }
    /// See `src/games/box_game/engine/payoff`.
    pub mod payoff {
        pub use crate::games::box_game::engine::payoff::*;
    }
    /// See `src/games/box_game/engine/playout`.
    pub mod playout {
        pub use crate::games::box_game::engine::playout::*;
    }
    /// See `src/games/box_game/engine/root_search`.
    pub mod root_search {
        pub use crate::games::box_game::engine::root_search::*;
    }
    /// See `src/games/box_game/engine/solver`.
    pub mod solver {
        pub use crate::games::box_game::engine::solver::*;
    }
    /// See `src/games/box_game/engine/square_potential`.
    pub mod square_potential {
        pub use crate::games::box_game::engine::square_potential::*;
    }
    /// See `src/games/box_game/engine/weights`.
    pub mod weights {
        pub use crate::games::box_game::engine::weights::*;
    }
}

/// Internals of `games::clobber::engine`.
pub mod clobber {
    pub use crate::games::clobber::engine::*;
    /// See `src/games/clobber/engine/bitboard`.
    pub mod bitboard {
        pub use crate::games::clobber::engine::bitboard::*;
    }
    /// See `src/games/clobber/engine/pattern_eval`.
    pub mod pattern_eval {
        pub use crate::games::clobber::engine::pattern_eval::*;
    }
    /// See `src/games/clobber/engine/patterns`.
    pub mod patterns {
        pub use crate::games::clobber::engine::patterns::*;
    }
    /// See `src/games/clobber/engine/playout`.
    pub mod playout {
        pub use crate::games::clobber::engine::playout::*;
    }
    /// See `src/games/clobber/engine/solver`.
    pub mod solver {
        pub use crate::games::clobber::engine::solver::*;
        /// See `src/games/clobber/engine/solver/cache`.
        pub mod cache {
            pub use crate::games::clobber::engine::solver::cache::*;
        }
        /// See `src/games/clobber/engine/solver/components`.
        pub mod components {
            pub use crate::games::clobber::engine::solver::components::*;
        }
        /// See `src/games/clobber/engine/solver/dominance`.
        pub mod dominance {
            pub use crate::games::clobber::engine::solver::dominance::*;
        }
        /// See `src/games/clobber/engine/solver/sum`.
        pub mod sum {
            pub use crate::games::clobber::engine::solver::sum::*;
        }
        /// See `src/games/clobber/engine/solver/transposition_table`.
        pub mod transposition_table {
            pub use crate::games::clobber::engine::solver::transposition_table::*;
        }
        /// See `src/games/clobber/engine/solver/values`.
        pub mod values {
            pub use crate::games::clobber::engine::solver::values::*;
        }
    }
    /// See `src/games/clobber/engine/stones`.
    pub mod stones {
        pub use crate::games::clobber::engine::stones::*;
    }
    /// See `src/games/clobber/engine/sum_eval`.
    pub mod sum_eval {
        pub use crate::games::clobber::engine::sum_eval::*;
    }
    /// See `src/games/clobber/engine/tree`.
    pub mod tree {
        pub use crate::games::clobber::engine::tree::*;
    }
}

/// Internals of `games::turn_right::engine`.
pub mod turn_right {
    /// See `src/games/turn_right/engine/branch`.
    pub mod branch {
        pub use crate::games::turn_right::engine::branch::*;
    }
    /// See `src/games/turn_right/engine/circuit_eval`.
    pub mod circuit_eval {
        pub use crate::games::turn_right::engine::circuit_eval::*;
    }
    /// See `src/games/turn_right/engine/circuit_position`.
    pub mod circuit_position {
        pub use crate::games::turn_right::engine::circuit_position::*;
    }
    /// See `src/games/turn_right/engine/placement_eval`.
    pub mod placement_eval {
        pub use crate::games::turn_right::engine::placement_eval::*;
    }
    /// See `src/games/turn_right/engine/scan`.
    pub mod scan {
        pub use crate::games::turn_right::engine::scan::*;
    }
    /// See `src/games/turn_right/engine/threat`.
    pub mod threat {
        pub use crate::games::turn_right::engine::threat::*;
    }
    /// See `src/games/turn_right/engine/tree`.
    pub mod tree {
        pub use crate::games::turn_right::engine::tree::*;
    }
    /// See `src/games/turn_right/engine/two_ply`.
    pub mod two_ply {
        pub use crate::games::turn_right::engine::two_ply::*;
    }
}

/// Internals of `games::zuniq::engine`.
pub mod zuniq {
    pub use crate::games::zuniq::engine::*;
    /// See `src/games/zuniq/engine/net`.
    pub mod net {
        pub use crate::games::zuniq::engine::net::*;
    }
    /// See `src/games/zuniq/engine/solver`.
    pub mod solver {
        /// See `src/games/zuniq/engine/solver/component_keys`.
        pub mod component_keys {
            pub use crate::games::zuniq::engine::solver::component_keys::*;
        }
        /// See `src/games/zuniq/engine/solver/move_ordering`.
        pub mod move_ordering {
            pub use crate::games::zuniq::engine::solver::move_ordering::*;
        }
        /// See `src/games/zuniq/engine/solver/position`.
        pub mod position {
            pub use crate::games::zuniq::engine::solver::position::*;
        }
    }
}
