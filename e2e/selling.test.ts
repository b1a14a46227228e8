import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { arrive, type Visit, type Window } from './browser.ts'
import { hanna, put, visible, writeCard, writePerson } from './by-hand.ts'
import { type Input, withKeys, withMouse } from './input.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { cartAnswer, readOrder } from './shopper.ts'
import { sizes } from './sizes.ts'

suite('selling, whole', () => {
  let shop: OpenShop
  let browser: Window
  openForAll(async (opened) => {
    ;[shop, browser] = opened
    await offerHours(shop)
    await offerTrial(shop)
  })

  // Each journey at both widths, at one by mouse and at the other by the keys alone.
  for (const width of sizes([390, 1440])) {
    const journey = (what: string, byKeysAt: number, walk: (visit: Visit & { input: Input; email: string }) => Promise<void>): void => {
      const keys = width === byKeysAt
      test(`${what}, ${width} px wide, ${keys ? 'by the keys alone' : 'by mouse'}`, async () => {
        await using visit = await browser.visit({ width })
        await walk(Object.assign(visit, { input: keys ? withKeys(visit.page) : withMouse, email: `${width}-${keys}@example.com` }))
      })
    }

    journey('goods and a file, with a code and a gift card that pays a part', 1440, async ({ page, input, audit, email }) => {
      await put(page, shop, input, 'morning-mug?Glaze=Oat&Size=Regular%2C+280+ml')
      await put(page, shop, input, 'morning-mug?Glaze=Sage&Size=Regular%2C+280+ml')
      await put(page, shop, input, 'two-vessels-printable')
      await arrive(page, `${shop.url}/cart`)

      await takeCode(page, input, 'SUMMER25')
      await page.getByText('SUMMER25 is over.').waitFor()
      await audit('a code that is over')
      await takeCode(page, input, 'slowsunday')
      await page.getByText(/saves you/).waitFor()
      const cart = await sumOf(page)
      assert.ok(cart.less > 0, 'the code takes something off')
      await input.press(page.locator('.why > summary'))
      await page.getByRole('row', { name: /^Code SLOWSUNDAY/ }).waitFor()
      await audit('the bag, its total explained')

      await input.press(visible(page.getByRole('button', { name: 'Check out' })))
      await page.getByRole('heading', { name: 'Who is it for?' }).waitFor()
      await writePerson(page, input, hanna(email))
      await input.press(page.getByRole('button', { name: 'Go on to the delivery day' }))
      await page.getByRole('radio', { name: /Standard/ }).waitFor()
      await openSummary(page, input, width)
      await takeCode(page, input, 'MRRW-GIFT-CARD-GONE')
      await page.getByText('This card has run out.').waitFor()
      await audit('a gift card that has run out')
      const { card } = await issueCard(shop, '20')
      await takeCode(page, input, card)
      await page.getByText('The card pays €20, €0 stays on it.').waitFor()
      await audit('a gift card that pays a part')
      const sum = await sumOf(page)
      await closeSummary(page, input, width)
      await input.press(page.getByRole('button', { name: 'Go on to payment' }))
      await writeCard(page, input)
      await audit('how to pay the rest')
      await input.press(page.getByRole('button', { name: /^Pay/ }))
      const { id } = await readOrder(page)
      await audit('thank you')

      const { order } = await shop.merchant.orders.getOrder({ id })
      assert.equal(order.paymentStatus, 'PAID')
      assert.equal(Number(order.priceSummary?.total?.amount), sum.due + 20)
      assert.deepEqual(order.lineItems.map(({ itemType }) => itemType?.preset).toSorted(), ['DIGITAL', 'PHYSICAL', 'PHYSICAL'])
      assert.equal(order.appliedDiscounts[0]?.coupon?.code, 'SLOWSUNDAY')
    })

    journey('a gift card that pays all of it: no bank is asked', 390, async ({ page, input, audit, email }) => {
      await put(page, shop, input, 'two-vessels-printable')
      await arrive(page, `${shop.url}/cart`)
      await input.press(visible(page.getByRole('button', { name: 'Check out' })))
      await writePerson(page, input, hanna(email))
      await input.press(page.getByRole('button', { name: 'Go on to payment' }))
      await page.getByLabel('Card number').waitFor()
      await openSummary(page, input, width)
      const { card } = await issueCard(shop, '100')
      await takeCode(page, input, card)
      await page
        .getByText(/stays on it/)
        .first()
        .waitFor()
      await closeSummary(page, input, width)
      await page.getByText('There is nothing to pay.').waitFor()
      await audit('an order that a gift card pays')
      await input.press(page.getByRole('button', { name: 'Order', exact: true }))
      const { id } = await readOrder(page)
      const { order } = await shop.merchant.orders.getOrder({ id })
      assert.equal(order.paymentStatus, 'PAID')
      assert.equal(order.shippingInfo?.title, undefined, 'a file is not delivered')
    })

    journey('collected at an hour one chooses', 1440, async ({ page, input, audit, email }) => {
      await put(page, shop, input, 'cereal-bowl?Glaze=Oat')
      await arrive(page, `${shop.url}/cart`)
      await input.press(visible(page.getByRole('button', { name: 'Check out' })))
      await page.getByRole('heading', { name: 'Who is it for?' }).waitFor()
      await input.write(page.getByLabel('E-mail'), email)
      await input.choose(page.getByRole('radio', { name: 'I collect it' }))
      await input.choose(page.getByRole('radio', { name: /^Kiosk am Arkonaplatz/ }))
      await page.getByText('Ring twice.').waitFor()
      const day = page.locator('.dayb:visible input').nth(1)
      await input.choose(day)
      const hour = page.getByRole('radio', { name: '17:00 – 19:00' }).filter({ visible: true })
      await input.choose(hour)
      await audit('where and when to collect')
      const title = (await day.getAttribute('aria-label')) ?? ''
      await input.write(page.getByLabel('Your first name'), 'Hanna')
      await input.write(page.getByLabel('Your last name'), 'Keller')
      await input.press(page.getByRole('button', { name: 'Go on to payment' }))
      await page.getByLabel('Card number').waitFor()
      await page.getByText(`${title}, 17:00 – 19:00`).waitFor()
      await writeCard(page, input)
      await audit('how to pay what is collected')
      await input.press(page.getByRole('button', { name: /^Pay/ }))
      const { id } = await readOrder(page)
      const { order } = await shop.merchant.orders.getOrder({ id })
      const { pickupDetails, deliveryTimeSlot } = order.shippingInfo?.logistics ?? {}
      assert.equal(pickupDetails?.address?.addressLine, 'Arkonaplatz 3')
      assert.match(inBerlin(deliveryTimeSlot?.from), /17:00$/)
    })

    journey('coffee every month, the first two weeks free, begun on its page', 390, async ({ page, input, audit, email }) => {
      await put(page, shop, input, 'two-vessels-printable')
      await arrive(page, `${shop.url}/products/house-espresso-tin?Grind=Espresso`)
      await page.getByRole('radio', { name: /^Once/ }).and(page.locator(':checked')).waitFor()
      await input.choose(page.getByRole('radio', { name: /^Every month/ }))
      await page.getByText('It comes every month; the first two weeks you pay nothing for it. End it whenever you like.').waitFor()
      assert.match((await page.locator('.buy__price').innerText()).replaceAll(/\s/g, ''), /€15\.?30.*€17/)
      await audit('a way of having it come again')
      const heard = cartAnswer(page)
      await input.press(visible(page.getByRole('button', { name: /^Begin/ })))
      await heard
      const words = 'every month, the first two weeks free, until you end it'
      await visible(page.getByRole('dialog').getByText(words)).waitFor()
      await arrive(page, `${shop.url}/cart`)
      await visible(page.getByText(words)).waitFor()
      await audit('a bag with what comes again')
      await input.press(visible(page.getByRole('button', { name: 'Check out' })))
      await page.getByRole('heading', { name: 'Who is it for?' }).waitFor()
      await writePerson(page, input, hanna(email))
      await input.press(page.getByRole('button', { name: 'Go on to the delivery day' }))
      await input.press(page.getByRole('button', { name: 'Go on to payment' }))
      await writeCard(page, input)
      await openSummary(page, input, width)
      await visible(page.getByText(words)).waitFor()
      await page.getByText('To pay when the free time is over').waitFor()
      const { due } = await sumOf(page)
      await audit('what is due today, and what when the free time is over')
      await closeSummary(page, input, width)
      await input.press(page.getByRole('button', { name: /^Pay €/ }))
      const { id } = await readOrder(page)
      await visible(page.getByText(words)).waitFor()
      const { order } = await shop.merchant.orders.getOrder({ id })
      const { subscriptionInfo, price } = order.lineItems.find((line) => line.subscriptionInfo) ?? {}
      assert.deepEqual([subscriptionInfo?.subscriptionOptionTitle, price?.amount], ['Every month', '15.30'])
      assert.equal(subscriptionInfo?.subscriptionSettings?.frequency, 'MONTH')
      const later = Number(order.payAfterFreeTrial?.total?.amount)
      assert.ok(later >= 15.3, 'the coffee is paid when the free time is over')
      assert.equal(due.toFixed(2), (Number(order.priceSummary?.total?.amount) - later).toFixed(2), 'and not today')
      await input.press(page.getByRole('link', { name: 'Follow the order' }))
      await visible(page.getByText(words)).waitFor()
      await audit('an order that comes again')
    })

    journey('a deposit now and the rest later', 1440, async ({ page, input, audit, email }) => {
      await open(page, shop, [
        {
          price: '90',
          productName: { original: 'A throwing class' },
          itemType: { preset: 'SERVICE' },
          paymentOption: 'DEPOSIT_ONLINE',
          depositAmount: '30',
        },
      ])
      await writePerson(page, input, hanna(email))
      await input.press(page.getByRole('button', { name: 'Go on to payment' }))
      await writeCard(page, input)
      await openSummary(page, input, width)
      await page.getByText('€30 with the order, the rest later').waitFor()
      await page.getByText('To pay later').waitFor()
      assert.equal((await sumOf(page)).due, 30)
      await audit('a deposit')
      await closeSummary(page, input, width)
      await input.press(page.getByRole('button', { name: 'Pay €30' }))
      const { id } = await readOrder(page)
      const { order } = await shop.merchant.orders.getOrder({ id })
      assert.equal(order.paymentStatus, 'PARTIALLY_PAID')
      assert.equal(order.balanceSummary?.balance?.amount, '60.00')
      await page.getByText('A throwing class: the rest comes later, as agreed.').waitFor()
      await audit('thanks for a deposit')
      await input.press(page.getByRole('link', { name: 'Follow the order' }))
      await page.getByRole('heading', { level: 1, name: 'It is noted' }).waitFor()
      await page.getByText('€60.00 come later, as agreed.').waitFor()
      await page.getByText('First part paid').waitFor()
      await audit('an order of which a part is paid')
    })
  }

  test('without script: a code, a place to estimate for, an hour and a gift card', async () => {
    await using visit = await browser.visit({ width: 1440, script: false })
    const { page, audit } = visit
    await page.goto(`${shop.url}/products/cereal-bowl?Glaze=Oat`)
    await visible(page.getByRole('button', { name: /^Add to the bag/ })).click()
    await page.waitForURL(/\/cart$/)
    await takeCode(page, withMouse, 'nothing')
    await page.getByText('We do not know this code. Look for 0 and O.').waitFor()
    await takeCode(page, withMouse, 'HOMEFREE')
    await page.getByText('HOMEFREE saves you €4.90').waitFor()
    await page.getByText('Delivery estimate').click()
    await page.getByLabel('Postcode').fill('123')
    await page.getByRole('button', { name: 'Reckon it' }).click()
    await page.getByText('A German postcode has five figures; this one has three.').waitFor()
    await audit('a postcode that cannot be')
    await page.getByLabel('Country').selectOption('AT')
    await page.getByLabel('Postcode').fill('1010')
    await page.getByRole('button', { name: 'Reckon it' }).click()
    await page.getByText('Austria, 1010.').waitFor()
    await page.getByText('Delivery estimate').click()
    await page.getByLabel('Country').selectOption('DE')
    await page.getByLabel('Postcode').fill('10435')
    await page.getByRole('button', { name: 'Reckon it' }).click()
    await page.getByText('A note to us').click()
    await page.getByLabel('What should we know?').fill('Ring at Lene’s.')
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('Ring at Lene’s.').first().waitFor()
    await audit('the bag, with all that is said beside it')
    await visible(page.getByRole('button', { name: 'Check out' })).click()
    await writePerson(page, withMouse, hanna('plain@example.com'))
    await page.getByRole('button', { name: 'Go on to the delivery day' }).click()
    await page.getByRole('radio', { name: /By hand/ }).check()
    await page.locator('.dayb:visible input').nth(1).check()
    await page.getByRole('radio', { name: '17:00 – 19:00' }).filter({ visible: true }).check()
    await audit('an hour')
    await page.getByRole('button', { name: 'Go on to payment' }).click()
    await page
      .getByText(/, 17:00 – 19:00/)
      .first()
      .waitFor()
    const { card } = await issueCard(shop, '100')
    await takeCode(page, withMouse, card)
    await page.getByText('There is nothing to pay.').waitFor()
    await page.getByRole('button', { name: 'Order', exact: true }).click()
    const { id } = await readOrder(page)
    const { order } = await shop.merchant.orders.getOrder({ id })
    assert.equal(order.buyerNote, 'Ring at Lene’s.')
    assert.match(inBerlin(order.shippingInfo?.logistics?.deliveryTimeSlot?.from), /17:00$/)
  })

  test('without script: coffee every two weeks; a way of buying that is over; one that is the only one', async () => {
    await using visit = await browser.visit({ width: 820, script: false, theme: 'dark' })
    const { page, audit } = visit
    await page.goto(`${shop.url}/products/morning-blend?Weight=1+kg&Grind=Filter`)
    await page.getByRole('radio', { name: /^Every two weeks/ }).check()
    await audit('a way of having it come again, without script')
    await visible(page.getByRole('button', { name: /^Add to the bag/ })).click()
    await page.waitForURL(/\/cart$/)
    await page.getByText('1 kg, Filter, every two weeks, until you end it').waitFor()
    assert.match((await page.locator('.line__price, .line').first().innerText()).replaceAll(/\s/g, ''), /41\.?80/)

    const { productId, fortnightly, monthly } = await plansOf(shop, 'morning-blend')
    await page.goto(`${shop.url}/products/morning-blend?plan=${fortnightly}`)
    await page
      .getByRole('radio', { name: /^Every two weeks/ })
      .and(page.locator(':checked'))
      .waitFor()
    const assign = (...ids: string[]) =>
      shop.planAdmin.assignSubscriptionOptionsToProduct({ productId, assignedSubscriptionOptions: ids.map((id) => ({ id })) })
    await assign(monthly)
    await shop.planAdmin.allowOneTimePurchases({ productId, allowed: false })
    await visible(page.getByRole('button', { name: /^Begin/ })).click()
    await page.getByText('It is not sold that way any more.').waitFor()
    assert.deepEqual(await page.locator('.opt').count(), 1, 'once is not offered where it is not sold once')
    await page
      .getByRole('radio', { name: /^Every month/ })
      .and(page.locator(':checked'))
      .waitFor()
    await audit('a way of buying that is over')
    await visible(page.getByRole('button', { name: /^Begin/ })).click()
    await page.waitForURL(/\/cart$/)
    await page.getByText('is not in the shop any more.').waitFor()
    await assign(fortnightly, monthly)
    await shop.planAdmin.allowOneTimePurchases({ productId, allowed: true })
  })

  test('a tax number that cannot be is said beside its field, and a right one is on the order', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page, audit } = visit
    await put(page, shop, withMouse, 'cereal-bowl?Glaze=Oat')
    await arrive(page, `${shop.url}/cart`)
    await visible(page.getByRole('button', { name: 'Check out' })).click()
    await writePerson(page, withMouse, hanna('company@example.com'))
    await page.getByText('I buy for a company').first().click()
    await page.locator('#company').fill('Keller & Söhne')
    await page.locator('#taxId').fill('136 695 977')
    await page.getByRole('button', { name: 'Go on to the delivery day' }).click()
    await page.getByText('This cannot be right. It begins with DE; one figure may be wrong.').waitFor()
    await audit('a tax number that cannot be')
    await page.locator('#taxId').fill('136 695 976')
    await page.getByRole('button', { name: 'Go on to the delivery day' }).click()
    await page.getByRole('button', { name: 'Go on to payment' }).click()
    await writeCard(page, withMouse)
    await page.getByRole('button', { name: /^Pay/ }).click()
    const { id } = await readOrder(page)
    const { order } = await shop.merchant.orders.getOrder({ id })
    assert.equal(order.billingInfo?.contactDetails?.vatId?.id, 'DE136695976')
    assert.equal(order.billingInfo?.contactDetails?.company, 'Keller & Söhne')
  })
})

