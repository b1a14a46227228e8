import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { arrive, type Window } from './browser.ts'
import { type Input, withKeys, withMouse } from './input.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { cartAnswer, readOrder } from './shopper.ts'
import { sizes } from './sizes.ts'

const visible = (what: Locator) => what.filter({ visible: true }).first()
const yesterday = new Date(Date.now() - 86_400_000).toISOString()

/** Comes to a box by tab and ticks it by the space bar. */
async function tick(page: Page, box: Locator): Promise<void> {
  for (let stop = 0; stop < 150 && !(await box.evaluate((element) => element === document.activeElement)); stop++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  assert.equal(await box.isChecked(), true, 'the keys come to the box')
}

suite('memberships that pay', () => {
  let shop: OpenShop
  let browser: Window
  let printId: string
  openForAll(async (opened) => {
    ;[shop, browser] = opened
    const { products } = await shop.merchant.products.queryProducts({ query: { filter: { slug: 'two-vessels-printable' } } })
    printId = products[0]!.id
  })

  for (const { width, keys } of sizes([
    { width: 1440, keys: false },
    { width: 390, keys: true },
  ]))
    test(`one pays for a line, one that is over says so, ${width} px wide, ${keys ? 'by the keys alone' : 'by mouse'}`, async () => {
      const { memberId, cookie } = await shop.member()
      const give = async (name: string, more: object) =>
        (await shop.club.createMembership({ membership: { memberId, name, catalogItemIds: [printId], percentOff: '100', ...more } }))
          .membership
      const print = await give('A print a year', { credits: { total: 1 } })
      await give('Last year’s prints', { expirationDate: yesterday })

      await using visit = await browser.visit({ width })
      const { page, audit } = visit
      const input = keys ? withKeys(page) : withMouse
      await page.context().addCookies([cookie])
      await comeToPayment(page, input, `member-${width}@example.com`)
      const over = page.getByRole('checkbox', { name: /^Last year’s prints/ })
      assert.equal(await over.isDisabled(), true)
      await page.getByText('is over', { exact: true }).waitFor()
      await page.getByText('pays for Two Vessels, printable, one time left of 1').waitFor()
      await audit('memberships, one of them over')

      const good = page.getByRole('checkbox', { name: /^A print a year/ })
      if (keys) await tick(page, good)
      else await good.check()
      await input.press(page.getByRole('button', { name: 'Use what is ticked' }))
      await page.getByText('There is nothing to pay.').waitFor()
      await audit('an order that a membership pays')
      await input.press(page.getByRole('button', { name: 'Order', exact: true }))
      const { id } = await readOrder(page)
      await audit('thank you, paid by a membership')
      const { order } = await shop.merchant.orders.getOrder({ id })
      assert.deepEqual(
        [order.paymentStatus, order.lineItems[0]?.paymentOption, order.priceSummary?.total?.amount],
        ['PAID', 'MEMBERSHIP', '0.00'],
      )
      const { memberships } = await shop.club.listMemberships({ memberId })
      assert.equal(memberships.find((one) => one.id === print.id)?.credits?.remaining, 0)

      // The next time it is used up, and the page says so.
      await comeToPayment(page, input, `member-${width}@example.com`)
      await page.getByText('is used up', { exact: true }).waitFor()
      assert.equal(await page.getByRole('checkbox', { name: /^A print a year/ }).isDisabled(), true)
      await page.getByLabel('Card number').waitFor()
      await audit('memberships, none of them good')
    })

  async function comeToPayment(page: Page, input: Input, email: string): Promise<void> {
    await arrive(page, `${shop.url}/products/two-vessels-printable`)
    const heard = cartAnswer(page)
    await input.press(visible(page.getByRole('button', { name: /^Add to the bag/ })))
    await heard
    await arrive(page, `${shop.url}/cart`)
    await input.press(visible(page.getByRole('button', { name: 'Check out' })))
    await page.getByRole('heading', { name: 'Who is it for?' }).waitFor()
    await input.write(page.getByLabel('E-mail'), email)
    await input.write(page.locator('#firstName'), 'Hanna')
    await input.write(page.locator('#lastName'), 'Keller')
    await input.write(page.locator('#street'), 'Kastanienallee 24')
    await input.write(page.locator('#postcode'), '10435')
    await input.write(page.locator('#town'), 'Berlin')
    await input.press(page.getByRole('button', { name: 'Go on to payment' }))
    await page.getByText('Your memberships').waitFor()
  }
})
