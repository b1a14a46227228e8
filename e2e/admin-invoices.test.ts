import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { orderBilling, orderInvoices } from '@vitrine/client/back-office'
import { orderTransactions } from '@vitrine/client/modules'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive } from './browser.ts'
import { sizes } from './sizes.ts'

suite('invoices', () => {
  let admin: OpenAdmin
  before(async () => void (admin = await openAdmin()))
  after(() => admin?.[Symbol.asyncDispose]())
  const office = () =>
    createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { orderBilling, orderInvoices, orderTransactions } })

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [390, 'dark'],
  ] as const))
    test(`numbers are set, an invoice and its credit note are found and read, ${width} pixels wide, ${theme}`, async () => {
      await using visit = await admin.enter({ width, theme, touch: width < 768 }, '/orders')
      const { page, audit } = visit
      await page.goto(`${admin.shop.url}/admin/invoices`)
      await page.getByText('No invoices yet').waitFor()
      await audit('no invoices')
      await page.getByRole('link', { name: 'Invoice settings' }).first().click()
      await page.getByRole('heading', { name: 'Invoice settings', level: 1 }).waitFor()
      await page.getByLabel('Before each invoice number').fill('2026-')
      await page.getByLabel('Before each credit note number').fill('2026-')
      await page.getByText('Not the same as before an invoice').first().waitFor()
      await page.getByLabel('Before each credit note number').fill('G-2026-')
      await page.getByLabel('Tax numbers').fill('VAT: DE123456789')
      await audit('invoice settings')
      await page.getByRole('button', { name: /^Save/ }).filter({ visible: true }).first().click()
      await page.getByText('The invoice settings are saved.').waitFor()
      await page.getByText('Next: G-2026-1001').waitFor()

      const email = `invoices-${width}@example.com`
      const bought = await admin.buy(email)
      const { orderInvoices: invoices, orderBilling: billing, orderTransactions: transactions } = office()
      await invoices.generateInvoice({ orderId: bought.id })
      const { orderTransactions: all } = await transactions.listTransactionsForSingleOrder({ orderId: bought.id })
      await billing.refundPayments({
        orderId: bought.id,
        paymentRefunds: [{ paymentId: all.payments[0]!.id!, amount: { amount: '26.00' } }],
      })
      while ((await invoices.searchInvoices({ kind: 'CREDIT_NOTE' })).invoices.length === 0) await page.waitForTimeout(200)

      // By the path above the heading; on a phone that is the way back.
      await page.getByRole('link', { name: 'Invoices' }).filter({ visible: true }).first().click()
      await page.getByRole('row').filter({ hasText: '2026-1001' }).first().waitFor()
      const credit = page.getByRole('row').filter({ hasText: 'For 2026-1001' })
      await credit.getByText('−€26.00').waitFor()
      await audit('the list of invoices')
      await credit.getByRole('link').first().click()
      const paper = page.getByRole('complementary', { name: 'credit note G-2026-1001' })
      await paper.getByText('For invoice 2026-1001').waitFor()
      await paper.getByText('VAT DE123456789').waitFor()
      await audit('a credit note, as it prints')
      const pdf = await paper.getByRole('link', { name: 'Open the PDF' }).getAttribute('href')
      const answer = await page.request.get(pdf!)
      assert.deepEqual([answer.status(), answer.headers()['content-type']], [200, 'application/pdf'])
      await page.keyboard.press('Escape')
      await paper.waitFor({ state: 'detached' })
      await page.getByRole('searchbox').or(page.getByPlaceholder('Number, order or email')).first().fill('2026-1001')
      await page.getByRole('row').filter({ hasText: 'For 2026-1001' }).waitFor({ state: 'detached' })
      await page.getByRole('row').filter({ hasText: '2026-1001' }).first().waitFor()

      await using buyer = await admin.visit({ width, theme })
      await arrive(buyer.page, `${admin.shop.url}/orders/${bought.id}`)
      await buyer.page
        .getByLabel(/e-mail/i)
        .first()
        .fill(email)
      await buyer.page.keyboard.press('Enter')
      await buyer.page.getByRole('link', { name: 'Credit note G-2026-1001, PDF' }).waitFor()
    })
})
