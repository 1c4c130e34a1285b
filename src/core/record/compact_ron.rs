//! Compact RON as the `ron` crate writes it, several times as fast.
//!
//! An archive is written and hashed record by record, and most of a record is text: `ron` passes
//! each character of a text through an iterator of escapes, and this writer copies what needs none.
//! It knows the types that a record has; others are refused.

use serde::Serialize;
use serde::ser::{self, Impossible};
use std::fmt::{self, Display, Write};

/// Returns a value as RON on one line, without blanks; `Some(value)` is written as the value.
pub(super) fn to_compact_ron<T: Serialize>(value: &T) -> Result<String, UnsupportedType> {
    let mut writer = CompactRon { out: String::new() };
    value.serialize(&mut writer)?;
    Ok(writer.out)
}

/// A type that no record has.
#[derive(Debug)]
pub(super) struct UnsupportedType(String);

impl Display for UnsupportedType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnsupportedType {}

impl ser::Error for UnsupportedType {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

type Written = Result<(), UnsupportedType>;

struct CompactRon {
    out: String,
}

impl CompactRon {
    fn display(&mut self, value: impl Display) -> Written {
        write!(self.out, "{value}").map_err(ser::Error::custom)
    }

    fn text(&mut self, text: &str) {
        self.out.reserve(text.len() + 2);
        self.out.push('"');
        let mut rest = text;
        loop {
            let is_plain =
                |byte: u8| (b' '..=b'~').contains(&byte) && !matches!(byte, b'"' | b'\\' | b'\'');
            let plain = rest.bytes().position(|byte| !is_plain(byte));
            let (start, end) = rest.split_at(plain.unwrap_or(rest.len()));
            self.out.push_str(start);
            let mut others = end.chars();
            let Some(other) = others.next() else { break };
            self.out.extend(other.escape_debug());
            rest = others.as_str();
        }
        self.out.push('"');
    }

    fn open(&mut self, bracket: char, end: char) -> Items<'_> {
        self.out.push(bracket);
        Items {
            writer: self,
            end,
            is_first: true,
        }
    }
}

/// The items between two brackets.
struct Items<'a> {
    writer: &'a mut CompactRon,
    end: char,
    is_first: bool,
}

impl Items<'_> {
    fn separate(&mut self) {
        if !self.is_first {
            self.writer.out.push(',');
        }
        self.is_first = false;
    }

    fn item<T: ?Sized + Serialize>(&mut self, value: &T) -> Written {
        self.separate();
        value.serialize(&mut *self.writer)
    }

    fn field<T: ?Sized + Serialize>(&mut self, name: &str, value: &T) -> Written {
        self.separate();
        self.writer.out.push_str(name);
        self.writer.out.push(':');
        value.serialize(&mut *self.writer)
    }

    fn close(self) {
        self.writer.out.push(self.end);
    }
}

/// Implements the methods for types that a record does not have.
macro_rules! unsupported {
    ($($method:ident($type:ty))*) => {
        $(fn $method(self, _value: $type) -> Written {
            Err(ser::Error::custom(stringify!($method)))
        })*
    };
}

/// Implements the methods for types that are written as they are displayed.
macro_rules! displayed {
    ($($method:ident($type:ty))*) => {
        $(fn $method(self, value: $type) -> Written {
            self.display(value)
        })*
    };
}

impl<'a> ser::Serializer for &'a mut CompactRon {
    type Ok = ();
    type Error = UnsupportedType;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Impossible<(), UnsupportedType>;
    type SerializeMap = Items<'a>;
    type SerializeStruct = Items<'a>;
    type SerializeStructVariant = Items<'a>;

    displayed! {
        serialize_bool(bool)
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
    }

    unsupported! {
        serialize_char(char)
        serialize_bytes(&[u8])
        serialize_unit_struct(&'static str)
    }

    fn serialize_f32(self, value: f32) -> Written {
        self.display(format_args!("{value:?}"))
    }
    fn serialize_f64(self, value: f64) -> Written {
        self.display(format_args!("{value:?}"))
    }
    fn serialize_str(self, value: &str) -> Written {
        self.text(value);
        Ok(())
    }
    fn serialize_none(self) -> Written {
        self.out.push_str("None");
        Ok(())
    }
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Written {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Written {
        self.out.push_str("()");
        Ok(())
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.out.push_str(variant);
        Ok(())
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Written {
        let mut items = self.open('(', ')');
        items.item(value)?;
        items.close();
        Ok(())
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.out.push_str(variant);
        self.serialize_newtype_struct(name, value)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a>, UnsupportedType> {
        Ok(self.open('[', ']'))
    }
    fn serialize_tuple(self, _: usize) -> Result<Items<'a>, UnsupportedType> {
        Ok(self.open('(', ')'))
    }
    fn serialize_tuple_struct(
        self,
        _: &'static str,
        length: usize,
    ) -> Result<Items<'a>, UnsupportedType> {
        self.serialize_tuple(length)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, UnsupportedType> {
        Err(ser::Error::custom(variant))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Items<'a>, UnsupportedType> {
        Ok(self.open('{', '}'))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Items<'a>, UnsupportedType> {
        Ok(self.open('(', ')'))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items<'a>, UnsupportedType> {
        self.out.push_str(variant);
        Ok(self.open('(', ')'))
    }
}

/// Implements the writers of items that have no names.
macro_rules! unnamed_items {
    ($($trait:ident::$method:ident)*) => {
        $(impl ser::$trait for Items<'_> {
            type Ok = ();
            type Error = UnsupportedType;
            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Written {
                self.item(value)
            }
            fn end(self) -> Written {
                self.close();
                Ok(())
            }
        })*
    };
}

unnamed_items! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
}

/// Implements the writers of items that have names.
macro_rules! named_items {
    ($($trait:ident)*) => {
        $(impl ser::$trait for Items<'_> {
            type Ok = ();
            type Error = UnsupportedType;
            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Written {
                self.field(name, value)
            }
            fn end(self) -> Written {
                self.close();
                Ok(())
            }
        })*
    };
}

named_items! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for Items<'_> {
    type Ok = ();
    type Error = UnsupportedType;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Written {
        self.item(key)
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Written {
        self.writer.out.push(':');
        value.serialize(&mut *self.writer)
    }
    fn end(self) -> Written {
        self.close();
        Ok(())
    }
}
