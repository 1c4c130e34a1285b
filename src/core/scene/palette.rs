//! The roles of the parts of a picture, and their colours.

/// A colour: red, green, blue and opacity, each 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgba(pub [u8; 4]);

impl Rgba {
    /// Returns the opaque colour with these six hexadecimal digits.
    const fn hex(digits: u32) -> Self {
        let [_, red, green, blue] = digits.to_be_bytes();
        Self([red, green, blue, 255])
    }

    /// Returns the colour with another opacity.
    const fn faded(self, opacity: u8) -> Self {
        let [red, green, blue, _] = self.0;
        Self([red, green, blue, opacity])
    }

    /// Returns the colour at the fraction `part` of the way to another, `part` from 0 to 255.
    const fn mixed(self, other: Self, part: u32) -> Self {
        let mut mixed = [255; 4];
        let mut i = 0;
        while i < 3 {
            let [from, to] = [self.0[i] as u32, other.0[i] as u32];
            // The number fits into the last of its four bytes.
            mixed[i] = ((from * (255 - part) + to * part) / 255).to_be_bytes()[3];
            i += 1;
        }
        Self(mixed)
    }
}

/// A mapping from roles to colours, for a light or a dark page.
///
/// Colours that distinguish things are close to those of Okabe and Ito, which colour-blind people
/// can distinguish as well. Nothing is distinguished by its colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Whether the page is dark.
    pub dark: bool,
}

const BLACK: Rgba = Rgba::hex(0);
const WHITE: Rgba = Rgba::hex(0xff_ffff);

impl Palette {
    /// The palette for a white page.
    pub const LIGHT: Self = Self { dark: false };
    /// The palette for a dark page.
    pub const DARK: Self = Self { dark: true };

    const fn pick(self, light: u32, dark: u32) -> Rgba {
        Rgba::hex(if self.dark { dark } else { light })
    }

    /// Returns the colour of a role.
    pub const fn color(self, role: Role) -> Rgba {
        match role {
            Role::Page => self.pick(0xff_ffff, 0x17_191d),
            Role::Board => self.pick(0xf0_e0c0, 0x55_5f6e),
            Role::Shade => self.pick(0xdc_c497, 0x46_4f5c),
            Role::Frame => self.pick(0xa3_8a5c, 0x2f_353e),
            Role::Grid => self.pick(0x7d_6a47, 0x2b_3038),
            Role::Faint => self.pick(0xd3_bd91, 0x68_7382),
            Role::Text => self.pick(0x1f_2328, 0xec_eef1),
            Role::Muted | Role::Coordinate => self.pick(0x5f_6772, 0xa2_abb8),
            Role::OnBoard => self.pick(0x4c_3f27, 0xf2_f4f7),
            Role::Stone(Tone::Light) => self.pick(0xff_ffff, 0xf4_f5f7),
            Role::Stone(Tone::Dark) => self.pick(0x26_282d, 0x12_1417),
            Role::Edge(Tone::Light) => self.pick(0x6b_5f49, 0x8d_96a3),
            Role::Edge(Tone::Dark) => self.pick(0x00_0000, 0x8d_96a3),
            Role::Ghost(Tone::Light) => self.pick(0xff_ffff, 0xf4_f5f7).faded(190),
            Role::Ghost(Tone::Dark) => self.pick(0x26_282d, 0x12_1417).faded(170),
            Role::Bond(Tone::Light) => self.pick(0xff_ffff, 0xf4_f5f7).faded(240),
            Role::Bond(Tone::Dark) => self.pick(0x26_282d, 0x12_1417).faded(225),
            Role::OnStone(Tone::Light) => BLACK,
            Role::OnStone(Tone::Dark) => WHITE,
            Role::Side(0) | Role::Preview => self.pick(0x00_72b2, 0x56_b4e9),
            Role::Side(_) => self.pick(0xc1_4f00, 0xff_9b54),
            Role::Mark(1) => self.pick(0x1b_5e20, 0x7f_f59a),
            Role::Mark(2) => self.pick(0xcd_165b, 0xff_7a66),
            Role::Mark(3) => self.pick(0xb8_860b, 0xf0_e442),
            Role::Mark(_) => self.color(Role::Preview),
            Role::Bad => self.pick(0xb0_1aa0, 0xe5_8cff),
            // The worse the move, the darker on a white page and the redder on a dark one.
            Role::Inaccuracy => self.pick(0x88_7400, 0xff_e566),
            Role::Mistake => self.pick(0x9c_3600, 0xff_9b3d),
            Role::Blunder => self.pick(0x70_0022, 0xf0_504c),
            Role::Aim => self.pick(0x00_72b2, 0x56_b4e9).faded(90),
            // A grey that contrasts with both tones of stones and with the board.
            Role::LastMove => self.pick(0x7a_7f87, 0xa8_adb5),
            Role::Trail => self.pick(0x7a_7f87, 0xa8_adb5).faded(120),
            Role::Halo => self.pick(0xff_ffff, 0x12_1417).faded(220),
            Role::Good => self.pick(0x00_7a59, 0x1f_c796),
            Role::Zone(size) => zone(size),
            Role::OnZone(size) => readable(zone(size)),
            Role::Ink(kind) => ink(kind),
            Role::OnInk(kind) => readable(ink(kind)),
        }
    }
}

