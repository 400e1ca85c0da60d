// Only one tab at a time may play a game of this device: each tab stores the whole game, so two tabs would overwrite each other. The tab
// that plays holds a Web Lock. Another tab that wants the game asks for it over a BroadcastChannel. Pages without HTTPS have no Web Locks;
// there, the tab that opened the game last gets it.

/** The right of this tab to play a game. */
export interface Claim {
  /** Gives up the game; waits for `stored` first, if given. */
  release(stored?: Promise<void>): Promise<void>;
}

/** Called when another tab takes the game. This tab gives up the game when the returned promise resolves. */
export type OnLost = () => Promise<void>;

/** A message between tabs. `who` asks which tab plays the game, and that tab answers `held`; `take` asks it to give up the game. */
interface Message {
  kind: 'who' | 'held' | 'take';
  id: string;
}

const CHANNEL = 'orrery.games';

/**
 * Maximum time to wait for a lock, in milliseconds: a page that is being unloaded holds it for a moment. A tab that plays the game answers
 * at once.
 */
const CLAIM_TIMEOUT_MS = 10_000;
/** Time between two `who` messages while waiting for a lock, in milliseconds. */
const WHO_INTERVAL_MS = 1_000;
/** Maximum time to wait until another tab gives up its game on request, in milliseconds; a frozen tab never answers. */
const TAKE_TIMEOUT_MS = 2_000;

const lockName = (id: string): string => `orrery.game.${id}`;

/** Returns the Web Locks of the browser, if it has them. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Opens the channel between all tabs and passes messages about one game to a listener. */
function openChannel(id: string, onMessage: (kind: Message['kind']) => void): { send: (kind: Message['kind']) => void; close: () => void } {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.id === id) onMessage(data.kind);
  };
  return { send: (kind) => channel.postMessage({ kind, id } satisfies Message), close: () => channel.close() };
}

/** Claims a game for this tab; returns null if another tab plays it. */
export async function claimGame(id: string, onLost: OnLost): Promise<Claim | null> {
  const manager = locks();
  if (!manager) return takeGame(id, onLost);
  // A reloading page holds the lock for a moment but does not answer. So wait for the lock, but give up as soon as a tab answers.
  const waiting = new AbortController();
  const channel = openChannel(id, (kind) => kind === 'held' && waiting.abort());
  channel.send('who');
  // Ask repeatedly, because a tab that gets the lock later has not received the first message.
  const repeat = setInterval(() => channel.send('who'), WHO_INTERVAL_MS);
  const claim = await lockWithTimeout(waiting, CLAIM_TIMEOUT_MS, manager, id, onLost);
  clearInterval(repeat);
  channel.close();
  return claim;
}

/** Takes a game from the tab that plays it, if there is one. */
export async function takeGame(id: string, onLost: OnLost): Promise<Claim> {
  const channel = openChannel(id, () => undefined);
  channel.send('take');
  channel.close();
  const manager = locks();
  if (!manager) return hold(id, onLost, () => undefined);
  const claim = await lockWithTimeout(new AbortController(), TAKE_TIMEOUT_MS, manager, id, onLost);
  return claim ?? requestLock(manager, id, onLost, { steal: true });
}

/** Locks a game; returns null if this takes too long or is aborted. */
async function lockWithTimeout(
  waiting: AbortController,
  timeoutMs: number,
  manager: LockManager,
  id: string,
  onLost: OnLost,
): Promise<Claim | null> {
  const { signal } = waiting;
  const timer = setTimeout(() => waiting.abort(), timeoutMs);
  // Chromium may ignore an abort right after the request, so do not wait until the request itself fails.
  const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
  const claim = await Promise.race([requestLock(manager, id, onLost, { signal }).catch(() => null), aborted]);
  clearTimeout(timer);
  return claim;
}

/** Requests the lock of a game; calls `onLost` if another tab steals the lock later. */
function requestLock(manager: LockManager, id: string, onLost: OnLost, options: LockOptions): Promise<Claim> {
  return new Promise((resolve, reject) => {
    let claim: Claim | null = null;
    const lockEnded = manager.request(lockName(id), options, () => {
      if (options.signal?.aborted) return;
      return new Promise<void>((release) => resolve((claim = hold(id, onLost, release))));
    });
    // The promise rejects if the lock is not granted, or later if another tab steals the lock.
    lockEnded.catch((thrown: unknown) => {
      void claim?.release();
      if (claim) void onLost();
      else reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
    });
  });
}

/** Holds a game until it is released or another tab asks for it. */
function hold(id: string, onLost: OnLost, release: () => void): Claim {
  const channel = openChannel(id, (kind) => {
    if (kind === 'who') channel.send('held');
    if (kind === 'take') void onLost().finally(() => claim.release());
  });
  const claim: Claim = {
    release: (stored = Promise.resolve()) => {
      channel.close();
      return stored.finally(release);
    },
  };
  return claim;
}
