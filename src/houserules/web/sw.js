// The service worker: files of this version come from the device, the home page also without a connection.
//
// The server writes VERSION and FILES, what the home page needs, above this line. A file of another version is never kept or
// answered from here, and nothing below /api is touched.

const CACHE = `houserules-${VERSION}`;
const OURS = `/web/${VERSION}/`;
const HOME = "/";

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(OURS)) event.respondWith(fromDevice(request));
  else if (request.mode === "navigate" && url.pathname === HOME) event.respondWith(fromServer(request));
});

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll([HOME, ...FILES]);
  const home = await (await cache.match(HOME, { ignoreVary: true }))?.text();
  if (!home?.includes(VERSION)) throw new Error("the server has a new version: its own worker keeps it");
  await skipWaiting();
}

async function tidy() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await clients.claim();
}

/** What was opened once is kept. */
async function fromDevice(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** The home page is asked for each time: the server may have another version. */
async function fromServer(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    const known = await caches.match(HOME, { cacheName: CACHE, ignoreVary: true });
    if (known) return known;
    throw problem;
  }
}
