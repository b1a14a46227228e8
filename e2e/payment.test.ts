import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { arrive, type Window } from './browser.ts'
import * as hands from './by-hand.ts'
import { withKeys } from './input.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import {
  addToCart,
  awaitEmail,
  cards,
  checkOut,
  comeToPayment,
  confirmEmail,
  leftOf,
  paymentsOf,
  press,
  readOrder,
  sendToCheckout,
  snatch,
  writeAddress,
  writeCard,
} from './shopper.ts'

const bowl = { slug: 'cereal-bowl', choices: { Glaze: 'Oat' } }
const fewCups = { slug: 'espresso-cup', choices: { Glaze: 'Sage' } }
const fewMugs = { slug: 'morning-mug', choices: { Glaze: 'Ink', Size: 'Large, 360 ml' } }
const plate = { slug: 'dinner-plate', choices: { Glaze: 'Chalk' } }

suite('paying, and what may come between', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  for (const script of [true, false])
    test(`a declined card is said so, another one pays, ${script ? 'with' : 'without'} script`, async () => {
      await using visit = await browser.visit({ width: script ? 1440 : 390, script })
      const { page, audit } = visit
      const before = await leftOf(shop, bowl)
      await addToCart(page, shop, bowl)
      await comeToPayment(page, shop, `declined-${script ? 'script' : 'plain'}@example.com`)
      await writeCard(page, cards.declined)
      await press(page, /^Pay/)

      await page.getByRole('alert').getByText('Your bank said no to this card.').waitFor()
      await audit('a declined card')
      assert.equal(await leftOf(shop, bowl), before, 'the bowl is back on the shelf')
      assert.equal(await page.getByLabel('Code on the back').inputValue(), '')
      assert.equal(await page.getByLabel('Card number').inputValue(), '', 'the number that was refused is gone')
      const transfer = page.getByRole('radio', { name: /^Bank transfer/ })
      if (script) {
        assert.equal(await page.evaluate(() => document.activeElement?.id), 'number')
        await page.getByRole('alert').getByRole('link', { name: 'Bank transfer instead' }).click()
        assert.equal(await transfer.isChecked(), true)
        await audit('another way to pay than the declined card')
        await page.getByRole('radio', { name: /^Card/ }).check()
      }

      await writeCard(page, cards.good)
      await press(page, /^Try again, pay/)
      const { id } = await readOrder(page)
      assert.deepEqual(await paymentsOf(shop, id), ['DECLINED', 'APPROVED'])
      assert.equal(await leftOf(shop, bowl), before - 1)
    })

  for (const script of [true, false])
    test(`the bank asks whether it is you, ${script ? 'with' : 'without'} script: no, its window closed, yes`, async () => {
      await using visit = await browser.visit({ width: script ? 390 : 1440, script })
      const { page, audit } = visit
      await addToCart(page, shop, bowl)
      await comeToPayment(page, shop, `asked-${script ? 'script' : 'plain'}@example.com`)
      await writeCard(page, cards.asksTheBuyer)
      await press(page, /^Pay/)
      await page.getByRole('heading', { name: 'Your bank asks: is it you?' }).waitFor()
      assert.match(page.url(), /\/sandbox\/3-d-secure\//)
      await audit('the bank’s page')
      await press(page, 'No, that is not me')

      await page.getByRole('alert').getByText('The payment was not confirmed at your bank.').waitFor()
      await audit('a payment that was not confirmed')
      await writeCard(page, cards.asksTheBuyer)
      await press(page, /pay/i)
      await page.getByRole('link', { name: 'Close, pay another way' }).click()

      await page.getByRole('alert').getByText('The bank’s window closed.').waitFor()
      await audit('a closed window of the bank')
      await page.getByRole('link', { name: 'Open it again' }).click()
      await press(page, 'Confirm')
      const { id } = await readOrder(page)
      assert.deepEqual(await paymentsOf(shop, id), ['DECLINED', 'APPROVED'])
      await page.goBack()
      assert.equal((await readOrder(page)).id, id, 'Back leads to the order, not to the bank')
    })

  test('declined, asked by the bank, refused and confirmed, by the keys alone', async () => {
    await using visit = await browser.visit({ width: 1440, theme: 'dark' })
    const { page } = visit
    const keys = withKeys(page)
    const pay = (name: RegExp) => keys.press(page.getByRole('button', { name }))
    await hands.put(page, shop, keys, 'cereal-bowl?Glaze=Oat')
    await hands.begin(page, shop, keys)
    await hands.writePerson(page, keys, hands.hanna('keys@example.com'))
    await pay(/^Go on to the delivery day/)
    await page.getByRole('radio', { name: /Standard/ }).waitFor()
    await pay(/^Go on to payment/)
    await hands.writeCard(page, keys, cards.declined)
    await pay(/^Pay/)
    await page.getByRole('alert').getByText('Your bank said no to this card.').waitFor()

    await hands.writeCard(page, keys, cards.asksTheBuyer)
    await pay(/^Try again, pay/)
    await pay(/^No, that is not me/)
    await page.getByRole('alert').getByText('The payment was not confirmed at your bank.').waitFor()
    await hands.writeCard(page, keys, cards.asksTheBuyer)
    await pay(/pay/i)
    await pay(/^Confirm$/)
    const { id } = await readOrder(page)
    assert.deepEqual(await paymentsOf(shop, id), ['DECLINED', 'DECLINED', 'APPROVED'])
  })

  test('a bank that answers late: the page waits with the buyer, and the email comes when it has', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page, audit } = visit
    await addToCart(page, shop, bowl)
    await comeToPayment(page, shop, 'late@example.com')
    await writeCard(page, cards.late)
    await press(page, /^Pay/)
    await page.getByRole('heading', { level: 1, name: 'Your bank is still thinking' }).waitFor()
    await audit('an order that waits for the bank')
    await page.getByRole('heading', { level: 1, name: 'We are wrapping' }).waitFor()
    const { number } = await readOrder(page)
    assert.ok((await awaitEmail(shop, 'late@example.com')).text.includes(number))
  })

  test('the same payment sent twice at once is one order and one payment', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    const before = await leftOf(shop, bowl)
    await addToCart(page, shop, bowl)
    await comeToPayment(page, shop, 'twice@example.com')
    await writeCard(page, cards.good)
    const ends = await page.evaluate(async () => {
      const form = document.querySelector<HTMLFormElement>('form:has([name=number])')
      if (!form) throw new Error('there is no card to write into')
      const body = () => new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
      const send = () => fetch(form.action, { method: 'POST', body: body() })
      return (await Promise.all([send(), send()])).map(({ url }) => new URL(url).pathname)
    })
    assert.equal(ends[0], ends[1])
    const id = /\/orders\/([\da-f-]+)\/thank-you$/.exec(ends[0] ?? '')?.[1] ?? ''
    assert.deepEqual(await paymentsOf(shop, id), ['APPROVED'])
    assert.equal(await leftOf(shop, bowl), before - 1)
    await page.reload()
    await page.getByText('This order is already paid.').waitFor()
  })

  for (const script of [true, false])
    test(`what sold out while one was paying leaves the order with one press, ${script ? 'with' : 'without'} script`, async () => {
      await using visit = await browser.visit({ width: script ? 390 : 1440, script })
      const { page, audit } = visit
      const gone = script ? fewCups : fewMugs
      await addToCart(page, shop, gone)
      await addToCart(page, shop, plate)
      await comeToPayment(page, shop, `sold-out-${script ? 'script' : 'plain'}@example.com`)
      await snatch(shop, gone, await leftOf(shop, gone))
      await writeCard(page, cards.good)
      await press(page, /^Pay/)

      await page
        .getByRole('alert')
        .getByText(/sold out while it was in your bag/)
        .waitFor()
      await audit('a line that sold out')
      await press(page, 'Take it out and go on')
      await page.getByText(/sold out while/).waitFor({ state: 'detached' })
      await writeCard(page, cards.good)
      await press(page, /^Pay/)
      const { id } = await readOrder(page)
      const { order } = await shop.merchant.orders.getOrder({ id })
      assert.deepEqual(
        order.lineItems.map(({ productName }) => productName?.original),
        ['Table Plate'],
      )
    })

  test('fewer are left than asked for: the line is set to what there is', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    const cups = { slug: 'espresso-cup', choices: { Glaze: 'Ink' } }
    const left = await leftOf(shop, cups)
    await addToCart(page, shop, { ...cups, quantity: 3 })
    await comeToPayment(page, shop, 'short@example.com')
    await snatch(shop, cups, left - 2)
    await writeCard(page, cards.good)
    await press(page, /^Pay/)
    await page
      .getByRole('alert')
      .getByText(/^Two are left of Espresso Cup & Saucer, Ink, you asked for three\./)
      .waitFor()
    await audit('a line that ran short')
    await press(page, 'Take two')
    await page.getByText(/Two are left/).waitFor({ state: 'detached' })
    await writeCard(page, cards.good)
    await press(page, /^Pay/)
    const { id } = await readOrder(page)
    assert.equal((await shop.merchant.orders.getOrder({ id })).order.lineItems[0]?.quantity, 2)
  })

  test('an order may be collected: no address, no delivery day, taxed where it stands', async () => {
    await using visit = await browser.visit({ width: 820 })
    const { page, audit } = visit
    await addToCart(page, shop, plate)
    await checkOut(page, shop)
    await page.getByLabel('E-mail').fill('collects@example.com')
    await page.getByRole('radio', { name: 'I collect it' }).check()
    await page.locator('.ledger').getByText('Collect at the studio').waitFor()
    await audit('where to collect it')
    await page.getByLabel('Your first name').fill('Hanna')
    await page.getByLabel('Your last name').fill('Keller')
    await press(page, 'Go on to payment')
    await page.getByLabel('Card number').waitFor()
    assert.equal(await page.getByRole('heading', { name: 'When?' }).count(), 0)
    await writeCard(page, cards.good)
    await press(page, 'Pay €32')
    const { id } = await readOrder(page)
    const { order } = await shop.merchant.orders.getOrder({ id })
    assert.equal(order.shippingInfo?.logistics?.pickupDetails?.address?.addressLine, 'Kastanienallee 77')
    assert.equal(order.priceSummary?.shipping?.amount, '0.00')
  })

  test('fields and delivery follow the country, and the invoice may go elsewhere', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    await addToCart(page, shop, plate)
    await checkOut(page, shop)
    await page.locator('#country').selectOption('US')
    await page.getByText('Delivery, to United States').waitFor()
    await audit('an address in the United States')
    await page.locator('#country').selectOption('JP')
    await page.getByLabel('Prefecture').selectOption('JP-13')
    await page.locator('#country').selectOption('US')
    await page.getByText('Delivery, to United States').waitFor()
    await page.getByLabel('E-mail').fill('abroad@example.com')
    await page.locator('#firstName').fill('Ada')
    await page.locator('#lastName').fill('Moss')
    await page.locator('#street').fill('1 Main Street')
    await page.getByLabel('City').fill('San Francisco')
    await page.getByLabel('ZIP code').fill('9410')
    await page.getByLabel('State', { exact: true }).selectOption('US-CA')
    await page.getByLabel('The invoice goes to the same address').uncheck()
    await audit('an address for the invoice')
    await press(page, 'Go on to the delivery day')
    await page.getByText('A US ZIP code looks like 94107.').waitFor()
    await page.getByLabel('ZIP code').fill('94107')
    await page.getByLabel('The invoice goes to the same address').check()
    await press(page, 'Go on to the delivery day')
    await page.getByRole('radiogroup', { name: 'When?' }).getByText('International, by DHL').waitFor()
    assert.equal(await page.getByText('San Francisco, CA 94107, United States').isVisible(), true)
  })

  test('an app sends its buyer here by a redirect session, and has them back with the order', async () => {
    const headless = shop.shopper()
    const { fullUrl } = await sendToCheckout(headless, plate, {
      thankYouPageUrl: 'http://localhost:4999/thanks?from=vitrine',
      cartPageUrl: 'http://localhost:4999/cart',
    })
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await page.route('http://localhost:4999/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Thanks from the app</h1>' }),
    )
    await arrive(page, fullUrl)
    assert.equal(new URL(page.url()).searchParams.get('key'), null, 'the key is gone from the address')
    assert.equal(await page.getByRole('link', { name: 'Back to the bag' }).getAttribute('href'), 'http://localhost:4999/cart')
    await writeAddress(page, 'app@example.com')
    await press(page, 'Go on to the delivery day')
    await page.getByRole('radiogroup', { name: 'When?' }).getByText('Standard, by DHL GoGreen').waitFor()
    await press(page, 'Go on to payment')
    await writeCard(page, cards.good)
    await press(page, /^Pay/)
    await page.getByText('Thanks from the app').waitFor()
    const back = new URL(page.url())
    assert.equal(back.searchParams.get('from'), 'vitrine')
    const { order } = await shop.merchant.orders.getOrder({ id: back.searchParams.get('orderId') ?? '' })
    assert.equal(order.paymentStatus, 'PAID')
    assert.equal((await headless.orders.getOrder({ id: order.id ?? '' })).order.number, order.number, 'the app’s visitor finds it too')
  })

  test('whoever has the email’s link sees how far the order is, and the rest only with its e-mail', async () => {
    await using buyer = await browser.visit({ width: 1440 })
    await addToCart(buyer.page, shop, plate)
    await comeToPayment(buyer.page, shop, 'reader@example.com')
    await writeCard(buyer.page, cards.good)
    await press(buyer.page, /^Pay/)
    const { id, number } = await readOrder(buyer.page)
    const link = /https?:\/\/\S+\/orders\/[\da-f-]+\?token=\S+/.exec((await awaitEmail(shop, 'reader@example.com')).text)?.[0] ?? ''

    await using other = await browser.visit({ width: 390, script: false })
    const { page, audit } = other
    assert.equal((await page.goto(`${shop.url}/orders/${id}`))?.status(), 404)
    await audit('an order of somebody else')
    await page.goto(link)
    await page.getByText(number).first().waitFor()
    assert.equal(await page.getByText('Table Plate').count(), 0)
    assert.equal(await page.getByText('Kastanienallee 24').count(), 0)
    await audit('an order by its link')
    await confirmEmail(page, 'somebody@example.com')
    await page.getByText('This order was made with another e-mail.').waitFor()
    await audit('an order with another e-mail')
    await confirmEmail(page, 'Reader@example.com')
    await page.getByText('Table Plate').waitFor()
    assert.equal(await page.getByText('Kastanienallee 24').isVisible(), true)
    await audit('an order whose reader is known')
  })

  test('a checkout of somebody else is not there', async () => {
    await using owner = await browser.visit({ width: 1440 })
    await addToCart(owner.page, shop, plate)
    await checkOut(owner.page, shop)
    await using unauthenticated = await browser.visit({ width: 1440 })
    const answer = await unauthenticated.page.goto(owner.page.url())
    assert.equal(answer?.status(), 404)
    assert.equal(answer?.headers()['cache-control'], 'no-store')
    await unauthenticated.page.getByRole('heading', { name: 'This shelf is empty' }).waitFor()
    await unauthenticated.audit('a checkout that is not there')
  })
})
