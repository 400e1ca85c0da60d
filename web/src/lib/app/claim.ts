// One tab at a time plays a game of this device, because each tab stores the whole game. The tab holds a
// Web Lock; another tab that wants the game asks for it over a BroadcastChannel. Pages without HTTPS have
// no Web Locks; there the tab that opened the game last gets it.

/** A game that this tab plays. */
export interface Claim {
  /** Gives the game up. */
  release(): void;
}

/** Called when another tab takes the game; the game is given up when the returned promise resolves. */
export type Lost = () => Promise<void>;

const CHANNEL = 'orrery.games';

/** Time that a tab has to give a game up before it is taken, in milliseconds: a frozen tab does not answer. */
const PATIENCE = 2_000;

/** Time to wait for a game before another tab is said to play it: a page that reloads still holds it for a moment. */
const GRACE = 400;

const nameOf = (id: string): string => `orrery.game.${id}`;

/** Returns the Web Locks of the browser, if it has them. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Claims a game for this tab; returns null if another tab plays it. */
export async function claimGame(id: string, lost: Lost): Promise<Claim | null> {
  const manager = locks();
  return manager ? within(GRACE, manager, id, lost) : takeGame(id, lost);
}

/** Takes a game from the tab that plays it, if there is one. */
export async function takeGame(id: string, lost: Lost): Promise<Claim> {
  ask(id);
  const manager = locks();
  if (!manager) return hold(id, lost, () => undefined);
  return (await within(PATIENCE, manager, id, lost)) ?? locked(manager, id, lost, { steal: true });
}

/** Locks a game if the lock is free within some milliseconds. */
const within = (patience: number, manager: LockManager, id: string, lost: Lost): Promise<Claim | null> =>
  locked(manager, id, lost, { signal: AbortSignal.timeout(patience) }).catch(() => null);

/** Asks the other tabs to give a game up. */
function ask(id: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(id);
  channel.close();
}

function locked(manager: LockManager, id: string, lost: Lost, options: LockOptions): Promise<Claim> {
  return new Promise((resolve, reject) => {
    let claim: Claim | null = null;
    const held = manager.request(nameOf(id), options, () => new Promise<void>((release) => resolve((claim = hold(id, lost, release)))));
    // The request fails before it is granted, or later because another tab stole the lock.
    held.catch((thrown: unknown) => {
      claim?.release();
      if (claim) void lost();
      else reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
    });
  });
}

/** Holds a game until it is released or another tab asks for it. */
function hold(id: string, lost: Lost, release: () => void): Claim {
  const channel = new BroadcastChannel(CHANNEL);
  const claim = {
    release: () => {
      channel.close();
      release();
    },
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === id) void lost().finally(() => claim.release());
  };
  return claim;
}
