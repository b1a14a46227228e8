// Where old addresses of a shop lead, and what is known of those that lead nowhere.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { sitePages, siteRedirects } from '@vitrine/client/back-office'
import { urlRedirects } from '@vitrine/client/modules'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { statusAndCode } from '../src/refused.ts'

let shop: TestPlatform
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { siteRedirects, sitePages } })
const newShopper = () => createClient({ baseUrl: shop.url, modules: { urlRedirects } })
let office: ReturnType<typeof newOffice>
let shopper: ReturnType<typeof newShopper>
before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  shopper = newShopper()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const unknown = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e10'
const create = async (path: string, target: string, permanent?: boolean) =>
  (await office.siteRedirects.createRedirect({ redirect: { path, target, ...(permanent !== undefined && { permanent }) } })).redirect
const leadsTo = async (path: string) => {
  const { target, permanent } = await shopper.urlRedirects.resolve({ path })
  return target === undefined ? undefined : `${permanent ? 301 : 302} ${target}`
}

describe('a redirect', () => {
  test('200 leads from an address to another, for good or for now, whatever its slash and query', async () => {
    await create('/tassen', '/collections/cups')
    await create('/flyer/', '/products', false)
    assert.equal(await leadsTo('/tassen'), '301 /collections/cups')
    assert.equal(await leadsTo('/tassen/?x=1'), '301 /collections/cups')
    assert.equal(await leadsTo('/flyer'), '302 /products')
    assert.equal(await leadsTo('/other'), undefined)
  })

  test('200 of a whole branch takes along what stands below it, and the nearest one wins', async () => {
    await create('/en/*', '/*')
    await create('/en/shop/*', 'https://shop.example/*')
    assert.equal(await leadsTo('/en/products/mug'), '301 /products/mug')
    assert.equal(await leadsTo('/en/shop/mug'), '301 https://shop.example/mug')
  })

  test('200 takes all steps at once, and says so in the list', async () => {
    const first = await create('/salt-jar', '/salt-cellar')
    await create('/salt-cellar', '/products/salt-pot', false)
    assert.equal(await leadsTo('/salt-jar'), '302 /products/salt-pot')
    const { redirects, total } = await office.siteRedirects.listRedirects({ view: 'IN_STEPS' })
    assert.deepEqual([total, redirects.map(({ id, finalTarget }) => [id, finalTarget])], [1, [[first.id, '/products/salt-pot']]])
    assert.equal((await office.siteRedirects.listRedirects({ search: 'salt-c' })).total, 2)
  })

  test('200 is changed and deleted', async () => {
    const { id } = await create('/care', '/a')
    const { redirect } = await office.siteRedirects.updateRedirect({ redirect: { id, revision: '1', target: '/b', permanent: false } })
    assert.deepEqual([redirect.target, redirect.permanent, redirect.revision], ['/b', false, '2'])
    assert.equal(await leadsTo('/care'), '302 /b')
    assert.deepEqual(await statusAndCode(office.siteRedirects.updateRedirect({ redirect: { id, revision: '1', target: '/c' } })), [
      409,
      'STALE_REVISION',
    ])
    await office.siteRedirects.deleteRedirect({ id })
    assert.equal(await leadsTo('/care'), undefined)
    assert.deepEqual(await statusAndCode(office.siteRedirects.deleteRedirect({ id })), [404, 'REDIRECT_NOT_FOUND'])
    assert.deepEqual(await statusAndCode(office.siteRedirects.updateRedirect({ redirect: { id: unknown } })), [404, 'REDIRECT_NOT_FOUND'])
  })

  test('409 REDIRECT_LOOP for a circle, of one step or of many, and 409 REDIRECT_PATH_TAKEN', async () => {
    assert.deepEqual(await statusAndCode(create('/self', '/self/')), [409, 'REDIRECT_LOOP'])
    const { id } = await create('/one', '/two')
    await create('/two', '/three')
    assert.deepEqual(await statusAndCode(create('/three', '/one')), [409, 'REDIRECT_LOOP'])
    assert.equal(await leadsTo('/three'), undefined)
    assert.deepEqual(await statusAndCode(office.siteRedirects.updateRedirect({ redirect: { id, target: '/one' } })), [409, 'REDIRECT_LOOP'])
    assert.deepEqual(await statusAndCode(create('/all/*', '/all/more/*')), [409, 'REDIRECT_LOOP'])
    assert.deepEqual(await statusAndCode(create('/two', '/four')), [409, 'REDIRECT_PATH_TAKEN'])
    assert.deepEqual(await statusAndCode(office.siteRedirects.updateRedirect({ redirect: { id, path: '/two' } })), [
      409,
      'REDIRECT_PATH_TAKEN',
    ])
  })

  test('400 for what no browser should be sent to', async () => {
    for (const target of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'products', 'ftp://a.example'])
      assert.deepEqual(await statusAndCode(create('/bad', target)), [400, 'INVALID_ARGUMENT'], target)
    assert.deepEqual(await statusAndCode(create('bad', '/')), [400, 'INVALID_ARGUMENT'])
    assert.deepEqual(await statusAndCode(create('/bad?x', '/')), [400, 'INVALID_ARGUMENT'])
  })

  test('200 an import makes, changes and names what it refuses', async () => {
    await create('/was', '/old-target')
    const answer = await office.siteRedirects.importRedirects({
      redirects: [
        { path: '/was', target: '/new-target' },
        { path: '/i1', target: '/i2' },
        { path: '/i2', target: '/i1' },
        { path: '/i3', target: '/products', permanent: false },
      ],
    })
    assert.deepEqual(answer, { created: 2, changed: 1, refused: [{ index: 2, path: '/i2', code: 'REDIRECT_LOOP' }] })
    assert.deepEqual(
      [await leadsTo('/was'), await leadsTo('/i1'), await leadsTo('/i2'), await leadsTo('/i3')],
      ['301 /new-target', '301 /i2', undefined, '302 /products'],
    )
  })

  test('409 TOO_MANY_REDIRECTS at ten thousand', async () => {
    const { database } = shop.platform
    await database.query(sql`
      insert into url_redirect (site, id, path, target, permanent, source, hits, revision, created_at, updated_at)
      select ${shop.site}, gen_random_uuid(), '/many/' || n, '/', true, 'IMPORT', 0, 1, ${shop.clock.now()}, ${shop.clock.now()}
      from generate_series(1, 10000) n`)
    assert.deepEqual(await statusAndCode(create('/one-more', '/')), [409, 'TOO_MANY_REDIRECTS'])
    const { refused } = await office.siteRedirects.importRedirects({ redirects: [{ path: '/one-more', target: '/' }] })
    assert.deepEqual(refused, [{ index: 0, path: '/one-more', code: 'TOO_MANY_REDIRECTS' }])
    await database.query(sql`delete from url_redirect where path like '/many/%'`)
  })
})

