//! Default values of fields, which are left out of the text.

/// Reports whether a value is the default, so that it need not be written.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Returns 1, the default version of a game's rules.
pub(super) fn one() -> u32 {
    1
}

/// Reports whether a version of the rules is the default.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires this signature"
)]
pub(super) fn is_one(value: &u32) -> bool {
    *value == 1
}
