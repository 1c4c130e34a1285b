//! The properties of FF\[4\] for which the record has no field, so that only unknown ones are
//! reported.

/// The known properties in alphabetical order, including those of older versions of the format.
pub const KNOWN_PROPERTIES: &[&str] = &[
    "AB", "AE", "AN", "AP", "AS", "AW", "BL", "BR", "BS", "BT", "CH", "CP", "DD", "DM", "EL", "EX",
    "FG", "GB", "GC", "GN", "GW", "HA", "HO", "ID", "IP", "IY", "KM", "KO", "L", "LN", "LT", "M",
    "MN", "N", "OB", "OM", "ON", "OP", "OT", "OV", "OW", "PC", "PL", "PM", "RG", "RU", "SC", "SE",
    "SI", "SL", "SO", "ST", "SU", "TB", "TC", "TM", "TW", "UC", "US", "V", "VW", "WL", "WR", "WS",
    "WT",
];

/// Reports whether any version of the format has this property.
pub(super) fn is_known_property(ident: &str) -> bool {
    KNOWN_PROPERTIES.binary_search(&ident).is_ok()
}
