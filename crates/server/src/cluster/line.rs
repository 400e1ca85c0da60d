//! One direction of a session: everything is numbered, so what is lost or comes twice is noticed.
//! It knows nothing of what is said.

/// The numbers of what is sent.
#[derive(Debug, Default)]
pub(crate) struct Sent(u64);

impl Sent {
    /// The next number.
    pub(crate) fn number(&mut self) -> u64 {
        let number = self.0;
        self.0 += 1;
        number
    }

    /// How many were sent: the number of the next one.
    pub(crate) const fn count(&self) -> u64 {
        self.0
    }
}

/// The numbers of what has come.
#[derive(Debug, Default)]
pub(crate) struct Received(u64);

/// What a number says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Came {
    /// It is the next one.
    Next,
    /// It was there before.
    Again,
    /// Something before it is missing.
    Gap,
}

impl Received {
    /// Something comes with this number.
    pub(crate) fn take(&mut self, number: u64) -> Came {
        match number.cmp(&self.0) {
            std::cmp::Ordering::Less => Came::Again,
            std::cmp::Ordering::Greater => Came::Gap,
            std::cmp::Ordering::Equal => {
                self.0 += 1;
                Came::Next
            }
        }
    }

    /// The other side says how many it has sent. `Again` if all of them are here.
    pub(crate) const fn mark(&self, count: u64) -> Came {
        if count > self.0 { Came::Gap } else { Came::Again }
    }
}

#[cfg(test)]
mod tests {
    use super::{Came, Received, Sent};

    #[test]
    fn what_comes_twice_and_what_is_missing_are_noticed() {
        let (mut sent, mut received) = (Sent::default(), Received::default());
        assert_eq!([sent.number(), sent.number(), sent.number()], [0, 1, 2]);
        assert_eq!(received.take(0), Came::Next);
        assert_eq!(received.take(0), Came::Again);
        assert_eq!(received.take(2), Came::Gap);
        assert_eq!(received.take(1), Came::Next);
        assert_eq!(received.mark(sent.count()), Came::Gap, "the last one is missing");
        assert_eq!(received.take(2), Came::Next);
        assert_eq!(received.mark(sent.count()), Came::Again);
    }
}
