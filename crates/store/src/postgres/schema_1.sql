-- The id of this site. Nodes of one site use it to find each other.
CREATE TABLE site (
  id text NOT NULL
);
INSERT INTO site VALUES (replace(gen_random_uuid()::text, '-', ''));

CREATE TABLE identities (
  id text PRIMARY KEY,
  name text NOT NULL,
  program boolean NOT NULL,
  owner text REFERENCES identities (id) ON DELETE CASCADE,
  recovery bytea UNIQUE,
  created bigint NOT NULL
);
CREATE INDEX identities_owner ON identities (owner) WHERE owner IS NOT NULL;

CREATE TABLE secrets (
  hash bytea PRIMARY KEY,
  identity text NOT NULL REFERENCES identities (id) ON DELETE CASCADE
);
CREATE INDEX secrets_identity ON secrets (identity);

CREATE TABLE games (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  stage text NOT NULL,
  public boolean NOT NULL,
  settings text NOT NULL,
  deck text,
  seed bytea NOT NULL,
  host text NOT NULL,
  created bigint NOT NULL,
  changed bigint NOT NULL,
  ended text,
  finished bigint,
  rematch text,
  due bigint,
  waits smallint NOT NULL DEFAULT 0,
  live boolean NOT NULL DEFAULT false,
  epoch bigint NOT NULL DEFAULT 0,
  owner text
);
CREATE INDEX games_open ON games (created) WHERE stage = 'open' AND public;
CREATE INDEX games_due ON games (due) WHERE stage = 'playing' AND due IS NOT NULL;
CREATE INDEX games_live ON games (owner) WHERE live;

CREATE TABLE seats (
  game bigint NOT NULL REFERENCES games (key) ON DELETE CASCADE,
  seat smallint NOT NULL,
  identity text,
  name text,
  program boolean NOT NULL,
  bot text,
  entropy bytea,
  PRIMARY KEY (game, seat)
);
CREATE INDEX seats_identity ON seats (identity) WHERE identity IS NOT NULL;

-- Rows are never updated or deleted one by one, so pages can be filled completely.
CREATE TABLE log (
  game bigint NOT NULL,
  seq bigint NOT NULL,
  entry bytea NOT NULL,
  PRIMARY KEY (game, seq)
);

CREATE TABLE chat (
  game bigint NOT NULL REFERENCES games (key) ON DELETE CASCADE,
  number bigint NOT NULL,
  identity text NOT NULL,
  name text NOT NULL,
  seat smallint,
  at bigint NOT NULL,
  message text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (game, number)
);
CREATE INDEX chat_identity ON chat (identity);

-- These tables may be lost in a crash: nodes send new heartbeats, and quotas start again.
CREATE UNLOGGED TABLE nodes (
  id text PRIMARY KEY,
  name text NOT NULL,
  beat timestamptz NOT NULL,
  -- Start of the current sequence of heartbeats without a gap.
  since timestamptz NOT NULL
);
CREATE UNLOGGED TABLE limits (
  what text NOT NULL,
  who bytea NOT NULL,
  period bigint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (what, who, period)
);
