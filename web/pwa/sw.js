/**
 * The service worker caches the whole build, so that everything except online play works without a
 * network after the first visit. The build fills in the two constants below (see pwa/plugin.ts).
 */

/** @type {string[]} All files of the build, relative to the folder of this file. */
const FILES = __FILES__;
/** The cache name; changes when any file changes. */
const CACHE = `orrery-${__VERSION__}`;

const own = (/** @type {string} */ file) => new URL(file, self.registration.scope).href;
/** Files with a hash in their name never change, so an older cache may already contain them. */
const isHashed = (/** @type {string} */ file) => file.startsWith('assets/');

async function keep(/** @type {string} */ file) {
  const cache = await caches.open(CACHE);
  const known = isHashed(file) ? await caches.match(own(file)) : undefined;
  const response = known ?? (await fetch(own(file), { cache: isHashed(file) ? 'default' : 'reload' }));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  if (file === 'index.html' && !(await fits(response.clone()))) throw new Error(`${file} is of another version`);
  await cache.put(own(file), response);
}

/** Retries: during an upgrade, one server may deliver the page of one version and another the files. */
async function fits(/** @type {Response} */ page) {
  const wanted = (await page.text()).match(/assets\/[\w.-]+/g) ?? [];
  return wanted.every((file) => FILES.includes(file));
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('orrery-') && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Serves pages from the cache for any path or query, cached files as they are, and the rest from the network. */
async function answer(/** @type {Request} */ request) {
  const cache = await caches.open(CACHE);
  const known = request.mode === 'navigate' ? await cache.match(own('index.html')) : await cache.match(request);
  return known ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(Promise.all(FILES.map(keep))));
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
// The page sends this when the user agrees to reload: open pages need the files they started with.
self.addEventListener('message', (event) => event.data === 'take-over' && self.skipWaiting());
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = request.url.startsWith(self.registration.scope) && request.method === 'GET';
  const isApi = request.url.startsWith(own('api/')) || request.url.startsWith(own('metrics'));
  if (isOurs && !isApi) event.respondWith(answer(request));
});

/** A click on a notification opens its table, in the page that already shows it if there is one. */
async function lead(/** @type {string} */ address) {
  const open = await self.clients.matchAll({ type: 'window' });
  const there = open.find((client) => client.url === address) ?? open[0];
  await (there ? there.focus() : self.clients.openWindow(address));
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data ?? self.registration.scope));
});
