import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { hashPassword } from '@vitrine/platform/people/credentials/passwords'
import { insertPerson } from '@vitrine/platform/people/staff/store'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { type Storm, storm } from './storm.ts'
import { traced } from './trace.ts'

const support = { email: 'lea@morrow.example', password: 'quiet evenings, 2 cups' }
const ana = { email: 'ana@morrow.example', password: 'early parcels, 3 cups' }
const thin = (number: string) => number.replace(/\B(?=(\d{3})+$)/g, '\u2009')
/** The thin gap is a space to who hears it. */
const spoken = (number: string) => new RegExp(number.replace(/(?=(\d{3})$)/, '.'))
const held = (page: Page, key: string) => page.keyboard.press(`Control+${key}`)

suite('the shell of the admin, live', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
    const database = connect({ url: admin.shop.databaseUrl, connections: 1 })
    const [shop] = await database.query<{ site: string }>(sql`select site from site`)
    for (const [who, name, role] of [
      [support, 'Lea Sommer', 'SUPPORT'],
      [ana, 'Ana Dahl', 'ORDERS'],
    ] as const) {
      const passwordHash = await hashPassword(who.password)
      await insertPerson(database, shop!.site, { id: newId(), email: who.email, name, role, passwordHash }, new Date())
    }
    await database.close()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  test('a new order is seen at home and in the list without asking, and stands where one points only when one wants it', async () => {
    await using home = await admin.enter({ width: 1440 }, '/')
    await using list = await admin.enter({ width: 820 }, '/orders')
    const figure = home.page.locator('.m-v').nth(1)
    await home.page.getByRole('heading', { name: 'Live' }).waitFor()
    await list.page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    const before = Number(await figure.innerText())
    const first = await admin.buy('live-1@example.com')
    await home.page.getByText(`, order ${thin(first.number)}`).waitFor({ state: 'attached' })
    await home.page.waitForFunction((now) => document.querySelectorAll('.m-v')[1]?.textContent === String(now), before + 1)
    await list.page.getByRole('link', { name: thin(first.number) }).waitFor()

    await home.page.getByRole('button', { name: 'Pause the feed' }).click()
    await list.page
      .getByRole('row')
      .filter({ hasText: thin(first.number) })
      .hover()
    const second = await admin.buy('live-2@example.com')
    await home.page.waitForFunction((now) => document.querySelectorAll('.m-v')[1]?.textContent === String(now), before + 2)
    assert.equal(await home.page.getByText(`, order ${thin(second.number)}`).count(), 0, 'a paused feed stands still')
    await home.page.getByRole('button', { name: 'Show 1 new order' }).click()
    await home.page.getByText(`, order ${thin(second.number)}`).waitFor({ state: 'attached' })
    await home.audit('home, live')

    const more = list.page.getByRole('button', { name: '1 new order' })
    await more.waitFor()
    assert.equal(await list.page.getByRole('link', { name: thin(second.number) }).count(), 0, 'no row moves under the pointer')
    await list.audit('orders, with new ones')
    await more.click()
    await list.page.getByRole('link', { name: thin(second.number) }).waitFor()
  })

  test('of two who change one order nobody loses a word: what only one changed is put together, what both did is asked, by keyboard', async () => {
    const { id, number } = await admin.buy('both@example.com')
    await using other = await admin.visit({ width: 820 })
    await other.page.request.post(`${admin.shop.url}/admin/session`, { data: { ...ana, stay: false }, headers: { origin: admin.shop.url } })
    await other.page.goto(`${admin.shop.url}/admin/orders/${id}`)
    await using mira = await admin.enter({ width: 1440 }, `/orders/${id}`)
    const edit = async ({ page }: { page: Page }, change: Readonly<Record<string, string>>) => {
      const section = page.locator('.rail .sec').filter({ has: page.getByRole('heading', { name: 'Ship to' }) })
      if (!(await page.getByRole('dialog').isVisible())) await section.getByRole('button', { name: 'Change' }).click()
      for (const [label, value] of Object.entries(change)) await page.getByRole('dialog').getByLabel(label).fill(value)
    }
    await edit(mira, { Phone: '+49 30 1234' })
    await edit(other, { City: 'Potsdam' })
    await held(other.page, 'Enter')
    await other.page.getByText('The address is changed.').waitFor()
    await held(mira.page, 'Enter')
    await mira.page.getByText('The address is changed. Kept from meanwhile: City.').waitFor()

    await other.page.getByText('+49 30 1234').waitFor()
    await edit(mira, { 'Street and number': 'Kastanienallee 21', Company: 'Keller Keramik', City: 'Berlin' })
    await edit(other, { 'Street and number': 'Kastanienallee 12a, back house', Postcode: '10437', City: 'Cottbus' })
    await held(other.page, 'Enter')
    await other.page.getByText('Cottbus').first().waitFor()
    await held(mira.page, 'Enter')
    const conflict = mira.page.getByRole('alertdialog')
    await conflict.getByRole('heading', { name: /^Ana Dahl changed this/ }).waitFor()
    await conflict.getByText(`You both edited order ${thin(number)}. Nothing is lost; 2 fields need your word.`).waitFor()
    await mira.audit('a conflict')
    await mira.page.getByRole('radio', { name: 'Street and number: yours, Kastanienallee 21' }).and(mira.page.locator(':focus')).waitFor()
    await mira.page.keyboard.press('ArrowLeft')
    assert.ok(await conflict.getByRole('radio', { name: /^Street and number: Ana Dahl, Kastanienallee 12a, back house/ }).isChecked())
    await held(mira.page, 'Enter')
    await mira.page.getByText('Kept from meanwhile: Street and number, Postcode.').waitFor()

    const { order } = await admin.shop.merchant.orders.getOrder({ id })
    const { address, contactDetails } = order.shippingInfo?.logistics?.shippingDestination ?? {}
    assert.deepEqual(
      [address?.addressLine, address?.postalCode, address?.city, contactDetails?.phone, contactDetails?.company],
      ['Kastanienallee 12a, back house', '10437', 'Berlin', '+49 30 1234', 'Keller Keramik'],
    )
    await other.page.getByText('Keller Keramik').first().waitFor()
  })

  test('who leaves a conflict keeps what they wrote, and nothing is saved', async () => {
    const { id } = await admin.buy('left@example.com')
    await using mira = await admin.enter({ width: 390, theme: 'dark' }, `/orders/${id}`)
    const { page } = mira
    const section = page.locator('.rail .sec').filter({ has: page.getByRole('heading', { name: 'Bill to' }) })
    await section.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Last name').fill('Kellermann')
    const { order } = await admin.shop.merchant.orders.getOrder({ id })
    const { contactDetails } = order.billingInfo!
    await admin.shop.merchant.orders.updateOrder({
      order: { id, billingInfo: { contactDetails: { ...contactDetails, lastName: 'Kellner' } } },
    })
    await page.getByRole('button', { name: 'Save the address' }).click()
    await page.getByRole('alertdialog').waitFor()
    await mira.audit('a conflict on a phone')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Kellermann')
    assert.equal((await admin.shop.merchant.orders.getOrder({ id })).order.billingInfo?.contactDetails?.lastName, 'Kellner')
  })

  test('a role without a right gets neither button nor key nor call', async () => {
    const { id, number } = await admin.buy('support@example.com')
    await using visit = await admin.visit({ width: 1440, theme: 'dark' })
    const { page } = visit
    const { status, said } = await page.request
      .post(`${admin.shop.url}/admin/session`, { data: { ...support, stay: false }, headers: { origin: admin.shop.url } })
      .then(async (answer) => ({ status: answer.status(), said: (await answer.json()) as { accessToken: string } }))
    assert.equal(status, 200)
    await page.goto(`${admin.shop.url}/admin/orders/${id}`)
    await page.getByRole('heading', { level: 1, name: thin(number) }).waitFor()
    for (const name of [/^Fulfil/, /^Refund/, /^Cancel order/, 'Change', 'Tag'])
      assert.equal(await page.getByRole('button', { name }).count(), 0)
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !/\/(?:search|query|count)$/.test(request.url())) calls.push(`${request.method()} ${request.url()}`)
    })
    for (const key of ['f', 'r', 'c', 'e']) await page.keyboard.press(key)
    assert.equal(await page.getByRole('dialog').count(), 0)
    await held(page, 'k')
    await page.keyboard.type('>')
    await page.getByRole('option', { name: 'Sign out' }).waitFor()
    assert.equal(await page.getByRole('option', { name: /Fulfil|Refund|Capture|Edit/ }).count(), 0)
    assert.deepEqual(calls, [])
    await visit.audit('the palette of a support')
    const refused = await page.request.patch(`${admin.shop.url}/ecom/v1/orders/${id}`, {
      data: { order: { archived: true } },
      headers: { authorization: said.accessToken },
    })
    assert.equal(refused.status(), 403)
    // What the page may hear is what its reader may see.
    assert.equal((await page.request.get(`${admin.shop.url}/admin/session/live`, { headers: { cookie: '' } })).status(), 204)
  })

  test('the palette finds orders, goods and what the page can do; letter keys can be switched off', async () => {
    const { id, number } = await admin.buy('palette@example.com')
    await using visit = await admin.enter({ width: 1440 }, `/orders/${id}`)
    const { page } = visit
    await page.getByRole('heading', { level: 1, name: thin(number) }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'To do now' }).waitFor()
    await held(page, 'k')
    await page
      .getByRole('group', { name: 'Last seen' })
      .getByRole('option', { name: spoken(number) })
      .waitFor()
    await page.getByRole('option', { name: /^Fulfil \d+ order/ }).waitFor()
    await visit.audit('the empty palette')
    await page.keyboard.type('morning mug')
    await page.getByRole('option', { name: /Morning Mug.*variants/ }).waitFor()
    await page.locator('.p-prev h2').getByText('Morning Mug').waitFor()
    await visit.audit('the palette, with goods')
    const sold = page.getByRole('group', { name: 'Orders' }).getByRole('option', { name: spoken(number) })
    assert.match(await sold.innerText(), /2 × Morning Mug/)
    const glaze = /Morning Mug, (\p{L}+)/u.exec(await sold.innerText())?.[1] ?? ''
    const sku = (await admin.shop.merchant.orders.getOrder({ id })).order.lineItems[0]?.physicalProperties?.sku ?? ''
    assert.notEqual(sku, '')
    await page.getByRole('combobox').fill(sku)
    await sold.waitFor()
    await page.getByRole('combobox').fill(`${glaze} mu`)
    await sold.waitFor()
    await page.getByRole('combobox').fill(`mug ${glaze}x`)
    await sold.waitFor({ state: 'detached' })
    await page.getByRole('combobox').fill(number)
    await page.getByRole('option', { name: spoken(number) }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: thin(number) }).waitFor()
    await held(page, 'k')
    await page.keyboard.type('>fulfil')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Send shipment 1' }).waitFor()
    await page.keyboard.press('Escape')

    const wide = { Taxes: '/taxes', Storefront: '/storefront', Pages: '/pages', 'Sign-in': '/member-sign-in' }
    const firsts = { tax: /^Taxes/, refund: /^Refund/, 'new draft': /^New draft order/, theme: /^Light or dark theme/, vat: /^Taxes/ }
    await held(page, 'k')
    for (const [words, first] of Object.entries(firsts)) {
      await page.getByRole('combobox').fill(words)
      await page
        .getByRole('option')
        .first()
        .and(page.getByRole('option', { name: first }))
        .waitFor()
      // What is found in the catalogue meanwhile stays behind it.
      await page.getByText(/result.* in \d+ ms/).waitFor()
      await page
        .getByRole('option')
        .first()
        .and(page.getByRole('option', { name: first }))
        .waitFor()
    }
    await page.getByRole('combobox').fill('draft')
    await page.getByRole('option', { name: /^New draft order/ }).waitFor()
    await page.keyboard.press('Escape')
    for (const [name, to] of Object.entries(wide)) {
      const key = await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).locator('.hintkey').textContent()
      for (const each of key!.split(' ')) await page.keyboard.press(each)
      await page.waitForURL(`**/admin${to}`)
    }
    await page.goto(`${admin.shop.url}/admin/orders/${id}`)
    await page.getByRole('heading', { level: 1, name: thin(number) }).waitFor()

    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard' })
    await sheet.getByText('Fulfil 2 items').waitFor()
    await visit.audit('the keys of an order')
    await sheet.getByLabel('Single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    await page.keyboard.press('?')
    await held(page, 'k')
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 1, 'neither letter did anything')
  })

  test('a phone has all of the menu, and says when it is cut off', async () => {
    await using visit = await admin.enter({ width: 390 }, '/')
    const { page } = visit
    const dock = page.getByRole('navigation', { name: 'Phone' })
    await dock.getByRole('link', { name: 'More' }).click()
    await page.getByRole('heading', { name: 'Everything' }).waitFor()
    await visit.audit('more')
    await page.getByRole('button', { name: 'Dark' }).click()
    await visit.audit('more, dark')
    await page.locator('.more').getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    await page.context().setOffline(true)
    const banner = page.getByRole('status').filter({ hasText: /^You are offline since \d\d:\d\d\./ })
    await banner.waitFor()
    await page.locator('.live', { hasText: 'Offline' }).waitFor({ state: 'attached' })
    await visit.audit('offline, on a phone')
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    assert.ok(await banner.isVisible(), 'it is said as long as it is so')
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'detached' })
    await page.locator('.live time').waitFor({ state: 'attached' })
  })

  test('what is not saved is named, and asked about once before it is left', async () => {
    await using visit = await admin.enter({ width: 820, theme: 'dark' }, '/mail')
    const { page } = visit
    const subject = page.getByLabel('Subject')
    const before = await subject.inputValue()
    await subject.fill('A word about {{ order.number }}')
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await bar.getByText('Not saved: Subject').waitFor()
    await visit.audit('something not saved')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    await visit.audit('the question before one leaves')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    assert.equal(await subject.inputValue(), 'A word about {{ order.number }}')
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type())
        void dialog.dismiss()
      })
    })
    await page.close({ runBeforeUnload: true })
    assert.equal(await asked, 'beforeunload')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await question.getByRole('button', { name: 'Leave without them' }).click()
    await page.getByRole('heading', { name: 'To do now' }).waitFor()
    await page.goBack()
    await page.waitForFunction((words) => [...document.querySelectorAll('input')].some(({ value }) => value === words), before)
  })

  test('a page that does not come says so, and comes when it is asked again; one that is not for a role says which right is missing', async () => {
    const { id, number } = await admin.buy('broken@example.com')
    await using visit = await admin.enter({ width: 1440 }, '/')
    const { page } = visit
    const isRead = ({ pathname }: URL) => pathname === `/ecom/v1/orders/${id}`
    await page.route(isRead, (route) => route.abort())
    await page.getByRole('link', { name: spoken(number) }).click()
    await page.getByRole('heading', { name: 'This page did not load' }).waitFor()
    await visit.audit('a page that did not load')
    await page.unroute(isRead)
    await page.keyboard.press('r')
    await page.getByRole('heading', { level: 1, name: thin(number) }).waitFor()

    await using other = await admin.visit({ width: 390 })
    await other.page.request.post(`${admin.shop.url}/admin/session`, {
      data: { ...support, stay: false },
      headers: { origin: admin.shop.url },
    })
    await other.page.goto(`${admin.shop.url}/admin/taxes`)
    await other.page.getByText('Missing right: taxes.read').waitFor()
    await other.audit('a page that is not for this role')
    assert.equal(await other.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Taxes' }).count(), 0)
  })

  test('there is never a white page: the ground stands until the shop answers, says so when it does not, and opens by itself', async () => {
    await using visit = await admin.enter({ width: 820 }, '/account')
    const { page } = visit
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    const isShop = ({ pathname }: URL) => pathname === '/vitrine/v1/shop'
    const held = Promise.withResolvers<void>()
    let isAway = true
    await page.route(isShop, async (route) => {
      await held.promise
      await (isAway ? route.abort() : route.continue())
    })
    await page.goto(`${admin.shop.url}/admin/orders`, { waitUntil: 'commit' })
    await page.locator('.waking [role="status"]').filter({ hasText: 'Loading' }).waitFor({ state: 'attached' })
    assert.equal(await page.locator('.waking .side').isVisible(), true)
    await visit.audit('the ground before the shop has answered')
    await page.getByRole('heading', { name: 'The shop does not answer' }).waitFor()
    held.resolve()
    await visit.audit('a shop that does not answer')
    isAway = false
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  })

  test('a storm of orders leaves home and the list smooth, and right', async (t) => {
    await using home = await admin.enter({ width: 1440 }, '/')
    await using list = await admin.enter({ width: 1440 }, '/orders')
    const figure = home.page.locator('.m-v').nth(1)
    await figure.waitFor()
    const counts = (orders: number) =>
      home.page.waitForFunction((now) => document.querySelectorAll('.m-v')[1]?.textContent === String(now), orders)
    const before = Number(await figure.innerText()) + 1
    const last = await admin.buy('before-the-storm@example.com')
    await counts(before)
    await list.page.getByRole('link', { name: thin(last.number) }).waitFor()
    await list.page.getByRole('row').nth(1).hover()
    let blown: Storm | undefined
    const { longest: task } = await traced(home.page, async () => {
      blown = await storm(admin.shop, 50, 3)
      await counts(before + blown.ids.length)
    })
    const { ids, rate } = blown!
    t.diagnostic(
      `${rate.toFixed(0)} orders a second; the longest task took ${task.cpu.toFixed(0)} ms of the processor, ${task.clock.toFixed(0)} ms by the clock`,
    )
    assert.ok(task.cpu > 0)

    // On a machine out of breath the feed may have let go of some: then it says that there is more, and not how many. A number is exact.
    const pill = list.page.getByRole('button', { name: new RegExp(`^${ids.length} new orders$|^Show what is new$`) })
    await pill.waitFor()
    assert.ok(await list.page.getByRole('link', { name: thin(last.number) }).isVisible(), 'the rows stand where they stood')
    await pill.click()
    const { orders } = await admin.shop.merchant.orders.searchOrders({ search: { cursorPaging: { limit: 1 } } })
    await list.page
      .getByRole('row')
      .nth(1)
      .getByRole('link', { name: thin(orders[0]!.number) })
      .waitFor()
  })
})
