import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { arrive, type Window } from './browser.ts'
import { join, notNow, writeRegistration, writeSignIn } from './joining.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { press } from './shopper.ts'

suite('signing in by clicks alone, from the start page', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  async function pressSignIn(page: Page): Promise<void> {
    await arrive(page, shop.url)
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await page.locator('input[name=touch]').waitFor({ state: 'attached' })
    assert.equal(new URL(page.url()).searchParams.get('to'), '/account')
  }

  /** The account as a page of the shop, and not its data or an error. */
  async function isInAccount(page: Page): Promise<void> {
    await page.waitForURL(`${shop.url}/account`)
    await page.getByRole('heading', { level: 1, name: /Hanna$/ }).waitFor()
  }

  test('"Sign in" in the header leads to the account; Back after signing out asks to sign in again', async () => {
    const email = 'clicks@example.com'
    await join(shop, email)
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await pressSignIn(page)
    await writeSignIn(page, email)
    await notNow(page)
    await isInAccount(page)

    await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Orders' }).click()
    await page.waitForURL(`${shop.url}/account/orders`)
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByRole('heading', { name: 'See you soon' }).waitFor()
    await page.goBack()
    await page.waitForURL(({ pathname }) => pathname === '/login')
    assert.equal(new URL(page.url()).searchParams.get('to'), '/account/orders')
    await writeSignIn(page, email)
    await page.waitForURL(`${shop.url}/account/orders`)
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  })

  test('"Open an account" from there leads a new member to the account', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page } = visit
    await arrive(page, shop.url)
    await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Open an account' }).click()
    await page.locator('input[name=touch]').waitFor({ state: 'attached' })
    await writeRegistration(page, 'new-by-clicks@example.com')
    await press(page, 'Not now')
    await isInAccount(page)
  })
})
