// One tab at a time plays a game of this device, because each tab stores the whole game. The tab holds a
// Web Lock; another tab that wants the game asks for it over a BroadcastChannel. Pages without HTTPS have
// no Web Locks; there the tab that opened the game last gets it.

/** A game that this tab plays. */
export interface Claim {
  /** Gives the game up, once everything is stored. */
  release(stored?: Promise<void>): Promise<void>;
}

/** Called when another tab takes the game; the game is given up when the returned promise resolves. */
export type Lost = () => Promise<void>;

/** `who` asks which tab plays a game, and that tab answers `held`; `take` asks it to give the game up. */
interface Message {
  kind: 'who' | 'held' | 'take';
  id: string;
}

const CHANNEL = 'orrery.games';

/** Time that another tab has to answer, in milliseconds; a frozen one does not. */
const PATIENCE = 2_000;

const nameOf = (id: string): string => `orrery.game.${id}`;

/** Returns the Web Locks of the browser, if it has them. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Opens the channel of all tabs; calls a listener with messages about a game. */
function open(id: string, heard: (kind: Message['kind']) => void): { tell: (kind: Message['kind']) => void; close: () => void } {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.id === id) heard(data.kind);
  };
  return { tell: (kind) => channel.postMessage({ kind, id } satisfies Message), close: () => channel.close() };
}

/** Claims a game for this tab; returns null if another tab plays it. */
export async function claimGame(id: string, lost: Lost): Promise<Claim | null> {
  const manager = locks();
  if (!manager) return takeGame(id, lost);
  // A page that reloads still holds the lock for a moment, but does not answer.
  const patience = new AbortController();
  const channel = open(id, (kind) => kind === 'held' && patience.abort());
  channel.tell('who');
  const claim = await within(patience, manager, id, lost);
  channel.close();
  return claim;
}

/** Takes a game from the tab that plays it, if there is one. */
export async function takeGame(id: string, lost: Lost): Promise<Claim> {
  const channel = open(id, () => undefined);
  channel.tell('take');
  channel.close();
  const manager = locks();
  if (!manager) return hold(id, lost, () => undefined);
  return (await within(new AbortController(), manager, id, lost)) ?? locked(manager, id, lost, { steal: true });
}

/** Locks a game, unless that takes too long or is aborted. */
async function within(patience: AbortController, manager: LockManager, id: string, lost: Lost): Promise<Claim | null> {
  const { signal } = patience;
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  // Chromium may ignore an abort that comes right after the request, so the answer does not wait for it.
  const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
  const claim = await Promise.race([locked(manager, id, lost, { signal }).catch(() => null), aborted]);
  clearTimeout(timer);
  return claim;
}

function locked(manager: LockManager, id: string, lost: Lost, options: LockOptions): Promise<Claim> {
  return new Promise((resolve, reject) => {
    let claim: Claim | null = null;
    const held = manager.request(nameOf(id), options, () => {
      if (options.signal?.aborted) return;
      return new Promise<void>((release) => resolve((claim = hold(id, lost, release))));
    });
    // The request fails before it is granted, or later because another tab stole the lock.
    held.catch((thrown: unknown) => {
      void claim?.release();
      if (claim) void lost();
      else reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
    });
  });
}

/** Holds a game until it is released or another tab asks for it. */
function hold(id: string, lost: Lost, release: () => void): Claim {
  const channel = open(id, (kind) => {
    if (kind === 'who') channel.tell('held');
    if (kind === 'take') void lost().finally(() => claim.release());
  });
  const claim: Claim = {
    release: (stored = Promise.resolve()) => {
      channel.close();
      return stored.finally(release);
    },
  };
  return claim;
}
