// Has one page, for when a page is asked for and there is no connection. Everything else goes its way without it.
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

/** The page with its style sheets and its picture in it, so that it needs nothing else. */
async function fetchPage() {
  const response = await fetch(page, { credentials: 'omit', cache: 'no-store' })
  if (!response.ok) return
  let html = await response.text()
  const links = html.match(/<link[^>]+rel="stylesheet"[^>]*>/g) ?? []
  for (const link of links) {
    const href = /href="([^"]+)"/.exec(link)?.[1]
    const sheet = href === undefined ? undefined : await fetch(href.replaceAll('&amp;', '&'))
    if (sheet?.ok) html = html.replace(link, `<style>${(await sheet.text()).replaceAll('</', '<\\/')}</style>`.replaceAll('$', '$$$$'))
  }
  const picture = /<img[^>]+>/.exec(html)?.[0]
  const source = picture && /\ssrc="([^"]+)"/.exec(picture)?.[1]
  if (source)
    html = html.replace(picture, picture.replace(/\ssrcset="[^"]*"/i, '').replace(source, await dataOf(source.replaceAll('&amp;', '&'))))
  html = html.replaceAll(/<source[^>]*>/g, '')
  html = html.replaceAll(/<link[^>]+rel="(?:modulepreload|preload)"[^>]*>/g, '')
  const headers = new Headers(response.headers)
  for (const packed of ['content-encoding', 'content-length']) headers.delete(packed)
  headers.set('x-fetched', String(Date.now()))
  const cache = await caches.open(name)
  await cache.put(page, new Response(html, { headers }))
}

async function renew() {
  const cached = await caches.match(page, { cacheName: name })
  if (!cached || Date.now() - Number(cached.headers.get('x-fetched')) > dayMs) await fetchPage()
}

async function answer({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const cached = await caches.match(page, { cacheName: name })
    if (cached) return cached
    throw error
  }
}

self.addEventListener('install', (event) => event.waitUntil(fetchPage().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()])),
)
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate' || event.request.method !== 'GET' || new URL(event.request.url).pathname.startsWith('/admin'))
    return
  event.respondWith(answer(event))
  event.waitUntil(renew().catch(() => undefined))
})
