-- Decks by the BLAKE3 hash of their text, so that games share equal decks. `games.deck` holds the deck of
-- a game that an older version stored. The foreign key prevents the deletion of a deck while another node
-- adds a game with it.
CREATE TABLE decks (
  hash bytea PRIMARY KEY,
  text text NOT NULL
);
ALTER TABLE games ADD COLUMN deck_hash bytea REFERENCES decks (hash);
CREATE INDEX games_deck ON games (deck_hash) WHERE deck_hash IS NOT NULL;
-- For retention: tables that have not begun, and games whose rematch was deleted.
CREATE INDEX games_unstarted ON games (changed) WHERE stage IN ('open', 'archived');
CREATE INDEX games_rematch ON games (rematch) WHERE rematch IS NOT NULL;
