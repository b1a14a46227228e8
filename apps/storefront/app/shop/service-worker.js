// Has one page, for when a page is asked for and there is no connection, with what was looked at last in it. Everything else goes its way without it.
const name = 'offline'
const page = '/offline'
const dayMs = 24 * 60 * 60 * 1000

async function dataOf(href) {
  const picture = await fetch(href)
  if (!picture.ok) return ''
  const bytes = new Uint8Array(await picture.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return `data:${picture.headers.get('content-type')};base64,${btoa(text)}`
}

/** The page with its style sheets and its pictures in it, so that it needs nothing else. Nothing of whoever is signed in: it is fetched without cookies. */
async function fetchPage(of) {
  const response = await fetch(of ? `${page}?${new URLSearchParams({ of })}` : page, { credentials: 'omit', cache: 'no-store' })
  if (!response.ok) return false
  let html = await response.text()
  const links = html.match(/<link[^>]+rel="stylesheet"[^>]*>/g) ?? []
  for (const link of links) {
    const href = /href="([^"]+)"/.exec(link)?.[1]
    const sheet = href === undefined ? undefined : await fetch(href.replaceAll('&amp;', '&'))
    if (sheet?.ok) html = html.replace(link, `<style>${(await sheet.text()).replaceAll('</', '<\\/')}</style>`.replaceAll('$', '$$$$'))
  }
  for (const picture of html.match(/<img[^>]+>/g) ?? []) {
    const source = /\ssrc="([^"]+)"/.exec(picture)?.[1]
    if (source)
      html = html.replace(picture, picture.replace(/\ssrcset="[^"]*"/i, '').replace(source, await dataOf(source.replaceAll('&amp;', '&'))))
  }
  html = html.replaceAll(/<source[^>]*>/g, '')
  html = html.replaceAll(/<link[^>]+rel="(?:modulepreload|preload)"[^>]*>/g, '')
  const headers = new Headers(response.headers)
  for (const packed of ['content-encoding', 'content-length']) headers.delete(packed)
  headers.set('x-fetched', String(Date.now()))
  headers.set('x-of', encodeURI(of))
  const cache = await caches.open(name)
  await cache.put(page, new Response(html, { headers }))
  return true
}

const cachedPage = () => caches.match(page, { cacheName: name })
const ofCached = (cached) => decodeURI(cached?.headers.get('x-of') ?? '')

/** One after the other: the last that was asked for is what stays. */
let fetched = Promise.resolve()
function next(step) {
  fetched = fetched.then(step).catch(() => undefined)
  return fetched
}

async function renew() {
  const cached = await cachedPage()
  if (!cached || Date.now() - Number(cached.headers.get('x-fetched')) > dayMs) await fetchPage(ofCached(cached))
}

/** Has these products in the page, by their slugs. Whoever clears them does so without a connection too: then the page goes with them. */
async function keep(slugs) {
  const of = slugs.join(',')
  const cached = await cachedPage()
  if (cached && ofCached(cached) === of) return
  if (of && self.navigator.connection?.saveData) return
  const isNew = await fetchPage(of).catch(() => false)
  if (!isNew && !of) await caches.delete(name)
}

async function answer({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const cached = await cachedPage()
    if (cached) return cached
    throw error
  }
}

self.addEventListener('install', (event) =>
  event.waitUntil(
    cachedPage()
      .then((cached) => fetchPage(ofCached(cached)))
      .then(() => self.skipWaiting()),
  ),
)
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()])),
)
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.seen)) event.waitUntil(next(() => keep(event.data.seen.map(String).slice(0, 4))))
})
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET' || new URL(event.request.url).pathname.startsWith('/admin'))
    return
  event.respondWith(answer(event))
  event.waitUntil(next(renew))
})
