//! Selects games by their tags.

mod condition;
mod seen_tags;
mod selection;

pub use self::{
    condition::{Condition, ConditionError, TagName, is_tag_name, number},
    seen_tags::SeenTags,
    selection::Selection,
};
