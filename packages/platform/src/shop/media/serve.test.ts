import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { glbFile } from '@vitrine/testing/sample-files'
import sharp from 'sharp'
import { inspect, Unfit } from './inspect.ts'
import { renditionPath } from './links.ts'
import { localOriginals } from './originals.ts'
import { ChildEnded } from './processing/child-process.ts'
import { render } from './render.ts'
import { localRenditions } from './renditions.ts'
import { type MediaAnswer, type MediaDeps, mediaHandler } from './serve.ts'
import type { MediaFile } from './store.ts'

const site = '01890000-0000-7000-8000-000000000001'
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-media-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** A file may be replaced under its address. */
const anHour = 'public, max-age=3600, stale-while-revalidate=2592000'
const red = { r: 200, g: 30, b: 30 }
const blue = { r: 30, g: 30, b: 200 }
const green = { r: 30, g: 160, b: 30 }

/** Three bands from left to right or top to bottom, with noise so that encoders have something to do. */
async function bands(width: number, height: number, direction: 'across' | 'down' = 'across') {
  const part = direction === 'across' ? { width: Math.round(width / 3), height } : { width, height: Math.round(height / 3) }
  const band = (background: typeof red, at: number) => ({
    input: { create: { ...part, channels: 3 as const, background, noise: { type: 'gaussian' as const, mean: 128, sigma: 4 } } },
    left: direction === 'across' ? at * part.width : 0,
    top: direction === 'across' ? 0 : at * part.height,
  })
  const plain = (background: typeof red, at: number) => ({
    ...band(background, at),
    input: { create: { ...part, channels: 3 as const, background } },
  })
  return sharp({ create: { width, height, channels: 3, background: green } }).composite([plain(red, 0), plain(green, 1), plain(blue, 2)])
}