const inBerlin = (instant: string | undefined) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' }).format(new Date(instant ?? 0))

/** A place to collect at and a bike, each with hours on every day of the week. */
async function offerHours({ dispatch }: OpenShop): Promise<void> {
  const { deliveryProfiles } = await dispatch.deliveryProfile.queryDeliveryProfiles({ query: {} })
  const germany = deliveryProfiles.flatMap(({ deliveryRegions }) => deliveryRegions ?? []).find(({ name }) => name === 'Germany')
  assert.ok(germany?.id)
  const deliveryRegionIds = [germany.id]
  const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
  const at = (hours: number) => ({ hours, minutes: 0 })
  const timeWindows = days.flatMap((day) => [9, 17].map((hour) => ({ day, start: at(hour), end: at(hour + 2), capacity: 50 })))
  const scheduledDeliveryConfig = { daysAhead: 4, timeWindows }
  await dispatch.pickupLocations.createPickupLocation({
    pickupLocation: {
      name: 'Kiosk am Arkonaplatz',
      active: true,
      pickupMethod: 'PICKUP_POINT',
      instructions: 'Ring twice.',
      address: { country: 'DE', city: 'Berlin', postalCode: '10435', addressLine: 'Arkonaplatz 3' },
      deliveryRegionIds,
      rates: [{ amount: '0' }],
      scheduledDeliveryConfig,
    },
  })
  await dispatch.localDeliveryOptions.createLocalDeliveryOption({
    localDeliveryOption: {
      areaName: 'By hand, every day',
      active: true,
      deliveryRegionIds,
      rates: [{ amount: '5.90' }],
      scheduledDeliveryConfig,
    },
  })
}

