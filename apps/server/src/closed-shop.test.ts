import assert from 'node:assert/strict'
import { after, afterEach, before, mock, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { generalSettings } from '@vitrine/client/back-office'
import { atTheDoor, hire, signsIn } from '@vitrine/testing/colleague'
import { ownPages } from '@vitrine/testing/guest'
import { addProduct, type TestProduct } from '@vitrine/testing/products'
import { soonInstead } from './closed-shop.ts'
import { type ServedShop, serveShop } from './test/served-shop.ts'

const printed = mock.method(console, 'error', () => {})

let served: ServedShop
let mug: TestProduct
let page: string
let office: ReturnType<typeof newOffice>
const newOffice = () =>
  createClient({ baseUrl: served.shop.url, auth: apiKey(served.shop.apiKey), modules: { generalSettings } }).generalSettings
const setOpen = (open: boolean) => office.updateGeneralSettings({ generalSettings: { open } })

before(async () => {
  served = await serveShop()
  office = newOffice()
  await ownPages(served.shop)
  const { platform, site, clock } = served.shop
  mug = await addProduct(platform, { site, name: 'Halde Mug', price: 24_00, stock: 10 }, clock.now())
  page = `/products/${mug.slug}`
})
after(() => served[Symbol.asyncDispose]())
afterEach(() => {
  assert.deepEqual(
    printed.mock.calls.map(({ arguments: [said] }) => String(said)),
    [],
    'nothing was printed',
  )
  assert.deepEqual(served.logged, [])
  assert.deepEqual(served.shop.faults, [])
})

async function ask(path: string, { method = 'GET', cookie = '', body }: { method?: string; cookie?: string; body?: string } = {}) {
  const answer = await fetch(served.url + path, {
    method,
    redirect: 'manual',
    headers: {
      accept: 'text/html',
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** The pages hear of a change of the settings within a second. */
async function until(path: string, status: number, cookie = '') {
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const answer = await ask(path, { cookie })
    if (answer.status === status) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${path} did not answer with ${status}`)
}

suite('a closed shop', () => {
  test('says so with 503 on every page that shows or sells something, and has no script, cache or place in search engines', async () => {
    assert.equal((await ask(page)).status, 200)
    await setOpen(false)
    const { headers, text } = await until(page, 503)
    assert.match(text, /Opening soon/)
    assert.match(text, /Test shop/)
    assert.doesNotMatch(text, /Halde Mug|<script/)
    assert.deepEqual(
      ['cache-control', 'retry-after', 'x-robots-tag'].map((name) => headers.get(name)),
      ['no-store', '3600', 'noindex'],
    )
    for (const path of ['/', '/products', '/search?q=mug', '/gift-card', '/cart', '/checkout', '/nowhere', '/people/ada', '/opening-soon'])
      assert.equal((await ask(path)).status, 503, path)
    assert.equal((await ask('/cart', { method: 'POST', body: 'a=1' })).status, 503)
    assert.equal((await ask('/', { method: 'HEAD' })).status, 503)
    assert.equal((await ask('/', { cookie: 'vitrine_staff_view=made.up' })).status, 503)
  })

  test('leads a page that was open when it closed to the one that says so', async () => {
    const { status, text } = await ask(`${page}.data`)
    assert.equal(status, 202)
    assert.ok(text.includes(page))
    assert.doesNotMatch(text, /Halde Mug/)
    const here = new URL('https://shop.example/_root.data?index')
    assert.equal(soonInstead(here).href, 'https://shop.example/opening-soon.data?back=%2F')
  })

  test('keeps orders, accounts, sign-in and its API', async () => {
    for (const path of ['/login', '/register', '/logged-out']) assert.equal((await ask(path)).status, 200, path)
    assert.equal((await ask('/orders/00000000-0000-4000-8000-000000000001')).status, 404)
    assert.equal((await ask('/account')).status, 302)
    const reader = createClient({ baseUrl: served.shop.url, auth: apiKey(served.shop.apiKey) })
    assert.equal((await reader.shop.getShop()).shop.open, false)
    assert.equal((await reader.products.queryProducts({ query: {} })).products.length, 1)
  })

  test('lists nothing for search engines and channels', async () => {
    const map = await ask('/sitemap.xml')
    assert.deepEqual([map.status, map.headers.get('cache-control'), /<loc>/.test(map.text)], [200, 'no-store', false])
    const feed = await ask('/feeds/products.xml')
    assert.deepEqual([feed.status, feed.headers.get('cache-control'), /<item>/.test(feed.text)], [200, 'no-store', false])
  })

  test('is shown to staff while they are signed in, with a line that says so', async () => {
    const { email } = await hire(served.shop, 'OWNER')
    const { cookies } = await signsIn(served.shop, email)
    const view = cookies.find((cookie) => cookie.includes('vitrine_staff_view='))!
    assert.match(view, /; Path=\/; HttpOnly; SameSite=Lax$/)
    const cookie = view.split(';', 1)[0]!
    for (const path of ['/', page]) {
      const { status, text, headers } = await ask(path, { cookie })
      assert.equal(status, 200, path)
      assert.match(text, /Halde Mug/)
      assert.match(text, /This shop is closed/)
      assert.match(headers.get('cache-control')!, /private/)
    }
    assert.equal((await ask(page)).status, 503, 'nothing of it is cached')
    const again = await atTheDoor(served.shop, 'GET', { cookie: cookies[0]!.split(';', 1)[0]! })
    assert.ok(again.cookies.some((one) => one.includes('vitrine_staff_view=')))
    const out = await atTheDoor(served.shop, 'DELETE', { cookie: cookies[0]!.split(';', 1)[0]! })
    assert.ok(out.cookies.some((one) => /^vitrine_staff_view=;.*Max-Age=0/.test(one)))
    assert.equal((await ask('/', { cookie })).status, 503, 'the session is over')
  })

  test('is everybody’s again once it is opened', async () => {
    assert.equal((await ask(page)).status, 503)
    await setOpen(true)
    const { status, text } = await ask(page)
    assert.equal(status, 200, 'from the next page on')
    assert.match(text, /Halde Mug/)
    assert.doesNotMatch(text, /This shop is closed/)
    assert.match((await ask('/sitemap.xml')).text, /<loc>/)
    const soon = await ask('/opening-soon')
    assert.deepEqual([soon.status, soon.headers.get('location')], [302, '/'])
  })
})