async function shop(files: Record<string, Buffer>, options: Partial<MediaDeps> & { most?: number } = {}) {
  const home = await mkdtemp(join(folder, 'shop-'))
  const originals = localOriginals(join(home, 'originals'))
  let time = Date.parse('2026-11-21T12:00:00Z')
  const cache = join(home, 'renditions')
  const renditions = localRenditions({ folder: cache, most: options.most ?? 50_000_000, mostInMemory: 1_000_000, now: () => time })
  const rows = new Map<string, MediaFile>()
  for (const [id, bytes] of Object.entries(files)) {
    const facts = await inspect(bytes)
    assert.ok(!(facts instanceof Unfit))
    const digest = createHash('sha256').update(bytes).digest('hex')
    await originals.put(site, digest, bytes)
    rows.set(id, {
      id,
      kind: facts.kind,
      mime: facts.mime,
      fileName: `${id} “ü”`,
      digest,
      bytes: bytes.length,
      width: facts.width ?? null,
      height: facts.height ?? null,
      alpha: facts.alpha,
      focal: { x: 0.5, y: 0.5 },
      colour: facts.colour ?? null,
      placeholder: facts.placeholder ?? null,
      private: false,
    })
  }
  const faults: string[] = []
  let reads = 0
  const counted = {
    ...originals,
    readForChild: (...of: Parameters<typeof originals.readForChild>) => (reads++, originals.readForChild(...of)),
  }
  const handle = mediaHandler({
    find: async (at, id) => (at === site ? rows.get(id) : undefined),
    originals: counted,
    renditions,
    renderBehind: render,
    now: () => time,
    report: (fault) => faults.push(String(fault)),
    restMs: 5,
    ...options,
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => handle({ site, method, path, headers })
  return { home, cache, get, handle, rows, faults, renditions, originals, reads: () => reads, pass: (ms: number) => (time += ms) }
}

const bytesOf = async ({ body }: MediaAnswer): Promise<Buffer> =>
  body === null ? Buffer.alloc(0) : Buffer.isBuffer(body) ? body : buffer(body)
const look = async (answer: MediaAnswer) => sharp(await bytesOf(answer)).metadata()
const browser = { accept: 'image/avif,image/webp,image/apng,*/*;q=0.8' }
const webp = { accept: 'image/webp,*/*;q=0.8' }

async function colourAt(answer: MediaAnswer, x: number, y: number) {
  const { data, info } = await sharp(await bytesOf(answer))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
  return r > g && r > b ? 'red' : g > b ? 'green' : 'blue'
}

describe('renditions', () => {
  test('200 fit: the whole picture inside the box', async () => {
    const { get } = await shop({ 'wide.jpg': await (await bands(600, 300)).jpeg().toBuffer() })
    const answer = await get('/media/wide.jpg/fit/w_300,h_300', webp)
    const { width, height, format } = await look(answer)
    assert.deepEqual([answer.status, width, height, format], [200, 300, 150, 'webp'])
    assert.equal(await colourAt(answer, 0.05, 0.5), 'red')
    assert.equal(await colourAt(answer, 0.95, 0.5), 'blue')
  })

  test('200 fill: cut around the focal point of the address, else of the picture', async () => {
    const { get, rows } = await shop({ 'wide.jpg': await (await bands(600, 200)).jpeg().toBuffer() })
    const middle = async (options: string) => colourAt(await get(`/media/wide.jpg/fill/w_160,h_160${options}`, webp), 0.5, 0.5)
    assert.equal(await middle(''), 'green')
    assert.equal(await middle(',fp_0_0.5'), 'red')
    assert.equal(await middle(',al_r'), 'blue')
    assert.equal(await middle(',fp_1.0_0.5'), 'blue')
    const other = await shop({ 'wide.jpg': await (await bands(600, 200)).jpeg().toBuffer() })
    other.rows.set('wide.jpg', { ...rows.get('wide.jpg')!, focal: { x: 0.1, y: 0.5 } })
    assert.equal(await colourAt(await other.get('/media/wide.jpg/fill/w_160,h_160', webp), 0.5, 0.5), 'red')
  })

  test('200 crop, then fill, as the published client asks', async () => {
    const { get } = await shop({ 'wide.jpg': await (await bands(600, 200)).jpeg().toBuffer() })
    const answer = await get(
      '/media/wide.jpg/v1/crop/x_410,y_0,w_180,h_180/fill/w_90,h_90,al_c,q_80,usm_0.66_1.00_0.01,enc_auto/wide.jpg',
      webp,
    )
    const { width, height } = await look(answer)
    assert.deepEqual([width, height, await colourAt(answer, 0.1, 0.5)], [90, 90, 'blue'])
  })

  test('200 in the format that Accept names, and says so to caches', async () => {
    const opaque = await (await bands(300, 300)).jpeg().toBuffer()
    const glass = await sharp({ create: { width: 90, height: 90, channels: 4, background: { ...red, alpha: 0.4 } } })
      .png()
      .toBuffer()
    const { get } = await shop({ 'a.jpg': opaque, 'glass.png': glass })
    const format = async (id: string, accept: Record<string, string>, options = 'w_64') => {
      const answer = await get(`/media/${id}/fit/${options}`, accept)
      const seen = await look(answer)
      assert.equal(answer.headers['content-type'], `image/${seen.format}`)
      return [seen.format, seen.hasAlpha, answer.headers['vary']]
    }
    assert.deepEqual(await format('a.jpg', webp), ['webp', false, 'Accept'])
    assert.deepEqual(await format('a.jpg', { accept: '*/*' }), ['jpeg', false, 'Accept'])
    assert.deepEqual(await format('a.jpg', {}), ['jpeg', false, 'Accept'])
    assert.deepEqual(await format('a.jpg', webp, 'w_64,enc_jpg'), ['jpeg', false, undefined])
    assert.deepEqual(await format('glass.png', webp), ['webp', true, 'Accept'])
    assert.deepEqual(await format('glass.png', {}), ['png', true, 'Accept'])
    assert.deepEqual(await format('glass.png', webp, 'w_64,enc_jpg'), ['jpeg', false, undefined])
  })

  test('200 AVIF for the next visitor, WebP for the first; a shared cache comes back for it', async () => {
    const { get, handle, faults } = await shop({ 'a.jpg': await (await bands(640, 640)).jpeg({ quality: 95 }).toBuffer() })
    const first = await get('/media/a.jpg/fit/w_480', browser)
    assert.equal(first.headers['content-type'], 'image/webp')
    assert.equal(first.headers['cache-control'], anHour)
    await handle.settled()
    const second = await get('/media/a.jpg/fit/w_480', browser)
    const plain = await get('/media/a.jpg/fit/w_480', webp)
    assert.equal(plain.headers['content-type'], 'image/webp')
    assert.equal(plain.headers['cache-control'], anHour)
    assert.equal(second.headers['content-type'], 'image/avif')
    assert.equal(second.headers['cache-control'], anHour)
    assert.notEqual(second.headers['etag'], first.headers['etag'])
    assert.ok((await bytesOf(second)).length < (await bytesOf(first)).length)
    const { width, format } = await look(second)
    assert.deepEqual([width, format, faults], [480, 'heif', []])
    const again = await get('/media/a.jpg/fit/w_480', { ...browser, 'if-none-match': second.headers['etag']! })
    assert.equal(again.status, 304)
    assert.equal((await get('/media/a.jpg/fit/w_480', { ...browser, 'if-none-match': first.headers['etag']! })).status, 200)
    await handle.close()
  })

  test('200 never larger than the original, nor than the bounds', async () => {
    const { get } = await shop({
      'small.png': await (await bands(60, 30)).png().toBuffer(),
      'long.png': await sharp({ create: { width: 9000, height: 60, channels: 3, background: red } })
        .png()
        .toBuffer(),
    })
    const size = async (path: string) => {
      const { width, height } = await look(await get(path, webp))
      return [width, height]
    }
    assert.deepEqual(await size('/media/small.png/fit/w_4000'), [60, 30])
    assert.deepEqual(await size('/media/small.png/fill/w_4000,h_4000'), [30, 30])
    assert.deepEqual(await size('/media/long.png/fit/w_99999'), [4096, 27])
  })

  test('200 upright, whichever way the camera was held', async () => {
    const lying = await (await bands(300, 600, 'down')).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { get, rows } = await shop({ 'turned.jpg': lying })
    assert.deepEqual([rows.get('turned.jpg')!.width, rows.get('turned.jpg')!.height], [600, 300])
    const whole = await get('/media/turned.jpg/fit/w_300', webp)
    assert.deepEqual([(await look(whole)).width, (await look(whole)).height, (await look(whole)).orientation], [300, 150, undefined])
    assert.equal(await colourAt(whole, 0.95, 0.5), 'red')
    assert.equal(await colourAt(await get('/media/turned.jpg/fill/w_100,h_100,al_l', webp), 0.1, 0.5), 'blue')
  })

  test('200 the original’s own bytes where encoding again would only make them more', async () => {
    const bytes = await (await bands(200, 200)).webp({ quality: 10 }).toBuffer()
    const { get } = await shop({ 'a.webp': bytes })
    assert.deepEqual(await bytesOf(await get('/media/a.webp/fit/w_200,q_90', webp)), bytes)
  })

  test('304 on a strong tag without rendering anything; HEAD has the headers and no body', async () => {
    const { get, reads } = await shop({ 'a.jpg': await (await bands(300, 300)).jpeg().toBuffer() })
    const head = await get('/media/a.jpg/fit/w_96', webp, 'HEAD')
    const answer = await get('/media/a.jpg/fit/w_96', webp)
    assert.equal(head.body, null)
    assert.deepEqual(head.headers, answer.headers)
    assert.equal(Number(head.headers['content-length']), (await bytesOf(answer)).length)
    assert.match(answer.headers['etag']!, /^"[0-9a-f]{40}-webp"$/)
    const before = reads()
    for (const tag of [answer.headers['etag']!, `W/${answer.headers['etag']}`, `"x", ${answer.headers['etag']}`, '*']) {
      const same = await get('/media/a.jpg/fit/w_96', { ...webp, 'if-none-match': tag })
      assert.deepEqual([same.status, same.body, same.headers['etag'], same.headers['vary']], [304, null, answer.headers['etag'], 'Accept'])
    }
    assert.equal((await get('/media/a.jpg/fit/w_96', { ...webp, 'if-none-match': '"x"' })).status, 200)
    assert.equal(reads(), before)
  })

  test('one rendition that many ask for at once is rendered once, and comes from disk after a restart', async () => {
    const { get, reads, cache, rows, originals } = await shop({ 'a.jpg': await (await bands(900, 900)).jpeg().toBuffer() })
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/media/a.jpg/fill/w_320,h_400', webp)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(reads(), 1)
    const after = mediaHandler({
      find: async () => rows.get('a.jpg'),
      originals: { ...originals, readForChild: () => assert.fail('read again') },
      renderBehind: render,
      renditions: localRenditions({ folder: cache, most: 1e9, mostInMemory: 1e6, now: Date.now }),
      now: Date.now,
      report: (fault) => assert.fail(String(fault)),
    })
    const answer = await after({ site, method: 'GET', path: '/media/a.jpg/fill/w_320,h_400', headers: webp })
    assert.deepEqual(await bytesOf(answer), await bytesOf(answers[0]!))
  })

  test('many sizes of one picture that are asked for at once look its row up once', async () => {
    let lookedUp = 0
    const { get, rows } = await shop(
      { 'a.png': await (await bands(400, 300)).png().toBuffer() },
      { find: async (_, id) => (lookedUp++, rows.get(id)) },
    )
    await Promise.all([96, 120, 160, 200].map((width) => get(`/media/a.png/fit/w_${width}`, webp)))
    assert.equal(lookedUp, 1)
  })

  test('many that are asked for at once are made behind the shop until all are made; few are not', async () => {
    let behind = 0
    const { get } = await shop(
      { 'a.png': await (await bands(400, 300)).png().toBuffer() },
      { renderBehind: (rendering) => (behind++, render(rendering)) },
    )
    const ask = async (from: number, count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, (_, i) => get(`/media/a.png/fit/w_${from + i}`, webp)))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    }
    await ask(100, 20)
    assert.equal(behind, 0)
    await ask(200, 60)
    assert.ok(behind >= 50, `${behind}`)
    const before = behind
    await ask(300, 20)
    assert.equal(behind, before)
  })

  test('while what makes renditions behind the shop is gone, no picture is: it is asked for again', async () => {
    const { get, faults } = await shop(
      { 'a.png': await (await bands(400, 300)).png().toBuffer() },
      { renderBehind: () => Promise.reject(new ChildEnded('DIED', 'out of memory')) },
    )
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => get(`/media/a.png/fit/w_${100 + i}`, webp)))
    const refused = answers.filter(({ status }) => status === 503)
    assert.deepEqual([refused.length, refused[0]?.headers['retry-after']], [faults.length, '2'])
    assert.ok(refused.length > 0 && answers.every(({ status }) => status === 200 || status === 503))
    assert.equal((await get('/media/a.png/fit/w_130', webp)).status, 200)
  })

  // attack: Input, files, HTTP | thousands of sizes of a picture are asked for | rendering stops, sizes of the pages go on
  test('an unauthenticated caller’s thousand sizes stop being rendered; pages’ sizes go on', async () => {
    const { get, reads, pass } = await shop({ 'a.png': await (await bands(2400, 30)).png().toBuffer() })
    for (let width = 1001; width <= 1200; width++) assert.equal((await get(`/media/a.png/fit/w_${width},q_33`, webp)).status, 200)
    const exact = reads()
    const answer = await get('/media/a.png/fit/w_1201,q_33', webp)
    assert.equal((await look(answer)).width, 1280)
    assert.equal(answer.headers['cache-control'], 'public, max-age=300')
    for (let width = 1202; width <= 1279; width++) await get(`/media/a.png/fit/w_${width},q_33`, webp)
    assert.equal(reads(), exact + 1, 'all of them got the one that stands in')
    assert.equal((await look(await get('/media/a.png/fit/w_640', webp))).width, 640)
    pass(5000)
    assert.equal((await look(await get('/media/a.png/fit/w_1203,q_33', webp))).width, 1203)
  })

  test('the disk stays bounded, and one-off sizes go before those that pages show', async () => {
    const { get, cache, renditions, pass } = await shop({ 'a.jpg': await (await bands(1500, 900)).jpeg().toBuffer() }, { most: 100_000 })
    const saved = renditionPath('a.jpg', { how: 'fit', width: 720 })
    const { etag } = (await get(saved, webp)).headers
    const size = async () => {
      let sum = 0
      for (const entry of await readdir(cache, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name))).size
      return sum
    }
    pass(2 * 60 * 60 * 1000)
    await get(saved, webp)
    for (let width = 1001; width < 1100; width++) {
      pass(1000)
      await get(`/media/a.jpg/fit/w_${width},q_100`, { accept: 'image/png' })
    }
    await renditions.sweep()
    assert.ok((await size()) <= 100_000, `${await size()} bytes`)
    const names = await readdir(cache, { recursive: true })
    assert.ok(
      names.some((name) => name.includes(etag!.slice(1, 41))),
      'the page’s size is still there',
    )
  })

  test('404 for a damaged or lost original, told to us and not cached', async () => {
    const { get, rows, home, faults } = await shop({ 'a.jpg': await (await bands(900, 900)).jpeg().toBuffer() })
    const { digest } = rows.get('a.jpg')!
    const path = join(home, 'originals', site, digest.slice(0, 2), digest)
    await truncate(path, 900)
    const broken = await get('/media/a.jpg/fit/w_300', webp)
    assert.deepEqual([broken.status, broken.headers['cache-control']], [404, 'no-store'])
    await rm(path)
    assert.equal((await get('/media/a.jpg/fit/w_300', webp)).status, 404)
    assert.equal((await get('/media/a.jpg')).status, 404)
    assert.ok(faults.length >= 3)
  })
})

