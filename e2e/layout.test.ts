import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { giftCardEmail } from '@vitrine/platform/shop/mail/gift-card'
import { minor } from '@vitrine/pricing'
import type { Locator } from 'playwright-core'
import { arrive, type Window } from './browser.ts'
import { goAndSignIn, join } from './joining.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart } from './shopper.ts'

const mug = { slug: 'morning-mug', choices: { Glaze: 'Oat', Size: 'Regular, 280 ml' } }

/** Where something stands in the window. */
async function boxOf(what: Locator) {
  await what.waitFor()
  const box = await what.boundingBox()
  if (!box) throw new Error('it is not to be seen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height, middle: box.y + box.height / 2 }
}

suite('what stands where', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  test('names of what is found while typing break between words on a tablet, with the price below', async () => {
    await using visit = await browser.visit({ width: 820 })
    const { page } = visit
    await arrive(page, shop.url)
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await page.getByRole('dialog', { name: 'Search' }).locator('input[name=q]').fill('vas')
    const hit = page.getByRole('option', { name: /^Shoulder Vase/ })
    const [picture, name, price] = await Promise.all([boxOf(hit.locator('img')), boxOf(hit.locator('.name')), boxOf(hit.locator('.price'))])
    assert.equal(name.width, picture.width)
    assert.ok(price.y >= name.bottom, JSON.stringify({ name, price }))
  })

  test('quantity, removing and the heart of a line stand in one row of the drawer on a phone', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    await addToCart(page, shop, mug)
    const line = page.getByRole('dialog', { name: 'Your bag' }).getByRole('listitem')
    // The drawer slides in.
    await page.waitForTimeout(500)
    const heart = await boxOf(line.getByRole('button', { name: /^On your wish list/ }))
    const quantity = await boxOf(line.locator('.qty'))
    assert.ok(Math.abs(heart.middle - quantity.middle) < 2, JSON.stringify({ heart, quantity }))
  })

  test('on a phone the link of a product is as large as its card, and so is the outline of its focus', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    await arrive(page, `${shop.url}/products/morning-mug`)
    const card = page.locator('.card', { has: page.locator('.card__name a') }).last()
    const link = card.locator('.card__name a')
    await page.keyboard.press('Tab')
    await link.focus()
    await card.evaluate((at) => at.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const frame = await boxOf(card)
    const { width, height, outline } = await link.evaluate((a) => {
      const { inlineSize, blockSize, outlineStyle, outlineWidth } = getComputedStyle(a, '::after')
      return { width: parseFloat(inlineSize), height: parseFloat(blockSize), outline: `${outlineWidth} ${outlineStyle}` }
    })
    assert.equal(outline, '2px solid')
    assert.ok(height >= 44 && width >= 44, JSON.stringify({ width, height }))
    assert.ok(Math.abs(height - frame.height) < 1 && Math.abs(width - frame.width) < 1, JSON.stringify({ width, height, frame }))
    // A finger at the edge of the card hits the link too.
    const hit = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.matches('.card__name a'), [
      frame.x + 6,
      frame.bottom - 6,
    ] as const)
    assert.equal(hit, true)
  })

  test('a picture on the whole screen can be looked at closely, opened at once and after the window has another size', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    await arrive(page, `${shop.url}/products/morning-mug`)
    await page.getByRole('link', { name: 'Picture a, enlarge' }).click()
    const closer = page.getByRole('button', { name: 'Closer' })
    const near = page.getByRole('group', { name: 'The picture, closer' })
    const hint = page.getByText('Tap to come closer')
    await hint.waitFor()
    await closer.click()
    await near.waitFor()
    await hint.waitFor({ state: 'detached' })
    const frame = page.locator('.zoom__map i')
    const whole = await boxOf(page.locator('.zoom__map'))
    const seen = await boxOf(frame)
    assert.ok(seen.width < whole.width && seen.height < whole.height, JSON.stringify({ seen, whole }))
    await page.keyboard.press('ArrowUp')
    await page.waitForFunction((y) => document.querySelector('.zoom__map i')!.getBoundingClientRect().y < y, seen.y)
    // Where one writes from the right, a picture is looked at as it is.
    await page.getByRole('button', { name: 'Smaller' }).click()
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    await hint.waitFor()
    const picture = await boxOf(page.locator('.zoom__pic'))
    await page.mouse.click(picture.x + picture.width * 0.1, picture.y + picture.height * 0.9)
    await near.waitFor()
    const map = await boxOf(page.locator('.zoom__map'))
    const corner = await boxOf(frame)
    assert.ok(Math.abs(corner.x - map.x) < 2, JSON.stringify({ corner, map }))
    await page.evaluate(() => document.documentElement.removeAttribute('dir'))
    await page.setViewportSize({ width: 844, height: 390 })
    await near.waitFor({ state: 'detached' })
    await page.waitForTimeout(300)
    await closer.click()
    await near.waitFor()
  })

  test('a long address keeps clear of what can be done about it, and a file that is being sent stays in its frame, on a phone', async () => {
    const email = 'somebody-with-a-long-address@mail.example.com'
    await join(shop, email)
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    await goAndSignIn(page, shop, email)
    await page.waitForURL(({ pathname }) => /^\/(account|passkey)/.test(pathname))
    await arrive(page, `${shop.url}/account/security`)
    const row = page.getByRole('listitem').filter({ hasText: email })
    const words = await row.getByText(email).evaluate((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return range.getBoundingClientRect().right
    })
    const change = await boxOf(row.getByText('Change', { exact: false }).first())
    assert.ok(words <= change.x, JSON.stringify({ words, change }))

    await page.route('**/review-pictures', () => undefined)
    await arrive(page, `${shop.url}/products/morning-mug/review`)
    const buffer = await readFile(new URL('../demo/shop/images/morning-mug/pair.webp', import.meta.url))
    await page.locator('input[type=file]').setInputFiles({ name: 'mug.webp', mimeType: 'image/webp', buffer })
    const bar = page.getByRole('progressbar', { name: 'mug.webp is being sent' })
    const [frame, inside] = await Promise.all([boxOf(page.locator('.drop--up')), boxOf(bar)])
    assert.ok(inside.x >= frame.x && inside.right <= frame.right, JSON.stringify({ frame, inside }))
  })

  test('worth and code of a gift card keep their distance from the edge of the email on a phone', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    const { html } = giftCardEmail({
      shop: { name: 'Morrow', url: 'https://morrow.example/', locale: 'en', timeZone: 'Europe/Berlin', address: [], help: 'Answer this.' },
      code: 'MRWK-7K2P-41QD-X9YZ',
      value: minor(7500),
      currency: 'EUR',
    })
    await page.setContent(html)
    for (const words of ['€75.00', 'MRWK-7K2P-41QD-X9YZ']) {
      const cell = page.locator('td.well').filter({ hasText: words })
      const [left, right] = await cell.evaluate((td) => {
        const range = document.createRange()
        range.selectNodeContents(td)
        const { left: start, right: end } = range.getBoundingClientRect()
        const frame = td.getBoundingClientRect()
        return [start - frame.left, frame.right - end] as const
      })
      assert.ok(left >= 20 && right >= 20, `${words}: ${left} and ${right}`)
    }
  })
})