/** The espresso, every month, is free for the first two weeks. */
async function offerTrial(shop: OpenShop): Promise<void> {
  const { monthly } = await plansOf(shop, 'house-espresso-tin')
  await shop.planAdmin.updateSubscriptionOption({
    subscriptionOption: {
      id: monthly,
      subscriptionSettings: { frequency: 'MONTH', autoRenewal: true, freeTrialPeriod: { frequency: 'WEEK', interval: 2 } },
    },
  })
}

async function plansOf({ merchant }: OpenShop, slug: string) {
  const { products } = await merchant.products.queryProducts({ query: { filter: { slug } } })
  const [product] = products
  const named = (title: string) => product?.subscriptionDetails?.subscriptions.find((plan) => plan.title === title)?.id ?? ''
  return { productId: product?.id ?? '', monthly: named('Every month'), fortnightly: named('Every two weeks') }
}

/** A checkout that the shop has made for somebody, opened by its link. */
async function open(page: Page, { merchant }: OpenShop, lines: Parameters<typeof merchant.checkout.createCheckout>[0]['customLineItems']) {
  const { checkout } = await merchant.checkout.createCheckout({ channelType: 'WEB', customLineItems: lines })
  const { checkoutUrl } = await merchant.checkout.getCheckoutUrl({ id: checkout.id ?? '' })
  await arrive(page, checkoutUrl)
  await page.getByRole('heading', { name: 'Who is it for?' }).waitFor()
}

