// The menu over the pages of a shop, and what stands at their foot.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { generalSettings, navigation } from '@vitrine/client/back-office'
import { shop as shopModule } from '@vitrine/client/modules'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'

let shop: TestPlatform
before(async () => void (shop = await startTestPlatform()))
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const office = () =>
  createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { navigation, generalSettings, shop: shopModule } })

test('200 the menu has two levels, the foot its columns, and what is not named stays', async () => {
  const { navigation: nav, shop: shown } = office()
  const menu = [{ label: 'Tableware', href: '/collections/tableware', links: [{ label: 'Cups', href: '/collections/cups' }] }]
  const groups = [{ title: 'Help', links: [{ label: 'Write to us', href: 'mailto:a@b.example' }] }]
  const first = (await nav.updateNavigation({ navigation: { menu, groups, words: ' Made here. ' } })).navigation
  assert.deepEqual({ ...first, revision: '' }, { revision: '', menu, groups, legal: [], words: 'Made here.' })
  const legal = [{ label: 'Press', href: 'https://press.example' }]
  const second = (await nav.updateNavigation({ navigation: { revision: first.revision, legal } })).navigation
  assert.deepEqual([second.menu, second.legal, second.words], [menu, legal, 'Made here.'])
  const { shop: facts } = await shown.getShop()
  assert.deepEqual([facts.menu, facts.footer], [menu, { groups, legal, words: 'Made here.' }])
  const bare = (await nav.updateNavigation({ navigation: { words: null, menu: [{ label: 'All', href: '/products', links: [] }] } }))
    .navigation
  assert.deepEqual([bare.words, bare.menu], [undefined, [{ label: 'All', href: '/products' }]])
  assert.deepEqual((await nav.getNavigation({})).navigation, bare)
})

test('409 STALE_REVISION where somebody else has changed it, and not where they changed something else', async () => {
  const { navigation: nav, generalSettings: general } = office()
  const { revision } = (await nav.getNavigation({})).navigation
  await general.updateGeneralSettings({ generalSettings: { phone: '+49 30 1' } })
  const { navigation: after } = await nav.updateNavigation({ navigation: { revision, words: 'Other.' } })
  assert.notEqual(after.revision, revision)
  const [refused] = await attempt(nav.updateNavigation({ navigation: { revision, words: 'Late.' } }))
  assert.deepEqual([refused?.status, refused?.code], [409, 'STALE_REVISION'])
})

test('400 for links that run something or lead out of sight', async () => {
  for (const href of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x', 'products']) {
    const [refused] = await attempt(office().navigation.updateNavigation({ navigation: { menu: [{ label: 'x', href }] } }))
    assert.deepEqual([refused?.status, refused?.code], [400, 'INVALID_ARGUMENT'], href)
  }
})