/// Returns the colour of a closed region: from pale yellow to deep blue, so that larger ones are
/// darker for everyone.
const fn zone(size: u8) -> Rgba {
    const STOPS: [Rgba; 4] = [
        Rgba::hex(0xfd_e9a0),
        Rgba::hex(0x9f_d0a8),
        Rgba::hex(0x3a_8fb7),
        Rgba::hex(0x2b_3f8c),
    ];
    let step = if size > 12 {
        12
    } else {
        size.saturating_sub(1)
    };
    let part = (step as u32 * 3 * 255 / 12) % 255;
    let from = step as usize * 3 / 12;
    if from >= 3 {
        return STOPS[3];
    }
    STOPS[from].mixed(STOPS[from + 1], part)
}

/// Returns the colour of one of six kinds of things.
///
/// The colours follow Okabe and Ito, moved apart until people who see no red, no green or no blue
/// can distinguish any two of them; a test checks that.
const fn ink(kind: u8) -> Rgba {
    Rgba::hex(match kind {
        1 => 0xe0_6000,
        2 => 0xf0_e442,
        3 => 0x40_a858,
        4 => 0x88_d8ff,
        5 => 0x30_38a8,
        _ => 0xe2_7fb5,
    })
}

/// Returns black or white, whichever is easier to read on a colour.
const fn readable(on: Rgba) -> Rgba {
    let [red, green, blue, _] = on.0;
    let (red, green, blue) = (red as u32, green as u32, blue as u32);
    // Roughly the luminance, out of 65 million; at 13 million both are equally readable.
    let light = 213 * red * red + 715 * green * green + 72 * blue * blue;
    if light > 13_000_000 { BLACK } else { WHITE }
}

// The roles of the parts of a picture.

/// One of two kinds of stones, which a game calls white and black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// White.
    Light,
    /// Black.
    Dark,
}

/// The meaning of a part of a picture, from which a [`Palette`] derives its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The page behind the board.
    Page,
    /// The board.
    Board,
    /// Every other square of a chequered board.
    Shade,
    /// The edge of the board.
    Frame,
    /// Lines and dots of the board.
    Grid,
    /// A faint mark where something could be.
    Faint,
    /// Text on the page.
    Text,
    /// Less important text and symbols.
    Muted,
    /// Text and symbols on the board.
    OnBoard,
    /// The name of a column or a row beside the board.
    Coordinate,
    /// A stone.
    Stone(Tone),
    /// The edge of a stone.
    Edge(Tone),
    /// A stone that could be placed; translucent.
    Ghost(Tone),
    /// A connection between stones that count together.
    Bond(Tone),
    /// Text and symbols on a stone.
    OnStone(Tone),
    /// Something that belongs to a player (0 or 1), in games without stones and in charts.
    Side(usize),
    /// The last step.
    LastMove,
    /// The path of the last step; translucent.
    Trail,
    /// The halo that sets a line apart from what is below it.
    Halo,
    /// A step that could be made.
    Preview,
    /// A mark of the user in one of four colours: 0 blue, 1 green, 2 red, 3 yellow.
    Mark(u8),
    /// The area that a step that could be made would affect; translucent.
    Aim,
    /// Something gained or done well.
    Good,
    /// Something illegal, and a fault.
    Bad,
    /// A slightly worse move.
    Inaccuracy,
    /// A worse move.
    Mistake,
    /// A much worse move.
    Blunder,
    /// A closed region of this size, from 1.
    Zone(u8),
    /// Text on a closed region of this size.
    OnZone(u8),
    /// One of six kinds of things, 1 to 6: red, yellow, green, cyan, blue, magenta.
    Ink(u8),
    /// Text on one of the six kinds of things.
    OnInk(u8),
}

impl Role {
    /// Returns the role of text and symbols on something of this role.
    #[must_use]
    pub const fn on(self) -> Self {
        match self {
            Self::Stone(tone) | Self::Ghost(tone) | Self::Bond(tone) => Self::OnStone(tone),
            Self::Zone(size) => Self::OnZone(size),
            Self::Ink(kind) => Self::OnInk(kind),
            Self::Board | Self::Shade => Self::OnBoard,
            Self::Page => Self::Text,
            _ => Self::Page,
        }
    }
}
