/** Browser profiles that pages of tests use one after the other. A used profile has the files of the client in its HTTP cache. */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A profile and what its pages have left behind. */
interface Profile {
  context: BrowserContext;
  /** The origins that its pages have visited. */
  origins: Set<string>;
}

/** The profiles that no test uses now, by browser and options. */
const unused = new WeakMap<Browser, Map<string, Profile[]>>();

function profilesOf(browser: Browser, options: BrowserContextOptions): Profile[] {
  const all = unused.get(browser) ?? new Map<string, Profile[]>();
  unused.set(browser, all);
  const key = JSON.stringify(options);
  const found = all.get(key) ?? [];
  all.set(key, found);
  return found;
}

/** Records the origins that a page visits. */
function follow(page: Page, origins: Set<string>): void {
  page.on('framenavigated', (frame) => {
    if (frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin);
  });
}

/** Resets everything but the HTTP cache: storage, service workers, cookies, permissions, routes and the connection. */
async function reset({ context, origins }: Profile, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  origins.clear();
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.unrouteAll(), context.setOffline(false)]);
}

/**
 * Creates a profile. Closing its context closes its pages, and lets the next test with the same options use it, unless a test has taken
 * control of the time: a context keeps its clock for all its pages.
 */
async function create(open: () => Promise<BrowserContext>, profiles: Profile[]): Promise<Profile> {
  const profile: Profile = { context: await open(), origins: new Set() };
  const { context, origins } = profile;
  const [close, install] = [context.close.bind(context), context.clock.install.bind(context.clock)];
  context.on('page', (page) => follow(page, origins));
  context.close = async () => {
    await Promise.all(context.pages().map((page) => page.close()));
    if (!profiles.includes(profile)) profiles.push(profile);
  };
  context.clock.install = async (options) => {
    context.close = close;
    await install(options);
  };
  return profile;
}

/** Opens an empty page in an unused profile with these options, or in a new one that `open` creates. */
export async function openPage(browser: Browser, options: BrowserContextOptions, open: () => Promise<BrowserContext>): Promise<Page> {
  const profiles = profilesOf(browser, options);
  const used = profiles.pop();
  const { context } = used ?? (await create(open, profiles));
  const page = await context.newPage();
  if (used) await reset(used, page);
  return page;
}

/** Empties the HTTP cache of the profile of a page. */
export async function clearCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}
