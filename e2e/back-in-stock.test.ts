import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { merchantInventory, merchantProducts, waitingList } from '@vitrine/client/back-office'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive } from './browser.ts'
import { sizes } from './sizes.ts'

const patienceMs = 30_000

suite('back in stock', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const newOffice = () =>
    createClient({
      baseUrl: admin.shop.url,
      auth: apiKey(admin.shop.apiKey),
      modules: { merchantInventory, merchantProducts, waitingList },
    })
  async function soldOut(name: string) {
    const office = newOffice()
    const { product } = await office.merchantProducts.addProduct({ product: { name, priceData: { price: 48 } } })
    await office.merchantInventory.countStock({ counts: [{ productId: product.id, quantity: 0 }] })
    return product
  }
  /** The email to an address about what is back, as soon as it is there. */
  async function emailTo(email: string): Promise<string> {
    const { inbox } = admin.shop.merchant
    for (const until = Date.now() + patienceMs; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 100))) {
      const { messages } = await inbox.listMessages()
      const found = messages.find(({ to, subject }) => /is back/.test(subject) && to.includes(email))
      if (found) return (await inbox.getMessage({ id: found.id })).message.text
    }
    throw new Error(`no email came to ${email}`)
  }

  for (const { width, theme } of sizes([
    { width: 390, theme: 'dark' },
    { width: 1440, theme: 'light' },
  ] as const))
    test(`somebody asks to be told when a product costs less, and the shop counts them, ${width} px wide, ${theme}`, async () => {
      const name = `Kiln Tray ${width}`
      const { product } = await newOffice().merchantProducts.addProduct({ product: { name, priceData: { price: 48 } } })
      await using visit = await admin.visit({ width, theme })
      const { page, audit } = visit
      await arrive(page, `${admin.shop.url}/products/${product.slug}`)
      await page.getByRole('link', { name: 'Tell me when it costs less' }).click()
      await page.getByRole('heading', { level: 1, name: 'Tell me when it costs less' }).waitFor()
      await page.getByText('It is €48 now.').waitFor()
      await page.getByRole('button', { name: 'Write to me' }).click()
      await page.getByText('Write your address as in ada@example.com.').waitFor()
      await audit('asking about a price, with what is wrong with it')
      await page.getByLabel('Your email').last().fill(`price-${width}@example.com`)
      await page.getByRole('button', { name: 'Write to me' }).click()
      await page.getByText(`One email to price-${width}@example.com when it costs less`).waitFor()
      await audit('an email about a price that was asked for')
      const { items } = await newOffice().waitingList.listWatchedItems({ limit: 100 })
      assert.equal(items.find(({ productId }) => productId === product.id)?.waiting, 1)
    })

  for (const { width, theme } of sizes([
    { width: 390, theme: 'light' },
    { width: 820, theme: 'light' },
    { width: 1440, theme: 'dark' },
  ] as const))
    test(`somebody asks, is told, and leaves the list by the link, ${width} px wide, ${theme}`, async () => {
      const email = `waits-${width}@example.com`
      const product = await soldOut(`Kiln Jug ${width}`)
      const other = await soldOut(`Kiln Vase ${width}`)
      const third = await soldOut(`Kiln Bowl ${width}`)
      await using visit = await admin.visit({ width, theme })
      const { page, audit } = visit
      for (const { slug } of [third, other, product]) {
        await arrive(page, `${admin.shop.url}/products/${slug}`)
        await page.getByText('Sold out. We will write when it is back.').waitFor()
        await audit('a product that is sold out')
        await page.getByLabel('Your email').last().fill(email)
        await page.locator('.back').getByRole('button', { name: 'Write to me' }).click()
        await page.getByText(`One email to ${email} when it is back`).waitFor()
        await page.locator('.back').getByText('Whoever asked first is told first.').waitFor()
        await audit('an email that was asked for')
      }
      await page.reload()
      await page.getByText('You wait for this already').waitFor()
      await page.locator('.back').getByText('No. It belongs to whoever orders it first.').waitFor()
      await page.locator('.back').getByRole('button', { name: 'Never mind it' }).click()
      await page.getByText('Your address is off that list.').waitFor()
      await audit('an email that is no longer wanted')
      await page.locator('#back-email').fill(email)
      await page.locator('.back').getByRole('button', { name: 'Write to me' }).click()
      await page.getByText(`One email to ${email} when it is back`).waitFor()

      const office = newOffice()
      await office.merchantInventory.receiveGoods({ goods: [{ productId: product.id, quantity: 2 }] })
      const text = await emailTo(email)
      const links = text.match(/http[^\s)]+/g) ?? []
      await arrive(page, links.find((link) => link.includes(product.slug)) ?? assert.fail(text))
      await page.getByRole('heading', { level: 1, name: product.name }).waitFor()
      assert.equal(await page.locator('.back').count(), 0)

      await arrive(page, links.find((link) => link.includes('/back-in-stock/off')) ?? assert.fail(text))
      await page.getByRole('heading', { level: 1, name: 'Then no email' }).waitFor()
      await audit('the page behind the link')
      await page.getByRole('button', { name: 'Put me back' }).click()
      await page.getByText(`You are back on the list for`).waitFor()
      await page.getByRole('button', { name: 'Take me off again' }).click()
      await page.getByRole('heading', { level: 1, name: 'Then no email' }).waitFor()
      await page.getByText('Two more emails wait for you').waitFor()
      await audit('the other emails that wait')
      if (width === 820) await page.getByRole('button', { name: 'Stop all' }).click()
      else
        for (const { name } of [other, third]) {
          await page.getByRole('button', { name: `Stop ${name}` }).click()
          await page.getByRole('button', { name: `Stop ${name}` }).waitFor({ state: 'detached' })
        }
      await page.getByText(/waits? for you/).waitFor({ state: 'detached' })
      const { people } = await office.waitingList.searchPeople({ search: { search: { expression: email } } })
      assert.deepEqual(people, [])
    })

  test('what is sold out beside the choice made is said in the stock line, with a way to ask for it', async () => {
    await using visit = await admin.visit({ width: 820 })
    const { page, audit } = visit
    await arrive(page, `${admin.shop.url}/products/morning-mug?Glaze=Sage&Size=Large%2C+360+ml`)
    await page.getByText('Clay is sold out in Large.').waitFor()
    await audit('a choice beside one that is sold out')
    await page.getByRole('link', { name: 'Write to me about Clay' }).click()
    await page.getByText('Sold out. We will write when it is back.').waitFor()
    assert.equal(await page.getByRole('radio', { name: /^Clay/ }).isChecked(), true)
    assert.equal(
      await page
        .locator('.back')
        .getByRole('button', { name: /^On your wish list/ })
        .count(),
      1,
    )
  })

  test('the card of what is sold out leads to the form that asks for an email', async () => {
    const { name, slug } = await soldOut('Kiln Tile')
    await using visit = await admin.visit({ width: 390 })
    const { page, audit } = visit
    await arrive(page, `${admin.shop.url}/search?q=Kiln+Tile`)
    await audit('a list with something that is sold out')
    await page.getByRole('link', { name: `Write to me when it is back ${name}` }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/products/${slug}`)
    await page.getByText('Sold out. We will write when it is back.').waitFor()
    await page.waitForFunction(() => {
      const top = document.getElementById('back-email')?.getBoundingClientRect().top ?? -1
      return top > 0 && top < window.innerHeight
    })
  })

  test('without script the form asks, and the page behind the link has a button', async () => {
    const email = 'plain@example.com'
    const product = await soldOut('Plain Jug')
    await using visit = await admin.visit({ width: 390, script: false })
    const { page, audit } = visit
    await page.goto(`${admin.shop.url}/products/${product.slug}`)
    await page.locator('#back-email').fill(email)
    await page.locator('.back').getByRole('button', { name: 'Write to me' }).click()
    await page.getByRole('heading', { level: 1, name: 'We will write' }).waitFor()
    await page.getByText('Whoever asked first is told first.').waitFor()
    await audit('an email that was asked for without script')
    await page.getByRole('button', { name: 'Never mind it' }).click()
    await page.getByRole('heading', { level: 1, name: 'Then no email' }).waitFor()
    await page.getByRole('link', { name: 'Back to the product' }).click()
    await page.locator('#back-email').fill(email)
    await page.locator('.back').getByRole('button', { name: 'Write to me' }).click()
    await page.getByRole('heading', { level: 1, name: 'We will write' }).waitFor()

    await newOffice().merchantInventory.receiveGoods({ goods: [{ productId: product.id, quantity: 2 }] })
    const text = await emailTo(email)
    await page.goto(/http[^\s)]+back-in-stock\/off[^\s)]+/.exec(text)?.[0] ?? assert.fail(text))
    await page.getByRole('button', { name: 'Take my address off the list' }).click()
    await page.getByRole('heading', { level: 1, name: 'Then no email' }).waitFor()
  })
})
