import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive } from './browser.ts'
import { sizes } from './sizes.ts'

const patienceMs = 30_000

suite('the newsletter', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  /** The link of the email to an address, as soon as it is there. */
  async function linkTo(email: string): Promise<string> {
    const { inbox } = admin.shop.merchant
    for (const until = Date.now() + patienceMs; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 100))) {
      const { messages } = await inbox.listMessages()
      const found = messages.find(({ to, subject }) => /Confirm your subscription/.test(subject) && to.includes(email))
      const link = found && /http\S+\/newsletter\/confirm\?token=[^\s)]+/.exec((await inbox.getMessage({ id: found.id })).message.text)?.[0]
      if (link) return link
    }
    throw new Error(`no email came to ${email}`)
  }

  for (const { width, theme, script } of [
    { width: 390, theme: 'dark', script: true },
    { width: 820, theme: 'light', script: false },
    { width: 1440, theme: 'light', script: true },
  ] as const)
    test(`somebody subscribes at the foot of a page, confirms, and leaves by one click, ${width} px wide, ${theme}, ${script ? 'with' : 'without'} script`, async () => {
      const email = `subscriber-${width}@example.com`
      await using visit = await admin.visit({ width, theme, ...(!script && { script: false }) })
      const { page, audit } = visit
      await arrive(page, admin.shop.url)
      const foot = page.getByRole('contentinfo')
      await foot.getByRole('heading', { name: 'A letter, when the kiln is opened' }).waitFor()
      await foot.getByLabel('Email for the newsletter').fill(email)
      await audit('the foot of a page')
      await foot.getByRole('button', { name: 'Subscribe' }).click()
      await page.getByRole('heading', { level: 1, name: 'One more click.' }).waitFor()
      await audit('a subscription that waits for its click')

      const link = await linkTo(email)
      await page.goto(link)
      await page.getByRole('heading', { level: 1, name: 'Shall we write to you?' }).waitFor()
      await audit('a subscription to be confirmed')
      await page.getByRole('button', { name: 'Yes, write to me' }).click()
      await page.getByRole('heading', { level: 1, name: 'You are subscribed' }).waitFor()
      await audit('a subscription that is confirmed')

      await page.goto(link.replace('/confirm?', '/off?'))
      if (!script) await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await page.getByRole('heading', { level: 1, name: 'You are unsubscribed' }).waitFor()
      await audit('a subscription that is ended')
      await page.goto(link)
      await page.getByRole('heading', { level: 1, name: 'This link has run out' }).waitFor()
    })

  test('an address that cannot be right is said beside the field, and a mail program unsubscribes without a page', async () => {
    await using visit = await admin.visit({ width: 1440, script: false })
    const { page, audit } = visit
    await arrive(page, `${admin.shop.url}/newsletter`)
    const main = page.getByRole('main')
    await main.getByLabel('Email for the newsletter').fill('ada@nowhere')
    await main.getByRole('button', { name: 'Subscribe' }).click()
    await main.getByRole('alert').waitFor()
    assert.equal(await main.getByLabel('Email for the newsletter').inputValue(), 'ada@nowhere')
    await audit('an address that cannot be right')

    const email = 'program@example.com'
    await main.getByLabel('Email for the newsletter').fill(email)
    await main.getByRole('button', { name: 'Subscribe' }).click()
    const link = await linkTo(email)
    await page.goto(link)
    await page.getByRole('button', { name: 'Yes, write to me' }).click()
    await page.getByRole('heading', { level: 1, name: 'You are subscribed' }).waitFor()
    const { status } = await fetch(link.replace('/confirm?', '/off?'), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(status, 200)
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: 'This link has run out' }).waitFor()
  })

  for (const { width, theme } of sizes([
    { width: 390, theme: 'light' },
    { width: 1440, theme: 'dark' },
  ] as const))
    test(`the merchant sees subscribers with their proof, ends one, and takes the form off the shop, ${width} px wide, ${theme}`, async () => {
      const email = `seen-${width}@example.com`
      await using shopper = await admin.visit({ width: 1440 })
      await arrive(shopper.page, admin.shop.url)
      const foot = shopper.page.getByRole('contentinfo')
      await foot.getByLabel('Email for the newsletter').fill(email)
      await foot.getByRole('button', { name: 'Subscribe' }).click()
      await shopper.page.getByRole('heading', { level: 1, name: 'One more click.' }).waitFor()
      await shopper.page.goto(await linkTo(email))
      await shopper.page.getByRole('button', { name: 'Yes, write to me' }).click()
      await shopper.page.getByRole('heading', { level: 1, name: 'You are subscribed' }).waitFor()

      await using visit = await admin.enter({ width, theme }, '/newsletter')
      const { page, audit } = visit
      const row = page.getByRole('row').filter({ hasText: email })
      await row.getByText('Subscribed').waitFor()
      await row.getByText('Footer · / · A letter, when the kiln is opened.').waitFor()
      await audit('subscribers')
      await row.getByRole('button', { name: `Unsubscribe ${email}` }).click()
      await audit('a subscriber is to be ended')
      await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click()
      await row.getByText('Unsubscribed').waitFor()

      await page.getByRole('button', { name: 'Sign-up form' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox', { name: 'Ask for subscribers' }).uncheck()
      await audit('the sign-up form')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The shop does not ask for more').waitFor()
      await shopper.page.waitForTimeout(1500)
      await arrive(shopper.page, admin.shop.url)
      assert.equal(await foot.getByLabel('Email for the newsletter').count(), 0)
      await page.getByRole('button', { name: 'Sign-up form' }).click()
      await dialog.getByRole('checkbox', { name: 'Ask for subscribers' }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('The shop does not ask for more').waitFor({ state: 'hidden' })
      await shopper.page.waitForTimeout(1500)
      await arrive(shopper.page, admin.shop.url)
      await foot.getByLabel('Email for the newsletter').waitFor()
    })
})