describe('addresses that lead nowhere', () => {
  const missing = async (search: string) =>
    (await office.siteRedirects.listMissingPaths({ search })).paths.map(({ path, hits }) => [path, hits])

  test('200 are counted without query or asker, and a redirect takes them off the list', async () => {
    for (let i = 0; i < 3; i++) await leadsTo('/lost/here?email=a@b.example')
    await leadsTo('/lost/there')
    await leadsTo('/lost/ada@example.com')
    await leadsTo(`/lost/${'x'.repeat(80)}`)
    assert.deepEqual(await missing('/lost'), [
      ['/lost/here', 3],
      ['/lost/there', 1],
    ])
    assert.ok((await office.siteRedirects.listRedirects({})).missing >= 2)
    await office.siteRedirects.dismissMissingPath({ path: '/lost/there' })
    await create('/lost/*', '/products')
    assert.deepEqual(await missing('/lost'), [])
    await leadsTo('/lost/here')
    await shop.platform.jobs.settle()
    const { redirects } = await office.siteRedirects.listRedirects({ search: '/lost' })
    assert.equal(redirects[0]!.hits, 1)
    assert.ok(redirects[0]!.lastHitDate)
    assert.ok((await office.siteRedirects.listRedirects({ view: 'NEVER_ASKED' })).redirects.every(({ hits }) => hits === 0))
  })

  test('200 are 500 at the most: those that nobody asked for longest are forgotten', async () => {
    for (let i = 0; i < 505; i++) await leadsTo(`/bots/${i}`)
    const { total } = await office.siteRedirects.listMissingPaths({})
    assert.ok(total <= 500, String(total))
  })
})

test('a page that moves leads from its old address to the new one, also when it moves back', async () => {
  const content = [{ kind: 'PARAGRAPH' as const, text: [{ text: 'We throw cups.' }] }]
  const { page } = await office.sitePages.createPage({ page: { kind: 'ABOUT', slug: 'about', title: 'About', content } })
  await office.sitePages.updatePage({ page: { id: page.id, slug: 'us' } })
  assert.equal(await leadsTo('/about'), undefined)
  await office.sitePages.publishPage({ id: page.id })
  await office.sitePages.updatePage({ page: { id: page.id, slug: 'studio' } })
  assert.equal(await leadsTo('/us'), '301 /studio')
  await office.sitePages.updatePage({ page: { id: page.id, slug: 'us' } })
  assert.equal(await leadsTo('/us'), undefined)
  assert.equal(await leadsTo('/studio'), '301 /us')
  const { redirects } = await office.siteRedirects.listRedirects({ search: '/studio' })
  assert.deepEqual(
    redirects.map(({ source }) => source),
    ['ADDRESS_CHANGED'],
  )
})
