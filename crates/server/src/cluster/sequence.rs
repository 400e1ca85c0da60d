//! Sequence numbers for one direction of a session, to detect lost and duplicate messages.

/// The sequence numbers of sent messages.
#[derive(Debug, Default)]
pub(crate) struct SendSequence(u64);

impl SendSequence {
    /// Returns the number of the next message.
    pub(crate) fn next(&mut self) -> u64 {
        let number = self.0;
        self.0 += 1;
        number
    }

    /// Returns how many messages were sent.
    pub(crate) const fn count(&self) -> u64 {
        self.0
    }
}

/// The sequence numbers of received messages.
#[derive(Debug, Default)]
pub(crate) struct ReceiveSequence(u64);

/// The result of checking a sequence number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Delivery {
    /// The message is the next one.
    Next,
    /// The message was received before.
    Duplicate,
    /// An earlier message is missing.
    Gap,
}

impl ReceiveSequence {
    /// Checks the number of a received message.
    pub(crate) fn accept(&mut self, number: u64) -> Delivery {
        match number.cmp(&self.0) {
            std::cmp::Ordering::Less => Delivery::Duplicate,
            std::cmp::Ordering::Greater => Delivery::Gap,
            std::cmp::Ordering::Equal => {
                self.0 += 1;
                Delivery::Next
            }
        }
    }

    /// Checks the number of messages that the sender has sent.
    ///
    /// Returns `Gap` if a message is missing, otherwise `Duplicate`.
    pub(crate) const fn check_count(&self, count: u64) -> Delivery {
        if count > self.0 { Delivery::Gap } else { Delivery::Duplicate }
    }
}

#[cfg(test)]
mod tests {
    use super::{Delivery, ReceiveSequence, SendSequence};

    #[test]
    fn duplicate_and_missing_messages_are_detected() {
        let (mut sent, mut received) = (SendSequence::default(), ReceiveSequence::default());
        assert_eq!([sent.next(), sent.next(), sent.next()], [0, 1, 2]);
        assert_eq!(received.accept(0), Delivery::Next);
        assert_eq!(received.accept(0), Delivery::Duplicate);
        assert_eq!(received.accept(2), Delivery::Gap);
        assert_eq!(received.accept(1), Delivery::Next);
        assert_eq!(
            received.check_count(sent.count()),
            Delivery::Gap,
            "the last message is missing"
        );
        assert_eq!(received.accept(2), Delivery::Next);
        assert_eq!(received.check_count(sent.count()), Delivery::Duplicate);
    }
}
