import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { arrive, type Window } from './browser.ts'
import { join, password, writeSignIn } from './joining.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart, cards, checkOut, comeToPayment, press, readOrder, writeAddress, writeCard, writeWhere } from './shopper.ts'

const plate = { slug: 'dinner-plate', choices: { Glaze: 'Chalk' } }

suite('a guest and an account', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  test('what was typed in the checkout is there after a reload, and goes with the first step', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    await addToCart(page, shop, plate)
    await checkOut(page, shop)
    await writeAddress(page, 'reload@example.com')
    await page.locator('#country').selectOption('AT')
    await page.locator('#postcode').fill('1010')
    await page.getByText('This is my own address').or(page.getByText('The invoice goes to the same address')).first().click()
    await arrive(page, page.url())
    const read = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>('#email, #country, #firstName, #street, #postcode, #town')].map(
          ({ value }) => value,
        ),
      )
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#town')?.value === 'Berlin')
    assert.deepEqual((await read()).sort(), ['1010', 'AT', 'Berlin', 'Hanna', 'Kastanienallee 24', 'reload@example.com'].sort())
    assert.equal(await page.locator('#same').isChecked(), false)
    await page.locator('#same').check()
    await press(page, 'Go on to the delivery day')
    await page.getByRole('button', { name: 'Go on to payment' }).waitFor()
    await page.waitForFunction(() => Object.keys(sessionStorage).every((name) => !name.startsWith('checkout:')))
  })

  test('whoever has an account signs in inside the checkout, and what was typed is still there', async () => {
    const email = 'inside@example.com'
    await join(shop, email)
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    await addToCart(page, shop, plate)
    await checkOut(page, shop)
    await writeWhere(page)
    await audit('the first step of a guest')
    const { pathname } = new URL(page.url())
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.locator('input[name=touch]').waitFor({ state: 'attached' })
    await writeSignIn(page, email)
    await page.getByRole('button', { name: 'Not now' }).or(page.locator('#street')).first().waitFor()
    const notNow = page.getByRole('button', { name: 'Not now' })
    if (await notNow.isVisible()) await notNow.click()
    await page.waitForURL((url) => url.pathname === pathname)
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#street')?.value === 'Kastanienallee 24')
    assert.equal(await page.getByRole('main').getByRole('link', { name: 'Sign in' }).count(), 0)
  })

  test('a guest keeps the order, its address and their name by choosing a password on the page that thanks', async () => {
    await using visit = await browser.visit({ width: 390, theme: 'dark' })
    const { page, audit } = visit
    await addToCart(page, shop, plate)
    await comeToPayment(page, shop, 'keeps@example.com')
    await writeCard(page, cards.good)
    await press(page, /^Pay/)
    const { id } = await readOrder(page)
    await audit('the page that thanks a guest')
    assert.equal(await page.getByLabel('Email for the newsletter').count(), 1, 'the footer does not ask a second time')
    await page.getByLabel('A password for keeps@example.com').fill(password)
    await press(page, 'Keep it')
    await page.waitForURL(`${shop.url}/account/orders/${id}`)
    await page.getByText('Table Plate').first().waitFor()
    await arrive(page, `${shop.url}/account/profile`)
    await page.getByText('Kastanienallee 24').first().waitFor()
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Keller')
    await arrive(page, `${shop.url}/account/orders`)
    await page.getByRole('link', { name: 'Find that order by its number' }).click()
    await page.getByRole('heading', { level: 1, name: 'Where is my order' }).waitFor()
  })
})
