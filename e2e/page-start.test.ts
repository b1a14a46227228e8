import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { arrive, hydrated, type Window } from './browser.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { cartAnswer } from './shopper.ts'

/** The largest layout shift that a page may have while it loads. */
const mostShift = 0.02

suite('how a page starts', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  /** What the page has fetched so far, in order. */
  const fetched = (page: Page) =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => /\.js$|\/media\//.test(entry.name))
        .map(({ name, startTime }) => ({ isScript: name.endsWith('.js'), startTime })),
    )

  for (const path of ['/', '/products', '/products/morning-mug'])
    test(`${path}: visible content loads first, scripts after it, and nothing moves`, async () => {
      await using visit = await browser.visit({ width: 390, fresh: true })
      const { page } = visit
      await page.addInitScript(() => {
        const at = window as typeof window & { shift?: number }
        at.shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) at.shift! += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await arrive(page, shop.url + path)
      const loaded = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.toJSON() as { loadEventStart: number })
      const scripts = (await fetched(page)).filter(({ isScript }) => isScript)
      assert.ok(scripts.length > 5)
      for (const { startTime } of scripts)
        assert.ok(startTime >= loaded.loadEventStart || startTime >= 1900, `${startTime} ${loaded.loadEventStart}`)
      await page.mouse.wheel(0, 4000)
      await page.waitForTimeout(500)
      const shift = await page.evaluate(() => (window as typeof window & { shift?: number }).shift ?? 1)
      assert.ok(shift <= mostShift, `${shift}`)
    })

  test('preloaded files are used, at the width of a tablet', async () => {
    await using visit = await browser.visit({ width: 820, fresh: true })
    const { page } = visit
    const unused: string[] = []
    page.on('console', (said) => said.text().includes('preloaded using link preload but not used') && unused.push(said.text()))
    for (const path of ['/products', '/products/morning-mug']) {
      await arrive(page, shop.url + path)
      // Browsers warn of unused preloads after this time.
      await page.waitForTimeout(4000)
    }
    assert.deepEqual(unused, [])
  })

  test('every part of a page comes alive by itself, also the last one', async () => {
    for (let time = 0; time < 4; time++) {
      await using visit = await browser.visit({ width: 390, fresh: true })
      const { page } = visit
      await arrive(page, `${shop.url}/products/morning-mug`)
      for (const part of [
        page.locator('.buy__wish'),
        page.locator('.card__heart').last(),
        page.getByRole('link', { name: /Compare/ }).first(),
      ])
        await hydrated(part)
    }
  })

  test('a button pressed before its script has loaded is busy until then, and then acts once', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    const held = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`${shop.url}/products`, { waitUntil: 'domcontentloaded' })
    const filter = page.getByRole('button', { name: 'Filter', exact: true })
    await filter.click()
    await page.locator('.filter__open[aria-busy=true]').waitFor()
    held.resolve()
    const dialog = page.getByRole('dialog', { name: 'Filter' })
    await dialog.waitFor()
    await page.locator('.filter__open:not([aria-busy])').waitFor({ state: 'attached' })
    await dialog.getByText('Ink', { exact: true }).first().click()
    await page.waitForURL(/\?./)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.goBack()
    await page.waitForURL(/products$/)
    await page.waitForTimeout(300)
    assert.equal(await dialog.count(), 0, 'the press counted once')
  })

  test('the bag opens, and stays open, for a press between the takeover of the page and its effects', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await page.addInitScript(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        const root = Object.entries(document).find(([name]) => name.startsWith('__reactContainer$'))?.[1] as
          | { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
          | undefined
        if (root?.stateNode.current.memoizedState.isDehydrated !== false) return port2.postMessage(null)
        document.querySelector<HTMLButtonElement>('.buy__add')?.click()
      }
      addEventListener('DOMContentLoaded', () => port2.postMessage(null))
    })
    await page.goto(`${shop.url}/products/morning-mug?Glaze=Ink&Size=Small%2C+240+ml`)
    await page.getByRole('dialog', { name: 'Your bag' }).getByRole('button', { name: 'Check out' }).waitFor()
  })

  test('the bag opens while other parts of the page still wait for their scripts, and they come alive afterwards', async () => {
    await using visit = await browser.visit({ width: 390, fresh: true })
    const { page } = visit
    const held = Promise.withResolvers<void>()
    await page.route(/\/assets\/(below|heart|way-to-compare|rate).*\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await arrive(page, `${shop.url}/products/morning-mug?Glaze=Ink&Size=Small%2C+240+ml`)
    const answered = cartAnswer(page)
    await page
      .getByRole('button', { name: /^Add to the bag/ })
      .first()
      .click()
    await answered
    const drawer = page.getByRole('dialog', { name: 'Your bag' })
    await drawer.getByRole('button', { name: 'Check out' }).waitFor()
    held.resolve()
    await hydrated(page.locator('.card__heart').last())
  })

  test('the heart stays on the page when something is chosen before its script has loaded', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    const held = Promise.withResolvers<void>()
    await page.route(/\/assets\/buy-heart.*\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await arrive(page, `${shop.url}/products/moon-vase`)
    const heart = page.getByRole('button', { name: 'On your wish list: Moon Vase' }).filter({ visible: true })
    const chosen = page.getByRole('radio', { name: 'Ink' })
    await chosen.check({ force: true })
    await page.waitForTimeout(300)
    assert.equal(await heart.count(), 1)
    held.resolve()
    await (await hydrated(heart)).click()
    await page.getByRole('button', { name: 'On your wish list: Moon Vase', pressed: true }).first().waitFor()
  })

  test('the heart keeps the product, and puts nothing into the bag, when it is pressed before its script has loaded', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    await page.route(/\/assets\/buy-heart.*\.js$/, () => undefined)
    await arrive(page, `${shop.url}/products/moon-vase`)
    await page.getByRole('button', { name: 'On your wish list: Moon Vase' }).filter({ visible: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Wish list' }).waitFor()
    await page.getByRole('link', { name: 'Moon Vase', exact: true }).first().waitFor()
    await arrive(page, `${shop.url}/cart`)
    await page.getByText('Nothing in the bag yet.').waitFor()
  })

  test('a press is answered in the next frame, before the shop has said anything', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    await arrive(page, `${shop.url}/products/moon-vase`)
    /** How many frames are drawn from the press to the first change that it makes. */
    const framesUntilAnswered = (name: string) =>
      page.evaluate(
        (label) =>
          new Promise<number>((resolve) => {
            const button = [...document.querySelectorAll<HTMLElement>('button, input')].find(
              (one) => (one.getAttribute('aria-label') ?? one.textContent)?.includes(label) && one.checkVisibility(),
            )
            if (!button) throw new Error(`there is no ${label}`)
            let frames = 0
            const count = () => {
              frames++
              requestAnimationFrame(count)
            }
            requestAnimationFrame(count)
            new MutationObserver((_, observer) => {
              observer.disconnect()
              resolve(frames)
            }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
            button.click()
          }),
        name,
      )
    await hydrated(
      page
        .getByRole('button', { name: /On your wish list/ })
        .filter({ visible: true })
        .first(),
    )
    for (const name of ['Ink', 'Chalk', 'On your wish list']) {
      const frames = await framesUntilAnswered(name)
      assert.ok(frames <= 1, `${name}: after ${frames} frames`)
    }
  })

  test('the name at the foot is as wide as the page, and none of it is cut off', async () => {
    for (const width of [390, 820, 1440]) {
      await using visit = await browser.visit({ width })
      await arrive(visit.page, shop.url)
      const mark = visit.page.locator('.foot__mark')
      await mark.scrollIntoViewIfNeeded()
      await visit.page.evaluate(() => document.fonts.ready)
      const { all, seen } = await mark.evaluate(({ scrollWidth, clientWidth }) => ({ all: scrollWidth, seen: clientWidth }))
      assert.ok(all <= seen, `${all} px in ${seen} px at ${width} px`)
    }
  })

  test('small names have plain letters, large ones the swashes of their face', async () => {
    await using visit = await browser.visit({ width: 1440 })
    await arrive(visit.page, `${shop.url}/products`)
    const ends = await visit.page
      .locator('.card__name')
      .first()
      .evaluate(async (name) => {
        await document.fonts.ready
        const { fontFamily, fontStyle } = getComputedStyle(name)
        const drawn = document.createElement('canvas').getContext('2d')!
        // Where an l ends at the right, in widths of an em.
        return [16, 40].map((size) => {
          drawn.font = `${fontStyle} ${size}px ${fontFamily}`
          return drawn.measureText('l').actualBoundingBoxRight / size
        })
      })
    assert.ok(ends[0]! < 0.4 && ends[1]! > 0.4, ends.join())
  })
})