describe('refusals', () => {
  test('404 for unknown ids, other sites and paths that are none; 400 for options that cannot be read; 405 for writes', async () => {
    const { get, handle } = await shop({ 'a.jpg': await (await bands(90, 90)).jpeg().toBuffer() })
    const status = async (path: string, method = 'GET') => (await get(path, webp, method)).status
    for (const path of [
      '/media/b.jpg',
      '/media/b.jpg/fit/w_10',
      '/media/..%2f..%2fetc%2fpasswd',
      '/media/../../etc/passwd',
      '/media/a.jpg/what',
      '/media/',
      '/x',
    ]) {
      assert.equal(await status(path), 404, path)
    }
    for (const path of ['/media/a.jpg/fit/w_0', '/media/a.jpg/fit/w_x', '/media/a.jpg/fill/w_10,q_900', '/media/%E0%A4%A'])
      assert.equal(await status(path), 400, path)
    const elsewhere = await handle({ site: randomUUID(), method: 'GET', path: '/media/a.jpg', headers: {} })
    assert.equal(elsewhere.status, 404)
    const posted = await get('/media/a.jpg', {}, 'POST')
    assert.deepEqual([posted.status, posted.headers['allow']], [405, 'GET, HEAD, OPTIONS'])
    assert.equal(await status('/media/a.jpg', 'OPTIONS'), 204)
    const body = JSON.parse(String(await bytesOf(await get('/media/a.jpg/fit/w_0'))))
    assert.equal(body.details.applicationError.code, 'MALFORMED_REQUEST')
  })
})

