//! Declares enums in which each variant has a string name, such as `king-into-check`.

use std::{error::Error, fmt};

/// Error for a text that is not the name of an enum variant.
///
/// ```
/// use san_strings_core::{RefuseKind, UnknownName};
///
/// assert_eq!("king-asleep".parse::<RefuseKind>(), Err(UnknownName));
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown name")
    }
}

impl Error for UnknownName {}

/// Declares an enum in which each variant has a string name. This macro is not part of the public API: only
/// the crates of this project use it.
#[doc(hidden)]
#[macro_export]
macro_rules! names {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        #[non_exhaustive]
        pub enum $name { $(#[doc = concat!("`", $text, "`.")] $(#[$about])* $variant,)* }

        impl $name {
            /// Every variant, in order of declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The name of the variant.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::kind::UnknownName;

            fn from_str(text: &str) -> Result<$name, $crate::kind::UnknownName> {
                let named = $name::ALL.iter().find(|kind| kind.name() == text);
                named.copied().ok_or($crate::kind::UnknownName)
            }
        }
    };
}
