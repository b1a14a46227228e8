// Pages that a merchant writes: drafts, versions, what shoppers read.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { audit, generalSettings, sitePages } from '@vitrine/client/back-office'
import { createClient as modular } from '@vitrine/client/modular'
import { pages, shop as shopModule } from '@vitrine/client/modules'
import type { StaffRole } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { freshPages } from '@vitrine/platform/kernel/settings/page-settings'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { colleague } from '../src/colleague.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { statusAndCode } from '../src/refused.ts'

let shop: TestPlatform
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { sitePages, generalSettings, audit } })
const newShopper = () => createClient({ baseUrl: shop.url, modules: { pages, shop: shopModule } })
let office: ReturnType<typeof newOffice>
let shopper: ReturnType<typeof newShopper>
before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  shopper = newShopper()
})
beforeEach(async () => {
  const { database } = shop.platform
  await database.query(sql`delete from site_page_version`)
  await database.query(sql`delete from site_page`)
  await writeSettings(database, shop.site, 'pages', freshPages, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const unknown = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e10'
const says = (text: string) => [{ kind: 'PARAGRAPH' as const, text: [{ text }] }]
const about = { kind: 'ABOUT' as const, slug: 'about', title: 'About us', content: says('We throw cups.') }
type New = Parameters<typeof office.sitePages.createPage>[0]['page']
const create = async (page: Partial<New> = {}) => (await office.sitePages.createPage({ page: { ...about, ...page } })).page
const publish = async (id: string) => (await office.sitePages.publishPage({ id })).page
const change = async (page: Parameters<typeof office.sitePages.updatePage>[0]['page']) => (await office.sitePages.updatePage({ page })).page
const readText = async (slug: string) => {
  const { page } = await shopper.pages.getPublishedPage({ slug })
  return page.content.map(({ text = [] }) => text.map((span) => span.text).join('')).join('\n')
}

describe('a page', () => {
  test('200 is a draft that shoppers do not read until it is published', async () => {
    const page = await create()
    assert.deepEqual([page.latestVersion, page.publishedVersion, page.changed, page.revision], [0, undefined, true, '1'])
    assert.deepEqual(await statusAndCode(shopper.pages.getPublishedPage({ slug: 'about' })), [404, 'PAGE_NOT_FOUND'])
    assert.deepEqual((await shopper.shop.getShop()).shop.pages, [])
    const published = await publish(page.id)
    assert.deepEqual([published.latestVersion, published.publishedVersion, published.changed], [1, 1, false])
    const { page: read } = await shopper.pages.getPublishedPage({ slug: 'about' })
    assert.deepEqual(
      { ...read, publishedDate: '' },
      { id: page.id, kind: 'ABOUT', slug: 'about', title: 'About us', content: about.content, version: 1, publishedDate: '' },
    )
    assert.deepEqual((await shopper.shop.getShop()).shop.pages, [
      { kind: 'ABOUT', slug: 'about', title: 'About us', inFooter: true, inCheckout: false, inRegistration: false },
    ])
  })

  test('200 stays as it was published while it is written, and each publishing makes a version', async () => {
    const { id } = await create()
    await publish(id)
    const written = await change({ id, content: says('We weave, too.'), title: 'Us' })
    assert.equal(written.changed, true)
    assert.equal(await readText('about'), 'We throw cups.')
    await publish(id)
    assert.equal(await readText('about'), 'We weave, too.')
    const { versions } = await office.sitePages.listVersions({ id })
    assert.deepEqual(
      versions.map(({ version, title, current }) => [version, title, current]),
      [
        [2, 'Us', true],
        [1, 'About us', false],
      ],
    )
    assert.deepEqual((await office.sitePages.getVersion({ id, version: '1' })).content, about.content)
  })

  test('200 nothing is published twice, and what was taken out comes back as the version it was', async () => {
    const { id } = await create()
    const first = await publish(id)
    assert.deepEqual(await publish(id), first)
    const out = (await office.sitePages.unpublishPage({ id })).page
    assert.equal(out.publishedVersion, undefined)
    assert.deepEqual(await statusAndCode(shopper.pages.getPublishedPage({ slug: 'about' })), [404, 'PAGE_NOT_FOUND'])
    assert.equal((await publish(id)).publishedVersion, 1)
  })

  test('200 is written again as it was in a version, and published by publishing it', async () => {
    const { id } = await create()
    await publish(id)
    await change({ id, content: says('Other words.') })
    await publish(id)
    const restored = (await office.sitePages.restoreVersion({ id, version: '1' })).page
    assert.deepEqual([restored.content, restored.changed], [about.content, true])
    assert.equal(await readText('about'), 'Other words.')
    assert.equal((await publish(id)).publishedVersion, 3)
    assert.equal(await readText('about'), 'We throw cups.')
  })

  test('200 has at once the address and the places that it is given', async () => {
    const { id } = await create()
    await publish(id)
    await change({ id, slug: 'studio', inFooter: false, inCheckout: true })
    assert.equal(await readText('studio'), 'We throw cups.')
    const [entry] = (await shopper.shop.getShop()).shop.pages
    assert.deepEqual([entry!.slug, entry!.inFooter, entry!.inCheckout], ['studio', false, true])
  })

  test('200 its fields are what the settings say whenever somebody reads it', async () => {
    const { id } = await create({
      content: [
        {
          kind: 'PARAGRAPH',
          text: [{ field: 'SHOP_NAME' }, { text: ', ' }, { field: 'ADDRESS' }, { text: '. ' }, { field: 'EMAIL' }, { field: 'PHONE' }],
        },
        { kind: 'LIST', items: [{ text: [{ text: 'To ' }, { field: 'DELIVERY_COUNTRIES' }] }] },
      ],
    })
    await publish(id)
    const { page } = await shopper.pages.getPublishedPage({ slug: 'about' })
    assert.deepEqual(page.content, [
      {
        kind: 'PARAGRAPH',
        text: [
          { text: 'Test shop' },
          { text: ', ' },
          { text: 'Testweg 1, 10115 Berlin' },
          { text: '. ' },
          { text: 'shop@test.example', href: 'mailto:shop@test.example' },
        ],
      },
      { kind: 'LIST', items: [{ text: [{ text: 'To ' }, { text: 'Germany and United States' }] }] },
    ])
    await office.generalSettings.updateGeneralSettings({ generalSettings: { name: 'Other shop' } })
    assert.match(await readText('about'), /^Other shop, /)
    await office.generalSettings.updateGeneralSettings({ generalSettings: { name: 'Test shop' } })
  })

  test('200 a preview shows the draft for seven days, and nobody else’s page', async () => {
    const { id } = await create({ content: says('Not for all yet.') })
    const { url } = await office.sitePages.makePreview({ id })
    const token = url.split('/').at(-1)!
    const { page } = await shopper.pages.getPagePreview({ token })
    assert.deepEqual([page.title, page.version, page.content], ['About us', 0, says('Not for all yet.')])
    assert.deepEqual(await statusAndCode(shopper.pages.getPagePreview({ token: `${token}x` })), [404, 'PAGE_NOT_FOUND'])
    await office.sitePages.deletePage({ id })
    assert.deepEqual(await statusAndCode(shopper.pages.getPagePreview({ token })), [404, 'PAGE_NOT_FOUND'])
  })

  test('200 those of the law are listed first, and the search engines’ words are taken away with null', async () => {
    await create({ seo: { title: 'Cups', description: 'From Berlin.' } })
    const imprint = await create({ kind: 'IMPRINT', slug: 'imprint', title: 'Imprint' })
    const { pages: listed, fields } = await office.sitePages.listPages({})
    assert.deepEqual(
      listed.map(({ kind }) => kind),
      ['IMPRINT', 'ABOUT'],
    )
    assert.equal(fields.find(({ field }) => field === 'COUNTRY')?.value, 'Germany')
    assert.match(fields.find(({ field }) => field === 'DATE')?.value ?? '', /^\d{1,2} November 2026$/, 'as days are written there')
    const withWords = await change({ id: imprint.id, seo: { title: 'Who we are' } })
    assert.deepEqual(withWords.seo, { title: 'Who we are' })
    assert.equal((await change({ id: imprint.id, seo: null })).seo, undefined)
  })
})

describe('templates', () => {
  test('200 are by the law of where the shop stands, or of the region that is named', async () => {
    const { region, templates } = await office.sitePages.listTemplates({})
    assert.equal(region, 'EU')
    assert.ok(templates.some(({ kind }) => kind === 'WITHDRAWAL'))
    const american = await office.sitePages.listTemplates({ region: 'US' })
    assert.ok(american.templates.every(({ kind }) => kind !== 'IMPRINT'))
  })

  test('200 make drafts of the kinds that are missing, once, at addresses that are free', async () => {
    await create({ kind: 'OTHER', slug: 'terms', title: 'Terms of the club' })
    const kinds = ['IMPRINT', 'TERMS'] as const
    const { pages: made } = await office.sitePages.createPagesFromTemplates({ region: 'EU', kinds: [...kinds] })
    assert.deepEqual(
      made.map(({ kind, slug, changed, publishedVersion }) => [kind, slug, changed, publishedVersion]),
      [
        ['IMPRINT', 'imprint', true, undefined],
        ['TERMS', 'terms-2', true, undefined],
      ],
    )
    assert.deepEqual((await office.sitePages.createPagesFromTemplates({ region: 'EU', kinds: [...kinds] })).pages, [])
    await publish(made[0]!.id)
    assert.match(await readText('imprint'), /Test shop\nTestweg 1, 10115 Berlin\nGermany/)
  })
})

describe('a page is refused', () => {
  test('404 PAGE_NOT_FOUND wherever there is none', async () => {
    const { sitePages: all } = office
    for (const call of [
      () => all.getPage({ id: unknown }),
      () => all.updatePage({ page: { id: unknown, title: 'x' } }),
      () => all.deletePage({ id: unknown }),
      () => all.publishPage({ id: unknown }),
      () => all.unpublishPage({ id: unknown }),
      () => all.listVersions({ id: unknown }),
      () => all.getVersion({ id: unknown, version: '1' }),
      () => all.restoreVersion({ id: unknown, version: '1' }),
      () => all.makePreview({ id: unknown }),
      () => shopper.pages.getPublishedPage({ slug: 'nowhere' }),
    ])
      assert.deepEqual(await statusAndCode(call()), [404, 'PAGE_NOT_FOUND'])
  })

  test('404 PAGE_VERSION_NOT_FOUND for one that was never published', async () => {
    const { id } = await create()
    assert.deepEqual(await statusAndCode(office.sitePages.getVersion({ id, version: '1' })), [404, 'PAGE_VERSION_NOT_FOUND'])
    assert.deepEqual(await statusAndCode(office.sitePages.restoreVersion({ id, version: '1' })), [404, 'PAGE_VERSION_NOT_FOUND'])
  })

  test('409 PAGE_SLUG_TAKEN, PAGE_SLUG_RESERVED and PAGE_KIND_TAKEN', async () => {
    const first = await create()
    assert.deepEqual(await statusAndCode(create({ kind: 'OTHER' })), [409, 'PAGE_SLUG_TAKEN'])
    assert.deepEqual(await statusAndCode(create({ kind: 'OTHER', slug: 'cart' })), [409, 'PAGE_SLUG_RESERVED'])
    const [refused] = await attempt(create({ slug: 'us' }))
    assert.deepEqual([refused?.code, refused?.data], ['PAGE_KIND_TAKEN', { pageId: first.id }])
    await create({ kind: 'OTHER', slug: 'care' })
    await create({ kind: 'OTHER', slug: 'care-of-wood' })
    assert.deepEqual(await statusAndCode(change({ id: first.id, slug: 'care' })), [409, 'PAGE_SLUG_TAKEN'])
    assert.deepEqual(await statusAndCode(change({ id: first.id, slug: 'admin' })), [409, 'PAGE_SLUG_RESERVED'])
  })

  test('409 TOO_MANY_PAGES at a hundred', async () => {
    for (let i = 0; i < 100; i++) await create({ kind: 'OTHER', slug: `page-${i}` })
    const [refused] = await attempt(create({ kind: 'OTHER', slug: 'one-more' }))
    assert.deepEqual([refused?.code, refused?.data], ['TOO_MANY_PAGES', { limit: 100 }])
  })

  test('400 PAGE_CONTENT_INVALID names the block, and HTML is text', async () => {
    const [refused] = await attempt(create({ content: [...about.content, { kind: 'LIST' }] }))
    assert.deepEqual([refused?.status, refused?.code, refused?.data], [400, 'PAGE_CONTENT_INVALID', { block: 1, reason: 'INCOMPLETE' }])
    const page = await create({ content: says('<script>alert(1)</script>') })
    await publish(page.id)
    assert.equal(await readText('about'), '<script>alert(1)</script>')
    const script = [{ kind: 'PARAGRAPH' as const, text: [{ text: 'a', href: 'javascript:alert(1)' }] }]
    assert.deepEqual(await statusAndCode(change({ id: page.id, content: script })), [400, 'INVALID_ARGUMENT'])
  })

  test('409 PAGE_EMPTY where there is nothing to publish', async () => {
    const { id } = await create({ content: says('  ') })
    assert.deepEqual(await statusAndCode(office.sitePages.publishPage({ id })), [409, 'PAGE_EMPTY'])
  })

  test('409 PAGE_AGREED_TO once buyers could agree to it, also when they no longer can', async () => {
    const { id } = await create({ kind: 'TERMS', slug: 'terms', inCheckout: true })
    await publish(id)
    await change({ id, inCheckout: false })
    await office.sitePages.unpublishPage({ id })
    assert.deepEqual(await statusAndCode(office.sitePages.deletePage({ id })), [409, 'PAGE_AGREED_TO'])
    const other = await create()
    await publish(other.id)
    assert.equal(await statusAndCode(office.sitePages.deletePage({ id: other.id })), 'done')
    assert.deepEqual(await statusAndCode(shopper.pages.getPublishedPage({ slug: 'about' })), [404, 'PAGE_NOT_FOUND'])
  })

  test('409 STALE_REVISION where somebody else has written meanwhile', async () => {
    const { id } = await create()
    await change({ id, revision: '1', title: 'First' })
    assert.deepEqual(await statusAndCode(change({ id, revision: '1', title: 'Second' })), [409, 'STALE_REVISION'])
    assert.deepEqual(await statusAndCode(office.sitePages.publishPage({ id, revision: '1' })), [409, 'STALE_REVISION'])
  })

  test('403 to whoever may not change settings', async () => {
    const as = async (role: StaffRole) => modular({ baseUrl: shop.url, auth: await colleague(shop, role), modules: { sitePages } })
    const [owner, packer] = [await as('OWNER'), await as('WAREHOUSE')]
    const { page } = await owner.sitePages.createPage({ page: about })
    assert.deepEqual(await statusAndCode(packer.sitePages.listPages({})), [403, 'PERMISSION_DENIED'])
    assert.deepEqual(await statusAndCode(packer.sitePages.publishPage({ id: page.id })), [403, 'PERMISSION_DENIED'])
    await owner.sitePages.publishPage({ id: page.id })
    const { versions } = await owner.sitePages.listVersions({ id: page.id })
    assert.ok(versions[0]!.publishedBy)
  })
})
