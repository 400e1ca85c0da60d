-- Tables that somebody has made and that have not begun, also where nobody sits and nobody is asked in.
CREATE INDEX games_hosted ON games (host) WHERE stage = 'open';
