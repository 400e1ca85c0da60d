//! Game records: a text format, its JSON and binary forms, replay, and verifiable dice.
