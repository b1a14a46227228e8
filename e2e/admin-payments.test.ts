import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { FakeStripe } from '@vitrine/testing/stripe/model'
import { fakeStripe } from '@vitrine/testing/stripe/stripe'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { sizes } from './sizes.ts'

suite('the account at Stripe in the admin', () => {
  let stripe: FakeStripe
  let admin: OpenAdmin
  before(async () => {
    stripe = await fakeStripe()
    admin = await openAdmin({ STRIPE_API_BASE: stripe.url })
  })
  after(async () => {
    await admin?.[Symbol.asyncDispose]()
    await stripe?.[Symbol.asyncDispose]()
  })

  for (const width of sizes([1440, 390]))
    test(`keys are entered, used, replaced and removed by clicks, ${width} pixels wide`, async () => {
      await using visit = await admin.enter({ width, touch: width < 768 }, '/payments')
      const { page, audit } = visit
      const named = (name: string) => page.getByRole('dialog', { name })
      const mode = page.getByRole('region', { name: 'Mode' })
      await page.getByRole('button', { name: 'Go live…' }).click()
      const first = named('Enter keys of Stripe')
      const check = first.getByRole('button', { name: 'Check and save' })
      assert.equal(await check.isDisabled(), true)
      await first.getByLabel('Secret key').fill('pk_test_of_anybody')
      await first.getByText('This is the publishable key').waitFor()
      assert.equal(await check.isDisabled(), true)
      await first.getByLabel('Secret key').fill('sk_test_of_nobody_at_all')
      await check.click()
      await first.getByText('Stripe does not take the key: Invalid API Key provided').waitFor()
      await audit(`keys of Stripe, refused, ${width}`)
      await first.getByLabel('Secret key').fill(stripe.secretKey)
      await first.getByLabel('Publishable key').fill('pk_live_of_another_mode')
      await first.getByText('One key is live and the other is a test key.').waitFor()
      assert.equal(await check.isDisabled(), true)
      await first.getByLabel('Publishable key').fill(stripe.publishableKey)
      await check.click()
      await page.getByText('Stripe takes the keys. They are saved.').waitFor()
      await first.waitFor({ state: 'detached' })
      await mode.getByText('test key …6789').waitFor()
      assert.equal(await mode.getByRole('radio', { name: /^Sandbox/ }).isChecked(), true)

      await mode.getByRole('radio', { name: /^Live/ }).click()
      const trying = named('Use Stripe with test keys?')
      const items = trying.getByRole('list', { name: 'Before going live' }).getByRole('listitem')
      await items.first().waitFor()
      await trying.getByRole('button', { name: 'Check again' }).filter({ visible: true }).waitFor()
      assert.match(await items.filter({ hasText: 'Stripe account' }).innerText(), /no money moves/)
      await audit(`what a shop needs for test keys, ${width}`)
      await trying.getByRole('button', { name: 'Use test keys' }).click()
      await page.getByText('New orders are paid at Stripe.').waitFor()
      await mode.getByRole('radio', { name: /^Live/, checked: true }).waitFor()
      await mode.getByText('buyers pay in your checkout').waitFor()
      const methods = page.getByRole('region', { name: 'Payment methods at Stripe' })
      const bancontact = methods.getByRole('switch', { name: 'Bancontact' })
      await bancontact.waitFor()
      assert.equal(await methods.getByRole('switch', { name: 'Klarna' }).isDisabled(), true)
      await methods.getByText('Your account does not have it yet.').waitFor()
      await bancontact.click()
      await page.getByText('Bancontact is not offered any more.').waitFor()
      assert.equal([...stripe.configurations.values()].at(-1)!.on.has('bancontact'), false)
      await page.reload()
      await bancontact.waitFor()
      assert.equal(await bancontact.isChecked(), false)
      await audit(`payments at Stripe, ${width}`)

      await mode.getByRole('radio', { name: /^Sandbox/ }).click()
      await named('Go back to the sandbox?').getByRole('button', { name: 'Use the sandbox' }).click()
      await page.getByText('Stripe takes no new payments.').waitFor()

      await mode.getByRole('button', { name: 'Replace the keys' }).click()
      await named('Replace the keys').getByLabel('Secret key').fill(stripe.liveKey)
      await named('Replace the keys').getByRole('button', { name: 'Check and save' }).click()
      await mode.getByText('live key …3210').waitFor()
      await page.getByRole('button', { name: 'Go live…' }).click()
      const going = named('Go live?')
      await going.getByText('keeps the shop from it.').or(going.getByText('keep the shop from it.')).waitFor()
      assert.equal(await going.getByRole('button', { name: 'Go live' }).isDisabled(), true)
      await audit(`what keeps a shop from going live, ${width}`)
      await going.getByRole('link', { name: 'Open Email' }).click()
      await page.waitForURL(/\/mail$/)
      await page.goBack()

      await mode.getByRole('button', { name: 'Remove' }).click()
      await named('Remove the keys?').getByRole('button', { name: 'Remove' }).click()
      await page.getByText('The keys are removed.').waitFor()
      await mode.getByRole('button', { name: 'Enter keys of Stripe' }).waitFor()
      assert.equal(stripe.endpoints.size, 0)
    })
})
