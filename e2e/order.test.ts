import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { arrive, type Window } from './browser.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import {
  addToCart,
  awaitEmail,
  cards,
  checkOut,
  comeToPayment,
  confirmEmail,
  press,
  readOrder,
  writeAddress,
  writeCard,
} from './shopper.ts'
import { sizes } from './sizes.ts'

const mug = { slug: 'morning-mug', choices: { Glaze: 'Oat', Size: 'Regular, 280 ml' }, quantity: 2 }
const print = { slug: 'two-vessels-printable', choices: {} }

suite('after the order', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  /** Two mugs and a print to be printed at home, paid; and the link in the email. */
  async function bought(email: string): Promise<{ id: string; number: string; link: string }> {
    await using visit = await browser.visit({ width: 1440, script: true })
    const { page } = visit
    await addToCart(page, shop, mug)
    await addToCart(page, shop, print)
    await comeToPayment(page, shop, email)
    await writeCard(page, cards.good)
    await press(page, /^Pay/)
    const { id, number } = await readOrder(page)
    const { text } = await awaitEmail(shop, email)
    const link = /http[^\s)]+\/orders\/[^\s)]+/.exec(text)?.[0] ?? ''
    assert.ok(link.includes(id), text)
    return { id, number, link }
  }

  /** With script a window over the page, without it a part that opens. */
  const cancelForm = (page: Page, script: boolean) =>
    script ? page.getByRole('dialog', { name: /^Cancel order/ }) : page.locator('.cancel')
  async function openCancel(page: Page, name: string, script: boolean) {
    if (!script) return page.locator('.cancel summary').click()
    // The second press of a double click does not close what the first one opened.
    await page.getByRole('button', { name }).dblclick()
    await cancelForm(page, script).waitFor()
    await press(page, 'Keep it')
    await cancelForm(page, script).waitFor({ state: 'hidden' })
    await press(page, name)
    await cancelForm(page, script).waitFor()
  }

  const hrefOf = async (page: Page, name: string | RegExp) => (await page.getByRole('link', { name }).getAttribute('href')) ?? ''
  /** What lies behind a link, as the browser would fetch it. */
  async function fetched(page: Page, href: string) {
    const answer = await page.request.get(new URL(href, shop.url).href)
    return { status: answer.status(), type: answer.headers()['content-type'], start: (await answer.body()).subarray(0, 5).toString() }
  }
  const pdf = { status: 200, type: 'application/pdf', start: '%PDF-' }

  for (const script of [true, false])
    test(`a guest who has lost the email finds the order by its number, ${script ? 'with' : 'without'} script`, async () => {
      const email = `lost-${script}@example.com`
      const { id, number } = await bought(email)
      await using visit = await browser.visit({ width: 390, script })
      const { page, audit } = visit
      await arrive(page, shop.url)
      const shown = page.getByRole('heading', { level: 1, name: 'Where is my order' })
      const leads = (from: 'contentinfo' | 'dialog') => page.getByRole(from).getByRole('link', { name: 'Where is my order' })
      if (script) {
        await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
        await leads('dialog').click()
        await shown.waitFor()
        await arrive(page, shop.url)
      }
      await leads('contentinfo').click()
      await shown.waitFor()
      await press(page, 'Show it')
      await page.getByText('The number, like 12684.').waitFor()
      await page.getByLabel('Number of the order').fill(number)
      await page.getByLabel('The e-mail you ordered with').fill('eve@example.com')
      await press(page, 'Show it')
      await page.getByText('There is no order of this number and e-mail.').waitFor()
      await audit('no order of this number')
      await page.getByLabel('The e-mail you ordered with').fill(email)
      await press(page, 'Show it')
      await page.getByText('Kastanienallee 24').first().waitFor()
      assert.equal(new URL(page.url()).pathname, `/orders/${id}`)
    })

  for (const width of sizes([390, 1440]))
    for (const script of [true, false])
      test(`a guest follows, fetches, opens the total, asks to cancel, and orders again, ${width} px wide, ${script ? 'with' : 'without'} script`, async () => {
        const email = `after-${width}-${script ? 'script' : 'plain'}@example.com`
        const { id, number, link } = await bought(email)
        await using visit = await browser.visit({ width, script })
        const { page, audit } = visit

        await arrive(page, link)
        await page.getByRole('heading', { level: 1, name: 'We are wrapping' }).waitFor()
        assert.equal(await page.getByText('Morning Mug').count(), 0, 'the link alone says nothing of what is in it')
        assert.equal(await page.getByText('Kastanienallee 24').count(), 0)
        await audit('the order behind its link')
        await confirmEmail(page, 'eve@example.com')
        await page.getByText('This order was made with another e-mail.').waitFor()
        await audit('the order, with the e-mail of somebody else')
        await confirmEmail(page, email)
        await page.getByRole('heading', { name: 'Three pieces' }).waitFor()
        await page.getByText('Kastanienallee 24').waitFor()

        assert.deepEqual(await fetched(page, await hrefOf(page, /^Fetch/)), pdf)
        assert.deepEqual(await fetched(page, await hrefOf(page, 'Invoice, PDF')), pdf)
        const why = page.locator('.status__side .why')
        await why.locator('summary').click()
        await why.getByText(/Free from €80.*€52/).waitFor()
        await why.getByText(/19 % VAT within €65\.90/).waitFor()
        await why.getByText('€10.52', { exact: true }).waitFor()
        await audit('the order, its total opened')

        await openCancel(page, 'Cancel it', script)
        await cancelForm(page, script)
          .getByText(/^To Visa ending 4242$/)
          .waitFor()
        await page.getByRole('radio', { name: /^Some of it/ }).check()
        await page.getByText('What these pieces cost you goes back the way it came.').waitFor()
        assert.equal(await page.getByText('To Visa ending 4242').isVisible(), false)
        await audit('asking to cancel some of it')
        await press(page, 'Ask to cancel it')
        await page.getByRole('alert').getByText('Tick what you do not want any more.').waitFor()
        await audit('nothing ticked')
        await page.getByRole('checkbox', { name: /^Morning Mug/ }).check()
        await page.getByLabel('How many of Morning Mug').selectOption('1')
        await press(page, 'Ask to cancel it')
        await page.getByText('You asked us to take out Morning Mug.').waitFor()

        if (script) assert.equal(await page.evaluate(() => document.activeElement?.className), 'cancel__said', 'the answer has the focus')
        await openCancel(page, 'Cancel more of it', script)
        await page.getByLabel('Why').selectOption('I ordered by mistake')
        await audit('asking to cancel more')
        await press(page, 'Ask to cancel it')
        await page.getByText('You asked us to cancel it.').waitFor()
        await audit('asked to cancel')
        const { order } = await shop.merchant.orders.getOrder({ id })
        const asked = order.activities.filter(({ merchantComment }) => merchantComment?.message.includes('I ordered by mistake'))
        assert.deepEqual(
          asked.map(({ authorEmail }) => authorEmail),
          [email],
        )

        const things = order.lineItems.find(({ digitalFile }) => !digitalFile)!
        await shop.merchant.orderFulfillments.createFulfillment({
          orderId: id,
          fulfillment: { lineItems: [{ id: things.id }], trackingInfo: { shippingProvider: 'dhl', trackingNumber: `0034${number}` } },
        })
        await arrive(page, link)
        await confirmEmail(page, email)
        await page.getByRole('heading', { level: 1, name: 'On its way' }).waitFor()
        await page.getByText(`DHL 0034${number}`).waitFor()
        assert.match(await hrefOf(page, 'Track at DHL'), new RegExp(`^https://www\\.dhl\\.com/.*0034${number}$`))
        assert.equal(await page.locator('.cancel').count(), 0)
        await audit('the order on its way')

        await press(page, 'Order the same again')
        if (script) await press(page, 'Put three pieces in the bag')
        await page.getByText('Three pieces are in your bag.').waitFor()
        // With script the cart lies over the page once all of it is there.
        const cart = script ? page.getByRole('dialog', { name: 'Your bag' }) : page
        const look = cart.getByRole('link', { name: /^Look at the bag/ }).first()
        await look.waitFor()
        await audit('the same again')
        await look.click()
        await page.waitForURL(/\/cart$/)
        await page.getByRole('heading', { name: 'Two Vessels, printable' }).first().waitFor()
        await page.getByRole('heading', { name: 'Morning Mug' }).first().waitFor()
      })

  test('by keyboard alone', async () => {
    const email = 'keys@example.com'
    const { id, link } = await bought(email)
    await using visit = await browser.visit({ width: 1440, script: true })
    const { page } = visit
    await arrive(page, link)
    /** Tab after tab until something with this name has the focus. */
    const come = async (name: RegExp) => {
      for (let tabs = 0; tabs < 80; tabs++) {
        await page.keyboard.press('Tab')
        const at = await page.evaluate(() => {
          const here = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }
          return [...(here.labels ?? [])].map((label) => label.innerText).join() || here.innerText
        })
        if (name.test(at)) return
      }
      assert.fail(`no tab comes to ${name}`)
    }
    await come(/The e-mail you ordered with/)
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Three pieces' }).waitFor()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await come(/^Cancel it/)
    await page.keyboard.press('Enter')
    await come(/^Why/)
    await page.keyboard.press('ArrowDown')
    await come(/^Ask to cancel it/)
    await page.keyboard.press('Enter')
    await page.getByText('You asked us to cancel it.').waitFor()
    await come(/^Why this total/)
    await page.keyboard.press('Enter')
    await page.getByText(/19 % VAT within €65\.90/).waitFor()
    const { order } = await shop.merchant.orders.getOrder({ id })
    assert.ok(order.activities.some(({ merchantComment }) => merchantComment?.message.includes('by mistake')))
  })

  test('an order of nothing but a file: no shipping address is needed to have it at once', async () => {
    await using visit = await browser.visit({ width: 390, script: true })
    const { page, audit } = visit
    await addToCart(page, shop, print)
    await checkOut(page, shop)
    await writeAddress(page, 'file@example.com')
    await press(page, /^Go on/)
    await writeCard(page, cards.good)
    await press(page, /^Pay/)
    const { id } = await readOrder(page)
    const { order } = await shop.merchant.orders.getOrder({ id })
    assert.deepEqual([order.fulfillmentStatus, order.shippingInfo], ['FULFILLED', undefined])
    await arrive(page, `${shop.url}/orders/${id}`)
    await page.getByRole('heading', { level: 1, name: 'All yours' }).waitFor()
    await audit('an order of a file')
    assert.deepEqual(await fetched(page, await hrefOf(page, /^Fetch/)), pdf)
  })
})
