import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { look } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive } from './browser.ts'

/** The values of a custom property and others as the browser has them on an element. */
const styleOf = (page: Page, selector: string, names: readonly string[]): Promise<Record<string, string>> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, asked) => Object.fromEntries(asked.map((name) => [name, getComputedStyle(element).getPropertyValue(name)])), names)

/** Reads the page again until it has the new look: the shop's pages know it within a second. */
const published = (page: Page) =>
  page.waitForFunction(() => document.querySelector('.head .wordmark')?.textContent === 'Gangwerk' || (location.reload(), false))

suite('the look of the shop', () => {
  let admin: OpenAdmin
  let office: ReturnType<typeof newOffice>
  const newOffice = () => createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { look } })
  before(async () => {
    admin = await openAdmin()
    office = newOffice()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  test('is edited beside the shop, tried by whoever has the link, published at once, and taken back', async () => {
    await using visit = await admin.enter({ width: 1440, fresh: true }, '/products')
    const { page, audit } = visit
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Storefront' }).click()
    const shown = page.frameLocator('iframe:not([hidden])')
    await shown.getByRole('link', { name: 'Morrow, home' }).waitFor()
    await audit('the look')

    await page.getByLabel('Paper', { exact: true }).fill('#f5f6f4')
    await page.getByLabel('Accent', { exact: true }).fill('#9db1ff')
    await page.getByText('too faint for text').waitFor()
    await page.getByText('Not yet: A colour is too faint to be read.').waitFor()
    await page.getByRole('button', { name: /^Use #/ }).click()
    await page.getByText('All text can be read.').waitFor()
    await page.getByRole('textbox', { name: 'Words', exact: true }).fill('Gangwerk')
    await page.getByLabel('Headlines').selectOption('Archivo')
    await shown.getByText('Gangwerk').first().waitFor()
    await audit('the look, changed')

    const shopper = await visit.page.context().newPage()
    await arrive(shopper, admin.shop.url)
    assert.equal(await shopper.locator('.head .wordmark').textContent(), 'Morrow')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The look is live.').waitFor()
    await published(shopper)
    const page1 = await styleOf(shopper, 'body', ['background-color'])
    assert.equal(page1['background-color'], 'rgb(245, 246, 244)')

    await page.getByRole('button', { name: 'Versions' }).click()
    await page.getByRole('radio', { name: /^Version 1/ }).check()
    await audit('versions of the look')
    await page.getByRole('button', { name: 'Go back to version 1' }).click()
    await page.getByText('The shop looks as in version 1 again.').waitFor()
    await shown.getByText('Morrow').first().waitFor()
  })

  test('is shown with the pictures of the theme that is edited, whatever the device prefers', async () => {
    await using visit = await admin.enter({ width: 820, theme: 'dark', fresh: true }, '/storefront')
    const { page, audit } = visit
    const shown = page.frameLocator('iframe:not([hidden])')
    const ofOneTheme = shown.locator('picture > img:visible').first()
    await ofOneTheme.waitFor()
    const address = () => ofOneTheme.evaluate((image) => (image as HTMLImageElement).currentSrc)
    const day = await address()
    assert.match(day, /^http/)
    await audit('the look, on a device in the dark')
    await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).click()
    const night = await address()
    assert.match(night, /^http/)
    assert.notEqual(night, day)
  })

  test('sections of the home page are moved by keys, hidden and shown', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/storefront')
    const { page, audit } = visit
    const sections = page.locator('.home-sections > li')
    const grip = page.getByRole('button', { name: /^Move Reached for most/ })
    await grip.focus()
    await page.keyboard.press('Home')
    await page.getByText('Reached for most, 1 of').waitFor()
    await page.getByRole('switch', { name: 'Show The morning, hour by hour' }).uncheck()
    await sections
      .first()
      .getByRole('button', { name: /^Reached for most/ })
      .click()
    await page.getByLabel('Title').fill('What everybody wants')
    await audit('sections of the home page')
    const shown = page.frameLocator('iframe:not([hidden])')
    await shown.getByRole('heading', { name: 'What everybody wants' }).waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('The look is live.').waitFor()
    const { home } = (await admin.shop.merchant.shop.getShop()).shop
    assert.equal(home[0]?.title, 'What everybody wants')
    assert.ok(home.every(({ kind }) => kind !== 'collections'))
    await office.look.restoreLookVersion({ version: '1' })
  })

  test('a second shop looks like another one without a line of code', async () => {
    const { version } = (await office.look.listLookVersions({})).versions[0]!
    await office.look.updateLook({
      look: {
        wordmark: { text: 'Gangwerk' },
        notice: null,
        colors: {
          light: { paper: '#f5f6f4', ink: '#15191c', accent: '#1d3fc4' },
          dark: { paper: '#0f1214', ink: '#eef1ef', accent: '#9db1ff' },
        },
        fonts: { display: 'ARCHIVO', text: 'ARCHIVO' },
        corners: 'ROUND',
        spacing: 'COMPACT',
        mark: 'DIAL',
        swatch: 'PLAIN',
      },
    })
    for (const [theme, paper, ink, accent] of [
      ['light', 'rgb(245, 246, 244)', 'rgb(21, 25, 28)', '#1d3fc4'],
      ['dark', 'rgb(15, 18, 20)', 'rgb(238, 241, 239)', '#9db1ff'],
    ] as const) {
      await using visit = await admin.visit({ width: 1440, theme })
      const { page, audit } = visit
      await arrive(page, `${admin.shop.url}/products`)
      await published(page)
      const body = await styleOf(page, 'body', ['background-color', 'color', '--color-accent', '--radius-1', 'font-family'])
      assert.deepEqual(
        [body['background-color'], body['color'], body['--color-accent']?.trim(), body['--radius-1']?.trim()],
        [paper, ink, accent, '6px'],
      )
      assert.match(body['font-family']!, /^"?Archivo Variable/)
      const mark = await styleOf(page, '.head .wordmark', ['text-transform', 'font-weight', 'font-family'])
      assert.deepEqual([mark['text-transform'], mark['font-weight']], ['uppercase', '850'])
      const heading = await styleOf(page, 'h1', ['font-weight', 'font-stretch', 'font-family'])
      assert.deepEqual([heading['font-weight'], heading['font-stretch']], ['800', '72%'])
      const name = await styleOf(page, '.card .card__name', ['font-style', 'font-weight'])
      assert.deepEqual([name['font-style'], name['font-weight']], ['normal', '700'])
      await page.evaluate(() => document.fonts.ready)
      const loaded = await page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
      )
      // The face that stands in until it is there is a local one, which a fast line never asks for.
      const ours = loaded.filter((family) => family !== 'Archivo Fallback')
      assert.ok(ours.every((family) => family === 'Archivo Variable') && ours.length > 0, loaded.join())
      assert.equal(await page.locator('html').getAttribute('data-mark'), 'dial')
      assert.equal(await page.locator('html').getAttribute('data-swatch'), 'plain')
      assert.deepEqual(await page.locator('meta[name="theme-color"]').evaluateAll((all) => all.map((one) => one.getAttribute('content'))), [
        '#f5f6f4',
        '#0f1214',
      ])
      assert.equal(await page.locator('link[rel="canonical"]').getAttribute('href'), `${admin.shop.url}/products`)
      const manifest = (await (await page.request.get(`${admin.shop.url}/manifest.webmanifest`)).json()) as { theme_color: string }
      assert.equal(manifest.theme_color, '#f5f6f4')
      await audit(`all objects of another shop, ${theme}`)
      await page.locator('.card__name a').first().click()
      await page.locator('.buy__name').waitFor()
      const large = await styleOf(page, '.buy__name', ['font-style', 'font-weight'])
      assert.deepEqual([large['font-style'], large['font-weight']], ['normal', '800'])
    }
    await office.look.restoreLookVersion({ version: String(version) })
  })
})
