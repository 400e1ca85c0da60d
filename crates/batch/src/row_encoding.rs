//! Serde encodings of rule types as numbers, for rows sent by workers.

/// Encodes the criterion that decided who won, such as points, as its index in `CRITERIA`.
///
/// 255 means none.
pub(crate) mod decided_by {
    use orrery_rules::DecidedBy;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    const CRITERIA: [DecidedBy; 6] = [
        DecidedBy::Points,
        DecidedBy::Colonies,
        DecidedBy::Level,
        DecidedBy::Resources,
        DecidedBy::Shared,
        DecidedBy::AtOnce,
    ];

    pub(crate) fn serialize<S: Serializer>(
        decided_by: &Option<DecidedBy>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let index = CRITERIA.iter().position(|criterion| Some(*criterion) == *decided_by);
        serializer.serialize_u8(index.map_or(u8::MAX, |index| index as u8))
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Option<DecidedBy>, D::Error> {
        match u8::deserialize(deserializer)? {
            u8::MAX => Ok(None),
            index => {
                let criterion = CRITERIA.get(index as usize).copied();
                criterion.map(Some).ok_or_else(|| D::Error::custom("unknown deciding criterion"))
            }
        }
    }
}

/// Encodes a mission as its index; 255 means none.
pub(crate) mod mission {
    use orrery_rules::Mission;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        mission: &Option<Mission>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(mission.map_or(u8::MAX, |mission| mission.index() as u8))
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Option<Mission>, D::Error> {
        match u8::deserialize(deserializer)? {
            u8::MAX => Ok(None),
            number => {
                let mission = Mission::new(number as usize);
                mission.map(Some).ok_or_else(|| D::Error::custom("unknown mission"))
            }
        }
    }
}

/// Encodes a set of planets as a bit set.
pub(crate) mod planets {
    use orrery_rules::{Planet, Planets};
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        planets: &Planets,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(planets.bits())
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(
        deserializer: D,
    ) -> Result<Planets, D::Error> {
        let bits = u64::deserialize(deserializer)?;
        Ok((0..64).filter(|i| bits >> i & 1 == 1).filter_map(Planet::new).collect())
    }
}

/// Encodes a set of seats as a bit set.
pub(crate) mod seats {
    use orrery_rules::Seats;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        seats: &Seats,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(seats.bits())
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Seats, D::Error> {
        let seats = Seats::from_bits(u8::deserialize(deserializer)?);
        seats.ok_or_else(|| D::Error::custom("unknown seat"))
    }
}
