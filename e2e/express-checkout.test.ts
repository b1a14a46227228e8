import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { FakeStripe } from '@vitrine/testing/stripe/model'
import type { FrameLocator, Page } from 'playwright-core'
import { arrive, type Window } from './browser.ts'
import type { OpenShop } from './shop.ts'
import { addToCart, checkOut, leftOf, paymentsOf, readOrder, sendToCheckout } from './shopper.ts'
import { sizes } from './sizes.ts'
import { bowl, openWithStripe } from './stripe-shop.ts'

suite('wallets in the cart and the checkout', () => {
  let stripe: FakeStripe
  let shop: OpenShop
  let browser: Window
  openWithStripe(async (opened) => {
    ;({ stripe, shop, browser } = opened)
    // The demo shop sends everywhere; this one does not.
    const { deliveryProfile } = shop.dispatch
    for (const { id, deliveryRegions } of (await deliveryProfile.queryDeliveryProfiles({ query: {} })).deliveryProfiles)
      for (const region of deliveryRegions ?? [])
        if (region.name === 'Rest of the world')
          await deliveryProfile.removeDeliveryRegion({ deliveryProfileId: id, deliveryRegionId: region.id })
  })

  const withApplePay = (page: Page) =>
    page.addInitScript(() => Object.assign(globalThis, { ApplePaySession: { canMakePayments: () => true } }))
  const wallets = (page: Page): FrameLocator => page.frameLocator('iframe[title="Pay with a wallet"]').first()
  const loadedBy = (page: Page) => {
    const loaded: string[] = []
    page.on('request', (request) => void loaded.push(request.url()))
    return loaded
  }
  const last = () => [...stripe.intents.values()].at(-1)!

  test('a browser without a wallet shows no buttons and loads no script', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    const loaded = loadedBy(page)
    await addToCart(page, shop, bowl)
    await page.goto(`${shop.url}/cart`)
    await checkOut(page, shop)
    assert.equal(await page.locator('iframe').count(), 0)
    assert.deepEqual(
      loaded.filter((url) => url.startsWith(stripe.url) || new URL(url).pathname.startsWith('/express')),
      [],
    )
  })

  test('in the drawer: an address without delivery is refused, the next one pays with our delivery method, in one order', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    await withApplePay(page)
    const before = await leftOf(shop, bowl)
    await addToCart(page, shop, bowl)
    await wallets(page).getByRole('button', { name: 'Buy with Apple Pay' }).waitFor()
    await audit('the cart with a wallet')
    await wallets(page).getByRole('button', { name: 'Buy with Apple Pay' }).click()
    const sheet = wallets(page).getByRole('dialog', { name: 'Apple Pay' })
    await sheet.getByRole('button', { name: 'Ship to Nowhere' }).dispatchEvent('click')
    await sheet.getByText('This address cannot be shipped to.').waitFor()
    await sheet.getByRole('button', { name: 'Ship to Berlin' }).dispatchEvent('click')
    await sheet.getByRole('button', { name: /^Standard, by DHL GoGreen.*chosen/ }).waitFor()
    await sheet.getByRole('button', { name: /^Express/ }).dispatchEvent('click')
    await sheet.getByRole('button', { name: /^Express.*chosen/ }).waitFor()
    const due = Number(/Pay (\d+) eur/.exec(await sheet.innerText())?.[1])
    await sheet.getByRole('button', { name: /^Pay \d+/ }).dispatchEvent('click')
    const { id } = await readOrder(page)
    const { order } = await shop.merchant.orders.getOrder({ id })
    assert.deepEqual(await paymentsOf(shop, id), ['APPROVED'])
    assert.equal(last().amount_received, due)
    assert.equal(Math.round(Number(order.priceSummary?.total?.amount) * 100), due)
    assert.equal(order.buyerInfo?.email, 'ada@example.com')
    assert.equal(order.shippingInfo?.logistics?.shippingDestination?.address?.addressLine, 'Torstrasse 1')
    assert.equal(order.shippingInfo?.logistics?.shippingDestination?.contactDetails?.lastName, 'Lovelace')
    assert.match(order.shippingInfo?.title ?? '', /Express/)
    assert.equal(await leftOf(shop, bowl), before - 1)
  })

  for (const width of sizes([390, 1440]))
    test(`at the top of the checkout, ${width} pixels wide: after a cancellation the form can be used, and the second try pays`, async () => {
      await using visit = await browser.visit({ width })
      const { page, audit } = visit
      await withApplePay(page)
      await addToCart(page, shop, bowl)
      await checkOut(page, shop)
      await page.getByText('or step by step, without an account').waitFor()
      await audit('the checkout with a wallet')
      await wallets(page).getByRole('button', { name: 'Buy with Apple Pay' }).click()
      const sheet = wallets(page).getByRole('dialog', { name: 'Apple Pay' })
      await sheet.getByRole('button', { name: 'Cancel' }).dispatchEvent('click')
      await page.getByRole('heading', { name: 'Who is it for?' }).waitFor()
      await wallets(page).getByRole('button', { name: 'Buy with Apple Pay' }).click()
      await sheet.getByRole('button', { name: 'Ship to Berlin' }).dispatchEvent('click')
      await sheet.getByRole('button', { name: /^Standard, by DHL GoGreen.*chosen/ }).waitFor()
      await sheet.getByRole('button', { name: /^Pay \d+/ }).dispatchEvent('click')
      const { id } = await readOrder(page)
      assert.deepEqual(await paymentsOf(shop, id), ['APPROVED'])
    })

  test('a buyer whom an app sent to the checkout comes back to the app after paying with a wallet', async () => {
    const { fullUrl } = await sendToCheckout(shop.shopper(), bowl, { thankYouPageUrl: 'http://localhost:4999/thanks' })
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await withApplePay(page)
    await page.route('http://localhost:4999/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Thanks from the app</h1>' }),
    )
    await arrive(page, fullUrl)
    await wallets(page).getByRole('button', { name: 'Buy with Apple Pay' }).click()
    const sheet = wallets(page).getByRole('dialog', { name: 'Apple Pay' })
    await sheet.getByRole('button', { name: 'Ship to Berlin' }).dispatchEvent('click')
    await sheet.getByRole('button', { name: /^Standard, by DHL GoGreen.*chosen/ }).waitFor()
    await sheet.getByRole('button', { name: /^Pay \d+/ }).dispatchEvent('click')
    await page.getByText('Thanks from the app').waitFor()
    assert.deepEqual(await paymentsOf(shop, new URL(page.url()).searchParams.get('orderId') ?? ''), ['APPROVED'])
  })

  test('product and cart pages may not load the script of the wallets; their frame may', async () => {
    const policyAt = async (path: string) => (await fetch(`${shop.url}${path}`)).headers.get('content-security-policy') ?? ''
    for (const path of ['/', '/products/cereal-bowl', '/cart']) assert.equal((await policyAt(path)).includes(stripe.url), false, path)
    assert.equal((await policyAt('/express')).includes(stripe.url), true)
  })
})
