import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { reviewManagement } from '@vitrine/client/back-office'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { sizes } from './sizes.ts'

/** As many orders of another shop, none of them paid: more than a page. */
const imported = 54

suite('the lists of the admin', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
    const { orders } = admin.shop.merchant
    for (let from = 0; from < imported; from += 9)
      await Promise.all(
        Array.from({ length: 9 }, (_, nth) => {
          const amount = `${30 + from + nth}.00`
          return orders.importOrder({
            order: {
              channelInfo: { type: 'OTHER_PLATFORM', externalOrderId: `A-${from + nth}` },
              lineItems: [{ productName: { original: 'Morning Mug' }, quantity: 1, price: { amount }, itemType: { preset: 'PHYSICAL' } }],
              priceSummary: { total: { amount } },
              taxIncludedInPrices: true,
              paymentStatus: 'NOT_PAID',
              purchasedDate: '2024-03-02T10:00:00.000Z',
            },
          })
        }),
      )
    await admin.buy('first@example.com')
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const rows = (page: Page) => page.locator('[data-rows] tbody tr')
  const firstCell = (page: Page, column: string) => rows(page).first().locator(`[data-c="${column}"]`)
  const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name })
  const view = (page: Page, name: string) => tab(page, name).and(page.locator('[aria-current="page"]'))
  const isShown = (page: Page) => page.locator('.listed[aria-busy="false"]').waitFor()
  const amountOf = (text: string | null) => Number(text?.replace(/[^\d.]/g, ''))

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [820, 'dark'],
  ] as const))
    test(`a view is made of filters, sort and columns, saved for everybody, changed, and deleted, ${width} px wide, ${theme}`, async () => {
      await using visit = await admin.enter({ width, theme }, '/orders')
      const { page, audit } = visit
      const name = `Dear ones ${width}`
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByLabel('Filter by').fill('not paid')
      await page.getByRole('button', { name: 'not paid', exact: true }).click()
      await page.getByRole('button', { name: 'Payment is not paid' }).click()
      await page.getByRole('dialog', { name: 'Payment' }).getByLabel('paid', { exact: true }).click()
      await page.getByRole('button', { name: 'Payment is paid or not paid' }).waitFor()
      await page.keyboard.press('Escape')
      if (width === 1440) {
        await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').click()
        await page.locator('th[data-c="total"][aria-sort="descending"]').waitFor()
        const [first, last] = [
          await firstCell(page, 'total').textContent(),
          await rows(page).last().locator('[data-c="total"]').textContent(),
        ]
        assert.ok(amountOf(first) >= amountOf(last), `${first} is before ${last}`)
      }
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Country').click()
      await rows(page).first().locator('[data-c="country"]').waitFor()
      await page.getByRole('button', { name: /^Move Country/ }).focus()
      await page.keyboard.press('ArrowUp')
      await page.waitForURL(/country%2Ctags/)
      await isShown(page)
      await audit('columns and chips')
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Save as…' }).click()
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel('Everybody').check()
      await audit('a new view')
      await page.getByRole('button', { name: /^Save for everybody/ }).click()
      await page.getByText(`“${name}” saved for everybody.`).waitFor()
      await view(page, name).waitFor()

      await page.goto(`${admin.shop.url}/admin/orders`)
      await tab(page, name).click()
      await page.getByRole('button', { name: 'Payment is paid or not paid' }).waitFor()
      await rows(page).first().locator('[data-c="country"]').waitFor()
      await page.getByRole('button', { name: 'Remove filter Payment' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: `Change the view “${name}”` }).click()
      await page.getByText('Nothing is asked for: all of them.').waitFor()
      const dialog = page.getByRole('dialog', { name: `View “${name}”` })
      const condition = (says: string) => dialog.getByRole('button', { name: says, exact: true })
      await condition('Condition').click()
      await page.getByRole('button', { name: 'Product …' }).click()
      await page.getByLabel('Product is called').fill('Morning Mug')
      await page.keyboard.press('Enter')
      await condition('Product is called Morning Mug').waitFor()
      await condition('Condition').click()
      await page.getByRole('list', { name: 'Payment' }).getByRole('button', { name: 'paid', exact: true }).click()
      await condition('Payment is paid').click()
      await page.getByRole('checkbox', { name: 'not paid' }).check()
      await audit('a condition of a view')
      await page.keyboard.press('Escape')
      await condition('Payment is paid or not paid').waitFor()
      await dialog.getByRole('button', { name: /^Save for everybody/ }).click()
      await page.getByRole('button', { name: 'Product is called Morning Mug' }).waitFor()
      await page.getByRole('button', { name: 'Payment is paid or not paid' }).waitFor()
      await page.getByRole('button', { name: `Change the view “${name}”` }).click()
      await page.getByRole('button', { name: 'Delete the view' }).click()
      await page.getByText(`“${name}” deleted.`).waitFor()
      await tab(page, name).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await tab(page, name).waitFor()
    })

  test('columns are made wider by their edge or by the keyboard, stay in sight while the list scrolls sideways, and a view keeps it', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/orders')
    const { page, audit } = visit
    const list = page.locator('[data-rows]')
    const left = async (column: string) => (await page.locator(`[data-rows] tbody tr:first-child [data-c="${column}"]`).boundingBox())!.x
    const head = (column: string) => page.locator(`[data-rows] thead th[data-c="${column}"]`)
    const width = async (column: string) => Math.round((await head(column).boundingBox())!.width)
    const before = await width('customer')
    const edge = (await head('customer').locator('.edge').boundingBox())!
    await page.mouse.move(edge.x + 6, edge.y + 10)
    await page.mouse.down()
    await page.mouse.move(edge.x + 46, edge.y + 10, { steps: 4 })
    await page.mouse.up()
    await page.waitForURL(new RegExp(`widths=customer\\.${before + 40}`))
    assert.equal(await width('customer'), before + 40)
    await head('customer').locator('.edge').dblclick()
    await page.locator('[data-rows] thead th[data-c="customer"]:not([data-w])').waitFor()
    assert.ok(!page.url().includes('widths'), page.url())
    assert.equal(await width('customer'), before)

    await page.getByRole('button', { name: 'Columns' }).click()
    const columns = page.getByRole('dialog', { name: 'Columns' })
    await columns.getByLabel('Country').click()
    await columns.getByRole('button', { name: /^Move Items/ }).focus()
    for (let nth = 0; nth < 20; nth++) await page.keyboard.press('ArrowRight')
    await columns.getByRole('button', { name: 'Keep Customer in sight' }).click()
    await page.waitForURL(/pinned=number%2Ccustomer/)
    await page.keyboard.press('Escape')
    const region = page.getByRole('region', { name: 'Orders' })
    await region.waitFor()
    const [number, customer, total] = [await left('number'), await left('customer'), await left('total')]
    await list.evaluate((box) => box.scrollTo({ left: 120 }))
    assert.equal(await left('number'), number)
    assert.equal(await left('customer'), customer)
    assert.equal(await left('total'), total - 120)
    await audit('pinned columns')

    await page.getByRole('button', { name: 'Save as…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Customers in sight')
    await audit('widths and pins of a view')
    await page.getByRole('button', { name: 'Keep Customer in sight', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Save for me' }).click()
    await page.getByText('“Customers in sight” saved for you.').waitFor()
    await page.goto(`${admin.shop.url}/admin/orders`)
    await tab(page, 'Customers in sight').click()
    await region.or(page.getByRole('region', { name: 'Customers in sight' })).waitFor()
    assert.equal(await head('customer').getAttribute('data-pin'), 'last')
    assert.ok((await width('items')) > 300, `items are ${await width('items')} px wide`)
  })

  test('its pages turn by cursor, say where one stands, and come back with the address', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/orders?payment=due')
    const { page } = visit
    const newest = await firstCell(page, 'number').textContent()
    await page.getByText('1–50').waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('51–54').waitFor()
    const second = await firstCell(page, 'number').textContent()
    assert.ok(Number(second?.replace(/\D/g, '')) < Number(newest?.replace(/\D/g, '')))
    await page.reload()
    await page.getByText('51–54').waitFor()
    assert.equal(await firstCell(page, 'number').textContent(), second)
    await page.getByRole('button', { name: 'Newer' }).click()
    await page.getByText('1–50').waitFor()
    assert.equal(await firstCell(page, 'number').textContent(), newest)
  })

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [820, 'dark'],
    [390, 'light'],
  ] as const))
    test(`what should have left is due today, and is printed from the head of the list, ${width} px wide, ${theme}`, async () => {
      const { order } = await admin.shop.merchant.orders.importOrder({
        order: {
          channelInfo: { type: 'OTHER_PLATFORM', externalOrderId: `due-${width}` },
          lineItems: [
            { productName: { original: 'Moon Vase' }, quantity: 1, price: { amount: '90.00' }, itemType: { preset: 'PHYSICAL' } },
          ],
          priceSummary: { subtotal: { amount: '90.00' }, total: { amount: '90.00' } },
          shippingInfo: { title: 'Post', logistics: { shipByDate: '2024-03-04T19:00:00.000Z' } },
          taxIncludedInPrices: true,
          paymentStatus: 'PAID',
          purchasedDate: '2024-03-02T10:00:00.000Z',
        },
      })
      await using visit = await admin.enter({ width, theme }, '/orders')
      const { page, audit } = visit
      await tab(page, 'Due today').click()
      await view(page, 'Due today').waitFor()
      const row = rows(page).filter({ hasText: spaced(order.number) })
      await row.getByText('Overdue Mon 4 Mar').waitFor()
      await audit('due today')
      const print = page.getByRole('button', { name: /^Print \d+ due today$/ })
      const [asked] = await Promise.all([page.waitForRequest('**/packing-slips'), page.waitForEvent('popup'), print.click()])
      assert.equal(asked.postDataJSON().orderIds[0], order.id, 'the most urgent one first')
      await page.getByText(/^Packing slips of \d+ orders?, in a tab of their own\.$/).waitFor()
      await admin.shop.merchant.orders.cancelOrder({ id: order.id! })
      await page.reload()
      await row.waitFor({ state: 'detached' })
    })

  test('one jumps to a day or a number, and what is neither is said', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/orders')
    const { page, audit } = visit
    await rows(page).first().waitFor()
    const jump = page.getByLabel('Jump to date or number')
    await jump.fill('whenever')
    await jump.press('Enter')
    await page.getByText('Neither a day nor a number.').waitFor()
    await audit('no place to jump to')
    const number = (await rows(page).nth(3).locator('[data-c="number"]').textContent())!
    await jump.fill(number)
    await jump.press('Enter')
    await firstCell(page, 'number').filter({ hasText: number }).waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('1–50').waitFor()
    await page.getByLabel('Jump to date or number').fill('today')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Date is to \d{4}-\d\d-\d\d$/ }).waitFor()
    await isShown(page)
    assert.ok((await rows(page).count()) > 0)
  })

  test('all that a view finds is tagged by the keys, the number confirmed; taken back; and what stayed is said with why', async () => {
    const { number } = await admin.buy('lists@example.com')
    await using visit = await admin.enter({ width: 1440 }, '/orders')
    const { page, audit } = visit
    await rows(page).first().waitFor()
    await page.keyboard.press('6')
    await view(page, 'Unpaid').waitFor()
    await isShown(page)
    await page.getByText('1–50').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    const all = page.getByRole('button', { name: /^All [\d,]+ in view$/ })
    await all.waitFor()
    const count = (await all.textContent())!.replace(/\D/g, '')
    await all.press('Enter')
    await page.getByText(`${count} selected`).waitFor()
    await page.getByRole('button', { name: /^Tag/ }).focus()
    await page.keyboard.press('t')
    await page.getByText(/^Not only those on this page/).waitFor()
    await audit('asked before all are tagged')
    await page.keyboard.type('=looked into')
    await page.getByRole('button', { name: `Tag ${count} orders` }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(`${count} orders tagged “=looked into”.`).waitFor()
    await rows(page).first().getByText('=looked into').waitFor()

    await page.getByRole('button', { name: 'Export' }).press('Enter')
    const exporting = page.getByRole('dialog', { name: 'Export orders' })
    await exporting.getByLabel('SKUs').uncheck()
    await audit('what is exported, and how')
    const [file] = await Promise.all([page.waitForEvent('download'), exporting.getByRole('button', { name: 'Export' }).press('Enter')])
    assert.match(file.suggestedFilename(), /^orders-\d{4}-\d\d-\d\d\.csv$/)
    const csv = await readFile(await file.path(), 'utf8')
    const lines = csv.trimEnd().split('\r\n')
    assert.match(lines[0]!, /^\uFEFFOrder,Placed,Status,Payment,Fulfilment,Email,.*,Quantity,Currency,.*,Tracking,Tags,Note$/)
    assert.equal(lines.length - 1, Number(count))
    // What a spreadsheet would calculate is text.
    for (const line of lines.slice(1)) assert.match(line, /'=looked into/)

    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await rows(page).first().getByText('=looked into').waitFor({ state: 'detached' })

    // A fulfilled order beside the one that was just bought: the one is sent, the other stays.
    await page.goto(`${admin.shop.url}/admin/orders?q=lists@example.com`)
    await rows(page).filter({ hasText: 'Hanna Keller' }).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    // It cannot be undone, so one key is not enough.
    await page.keyboard.press('f')
    const question = page.getByRole('dialog', { name: 'Fulfil 1 order?' })
    await question.getByText(/^1 order worth €[\d.]+, everything that has not been sent yet\.$/).waitFor()
    await question.getByText(/^One buyer gets an email/).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^1 order sent, €[\d.]+\.$/).waitFor()
    const other = await admin.buy('other@example.com')
    await page.goto(`${admin.shop.url}/admin/orders`)
    await rows(page).first().waitFor()
    await page.getByLabel(`Select order ${spaced(number)}`).check()
    await page.getByLabel(`Select order ${spaced(other.number)}`).check()
    await page.getByRole('button', { name: /^Fulfil/ }).click()
    await page.getByRole('button', { name: 'Fulfil 2 orders' }).click()
    await page.getByText(/^1 of 2: 1 order sent/).waitFor()
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Show the 1' }).click()
    await page
      .getByRole('row')
      .filter({ hasText: `order ${spaced(number)}` })
      .getByText('Everything of it was sent already.')
      .waitFor()
    await audit('what stayed as it was')
  })

  test('space looks at an order beside the list, j goes on, enter opens it, and escape goes back', async () => {
    await using visit = await admin.enter({ width: 1440, theme: 'dark' }, '/orders?payment=due')
    const { page, audit } = visit
    await rows(page).first().waitFor()
    const numberAt = async (nth: number) => (await rows(page).nth(nth).locator('[data-c="number"]').textContent())!
    await page.keyboard.press(' ')
    await page.getByRole('complementary', { name: `order ${await numberAt(0)}` }).waitFor()
    await audit('peek')
    await page.keyboard.press('j')
    await page.getByRole('complementary', { name: `order ${await numberAt(1)}` }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    const second = await numberAt(1)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1 }).filter({ hasText: second }).waitFor()
  })

  for (const width of [1440, 820])
    test(`what was done is said above the foot of a list, not over its buttons, ${width} px wide`, async () => {
      await using visit = await admin.enter({ width }, '/orders?payment=due')
      const { page } = visit
      await rows(page).first().waitFor()
      const toast = page.getByRole('region', { name: 'What was done' }).locator('.toast')
      const areApart = async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        const [said, older] = await Promise.all([toast.boundingBox(), page.getByRole('button', { name: 'Older' }).boundingBox()])
        assert.ok(said!.y + said!.height <= older!.y, `the toast ends at ${said!.y + said!.height}, the button begins at ${older!.y}`)
      }
      await page.getByRole('button', { name: 'Save what you see as a view' }).click()
      const name = `Owed ${width}`
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('button', { name: /^Save for me/ }).click()
      await page.getByText(`“${name}” saved`).waitFor()
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      const look = await toast.evaluate((at) => ({
        background: getComputedStyle(at).backgroundColor,
        ends: getComputedStyle(at.querySelector('.fuse')!).animationName,
      }))
      await page.emulateMedia({ reducedMotion: 'reduce' })
      assert.notEqual(look.background, 'rgba(0, 0, 0, 0)', 'it stands on a ground of its own')
      assert.equal(look.ends, 'burn', 'it goes by itself')
      await areApart()
      await rows(page).first().getByRole('checkbox').check()
      await areApart()
    })

  test('reviews with the same text are turned down together, also those on pages that are not loaded', async () => {
    const { shop } = admin
    const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { reviewManagement } })
    const { reviews } = await office.reviewManagement.searchReviews({ words: 'best candle!!!' })
    const [spam] = reviews
    const { entityId, namespace, content } = spam!.review
    const copies = 110
    const ids: string[] = []
    for (let from = 0; from < copies; from += 55) {
      const { results } = await office.reviewManagement.bulkCreateReviews({
        reviews: Array.from({ length: 55 }, () => ({
          namespace,
          entityId,
          content: { rating: 5, title: content!.title!, body: content!.body! },
        })),
      })
      ids.push(...results.flatMap(({ itemMetadata }) => itemMetadata.id ?? []))
    }
    await using database = connect({ url: shop.databaseUrl })
    await database.query(sql`update review set status = 'IN_MODERATION' where id = any(${ids}::uuid[])`)

    await using visit = await admin.enter({ width: 1440 }, '/reviews')
    const { page } = visit
    const marks = page.getByRole('complementary', { name: 'Marks' })
    await marks.getByRole('button', { name: `Turn down all ${copies + 1}` }).click()
    await page.getByText(`${copies + 1} reviews turned down.`).waitFor()
    const rejected = async () => {
      const { counts } = await office.reviewManagement.countByStatus({})
      return counts.find(({ status }) => status === 'REJECTED')?.count
    }
    const turnedDown = (await rejected())!
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Taken back.').waitFor()
    assert.equal((await rejected())! + copies + 1, turnedDown)
  })

  test('a finger that is held on a row of a phone picks it, and does not open it', async () => {
    await using visit = await admin.enter({ width: 390 }, '/orders')
    const { page, audit } = visit
    const row = rows(page).nth(1)
    const finger = { pointerType: 'touch', isPrimary: true, bubbles: true }
    await row.waitFor()
    assert.equal(await row.getByRole('checkbox').isVisible(), false)
    await row.getByRole('link').dispatchEvent('pointerdown', finger)
    await page.getByRole('toolbar', { name: 'Actions for 1 selected order' }).waitFor()
    await row.getByRole('link').dispatchEvent('pointerup', finger)
    await row.getByRole('link').dispatchEvent('click')
    assert.equal(new URL(page.url()).pathname, '/admin/orders')
    await audit('an order picked on a phone')
    await rows(page).first().getByRole('checkbox').check()
    await page.getByRole('toolbar', { name: 'Actions for 2 selected orders' }).waitFor()

    // One that moves scrolls, and a short one opens.
    const third = rows(page).nth(2).getByRole('link')
    await third.dispatchEvent('pointerdown', { ...finger, clientX: 100, clientY: 100 })
    await third.dispatchEvent('pointermove', { ...finger, clientX: 100, clientY: 130 })
    await page.waitForTimeout(600)
    await page.getByRole('toolbar', { name: 'Actions for 2 selected orders' }).waitFor()
    await third.dispatchEvent('click')
    await page.waitForURL(/\/admin\/orders\/.+/)
  })

  test('a list that finds nothing, and one that does not load, say what to do', async () => {
    await using visit = await admin.enter({ width: 390 }, '/orders')
    const { page, audit } = visit
    await rows(page).first().waitFor()
    await page.getByLabel('Number, customer, SKU, tracking').fill('nobody@nowhere.example')
    await page.getByRole('heading', { name: 'No orders like that' }).waitFor()
    await isShown(page)
    await audit('nothing found')
    await page.route('**/orders/search', (route) => route.abort())
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByRole('heading', { name: 'These orders did not load' }).waitFor()
    await audit('not loaded')
    await page.unroute('**/orders/search')
    await page.getByRole('button', { name: 'Load again' }).click()
    await rows(page).first().waitFor()
  })
})

/** `12\u2009677`, as orders are spoken of. */
const spaced = (number: string) => number.replace(/\B(?=(\d{3})+$)/g, '\u2009')
