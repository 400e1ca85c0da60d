CREATE TABLE identities (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  program INTEGER NOT NULL,
  owner TEXT REFERENCES identities (id) ON DELETE CASCADE,
  recovery BLOB UNIQUE,
  created INTEGER NOT NULL
) STRICT;
CREATE INDEX identities_owner ON identities (owner) WHERE owner IS NOT NULL;

CREATE TABLE secrets (
  hash BLOB PRIMARY KEY,
  identity TEXT NOT NULL REFERENCES identities (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX secrets_identity ON secrets (identity);

CREATE TABLE games (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  stage TEXT NOT NULL,
  public INTEGER NOT NULL,
  settings TEXT NOT NULL,
  deck TEXT,
  seed BLOB NOT NULL,
  host TEXT NOT NULL,
  created INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  ended TEXT,
  rematch TEXT,
  due INTEGER,
  waits INTEGER NOT NULL DEFAULT 0,
  live INTEGER NOT NULL DEFAULT 0,
  epoch INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX games_open ON games (created) WHERE stage = 'open' AND public = 1;
CREATE INDEX games_due ON games (due) WHERE stage = 'playing' AND due IS NOT NULL;
CREATE INDEX games_live ON games (live) WHERE live = 1;

CREATE TABLE seats (
  game INTEGER NOT NULL REFERENCES games (key) ON DELETE CASCADE,
  seat INTEGER NOT NULL,
  identity TEXT,
  name TEXT,
  program INTEGER NOT NULL,
  bot TEXT,
  entropy BLOB,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_identity ON seats (identity) WHERE identity IS NOT NULL;

-- Rows are appended by rowid, which is four times faster than a primary key (game, seq).
CREATE TABLE log (
  game INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  entry BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX log_game_seq ON log (game, seq);

CREATE TABLE chat (
  game INTEGER NOT NULL REFERENCES games (key) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  identity TEXT NOT NULL,
  name TEXT NOT NULL,
  seat INTEGER,
  at INTEGER NOT NULL,
  message TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX chat_identity ON chat (identity);
