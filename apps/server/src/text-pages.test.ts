// Pages of the merchant as browsers and search engines get them, without script.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { sitePages } from '@vitrine/client/back-office'
import { type ServedShop, serveShop } from './test/served-shop.ts'

let served: ServedShop
const newOffice = () => createClient({ baseUrl: served.shop.url, auth: apiKey(served.shop.apiKey), modules: { sitePages } })
before(async () => {
  served = await serveShop()
})
after(async () => {
  await served[Symbol.asyncDispose]()
  assert.deepEqual(served.shop.faults, [])
})

const get = async (path: string) => {
  const answer = await fetch(served.url + path, { redirect: 'manual' })
  return { status: answer.status, html: await answer.text(), headers: answer.headers }
}

const privacy = {
  kind: 'PRIVACY' as const,
  slug: 'privacy',
  title: 'Privacy <at> our shop',
  seo: { title: 'What we keep', description: 'And why.' },
  content: [
    { kind: 'HEADING' as const, level: 2, text: [{ text: 'Who we are' }] },
    { kind: 'PARAGRAPH' as const, text: [{ field: 'SHOP_NAME' as const }, { text: ' <script>alert(1)</script>', bold: true }] },
    { kind: 'LIST' as const, ordered: true, items: [{ text: [{ text: 'All things', href: '/products', italic: true }] }] },
    { kind: 'TABLE' as const, header: true, rows: [{ cells: [{ text: [{ text: 'What' }] }] }, { cells: [{ text: [{ text: 'Name' }] }] }] },
    { kind: 'PICTURE' as const, picture: { id: 'a_b.jpg', alt: 'The "studio"', width: 800, height: 600 } },
  ],
}

test('a published page is read without script, and nothing of it is HTML', async () => {
  const office = newOffice()
  const { page } = await office.sitePages.createPage({ page: privacy })
  assert.equal((await get('/privacy.data')).status, 404)
  await office.sitePages.publishPage({ id: page.id })
  const { status, html } = await get('/privacy')
  assert.equal(status, 200)
  const main = /<main[\s\S]*<\/main>/.exec(html)![0]
  assert.match(main, /<h1 id="page-title">Privacy &lt;at&gt; our shop<\/h1>/)
  assert.match(main, /<h2>Who we are<\/h2><p>Test shop<strong> &lt;script&gt;alert\(1\)&lt;\/script&gt;<\/strong><\/p>/)
  assert.match(main, /<ol><li><a class="link" href="\/products"[^>]*><em>All things<\/em><\/a><\/li><\/ol>/)
  assert.match(main, /<thead><tr><th scope="col">What<\/th><\/tr><\/thead><tbody><tr><td>Name<\/td><\/tr><\/tbody>/)
  assert.match(main, /<img src="\/media\/a_b.jpg\/v1\/fit\/w_1200,h_1200" alt="The &quot;studio&quot;"/)
  assert.match(html, /<title>What we keep<\/title>/)
  assert.match(html, /<meta name="description" content="And why."/)
  assert.match(html, /rel="canonical" href="[^"]+\/privacy"/)
  const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/g)].map(
    (match) => JSON.parse(match[1]!) as { '@type': string },
  )
  assert.deepEqual(
    data.map((one) => one['@type']),
    ['WebPage', 'BreadcrumbList'],
  )
  // What the shop says about itself may be a second old on its pages.
  const isLinked = async () => /<footer[\s\S]*<a href="\/privacy"[^>]*>Privacy &lt;at&gt; our shop<\/a>/.test((await get('/privacy')).html)
  let linked = false
  for (const end = Date.now() + 20_000; !linked && Date.now() < end; ) linked = await isLinked()
  assert.ok(linked)
  assert.match(await (await fetch(`${served.url}/sitemaps/pages.xml`)).text(), /<loc>[^<]+\/privacy<\/loc>/)
})

test('a preview link shows the draft, to whoever has the link and to no search engine', async () => {
  const office = newOffice()
  const { page } = await office.sitePages.createPage({ page: { ...privacy, kind: 'OTHER', slug: 'draft', title: 'A draft' } })
  const { url } = await office.sitePages.makePreview({ id: page.id })
  const { status, html, headers } = await get(new URL(url).pathname)
  assert.equal(status, 200)
  assert.match(html, /<h1 id="page-title">A draft<\/h1>/)
  assert.match(html, /Only people with this link see the page/)
  assert.equal(headers.get('x-robots-tag'), 'noindex')
  assert.match(headers.get('cache-control')!, /no-store/)
  assert.equal((await get('/page-previews/none')).status, 404)
  assert.equal((await get('/draft')).status, 404)
})
