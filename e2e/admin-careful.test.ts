import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenAdmin, openAdmin, owner } from './admin-pages.ts'
import { awaitEmail } from './shopper.ts'

suite('nothing is lost, and nothing is done by accident', () => {
  let admin: OpenAdmin
  before(async () => void (admin = await openAdmin()))
  after(() => admin?.[Symbol.asyncDispose]())

  test('an order in two shipments: its sums add up, any carrier has its link, the last is announced as the last, the timeline says who', async () => {
    const email = 'split@example.com'
    const { id } = await admin.buy(email)
    await using visit = await admin.enter({ width: 1440 }, `/orders/${id}`)
    const { page, audit } = visit
    await page
      .getByRole('button', { name: /^Fulfil 2 items/ })
      .filter({ visible: true })
      .waitFor()
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog', { name: 'Send shipment 1' })
    await dialog.getByRole('button', { name: 'Less' }).click()
    await dialog.getByLabel('Carrier').fill('Bike courier')
    await dialog.getByLabel('Tracking number').fill('BC-1')
    await dialog.getByLabel('Tracking link').fill('bike.example')
    await dialog.getByText('A link begins with https://.').waitFor()
    await dialog.getByLabel('Tracking link').fill('https://bike.example/BC-1')
    await dialog.getByText('Hanna gets an email.').waitFor()
    await dialog.getByLabel(/^Email Hanna/).uncheck()
    await dialog.getByText('No email is sent.').waitFor()
    await audit('a shipment without an email')
    await dialog.getByRole('button', { name: /^Send 1 item/ }).click()
    await page.getByText('Shipment 1', { exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'BC-1' }).getAttribute('href'), 'https://bike.example/BC-1')
    for (const caption of ['Items to fulfil', 'Items in shipment 1'])
      assert.match(await page.getByRole('table', { name: caption }).innerText(), /1 × €26\.00 of 2\s+€26\.00/)
    await page.getByText(/^Shipment 1 sent, 1 item, Bike courier BC-1, by /).waitFor()

    await page.keyboard.press('f')
    await page
      .getByRole('dialog', { name: 'Send shipment 2' })
      .getByText(/With it everything has been sent\./)
      .waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^Shipment 2 sent, 1 item, DHL, by /).waitFor()
    const toast = page.getByRole('status').filter({ hasText: '1 item sent.' }).last()
    const slip = page.context().waitForEvent('page')
    await toast.getByRole('button', { name: 'Print slip' }).click()
    await (await slip).close()
    await page.getByText('Everything has been sent', { exact: true }).waitFor()
    const last = await awaitEmail(admin.shop, email, /is on its way/)
    assert.match(last.subject, /^The rest of order/)
    await audit('an order in two shipments')
  })

  test('cancelling gives the money back in the same step, and says so', async () => {
    const { id } = await admin.buy('cancel@example.com')
    await using visit = await admin.enter({ width: 390 }, `/orders/${id}`)
    const { page, audit } = visit
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
    const { order } = await admin.shop.merchant.orders.getOrder({ id })
    const paid = order.priceSummary!.total!.formattedAmount
    await dialog.getByRole('button', { name: `Cancel the order and refund ${paid}` }).waitFor()
    await audit('cancelling with the money')
    await dialog.locator('button', { hasText: 'Keep the order' }).waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: `Cancel the order and refund ${paid}` }).click()
    await page.getByText(new RegExp(`is cancelled, ${paid.replace('.', '\\.')} refunded\\.`)).waitFor()
    const { order: after } = await admin.shop.merchant.orders.getOrder({ id })
    assert.equal(after.status, 'CANCELED')
    assert.equal(after.paymentStatus, 'FULLY_REFUNDED')
    assert.equal(after.lineItems[0]!.restockQuantity, 2, 'back in stock once')
    const { orderTransactions } = await admin.shop.merchant.orderTransactions.listTransactionsForSingleOrder({ orderId: id })
    assert.deepEqual(
      orderTransactions.refunds.map(({ details }) => details?.reason),
      ['Order cancelled'],
    )
    const email = await awaitEmail(admin.shop, 'cancel@example.com', /is cancelled/)
    assert.ok(email.text.replaceAll(/\s+/g, ' ').includes(`We refunded ${paid}.`), email.text)
  })

  test('a comment and a dialog survive a lost line: the page stays, the error is said, and it goes once the line is back', async () => {
    const { id } = await admin.buy('offline@example.com')
    await using visit = await admin.enter({ width: 1440, fails: true }, `/orders/${id}`)
    const { page } = visit
    const field = page.getByLabel('Comment for staff')
    await field.fill('Wrapped in blue paper.')
    await page.route(/\/(ecom|vitrine)\//, (route) => route.abort())
    await field.press('Control+Enter')
    await page.getByText(/The shop did not answer/).waitFor()
    assert.equal(await field.inputValue(), 'Wrapped in blue paper.')
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Fulfil 2 items/ })
      .filter({ visible: true })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Send shipment 1' })
    await dialog.getByLabel('Tracking number').fill('77')
    await dialog.getByRole('button', { name: /^Send 2 items/ }).click()
    await dialog.getByRole('alert').filter({ hasText: 'The shop did not answer' }).waitFor()
    assert.equal(await dialog.getByLabel('Tracking number').inputValue(), '77')
    await page.unrouteAll({ behavior: 'wait' })
    const answered = Promise.withResolvers<void>()
    await page.route(/create-fulfillment/, async (route) => {
      await answered.promise
      await route.continue()
    })
    await dialog.getByRole('button', { name: /^Send 2 items/ }).click()
    await dialog.getByText('Sending …').waitFor()
    answered.resolve()
    await page.getByText('Shipment 1', { exact: true }).waitFor()
    // Loaded again, it is still there.
    await page.reload()
    assert.equal(await page.getByLabel('Comment for staff').inputValue(), 'Wrapped in blue paper.')
    await page.getByLabel('Comment for staff').press('Control+Enter')
    await page.locator('.comment .say', { hasText: 'Wrapped in blue paper.' }).waitFor()
  })

  test('a session that ends while somebody writes is renewed in front of the page, and what they did goes on', async () => {
    const { id } = await admin.buy('session@example.com')
    await using visit = await admin.enter({ width: 820, fails: true }, `/orders/${id}`)
    const { page, audit } = visit
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByLabel('Comment for staff').fill('Call before delivery.')
    await page.context().clearCookies()
    const over = { message: 'over', details: { applicationError: { code: 'INVALID_TOKEN', description: 'over', data: {} } } }
    await page.route(/\/ecom\/v1\/orders\/.*\/activities/, (route) => route.fulfill({ status: 401, json: over }), { times: 1 })
    await page.getByLabel('Comment for staff').press('Control+Enter')
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByLabel('Password').fill('not it')
    await again.getByRole('button', { name: 'Sign in and go on' }).click()
    await again.getByText('The password is not right.').waitFor()
    await audit('signing in again')
    await again.getByLabel('Password').fill(owner.password)
    await page.keyboard.press('Enter')
    await page.locator('.comment .say', { hasText: 'Call before delivery.' }).waitFor()
    assert.match(page.url(), new RegExp(`/orders/${id}`))
  })

  test('orders are found by date, total and country, and a search does not change the view', async () => {
    await admin.buy('filters@example.com')
    await using visit = await admin.enter({ width: 1440 }, '/orders')
    const { page, audit } = visit
    const rows = page.locator('.table.orders tbody tr')
    await rows.first().waitFor()
    const edges = () =>
      page.locator('.table.orders thead th').evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left)))
    const before = await edges()
    const vase = { productName: { original: 'Vase' }, quantity: 1, price: { amount: '1234' }, itemType: { preset: 'PHYSICAL' as const } }
    await admin.shop.merchant.orders.createOrder({ order: { channelInfo: { type: 'POS' }, lineItems: [vase], priceSummary: {} } })
    await rows.getByText('€1,234.00').waitFor()
    assert.deepEqual(await edges(), before, 'no edge moves when a row comes')
    const filter = async (name: string) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).first().click()
      await page.getByRole('button', { name: `${name} …` }).click()
    }
    await filter('Total')
    await page.getByLabel('Total from').fill('5000')
    await audit('a filter from … to …')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No orders like that' }).waitFor()
    await page.getByRole('button', { name: 'Remove filter Total' }).click()
    await filter('Country')
    await page.getByLabel('Country is').selectOption('DE')
    await page.waitForURL(/country=DE/)
    await rows.first().waitFor()
    await page.goto(`${admin.shop.url}/admin/orders?country=FR`)
    await page.getByRole('heading', { name: 'No orders like that' }).waitFor()
    await page.goto(`${admin.shop.url}/admin/orders?days=..2001-01-01`)
    await page.getByRole('heading', { name: 'No orders like that' }).waitFor()
    await page.goto(`${admin.shop.url}/admin/orders`)
    await page.getByLabel('Number, customer, SKU, tracking').fill('filters@example.com')
    await page.waitForURL(/[?&]q=/)
    await rows.first().waitFor()
    assert.equal(await page.getByText('View changed').count(), 0)

    // The row that one reads is what a key means.
    await page.getByLabel('Number, customer, SKU, tracking').blur()
    await page.keyboard.press('j')
    await page.keyboard.press('f')
    await page.getByRole('dialog', { name: 'Fulfil 1 order?' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('on a phone every page of the menu has the dock or a way back', async () => {
    await using visit = await admin.enter({ width: 390, touch: true }, '/more')
    const { page } = visit
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor()
    const names = await page.locator('main a[href^="/admin/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    assert.ok(names.length > 15)
    for (const href of new Set(names)) {
      await page.locator(`main a[href="${href}"]`).first().tap()
      await page.waitForURL((url) => url.pathname === href.split('?')[0])
      await page.locator('main[data-busy]').waitFor({ state: 'detached' })
      await page.getByRole('heading', { level: 1 }).waitFor()
      const dock = page.getByRole('navigation', { name: 'Phone' }).getByRole('link', { name: 'More' })
      const back = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')
      const way = dock.or(back).filter({ visible: true }).first()
      await way.waitFor()
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor()
    }
  })
})
