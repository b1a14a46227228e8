// How the shop looks: colours, type, what stands on the home page, previews and versions.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { audit, files, look, mediaLibrary, navigation } from '@vitrine/client/back-office'
import { shop as shopModule } from '@vitrine/client/modules'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import type { ShopSettings } from '@vitrine/platform/kernel/settings/shop-settings'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { statusAndCode } from '../src/refused.ts'

let shop: TestPlatform
let fresh: ShopSettings
const newOffice = () =>
  createClient({
    baseUrl: shop.url,
    auth: apiKey(shop.apiKey),
    modules: { look, navigation, audit, files, mediaLibrary, shop: shopModule },
  })
const newShopper = () => createClient({ baseUrl: shop.url, modules: { shop: shopModule } })
let office: ReturnType<typeof newOffice>
let shopper: ReturnType<typeof newShopper>
before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  shopper = newShopper()
  const [row] = await shop.platform.database.query<{ document: ShopSettings }>(
    sql`select document from site_setting where site = ${shop.site} and section = 'shop'`,
  )
  fresh = row!.document
})
beforeEach(async () => {
  const { database } = shop.platform
  await database.query(sql`delete from look_version`)
  await database.query(sql`delete from look_preview`)
  await writeSettings(database, shop.site, 'shop', fresh, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const gangwerk = { light: { paper: '#f5f6f4', ink: '#15191c', accent: '#1d3fc4' } }
const shown = async () => (await shopper.shop.getShop()).shop
const tokenOf = (url: string) => new URL(url).searchParams.get('look') ?? ''

describe('the look', () => {
  test('200 colours, type and corners are tokens of the theme, with dark colours of the same hue', async () => {
    const { look: after } = await office.look.updateLook({
      look: { colors: gangwerk, fonts: { display: 'ARCHIVO', text: 'ARCHIVO' }, corners: 'ROUND', spacing: 'COMPACT', mark: 'DIAL' },
    })
    assert.deepEqual([after.colors.light, after.colors.darkIsDerived], [gangwerk.light, true])
    const { theme } = await shown()
    assert.equal(theme.light['--color-paper'], '#f5f6f4')
    assert.equal(theme.dark['--color-paper'], after.colors.dark.paper)
    assert.notEqual(theme.dark['--color-paper'], '#161310')
    assert.match(theme.light['--font-display'] ?? '', /^"Archivo Variable"/)
    assert.deepEqual([theme.light['--radius-1'], theme.mark], ['6px', 'dial'])
    assert.deepEqual((await office.look.getLook({})).look, after)
  })

  test('200 what is not named stays, and null takes the notice away', async () => {
    await office.look.updateLook({ look: { notice: ' Closed on Monday. ', colors: gangwerk } })
    await office.navigation.updateNavigation({ navigation: { words: 'Made here.' } })
    await office.look.updateLook({ look: { wordmark: { text: 'Gangwerk' } } })
    const now = await shown()
    assert.deepEqual(
      [now.notice, now.wordmark.text, now.theme.light['--color-accent'], now.footer.words],
      ['Closed on Monday.', 'Gangwerk', '#1d3fc4', 'Made here.'],
    )
    await office.look.updateLook({ look: { notice: null } })
    assert.equal((await shown()).notice, undefined)
  })

  test('200 the home page has its sections in their order, without those that are not visible', async () => {
    const picture = { id: await addPicture(shop) }
    const { look: after } = await office.look.updateLook({
      look: {
        heroes: [
          {
            picture: { id: picture.id, alt: 'A bicycle', focalPoint: { x: 0.2, y: 0.4 } },
            headline: 'Made for the city',
            link: { label: 'All bicycles', href: '/products' },
          },
        ],
        sections: [
          { kind: 'shelf', title: 'New' },
          { kind: 'collections', visible: false },
          { kind: 'hero', hero: 0 },
          { kind: 'words', text: 'We weld {0}', pictures: [{ id: picture.id }] },
        ],
      },
    })
    const { home, heroes } = await shown()
    assert.deepEqual(
      home.map(({ kind }) => kind),
      ['shelf', 'hero', 'words'],
    )
    assert.deepEqual(
      [heroes[0]?.picture.alt, heroes[0]?.picture.width, heroes[0]?.picture.focalPoint],
      ['A bicycle', 80, { x: 0.2, y: 0.4 }],
    )
    assert.deepEqual(
      after.sections.map(({ visible }) => visible),
      [true, false, true, true],
    )
    assert.deepEqual((await office.look.getLook({})).look, after)
  })

  test('200 a shop that has laid out nothing has the usual sections', async () => {
    const { sections } = (await office.look.getLook({})).look
    assert.deepEqual(
      sections.map(({ kind }) => kind),
      ['collections', 'best', 'shelf', 'reviews', 'words'],
    )
    await office.look.updateLook({ look: { corners: 'SHARP' } })
    assert.deepEqual(
      (await shown()).home.map(({ kind }) => kind),
      ['best', 'shelf', 'reviews', 'words'],
    )
  })

  test('400 LOOK_CONTRAST_TOO_LOW says which colour, by how much, and what can be read', async () => {
    const faint = { light: { ...gangwerk.light, accent: '#9db1ff' } }
    const [refused] = await attempt(office.look.updateLook({ look: { colors: faint } }))
    assert.deepEqual([refused?.status, refused?.code], [400, 'LOOK_CONTRAST_TOO_LOW'])
    const { contrast } = refused!.data as { contrast: { color: string; theme: string; ratio: number; suggestion: string }[] }
    assert.deepEqual([contrast.length, contrast[0]?.color, contrast[0]?.theme, contrast[0]!.ratio < 4.5], [1, 'ACCENT', 'LIGHT', true])
    await office.look.updateLook({ look: { colors: { light: { ...gangwerk.light, accent: contrast[0]!.suggestion } } } })
    const night = { ...gangwerk, dark: { paper: '#101010', ink: '#303030', accent: '#ffffff' } }
    assert.deepEqual(await statusAndCode(office.look.updateLook({ look: { colors: night } })), [400, 'LOOK_CONTRAST_TOO_LOW'])
  })

  test('400 no colour is anything but six digits, and no link runs anything', async () => {
    for (const paper of ['red', '#fff', '#ffffff;}', 'var(--x)', 'url(//evil)', '</style>'])
      assert.deepEqual(
        await statusAndCode(office.look.updateLook({ look: { colors: { light: { ...gangwerk.light, paper } } } })),
        [400, 'INVALID_ARGUMENT'],
        paper,
      )
    const link = { label: 'x', href: 'javascript:alert(1)' }
    assert.deepEqual(await statusAndCode(office.look.updateLook({ look: { sections: [{ kind: 'shelf', link }] } })), [
      400,
      'INVALID_ARGUMENT',
    ])
  })

  test('400 LOOK_HERO_NOT_FOUND for a section of a wide picture that there is not', async () => {
    assert.deepEqual(await statusAndCode(office.look.updateLook({ look: { sections: [{ kind: 'hero', hero: 3 }] } })), [
      400,
      'LOOK_HERO_NOT_FOUND',
    ])
    assert.deepEqual(await statusAndCode(office.look.previewLook({ look: { sections: [{ kind: 'hero', hero: 0 }] } })), [
      400,
      'LOOK_HERO_NOT_FOUND',
    ])
  })

  test('404 MEDIA_NOT_FOUND for a picture that the library does not have, and for one in the trash', async () => {
    const picture = { id: await addPicture(shop) }
    const withPicture = (id: string) => ({ look: { wordmark: { text: 'Gangwerk', picture: { id } } } })
    assert.deepEqual(await statusAndCode(office.look.updateLook(withPicture('none~mv2.webp'))), [404, 'MEDIA_NOT_FOUND'])
    assert.deepEqual(await statusAndCode(office.look.previewLook(withPicture('none~mv2.webp'))), [404, 'MEDIA_NOT_FOUND'])
    await office.look.updateLook(withPicture(picture.id))
    assert.equal((await shown()).wordmark.picture?.id, picture.id)
    const { uses } = await office.mediaLibrary.listFileUses({ fileId: picture.id })
    assert.equal(uses.length, 1)
    await office.files.bulkDeleteFiles({ fileIds: [picture.id] })
    assert.deepEqual(await statusAndCode(office.look.updateLook(withPicture(picture.id))), [404, 'MEDIA_NOT_FOUND'])
  })

  test('409 STALE_REVISION where somebody else has changed it, and not where they changed something else', async () => {
    const { revision } = (await office.look.getLook({})).look
    await office.navigation.updateNavigation({ navigation: { words: 'Other.' } })
    const { look: after } = await office.look.updateLook({ look: { revision, corners: 'SHARP' } })
    assert.notEqual(after.revision, revision)
    assert.deepEqual(await statusAndCode(office.look.updateLook({ look: { revision, corners: 'ROUND' } })), [409, 'STALE_REVISION'])
  })
})

describe('previews', () => {
  test('200 whoever has the link sees the other look, and shoppers do not', async () => {
    const first = await office.look.previewLook({ look: { colors: gangwerk, wordmark: { text: 'Gangwerk' } } })
    assert.deepEqual(first.contrast, [])
    const token = tokenOf(first.url)
    const { shop: tried } = await shopper.shop.getLookPreview({ token })
    assert.deepEqual([tried.theme.light['--color-paper'], tried.wordmark.text], ['#f5f6f4', 'Gangwerk'])
    assert.notEqual((await shown()).wordmark.text, 'Gangwerk')
    await office.look.previewLook({ id: first.id, look: { wordmark: { text: 'Tandem' } } })
    assert.equal((await shopper.shop.getLookPreview({ token })).shop.wordmark.text, 'Tandem')
  })

  test('200 says what cannot be read well, and shows it all the same', async () => {
    const { contrast } = await office.look.previewLook({ look: { colors: { light: { ...gangwerk.light, accent: '#9db1ff' } } } })
    assert.deepEqual(
      contrast.map(({ color, theme }) => [color, theme]),
      [['ACCENT', 'LIGHT']],
    )
  })

  test('404 LOOK_PREVIEW_NOT_FOUND for a link that was changed, is forgotten or has expired', async () => {
    const { url } = await office.look.previewLook({ look: { corners: 'SHARP' } })
    const read = (token: string) => statusAndCode(shopper.shop.getLookPreview({ token }))
    assert.deepEqual(await read('none'), [404, 'LOOK_PREVIEW_NOT_FOUND'])
    for (let more = 0; more < 50; more++) await office.look.previewLook({ look: { corners: 'ROUND' } })
    assert.deepEqual(await read(tokenOf(url)), [404, 'LOOK_PREVIEW_NOT_FOUND'])
  })

  test('a preview is no entry of the audit log, and a change is one with what was and is', async () => {
    await office.look.previewLook({ look: { corners: 'SHARP' } })
    await office.look.updateLook({ look: { corners: 'ROUND' } })
    const { entries } = await office.audit.queryAudit({})
    assert.equal(entries.filter(({ operation }) => operation === 'POST /vitrine/v1/look-previews').length, 0)
    const entry = entries.find(({ operation }) => operation === 'PATCH /vitrine/v1/look')
    assert.equal(entry?.kind, 'look')
  })
})

describe('versions', () => {
  test('200 each change is a version, the first is what was there before, and one can go back', async () => {
    await office.look.updateLook({ look: { colors: gangwerk } })
    await office.look.updateLook({ look: { corners: 'ROUND' } })
    const { versions } = await office.look.listLookVersions({})
    assert.deepEqual(
      versions.map(({ version, current }) => [version, current]),
      [
        [3, true],
        [2, false],
        [1, false],
      ],
    )
    const { look: back } = await office.look.restoreLookVersion({ version: '1' })
    assert.deepEqual([back.colors.light.paper, back.corners], ['#faf7f2', 'SOFT'])
    assert.equal((await shown()).theme.light['--radius-1'], undefined)
    assert.equal((await office.look.listLookVersions({})).versions.length, 4)
  })

  test('200 what changes nothing makes no version', async () => {
    await office.look.updateLook({ look: { corners: 'ROUND' } })
    await office.look.updateLook({ look: { corners: 'ROUND' } })
    assert.equal((await office.look.listLookVersions({})).versions.length, 2)
  })

  test('404 LOOK_VERSION_NOT_FOUND, and MEDIA_NOT_FOUND where a picture is gone', async () => {
    assert.deepEqual(await statusAndCode(office.look.restoreLookVersion({ version: '7' })), [404, 'LOOK_VERSION_NOT_FOUND'])
    const picture = { id: await addPicture(shop) }
    await office.look.updateLook({ look: { wordmark: { text: 'Gangwerk', picture: { id: picture.id } } } })
    await office.look.updateLook({ look: { wordmark: { text: 'Gangwerk', picture: null } } })
    await office.files.bulkDeleteFiles({ fileIds: [picture.id] })
    assert.deepEqual(await statusAndCode(office.look.restoreLookVersion({ version: '2' })), [404, 'MEDIA_NOT_FOUND'])
  })
})
