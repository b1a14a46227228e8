import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { merchantClient } from './merchant-client.ts'

suite('the preview of a product', () => {
  let desk: OpenAdmin
  before(async () => {
    desk = await openAdmin()
  })
  after(() => desk?.[Symbol.asyncDispose]())

  const merchant = () => merchantClient(desk.shop)

  test('a product that is not shown yet is written, looked at and shared by its link', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/products/new')
    const { page, audit } = visit
    const field = (label: string) => page.getByLabel(label, { exact: true }).first()
    await field('Title').fill('Winter Bowl')
    await field('Price').fill('42')
    await page.getByLabel('In stock', { exact: true }).fill('3')
    await page.getByRole('radio', { name: 'Hidden' }).check()
    await page.getByRole('button', { name: 'Save and preview' }).click()
    const dialog = page.getByRole('dialog', { name: 'Preview' })
    await dialog.getByLabel('Link').and(page.locator('[value*="/previews/"]')).waitFor()
    await audit('the preview dialog')
    const link = await dialog.getByLabel('Link').inputValue()
    assert.ok(link.startsWith(`${desk.shop.url}/previews/`), link)
    const [opened] = await Promise.all([page.waitForEvent('popup'), dialog.getByRole('button', { name: 'Open the preview' }).click()])
    await opened.getByRole('heading', { name: 'Winter Bowl', level: 1 }).waitFor()
    await opened.close()

    // Somebody who was sent the link, and has no account.
    await using guest = await desk.visit({ width: 390, theme: 'dark' })
    const answer = await guest.page.goto(link)
    assert.deepEqual(
      [answer?.status(), answer?.headers()['cache-control'], answer?.headers()['x-robots-tag']],
      [200, 'private, no-store', 'noindex'],
    )
    await guest.page.getByText('Only people with this link see the product').waitFor()
    await guest.page.getByText('The link works until').waitFor()
    assert.equal(await guest.page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
    assert.equal(await guest.page.locator('script[type="application/ld+json"]').count(), 0)
    assert.equal(await guest.page.getByRole('button', { name: 'Add to the bag' }).isDisabled(), true)
    await guest.page.getByText('This is a preview: nothing can be bought here.').waitFor()
    await guest.audit('a preview')

    const [{ id, slug } = { id: '', slug: '' }] = (await merchant().listProducts({ query: { filter: { name: 'Winter Bowl' } } })).products
    assert.equal((await fetch(`${desk.shop.url}/products/${slug}`)).status, 404)
    await merchant().saveProduct({ id, product: { name: 'Winter Bowl, large' } })
    await guest.page.reload()
    await guest.page.getByRole('heading', { name: 'Winter Bowl, large', level: 1 }).waitFor()
  })

  test('answers as for any address that is nothing, where the link is forged', async () => {
    const office = merchant()
    const [one] = (await office.listProducts({ query: { cursorPaging: { limit: 1 } } })).products
    const { url } = await office.makeProductPreview({ id: one!.id })
    const forged = await fetch(`${url.slice(0, -3)}abc`)
    assert.equal(forged.status, 404)
    const nothing = await fetch(`${desk.shop.url}/previews/nothing`)
    assert.equal(nothing.status, 404)
    const [words, usual] = [await forged.text(), await (await fetch(`${desk.shop.url}/products/nothing-of-the-kind`)).text()]
    const heading = /<h1[^>]*>(.*?)<\/h1>/s
    assert.equal(heading.exec(words)?.[1], heading.exec(usual)?.[1])
    assert.doesNotMatch(words, new RegExp(one!.name))
  })
})
