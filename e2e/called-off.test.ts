import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { orderBilling } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive } from './browser.ts'
import { type Input, withKeys, withMouse } from './input.ts'
import { awaitEmail } from './shopper.ts'
import { sizes } from './sizes.ts'

suite('an order that is called off', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(async () => {
    await admin?.[Symbol.asyncDispose]()
  })

  const linkTo = async (email: string, about: RegExp) => {
    const { text } = await awaitEmail(admin.shop, email, about)
    return /http[^\s)]+\/orders\/[^\s)]+/.exec(text)?.[0] ?? assert.fail(text)
  }

  async function confirm(page: Page, input: Input, email: string) {
    await input.write(page.getByLabel('The e-mail you ordered with'), email)
    await input.press(page.getByRole('button', { name: 'Confirm' }))
    await page.getByRole('heading', { name: 'Two pieces' }).waitFor()
  }

  for (const { width, theme, keys } of sizes([
    { width: 390, theme: 'light', keys: false },
    { width: 1440, theme: 'dark', keys: true },
  ] as const))
    test(`a part goes back, then all of it, and its buyer sees both, ${width} px wide, ${keys ? 'by the keys alone' : 'by mouse'}`, async () => {
      const { merchant, url, apiKey: key } = admin.shop
      const billing = createClient({ baseUrl: url, auth: apiKey(key), modules: { orderBilling } }).orderBilling
      const email = `called-off-${width}@example.com`
      const { id, number } = await admin.buy(email)
      const { orderTransactions } = await merchant.orderTransactions.listTransactionsForSingleOrder({ orderId: id })
      const paymentId = orderTransactions.payments[0]?.id ?? ''
      await billing.refundPayments({
        orderId: id,
        paymentRefunds: [{ paymentId, amount: { amount: '10.00' } }],
        sideEffects: { notifications: { sendCustomerEmail: true } },
      })

      await using visit = await admin.visit({ width, theme })
      const { page, audit } = visit
      const input = keys ? withKeys(page) : withMouse
      assert.match((await awaitEmail(admin.shop, email, /back/i)).text, /€10/)
      await arrive(page, await linkTo(email, new RegExp(`${number}`)))
      await confirm(page, input, email)
      await page.getByText('€10.00 went back to you.').waitFor()
      await audit('an order of which a part went back')

      await merchant.orders.cancelOrder({
        id,
        restockAllItems: true,
        sendOrderCanceledEmail: true,
        customMessage: 'The kiln broke. We are sorry.',
      })
      await page.reload()
      await page.getByText('Nothing of it will be sent.').waitFor()
      await confirm(page, input, email)
      await page.getByText('A part of what you paid has not been refunded yet.').waitFor()
      await billing.refundPayments({ orderId: id, paymentRefunds: [{ paymentId }] })
      const message = await awaitEmail(admin.shop, email, /cancelled/)
      assert.match(message.text, /The kiln broke\. We are sorry\./)

      await arrive(page, await linkTo(email, /cancelled/))
      await confirm(page, input, email)
      await page.getByRole('heading', { level: 1, name: 'Called off' }).waitFor()
      await page.getByText('Nothing is owed any more.').waitFor()
      const { order } = await merchant.orders.getOrder({ id })
      assert.equal(order.status, 'CANCELED')
      assert.equal(order.paymentStatus, 'FULLY_REFUNDED')
      await page.getByText(`${order.balanceSummary?.refunded?.formattedAmount} went back to you.`).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Ask to cancel it' }).count(), 0, 'there is nothing left to cancel')
      await audit('an order that was called off')

      await input.press(page.getByRole('button', { name: 'Order the same again' }))
      const dialog = page.getByRole('dialog', { name: 'The same again' })
      await dialog.getByText(/^Nothing changed since/).waitFor()
      await audit('the same again, as it was')
      await input.press(dialog.getByRole('button', { name: 'Put two pieces in the bag' }))
      await page.getByRole('dialog', { name: 'Your bag' }).waitFor()
      await page.getByText('Two pieces are in your bag.').waitFor()
    })
})
