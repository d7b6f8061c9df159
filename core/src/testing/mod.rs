//! Properties of all formats, for generated tests. A violated property panics.

mod container;
mod damage;
mod drawn;
mod envelope;
mod id_texts;
mod ids;
mod laws;
mod limits;
mod placed;
mod plans;
mod readable;
mod runner;
mod serving;
pub mod text;
mod typed;
pub mod values;

pub use container::{ORIGIN, container, write_again};
pub use damage::damaged;
pub use drawn::{draw_values, values_from};
pub use envelope::{envelope, header_again};
pub use ids::{id_grammar, id_texts, id_type};
pub use laws::{Again, Draw, Read, boundaries, drawn, round_trip, samples, truncation, windows};
pub use placed::placed;
pub use plans::plans;
pub use readable::readable;
pub use typed::{Face, Typed};
