import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { discountRules, giftCards, promotions } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { toCheckout } from './checkout.ts'

const catalogue = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const recipient = 'ada-card@example.com'
const refusalOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code

suite('promotions and gift cards in the admin', () => {
  let admin: OpenAdmin
  let office: ReturnType<typeof officeOf>
  const officeOf = ({ shop }: OpenAdmin) =>
    createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { promotions, discountRules, giftCards } })
  before(async () => {
    admin = await openAdmin()
    office = officeOf(admin)
  })
  after(() => admin?.[Symbol.asyncDispose]())

  /** Mugs in the checkout of somebody new, who types codes. */
  const mugsAtCheckout = (quantity: number, codes: { readonly couponCode?: string; readonly giftCardCode?: string } = {}) =>
    toCheckout(admin.shop, { quantity, email: 'hanna@example.com', ...codes })
  const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

  test('a gift card is issued by the keys, to somebody, and is owed from then on', async () => {
    await using visit = await admin.enter({ width: 1440, theme: 'dark' }, '/gift-cards')
    const { page, audit } = visit
    await page.getByText('we owe').waitFor()
    await audit('gift cards')
    await page.keyboard.press('n')
    await page.getByLabel('Amount').fill('30')
    await page.getByLabel(/^For/).fill('Ada Lovelace')
    await page.getByLabel(/^Email/).fill(recipient)
    await page.getByLabel(/^Message/).fill('For your desk.')
    await audit('issue a card')
    const { owed: before } = await office.giftCards.sumUpGiftCards()
    await page.keyboard.press('Control+Enter')
    const panel = page.getByRole('complementary', { name: /^Gift card/ })
    await panel.getByText('Ada Lovelace').waitFor()
    const { owed } = await office.giftCards.sumUpGiftCards()
    assert.equal(Number(owed) - Number(before), 30)
    await audit('a gift card')
  })

  test('a coupon is made with the mouse, tried on the carts of late, and works at once at the checkout; its code is taken from then on', async () => {
    await admin.buy('promotions@example.com')
    await using visit = await admin.enter({ width: 1440 }, '/promotions')
    const { page, audit } = visit
    await row(page, 'SLOWSUNDAY').waitFor()
    await audit('promotions')
    await page.getByRole('link', { name: 'Coupon' }).click()
    const panel = page.getByRole('complementary', { name: 'New coupon' })
    await panel.getByLabel('Code', { exact: true }).fill('tenoff')
    await panel.getByLabel('What it gives').selectOption('an amount')
    await panel.getByLabel('Amount').fill('10,00')
    await panel.getByRole('button', { name: 'The order is worth at least …' }).click()
    await panel.getByLabel('Least worth').fill('40')
    // Two mugs for €52.00 each time, and whatever else was bought before.
    const preview = panel.getByRole('region', { name: 'Preview over recent carts' })
    await preview.getByText('Carts it touches').waitFor()
    await panel.getByRole('button', { name: 'Make it' }).click()
    await panel.getByText('Another coupon has this code.').waitFor()
    await panel.getByLabel('Code', { exact: true }).fill('MUGS10')
    await audit('a coupon')
    await panel.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('complementary', { name: 'Coupon MUGS10' }).waitFor()
    await row(page, 'MUGS10').getByText('€10 off from €40').waitFor()
    assert.deepEqual(await page.locator('tbody a[aria-current]').allInnerTexts(), ['MUGS10'])

    const { priceSummary } = (await mugsAtCheckout(2, { couponCode: 'mugs10' })).checkout
    assert.equal(priceSummary?.discount?.amount, '10.00')
    const { priceSummary: little } = (await mugsAtCheckout(1, { couponCode: 'MUGS10' })).checkout
    assert.equal(little?.discount?.amount, '0.00')

    await page.getByRole('button', { name: 'Pause' }).click()
    await row(page, 'MUGS10').getByText('Off', { exact: true }).waitFor()
    assert.equal(await refusalOf(mugsAtCheckout(2, { couponCode: 'MUGS10' })), 'ERROR_COUPON_IS_DISABLED')
  })

  test('a rule by the keys at 820 px: its preview says the right carts and sums, it goes live, and stacks where one puts it', async () => {
    await mugsAtCheckout(4)
    await using visit = await admin.enter({ width: 820, theme: 'dark' }, '/promotions/rules/new')
    const { page, audit } = visit
    await page.getByLabel('Name').focus()
    await page.keyboard.type('Mugs together')
    await page.getByLabel('Which items').press('Enter')
    await page.getByLabel('Find collections and products').pressSequentially('morning mug')
    const mug = page.getByRole('checkbox', { name: 'Morning Mug', exact: true })
    await mug.waitFor()
    await mug.press('Space')
    await audit('what a rule is for')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Which items: Morning Mug' }).waitFor()
    await page.getByLabel('How much').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('25')

    // Of the carts of late, those with four mugs are given a quarter of what is in them.
    const preview = page.getByRole('region', { name: 'Preview over recent carts' })
    const touched = preview.getByRole('row').filter({ has: page.getByRole('button') })
    await touched.first().waitFor()
    const [cart] = (
      await office.promotions.previewPromotion({
        discountRule: {
          name: 'Mugs together',
          trigger: { itemQuantityRange: { from: 4, scopes: await mugScope() } },
          discounts: { values: [{ percentage: 25, specificItemsInfo: { scopes: await mugScope() } }] },
        },
      })
    ).carts.filter(({ unmoved }) => !unmoved)
    assert.equal(cart?.nowReasons?.find(({ name }) => name === 'Mugs together')?.amount, '26.00', 'a quarter of four mugs for €26.00')
    await touched.first().getByText(`−€${cart.given}`).waitFor()
    await touched.first().getByRole('button').press('Enter')
    await preview.getByText('25 % of €104.00').waitFor()
    await audit('a rule')

    await page.keyboard.press('Control+s')
    await page.getByText('Mugs together is live.').waitFor()
    await page.getByRole('button', { name: 'Move Mugs together: arrow keys' }).press('ArrowUp')
    await page.getByText('Mugs together comes 2nd.').waitFor()
    const { discountRules } = await office.discountRules.queryDiscountRules({
      query: { sort: [{ fieldName: 'createdDate', order: 'ASC' }] },
    })
    assert.equal(discountRules.length, 3)
    const { appliedDiscounts } = (await mugsAtCheckout(4)).checkout
    assert.deepEqual(
      appliedDiscounts.map(({ discountRule }) => [discountRule?.name?.original, discountRule?.amount?.amount]),
      [['Mugs together', '26.00']],
    )

    // Whoever leaves with something unsaved is asked.
    await page.getByLabel('How much').fill('30')
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Promotions' }).press('Enter')
    await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Leave without them' }).press('Enter')
    await row(page, 'Mugs together').waitFor()
  })

  test('its email comes, a cart is paid with it, its history says what is on it; blocked, nobody can use it', async () => {
    const email = await awaitCard()
    const code = /[2-9A-Z]{4}(?:-[2-9A-Z]{4}){3}/.exec(email)?.[0] ?? ''
    const buyer = await mugsAtCheckout(2, { giftCardCode: code })
    assert.equal(buyer.checkout.giftCard?.amount?.amount, '30.00')
    const orderId = await buyer.pay()

    await using visit = await admin.enter({ width: 1440 }, `/gift-cards?q=${encodeURIComponent(code)}`)
    const { page, audit } = visit
    await page.getByRole('row').filter({ hasText: 'Ada Lovelace' }).getByRole('link').click()
    const panel = page.getByRole('complementary', { name: /^Gift card/ })
    const paid = panel.getByRole('row').filter({ hasText: 'Paid with it' })
    await paid.getByText('−€30.00').waitFor()
    assert.match((await paid.getByRole('link').getAttribute('href')) ?? '', new RegExp(`/orders/${orderId}$`))
    await panel.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Amount').fill('5')
    await page.getByRole('button', { name: /^Put €5\.00 on it/ }).click()
    await panel.getByRole('row').filter({ hasText: 'Put on by hand' }).getByText('+€5.00').waitFor()
    await audit('what became of a gift card')
    await panel.getByRole('button', { name: 'Block' }).click()
    await page.getByRole('button', { name: 'Block it' }).click()
    await panel.getByText('Blocked').first().waitFor()
    assert.equal(await refusalOf(mugsAtCheckout(1, { giftCardCode: code })), 'GIFT_CARD_DISABLED')
  })

  async function awaitCard(): Promise<string> {
    const { inbox } = admin.shop.merchant
    for (const until = Date.now() + 20_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 250))) {
      const { messages } = await inbox.listMessages()
      const found = messages.find(({ to }) => to.some((address) => address.includes(recipient)))
      if (found) return (await inbox.getMessage({ id: found.id })).message.text
    }
    throw new Error('no email came')
  }

  async function mugScope() {
    const { products: found } = await admin.shop.shopper().products.queryProducts({ query: { filter: { slug: 'morning-mug' } } })
    return [{ catalogItemFilter: { catalogAppId: catalogue, catalogItemIds: [found[0]!.id] } }]
  }
})
