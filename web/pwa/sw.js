/**
 * The service worker caches the whole build, so that everything except online play works without a
 * network after the first visit. The build fills in the two constants below (see pwa/plugin.ts).
 */

/** @type {string[]} All files of the build, relative to the folder of this file. */
const FILES = __FILES__;
/** The cache name; changes when any file changes. */
const CACHE = `orrery-${__VERSION__}`;

/** Returns the URL of a file of the build. */
const urlOf = (/** @type {string} */ file) => new URL(file, self.registration.scope).href;
/** Returns whether a file has a hash in its name. Such files never change, so an older cache may contain them. */
const isHashed = (/** @type {string} */ file) => file.startsWith('assets/');

async function addToCache(/** @type {string} */ file) {
  const cache = await caches.open(CACHE);
  const cached = isHashed(file) ? await caches.match(urlOf(file)) : undefined;
  const response = cached ?? (await fetch(urlOf(file), { cache: isHashed(file) ? 'default' : 'reload' }));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  if (file === 'index.html' && !(await matchesBuild(response.clone()))) throw new Error(`${file} is of another version`);
  await cache.put(urlOf(file), response);
}

/** Returns whether a page uses only files of this build. During an upgrade, servers may deliver files of two versions. */
async function matchesBuild(/** @type {Response} */ page) {
  const wanted = (await page.text()).match(/assets\/[\w.-]+/g) ?? [];
  return wanted.every((file) => FILES.includes(file));
}

async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('orrery-') && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Answers every navigation with the cached page, other requests with the cached file, and the rest from the network. */
async function respond(/** @type {Request} */ request) {
  const cache = await caches.open(CACHE);
  const cached = request.mode === 'navigate' ? await cache.match(urlOf('index.html')) : await cache.match(request);
  return cached ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(Promise.all(FILES.map(addToCache))));
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));
// The page sends this message when the user agrees to reload. Until then, open pages need the old files.
self.addEventListener('message', (event) => event.data === 'take-over' && self.skipWaiting());
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = request.url.startsWith(self.registration.scope) && request.method === 'GET';
  const isApi = request.url.startsWith(urlOf('api/')) || request.url.startsWith(urlOf('metrics'));
  if (isOurs && !isApi) event.respondWith(respond(request));
});

/** Focuses the page that shows the table of a notification. Opens the table in a new page if no page shows it. */
async function openTable(/** @type {string} */ address) {
  const open = await self.clients.matchAll({ type: 'window' });
  const page = open.find((client) => client.url === address);
  await (page ? page.focus() : self.clients.openWindow(address));
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data ?? self.registration.scope));
});