describe('originals', () => {
  const glb = glbFile()

  test('200 as they are, with their own type and name', async () => {
    const bytes = await (await bands(90, 90)).jpeg().toBuffer()
    const { get } = await shop({ 'a.jpg': bytes, 'model.glb': glb })
    const answer = await get('/media/a.jpg')
    assert.deepEqual(await bytesOf(answer), bytes)
    const { etag, ...headers } = answer.headers
    assert.match(etag!, /^"[0-9a-f]{40}"$/)
    assert.deepEqual(headers, {
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="a.jpg ___"; filename*=UTF-8''a.jpg%20%E2%80%9C%C3%BC%E2%80%9D`,
      'cache-control': anHour,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    const model = await get('/media/model.glb')
    assert.equal(model.headers['content-type'], 'model/gltf-binary')
    assert.deepEqual(await bytesOf(model), glb)
    assert.equal((await get('/media/model.glb/fit/w_100')).status, 400)
    assert.equal((await get('/media/a.jpg', { 'if-none-match': etag! })).status, 304)
  })

  test('206 for a range, 416 beyond the end, 200 when If-Range has another tag', async () => {
    const { get } = await shop({ 'model.glb': glb })
    const part = await get('/media/model.glb', { range: 'bytes=10-19' })
    assert.deepEqual([part.status, part.headers['content-range'], part.headers['content-length']], [206, `bytes 10-19/${glb.length}`, '10'])
    assert.deepEqual(await bytesOf(part), glb.subarray(10, 20))
    assert.deepEqual(await bytesOf(await get('/media/model.glb', { range: 'bytes=-4' })), glb.subarray(-4))
    const beyond = await get('/media/model.glb', { range: `bytes=${glb.length}-` })
    assert.deepEqual([beyond.status, beyond.headers['content-range']], [416, `bytes */${glb.length}`])
    const { etag } = part.headers
    const same = await get('/media/model.glb', { range: 'bytes=0-9', 'if-range': etag! })
    assert.equal(same.status, 206)
    ;(same.body as Readable).destroy()
    assert.equal((await bytesOf(await get('/media/model.glb', { range: 'bytes=0-9', 'if-range': '"other"' }))).length, glb.length)
    const head = await get('/media/model.glb', {}, 'HEAD')
    assert.deepEqual([head.status, head.body, head.headers['content-length']], [200, null, String(glb.length)])
  })

  test('what a killed process left half written is swept, what another is writing is not', async () => {
    const { home, originals } = await shop({ 'model.glb': glb })
    const old = join(home, 'originals', 'unfinished', 'old')
    const young = join(home, 'originals', 'unfinished', 'young')
    await writeFile(old, 'x')
    await writeFile(young, 'x')
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
    await utimes(old, twoHoursAgo, twoHoursAgo)
    await utimes(young, new Date(), new Date())
    assert.equal(await originals.sweep(Date.now()), 1)
    assert.deepEqual(await readdir(join(home, 'originals', 'unfinished')), ['young'])
  })
})

describe('looking at a file', () => {
  test('its bytes say what it is, whatever it is called', async () => {
    const picture = await inspect(await (await bands(120, 90)).png().toBuffer())
    assert.ok(!(picture instanceof Unfit))
    assert.deepEqual([picture.kind, picture.mime, picture.width, picture.height, picture.alpha], ['IMAGE', 'image/png', 120, 90, false])
    assert.match(picture.colour!, /^#[0-9a-f]{6}$/)
    assert.ok(picture.placeholder!.length < 600, `${picture.placeholder!.length} characters`)
    const { width, height } = await sharp(Buffer.from(picture.placeholder!.split(',')[1]!, 'base64')).metadata()
    assert.deepEqual([width, height], [20, 15])
    const plain = await inspect(
      await sharp({ create: { width: 50, height: 50, channels: 3, background: '#c01818' } })
        .webp({ lossless: true })
        .toBuffer(),
    )
    assert.ok(!(plain instanceof Unfit))
    assert.equal(plain.colour, '#c01818')
  })

  // attack: Input, files, HTTP | a decompression bomb or a broken file as media | not accepted
  test('what is unknown, broken or a bomb is not taken', async () => {
    const reason = async (bytes: Buffer) => {
      const facts = await inspect(bytes)
      return facts instanceof Unfit ? facts.reason : 'taken'
    }
    assert.equal(await reason(Buffer.from('<!doctype html><script>alert(1)</script>')), 'UNKNOWN_TYPE')
    assert.equal(await reason(Buffer.alloc(0)), 'UNKNOWN_TYPE')
    const whole = await (await bands(400, 400)).jpeg().toBuffer()
    assert.equal(await reason(whole.subarray(0, whole.length / 2)), 'BROKEN')
    const png = await (await bands(400, 400)).png().toBuffer()
    assert.equal(await reason(png.subarray(0, png.length / 2)), 'BROKEN')
    const bomb = await sharp({ create: { width: 10, height: 10, channels: 3, background: red } })
      .png()
      .toBuffer()
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    assert.notEqual(await reason(bomb), 'taken')
  })
})