async function takeCode(page: Page, input: Input, code: string): Promise<void> {
  await input.write(page.locator('#voucher'), code)
  await input.press(page.getByRole('button', { name: 'Add', exact: true }))
}

const fold = (page: Page) => page.locator('.co__fold > summary')

/** On phones the order is folded away. */
async function openSummary(page: Page, input: Input, width: number): Promise<void> {
  if (width < 768) await input.press(fold(page))
  await page.locator('.co__sum .ledger').waitFor()
}

async function closeSummary(page: Page, input: Input, width: number): Promise<void> {
  if (width < 768) await input.press(fold(page))
}

/** What is taken off, and what is due, as the page says. */
async function sumOf(page: Page): Promise<{ due: number; less: number }> {
  const amount = (text: string) => Number(text.replace(/[^\d.]/g, ''))
  const less = await page.locator('.ledger .minus').allInnerTexts()
  const total = page.locator('.ledger .total dd')
  const exact = total.locator('.sr')
  const due = (await exact.count()) > 0 ? await exact.first().textContent() : await total.first().textContent()
  return { due: amount(due ?? ''), less: less.reduce((sum, text) => sum + amount(text), 0) }
}

let issued = 0

/** A card of the shop with so much on it. */
async function issueCard({ cardAdmin }: OpenShop, value: string): Promise<{ card: string }> {
  const card = `E2EC-${String(++issued).padStart(4, '0')}-CARD-2468`
  await cardAdmin.createGiftCard({ giftCard: { code: card, initialValue: { amount: value }, currency: 'EUR', source: 'MANUAL' } })
  return { card }
}
