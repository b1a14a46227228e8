import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, type Visit, type Window } from './browser.ts'
import { awaitLetter, cards, comeToPayment, press, putIntoBag, readOrder, writeCard } from './errands.ts'
import { type OpenShop, openShop } from './shop.ts'

const owner = { email: 'mira@morrow.example', password: 'slow mornings, 1 cup' }
const mug = { slug: 'morning-mug', choices: { Glaze: 'Oat', Size: 'Regular, 280 ml' }, quantity: 2 }

suite('the admin', () => {
  let shop: OpenShop
  let browser: Window
  before(async () => {
    ;[shop, browser] = await Promise.all([
      openShop({ VITRINE_OWNER_EMAIL: owner.email, VITRINE_OWNER_PASSWORD: owner.password }),
      openBrowser(),
    ])
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await shop?.[Symbol.asyncDispose]()
  })

  /** Two mugs, paid by card. */
  async function bought(email: string): Promise<{ id: string; number: string }> {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await putIntoBag(page, shop, mug)
    await comeToPayment(page, shop, email)
    await writeCard(page, cards.good)
    await press(page, /^Pay/)
    const { id, number } = await readOrder(page)
    return { id, number: number.replace(/\D/g, '') }
  }

  async function signIn({ page }: Visit, password = owner.password): Promise<void> {
    await page.goto(`${shop.url}/admin/orders`)
    await page.getByLabel('Mail').fill(owner.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const row = (page: Page, number: string) => page.getByRole('row').filter({ hasText: number.replace(/(?=(\d{3})$)/, '\u2009') })

  test('nobody comes in without the password, and the words say how many tries are left', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await signIn(visit, 'not this one')
    await page.getByText('4 more tries, then a pause of one minute.').waitFor()
    await visit.audit('sign in, refused')
    assert.ok(page.url().includes('/admin/sign-in?to=%2Forders'))
  })

  for (const [width, theme] of [
    [1440, 'light'],
    [1440, 'dark'],
    [820, 'light'],
    [390, 'dark'],
  ] as const)
    test(`an order is found, tagged, sent, and part of it refunded, ${width} px wide, ${theme}`, async () => {
      const email = `admin-${width}-${theme}@example.com`
      const { number } = await bought(email)
      await using visit = await browser.visit({ width, theme })
      const { page, audit } = visit
      await page.goto(`${shop.url}/admin/sign-in`)
      await page.getByRole('heading', { name: /^Good / }).waitFor()
      await audit('sign in')
      await signIn(visit)
      await row(page, number).waitFor()
      await audit('orders')

      await page.getByLabel('Number, name, mail, tag').fill(email)
      await page.waitForURL(/[?&]q=/)
      await page.waitForFunction(() => document.querySelectorAll('.table.orders tbody tr').length === 1)
      await row(page, number).getByRole('link').click()
      await page
        .getByRole('heading', { level: 1 })
        .filter({ hasText: number.slice(-3) })
        .waitFor()
      await audit('order')

      await page.getByRole('button', { name: 'Tag', exact: true }).click()
      await page.getByLabel('New tag').fill('gift')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Take the tag gift off' }).waitFor()

      await page
        .getByRole('button', { name: /^Fulfil 2 items/ })
        .filter({ visible: true })
        .click()
      await page.getByRole('button', { name: 'Less' }).first().click()
      await page.getByLabel('Carrier').selectOption('dhl')
      await page.getByLabel('Tracking number').fill('00340434161094042557')
      await audit('fulfil')
      await page.getByRole('button', { name: /^Send 1 item/ }).click()
      await page.getByText('Parcel 1', { exact: true }).waitFor()
      await page.getByRole('link', { name: '00340434161094042557' }).waitFor()
      const letter = await awaitLetter(shop, email, /on its way/i)
      assert.match(letter.text, /00340434161094042557/)

      await page.getByRole('button', { name: /^Refund/ }).click()
      await page.getByRole('button', { name: 'More' }).first().click()
      await audit('refund')
      await page.getByRole('button', { name: /^Refund €26\.00 and restock 1/ }).click()
      await page.getByText('€26.00 refunded.').waitFor()
      await page.getByText('Refunded: Arrived damaged').waitFor()
      await awaitLetter(shop, email, /€26\.00|back/i)

      await page.getByLabel('Comment for staff').fill('Wrapped in blue paper.')
      await page.getByRole('button', { name: /^Send/ }).click()
      await page.getByText('Wrapped in blue paper.').waitFor()
      await audit('order, sent and refunded')
    })

  test('all of it by the keys: to the orders, along them, pick, tag, search, open, fulfil, and leave', async () => {
    const [first, second] = [await bought('keys-1@example.com'), await bought('keys-2@example.com')]
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    await page.goto(`${shop.url}/admin`)
    await page.getByLabel('Mail').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(owner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'To do now' }).waitFor()
    await audit('home')

    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await row(page, second.number).waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('t')
    await page.keyboard.type('wedding list')
    await audit('tag')
    await page.keyboard.press('Enter')
    await page.getByText('2 orders tagged “wedding list”.').waitFor()
    await row(page, first.number).getByText('wedding list').waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await row(page, first.number).getByText('wedding list').waitFor({ state: 'detached' })

    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.getByRole('heading', { name: 'To do now' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard' }).waitFor()
    await audit('keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(second.number)
    await page.getByRole('option', { name: /1 × |2 × / }).waitFor()
    await audit('palette')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Fulfil 2 items/ }).waitFor()
    await page.keyboard.press('f')
    await page.getByRole('heading', { name: 'Send parcel 1' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('2 items sent.').waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('>sign out')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /^Good / }).waitFor()
    await page.goto(`${shop.url}/admin/orders/${second.id}`)
    await page.getByLabel('Password').waitFor()
  })
})
