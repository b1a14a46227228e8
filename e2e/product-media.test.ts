import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { arrive, drawing, hydrated, openBrowser, type Window } from './browser.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'

/** What a page asks for from now on. */
function listen(page: Page) {
  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))
  const named = (pattern: RegExp) => asked.filter((request) => pattern.test(request.url())).map((request) => request.url())
  return { asked, named }
}

const film = /\.mp4/
const model = /\.glb/
const players = /film-player|model-stage|hls/

const turn = (page: Page) => page.getByRole('slider', { name: 'Turn' })
/** Without a graphics card a model takes its time to be drawn. */
const drawn = { timeout: 90_000 }
const angle = async (page: Page) => Number(await turn(page).getAttribute('aria-valuenow'))
const place = (page: Page) => page.getByRole('slider', { name: 'Place in the film' })
const isPaused = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)

suite('films and models of a product', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })
  const mug = () => `${shop.url}/products/morning-mug`

  test('are not fetched before they are asked for, and the pages say what they are', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    const { named } = listen(page)
    await arrive(page, mug())
    await page.getByRole('link', { name: 'Turn it' }).scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: /^Play/ }).scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: 'Picture a, enlarge' }).click()
    const gallery = page.getByRole('dialog', { name: /Morning Mug/ })
    await gallery.getByText('a of g').waitFor()
    for (const next of ['b of g', 'c of g', 'd of g']) {
      await page.keyboard.press('ArrowRight')
      await gallery.getByText(next).waitFor()
    }
    await gallery.getByRole('button', { name: /^Play/ }).waitFor()
    await audit('the poster of a film')
    assert.deepEqual([named(film), named(model), named(players)], [[], [], []])
    await page.keyboard.press('Escape')
    const data = await page.locator('script[type="application/ld+json"]').allTextContents()
    const { subjectOf } = JSON.parse(data[0]!) as { subjectOf: { '@type': string; contentUrl?: string }[] }
    assert.deepEqual(
      subjectOf.map((one) => one['@type']),
      ['3DModel', 'VideoObject'],
    )
    assert.match(subjectOf[1]?.contentUrl ?? '', film)
  })

  test('a film waits where motion is not wanted, and is played, moved and paused by keys', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    const { asked } = listen(page)
    await arrive(page, mug())
    await page.getByRole('link', { name: /^Play/ }).focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
    assert.equal(await isPaused(page), true)
    await audit('a film that waits')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByText('No sound').waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await place(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    assert.equal(await place(page).getAttribute('aria-valuetext'), '2 of 5 seconds')
    await page.keyboard.press('ArrowLeft')
    assert.equal(await place(page).getAttribute('aria-valuetext'), '1 of 5 seconds')
    assert.ok(await Promise.all(asked.filter((one) => film.test(one.url())).map(async (one) => (await one.response())?.status() === 206)))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('link', { name: /^Play/ }).evaluate((link) => link === document.activeElement), true)
  })

  test('a film starts when it is asked for where motion is welcome, on a phone in the dark', async () => {
    await using visit = await browser.visit({ width: 390, theme: 'dark', touch: true })
    const { page, audit } = visit
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await arrive(page, mug())
    await (await hydrated(page.getByRole('link', { name: /^Play/ }))).click()
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
    await page.getByRole('button', { name: 'Pause' }).click()
    await audit('a film on a phone')
    const bar = await place(page).boundingBox()
    assert.ok(bar && bar.height >= 44)
    await page.mouse.click(bar.x + bar.width * 0.8, bar.y + bar.height / 2)
    const at = Number(await place(page).getAttribute('aria-valuenow'))
    assert.ok(at >= 3 && at <= 5, `the film stands at ${at}`)
  })

  test('captions of a film are chosen from a menu and switched by a key, in the language of the browser', async () => {
    for (const [width, theme] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await using visit = await browser.visit({ width, theme })
      const { page, audit } = visit
      const { named } = listen(page)
      await arrive(page, mug())
      await (await hydrated(page.getByRole('link', { name: /^Play/ }))).click()
      const menu = page.getByRole('combobox', { name: 'Captions' })
      await menu.waitFor()
      assert.deepEqual(await menu.locator('option').allTextContents(), ['Off', 'Deutsch', 'English'])
      assert.deepEqual(named(/\.vtt/), [])
      const shown = () =>
        page.waitForFunction(() => {
          const tracks = [...(document.querySelector('video')?.textTracks ?? [])].filter(({ mode }) => mode === 'showing')
          const [cue] = tracks[0]?.cues ?? []
          return tracks.length === 1 && cue instanceof VTTCue && cue.line !== 'auto'
            ? `${tracks[0]!.language}: ${cue.text} ${cue.line}`
            : false
        })
      await place(page).focus()
      await page.keyboard.press('c')
      assert.equal(await (await shown()).jsonValue(), 'en: The mug turns once round. There is no sound. -4')
      assert.equal(await menu.inputValue(), 'en')
      await audit('a film with captions')
      await menu.selectOption('Deutsch')
      assert.match(String(await (await shown()).jsonValue()), /^de: Der Becher/)
      await place(page).focus()
      await page.keyboard.press('c')
      assert.equal(await menu.inputValue(), '')
      await page.keyboard.press('c')
      assert.equal(await menu.inputValue(), 'de')
    }
  })

  test('a film that does not come says so and is tried again', async () => {
    await using visit = await browser.visit({ width: 390, fails: true })
    const { page, audit } = visit
    await page.route(film, (route) => route.abort())
    await arrive(page, mug())
    await (await hydrated(page.getByRole('link', { name: /^Play/ }))).click()
    await page.getByRole('alert').getByText('The film cannot be shown here.').waitFor()
    await audit('a film that does not come')
    await page.unroute(film)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
    await place(page).waitFor()
  })

  test('without script both are links to their files', async () => {
    await using visit = await browser.visit({ width: 390, script: false })
    const { page, audit } = visit
    await arrive(page, mug())
    assert.match((await page.getByRole('link', { name: /^Play/ }).getAttribute('href')) ?? '', film)
    assert.match((await page.getByRole('link', { name: 'Turn it' }).getAttribute('href')) ?? '', model)
    await audit('a product with a film and a model')
  })

  test('a browser that cannot draw shows the picture, and the film in place of the model', async () => {
    await using blind = await openBrowser(['--disable-3d-apis'])
    await using visit = await blind.visit({ width: 820 })
    const { page, audit } = visit
    const { named } = listen(page)
    await arrive(page, mug())
    await page.getByRole('link', { name: 'Turn it' }).click()
    await page.getByRole('alert').getByText('This browser cannot show models.').waitFor()
    await audit('a model that cannot be shown')
    assert.deepEqual(named(model), [])
    await page.getByRole('button', { name: 'Watch the film' }).click()
    await place(page).waitFor()
  })

  test('a model is turned by its horizon, by keys and from a shared address, with its measures', async () => {
    await using sighted = await openBrowser(drawing)
    for (const [width, theme] of [
      [1440, 'light'],
      [390, 'dark'],
    ] as const) {
      await using visit = await sighted.visit({ width, theme })
      const { page, audit } = visit
      const { asked } = listen(page)
      await arrive(page, mug())
      await page.getByRole('link', { name: 'Turn it' }).click()
      await turn(page).waitFor(drawn)
      await page.getByText('9.5 cm', { exact: true }).waitFor()
      await audit(`a model, ${width} px`)
      const elsewhere = asked.map((one) => one.url()).filter((url) => !url.startsWith(shop.url) && !/^(blob|data):/.test(url))
      assert.deepEqual(elsewhere, [])
      await turn(page).focus()
      await page.keyboard.press('ArrowRight')
      assert.equal(await angle(page), 5)
      await page.keyboard.press('PageUp')
      assert.equal(await angle(page), 50)
      await page.keyboard.press('ArrowLeft')
      assert.equal(await angle(page), 45)
      await page.keyboard.press('End')
      assert.equal(await angle(page), 359)
      await page.keyboard.press('Home')
      assert.equal(await angle(page), 0)
      const box = await turn(page).boundingBox()
      assert.ok(box && box.height >= 44)
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      const there = await angle(page)
      assert.ok(Math.abs(there - 180) <= 2, `the model stands at ${there}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await using visit = await sighted.visit({ width: 390 })
    await arrive(visit.page, `${mug()}#turn`)
    await turn(visit.page).waitFor(drawn)
  })

  test('a model that does not come says so, and the next attempt brings it', async () => {
    await using sighted = await openBrowser(drawing)
    await using visit = await sighted.visit({ width: 820, fails: true })
    const { page } = visit
    await page.route(model, (route) => route.abort())
    await arrive(page, mug())
    await page.getByRole('link', { name: 'Turn it' }).click()
    await page.getByRole('alert').getByText('The model cannot be shown.').waitFor()
    await page.unroute(model)
    await page.getByRole('button', { name: 'Try again' }).click()
    await turn(page).waitFor(drawn)
  })
})
