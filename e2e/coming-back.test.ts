import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { abandonedCheckouts } from '@vitrine/client/back-office'
import { startTestPlatform, testClock } from '@vitrine/testing/platform'
import type { Page } from 'playwright-core'
import { arrive, type Window } from './browser.ts'
import { begin, hanna, payByCard, put, writePerson } from './by-hand.ts'
import { type Input, withKeys, withMouse } from './input.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { awaitEmail, leftOf, readOrder, snatch } from './shopper.ts'
import { sizes } from './sizes.ts'

const day = 24 * 3600_000
const manners = [
  { width: 390, keys: false },
  { width: 820, keys: false },
  { width: 1440, keys: true },
]
const emailOf = (width: number) => `left-${width}@example.com`

/** The shop as another process of it runs it, whose clock is ahead, or behind. */
const atAnotherTime = ({ databaseUrl }: OpenShop, milliseconds: number) =>
  startTestPlatform({ databaseUrl, clock: testClock(new Date(Date.now() + milliseconds).toISOString()) })

suite('coming back', () => {
  let shop: OpenShop
  let browser: Window
  openForAll(async (opened) => {
    ;[shop, browser] = opened
    for (const { width } of manners) await leave(emailOf(width))
    await leave('too-late@example.com')
    for (const width of [390, 1440]) await leave(`enough-${width}@example.com`)
    await using later = await atAnotherTime(shop, 90 * 60_000)
    await later.platform.everyMinute()
    await later.platform.jobs.settle()
  })

  /** Somebody says where it goes, and closes the window. */
  async function leave(email: string): Promise<void> {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await put(page, shop, withMouse, 'morning-mug?Glaze=Oat&Size=Regular%2C+280+ml')
    await begin(page, shop, withMouse)
    await writePerson(page, withMouse, hanna(email))
    await page.getByRole('button', { name: 'Go on to the delivery day' }).click()
    await page.getByRole('radio', { name: /Standard/ }).waitFor()
  }

  const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { abandonedCheckouts } }).abandonedCheckouts
  async function leftBy(email: string) {
    const { abandonedCheckouts: found } = await office().queryAbandonedCheckouts({ query: { filter: { 'buyerInfo.email': email } } })
    assert.equal(found.length, 1)
    return found[0]!
  }
  /** A link of whichever process, as this shop's address has it. */
  const here = (link: string) => shop.url + link.slice(new URL(link).origin.length)

  for (const { width, keys } of manners)
    test(`an email about an abandoned cart brings it back, and it is bought, ${width} px wide, ${keys ? 'by the keys alone' : 'by mouse'}`, async () => {
      const email = emailOf(width)
      const message = await awaitEmail(shop, email)
      assert.equal(message.subject, 'Your bag is still here')
      const link = here(/http\S+\/recover\/\S+/.exec(message.text)?.[0] ?? '')

      // On another device, where they are unknown.
      await using visit = await browser.visit({ width })
      const { page, audit } = visit
      const input = keys ? withKeys(page) : withMouse
      await arrive(page, link)
      assert.equal(new URL(page.url()).searchParams.get('token'), null, 'the link is not kept where it is seen')
      await page.getByText(email).first().waitFor()
      await page.getByText('Kastanienallee 24').first().waitFor()
      await audit('a checkout that is back')
      await arrive(page, `${shop.url}/cart`)
      await page.getByRole('heading', { name: 'Morning Mug' }).first().waitFor()
      await audit('the bag that is back')

      await arrive(page, link)
      await payByCard(page, input)
      const { id, number } = await readOrder(page)
      const { order } = await shop.merchant.orders.getOrder({ id })
      assert.deepEqual(
        [order.paymentStatus, order.buyerInfo?.email, order.lineItems.map(({ productName }) => productName?.original)],
        ['PAID', email, ['Morning Mug']],
      )
      assert.equal((await leftBy(email)).status, 'RECOVERED')

      await arrive(page, link)
      await page.getByRole('heading', { level: 1, name: 'That bag is bought already' }).waitFor()
      await audit('the link of a bag that is bought')
      await input.press(page.getByRole('link', { name: /order/i }).first())
      await page.getByText(number).first().waitFor()
    })

  test('an email that was written long ago: the link has expired, and the way on is the list of products', async () => {
    const { id } = await leftBy('too-late@example.com')
    await using longAgo = await atAnotherTime(shop, -31 * day)
    const old = createClient({ baseUrl: longAgo.url, auth: apiKey(shop.apiKey), modules: { abandonedCheckouts } }).abandonedCheckouts
    const link = here((await old.getAbandonedCheckout({ abandonedCheckoutId: id })).abandonedCheckout.checkoutUrl)
    for (const keys of [false, true]) {
      await using visit = await browser.visit({ width: keys ? 1440 : 390 })
      const { page, audit } = visit
      const input = keys ? withKeys(page) : withMouse
      assert.equal((await arrive(page, link))?.status(), 410)
      await page.getByRole('heading', { level: 1, name: 'This link has run out' }).waitFor()
      await audit('a link that has run out')
      await input.press(page.getByRole('link', { name: 'Look around' }))
      await page.waitForURL(/\/products$/)
    }
    assert.equal((await leftBy('too-late@example.com')).status, 'ABANDONED')
  })

  for (const { width, script } of [
    { width: 390, script: false },
    { width: 1440, script: true },
  ])
    test(`whoever wants no more of them says so by the email's link, ${width} px wide, ${script ? 'with' : 'without'} script`, async () => {
      const message = await awaitEmail(shop, `enough-${width}@example.com`)
      const link = here(/http[^\s)]+\/reminder-emails\/off[^\s)]+/.exec(message.text)?.[0] ?? '')
      await using visit = await browser.visit({ width, script })
      const { page, audit } = visit
      await arrive(page, link)
      if (!script) {
        await page.getByRole('heading', { level: 1, name: 'No more of these?' }).waitFor()
        await audit('whether to stop emails about the bag')
        await page.getByRole('button', { name: 'Do not write about my bag' }).click()
      }
      await page.getByRole('heading', { level: 1, name: 'We write no more' }).waitFor()
      await audit('no more emails about the bag')
      await page.getByRole('button', { name: 'Write to me again' }).click()
      await page.getByRole('heading', { level: 1, name: 'We will write again' }).waitFor()
      // A mail program posts to the link itself, with nothing but this.
      const oneClick = await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
      assert.equal(oneClick.status, 200)
      await arrive(page, `${link.replace(/token=.*/, 'token=other')}`)
      await page.getByRole('heading', { level: 1, name: 'This link has run out' }).waitFor()
    })

  async function buy(page: Page, input: Input, email: string, products: readonly string[]): Promise<string> {
    for (const product of products) await put(page, shop, input, product)
    await begin(page, shop, input)
    await writePerson(page, input, hanna(email))
    await input.press(page.getByRole('button', { name: 'Go on to the delivery day' }))
    await page.getByRole('radio', { name: /Standard/ }).waitFor()
    await input.press(page.getByRole('button', { name: 'Go on to payment' }))
    await payByCard(page, input)
    return (await readOrder(page)).id
  }

  for (const { width, keys, glaze } of sizes([
    { width: 390, keys: false, glaze: 'Sage' },
    { width: 1440, keys: true, glaze: 'Ink' },
  ]))
    test(`the same again, but a part of it sold out, ${width} px wide, ${keys ? 'by the keys alone' : 'by mouse'}`, async () => {
      await using visit = await browser.visit({ width })
      const { page, audit } = visit
      const input = keys ? withKeys(page) : withMouse
      const id = await buy(page, input, `again-${width}@example.com`, ['cereal-bowl?Glaze=Oat', `espresso-cup?Glaze=${glaze}`])
      const cups = { slug: 'espresso-cup', choices: { Glaze: glaze } }
      const sellOut = async () => snatch(shop, cups, await leftOf(shop, cups))
      if (!keys) await sellOut()

      await arrive(page, `${shop.url}/orders/${id}`)
      await input.press(page.getByRole('button', { name: 'Order the same again' }))
      const dialog = page.getByRole('dialog', { name: 'The same again' })
      await dialog.getByText(/since \S+ \d+ \S+ \d{4}/).waitFor()
      if (keys) {
        // It sells out while its buyer looks at it.
        await sellOut()
        await input.press(dialog.getByRole('button', { name: 'Put two pieces in the bag' }))
        await page.getByText('One piece is in your bag.').waitFor()
        await page.getByText('Espresso Cup & Saucer is sold out or no longer made.').waitFor()
        await audit('the same again, but for what sold out meanwhile')
        await input.press(page.getByRole('link', { name: 'Look at the bag' }))
      } else {
        await dialog.getByText('One thing changed since').waitFor()
        await dialog.getByText(`${glaze}: sold out`).waitFor()
        await dialog.getByText('one piece', { exact: true }).waitFor()
        await audit('the same again, a part of it sold out')
        const other = dialog.getByRole('button', { name: /^Take .* for Espresso Cup/ }).first()
        const taken = /^Take (\S+)/.exec(await other.innerText())?.[1] ?? ''
        await input.press(other)
        await dialog.getByRole('listitem').filter({ hasText: 'Espresso Cup' }).getByText(`${taken}, one`).waitFor()
        await input.press(dialog.getByRole('button', { name: /^Leave it out/ }))
        await dialog.getByText('Left out').waitFor()
        await dialog.getByRole('button', { name: 'Put one piece in the bag' }).waitFor()
        await input.press(dialog.getByRole('button', { name: /^Choose again/ }))
        await input.press(other)
        await input.press(dialog.getByRole('button', { name: 'Put two pieces in the bag' }))
        const cart = page.getByRole('dialog', { name: 'Your bag' })
        await cart.getByText(taken).first().waitFor()
        await input.press(cart.getByRole('link', { name: 'Look at the bag, add a code' }))
      }
      await page.waitForURL(/\/cart$/)
      await page.getByRole('heading', { name: 'Slow Bowl' }).first().waitFor()
      assert.equal(await page.locator('main .line').count(), keys ? 1 : 2, 'only what is to be had')
    })

  test('the same again, and nothing of it is left: said so, and nothing is put', async () => {
    await using visit = await browser.visit({ width: 820 })
    const { page, audit } = visit
    const id = await buy(page, withMouse, 'again-none@example.com', ['espresso-cup?Glaze=Oat'])
    const cups = { slug: 'espresso-cup', choices: { Glaze: 'Oat' } }
    await snatch(shop, cups, await leftOf(shop, cups))
    await arrive(page, `${shop.url}/orders/${id}`)
    await page.getByRole('button', { name: 'Order the same again' }).click()
    const dialog = page.getByRole('dialog', { name: 'The same again' })
    await dialog.getByText(/Nothing is chosen yet\.|Nothing of it can be had now\./).waitFor()
    assert.equal(await dialog.getByRole('button', { name: /^Put/ }).count(), 0)
    await audit('the same again, of which nothing is left')
    await page.goto(`${shop.url}/cart`)
    assert.equal(await page.locator('main .line').count(), 0)
  })
})
