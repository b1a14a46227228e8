import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { identityProvider } from '@vitrine/testing/identity-provider'
import type { Page } from 'playwright-core'
import { addDevice, figuresNow } from './authenticator.ts'
import { arrive, type Window } from './browser.ts'
import { openForeignApp } from './foreign-app.ts'
import { withKeys } from './input.ts'
import {
  goAndSignIn,
  join,
  notNow,
  password,
  readFigures,
  saved,
  setUpApp,
  writeFigures,
  writeRegistration,
  writeSignIn,
} from './joining.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart, awaitEmail, checkOut, press, readOrder, writeCard, writeWhere } from './shopper.ts'
import { approve, block, idOf, letIn } from './sign-in-settings.ts'

const mug = { slug: 'morning-mug', choices: { Glaze: 'Oat', Size: 'Regular, 280 ml' } }

suite('members', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)

  test('somebody registers, shows by the email whose address it is, buys, and finds the order in their account', async () => {
    await letIn(shop, { emailVerification: true })
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    const email = 'hanna@example.com'
    await addToCart(page, shop, mug)

    await arrive(page, `${shop.url}/login?to=/cart`)
    await audit('the sign-in')
    await page.getByRole('link', { name: 'Open an account' }).click()
    await page.getByRole('heading', { name: 'Open an account' }).waitFor()
    await writeRegistration(page, 'hanna@example')
    await page.getByText('The part after the dot is missing, like .com or .de.').waitFor()
    await audit('the registration')
    await page.getByLabel('Write to me when there is something new').check()
    await writeRegistration(page, email)

    await page.getByRole('heading', { name: 'Look in your letters' }).waitFor()
    const figures = await readFigures(shop, email)
    await writeFigures(page, figures === '000000' ? '111111' : '000000')
    await press(page, 'It is mine')
    await page.getByText('This code does not fit.').waitFor()
    await audit('the code')
    await writeFigures(page, `${figures.slice(0, 3)} ${figures.slice(3)}`)
    await press(page, 'It is mine')
    await page.getByRole('heading', { name: 'Next time, just a touch' }).waitFor()
    await audit('the offer of a passkey')
    await notNow(page)

    await isAt(page, '/cart')
    await page.getByText('Oat, Regular, 280 ml').first().waitFor()
    await checkOut(page, shop)
    await writeWhere(page)
    await press(page, 'Go on to the delivery day')
    await page.getByText('Standard, by DHL GoGreen', { exact: true }).first().waitFor()
    await press(page, 'Go on to payment')
    await writeCard(page, '4242 4242 4242 4242')
    await press(page, /^Pay/)
    const { id, number } = await readOrder(page)
    const { order } = await shop.merchant.orders.getOrder({ id })
    assert.ok(order.buyerInfo?.memberId, 'the order is the member’s')

    await arrive(page, `${shop.url}/account/emails`)
    assert.ok(await page.getByLabel('When there is something new').isChecked())
    await page.locator('summary', { hasText: 'How we know' }).click()
    await page.getByText('Registration: “Write to me when there is something new, now and then”').waitFor()
    await arrive(page, `${shop.url}/account/orders`)
    await page.getByRole('main').getByText(number).first().waitFor()
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByRole('heading', { name: 'See you soon' }).waitFor()
    await audit('the farewell')
    assert.equal(await saved(page), undefined)
    await arrive(page, `${shop.url}/account/orders`)
    await isAt(page, '/login')
    await writeSignIn(page, email)
    await page.getByRole('main').getByText(number).first().waitFor()
    await isAt(page, '/account/orders')
  })

  test('what a visitor has in the bag is the member’s after the sign-in, beside what was theirs before', async () => {
    await letIn(shop)
    const email = 'merging@example.com'
    await join(shop, email)
    {
      await using visit = await browser.visit({ width: 820 })
      await goAndSignIn(visit.page, shop, email)
      await notNow(visit.page)
      await addToCart(visit.page, shop, mug)
    }
    await using visit = await browser.visit({ width: 820 })
    await addToCart(visit.page, shop, { slug: 'morning-mug', choices: { Glaze: 'Sage', Size: 'Regular, 280 ml' } })
    await arrive(visit.page, `${shop.url}/login?to=/cart`)
    await writeSignIn(visit.page, email)
    await notNow(visit.page)
    await isAt(visit.page, '/cart')
    for (const glaze of ['Sage', 'Oat']) await visit.page.getByRole('main').getByText(`${glaze}, Regular, 280 ml`).first().waitFor()
  })

  test('by the keys alone: wrong passwords, the box that tells people from programs, and in', async () => {
    await letIn(shop, { captcha: 'SUSPICIOUS' })
    const email = 'keys@example.com'
    await join(shop, email)
    await using visit = await browser.visit({ width: 390, theme: 'dark' })
    const { page, audit } = visit
    const { press: go, write } = withKeys(page)
    await arrive(page, `${shop.url}/login`)
    await write(page.getByLabel('E-mail'), email)
    await page.keyboard.press('Tab')
    assert.equal(
      await page.evaluate(() => document.activeElement?.id),
      'password',
      'no way elsewhere stands between the address and the password',
    )
    for (let left = 4; left > 0; left--) {
      await write(page.getByLabel('Password', { exact: true }), `not this one ${left}`)
      await go(page.getByRole('button', { name: 'Sign in', exact: true }))
      const told = page.getByText('E-mail and password do not belong together.').or(page.getByText('Tick the box as well, please.'))
      await told.first().waitFor()
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
      if (await page.getByText('Tick the box as well, please.').count()) break
    }
    const box = page.getByRole('checkbox', { name: 'I am a person' })
    await box.waitFor()
    await audit('the box to tick')
    await box.focus()
    await page.keyboard.press('Space')
    await page.getByText('Thank you').waitFor()
    await write(page.getByLabel('Password', { exact: true }), password)
    await go(page.getByRole('button', { name: 'Sign in', exact: true }))
    await page.getByRole('heading', { name: 'Next time, just a touch' }).waitFor()
    await audit('the offer of a passkey')
  })

  test('who goes on with wrong passwords is asked for a captcha, also where nobody has that address, and without script', async () => {
    await letIn(shop)
    await using visit = await browser.visit({ width: 1440, script: false })
    const { page } = visit
    await arrive(page, `${shop.url}/login`)
    const words: string[] = []
    for (let tries = 0; tries < 6; tries++) {
      await writeSignIn(page, 'nobody@example.com', 'not this one at all')
      words.push(await page.locator('.bad, .say').first().innerText())
    }
    assert.deepEqual(
      words.slice(0, 4).map((text) => /After (\w+) more tr/.exec(text)?.[1]),
      ['four', 'three', 'two', 'one'],
    )
    assert.match(words.at(-1) ?? '', /^Tick the box as well, please\./)
    await page.getByText('this step needs script').waitFor()
  })

  test('a lost password is set anew by the email, without script, and the link is good once', async () => {
    await letIn(shop)
    const email = 'forgetful@example.com'
    await join(shop, email)
    await using visit = await browser.visit({ width: 390, script: false })
    const { page, audit } = visit
    await arrive(page, `${shop.url}/login`)
    await page.getByRole('link', { name: 'Forgotten?' }).click()
    await page.getByLabel('E-mail').fill(email)
    await audit('the lost password')
    await press(page, 'Send me a link')
    await page.getByRole('heading', { name: 'A letter is on its way' }).waitFor()
    await audit('the email on its way')
    const { text } = await awaitEmail(shop, email, /new password/i)
    const link = /https?:\S*\/reset\/new\S*/.exec(text)?.[0] ?? ''
    await arrive(page, link)
    await page.getByLabel('New password').fill('short')
    await press(page, 'Keep it and sign in')
    await page.getByText('Ten letters or more, please.').waitFor()
    await audit('the new password')
    await page.getByLabel('New password').fill('bread along slow rivers')
    await press(page, 'Keep it and sign in')
    await isAt(page, '/account')
    await arrive(page, link)
    await page.getByLabel('New password').fill('another one for the road')
    await press(page, 'Keep it and sign in')
    await page.getByText('That link was used, or its time is over.').waitFor()
  })

  test('a code by e-mail instead of the password', async () => {
    await letIn(shop, { methods: { password: false } })
    const email = 'letters@example.com'
    await letIn(shop)
    await join(shop, email)
    await letIn(shop, { methods: { password: false, passkey: false } })
    await using visit = await browser.visit({ width: 820, theme: 'dark' })
    const { page, audit } = visit
    await arrive(page, `${shop.url}/login`)
    assert.equal(await page.getByLabel('Password').count(), 0, 'what the shop has switched off is not there')
    assert.equal(await page.getByRole('button', { name: 'With a passkey' }).count(), 0)
    await page.getByRole('link', { name: 'Get a code by e-mail' }).click()
    await page.getByLabel('E-mail').fill(email)
    await audit('the code by e-mail')
    await press(page, 'Send me a code')
    await page.getByRole('heading', { name: 'Look in your letters' }).waitFor()
    await audit('the code out of the email')
    await writeFigures(page, await readFigures(shop, email))
    await press(page, 'Sign in')
    await isAt(page, '/account')
  })

  test('with an app on the phone as well, once: then this browser is trusted', async () => {
    await letIn(shop)
    const email = 'careful@example.com'
    await join(shop, email)
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    await goAndSignIn(page, shop, email)
    await notNow(page)
    await isAt(page, '/account')
    const secret = await setUpApp(shop, page)
    await page.context().clearCookies()

    await goAndSignIn(page, shop, email)
    await page.getByRole('heading', { name: 'Six figures, please' }).waitFor()
    await audit('the second proof')
    await writeFigures(page, '000000')
    await press(page, 'Go on')
    await page.getByText('This code does not fit, or its thirty seconds are over.').waitFor()
    await writeFigures(page, figuresNow(secret, 1))
    await page.getByLabel('Trust this browser for thirty days').check()
    await press(page, 'Go on')
    await notNow(page)
    await isAt(page, '/account')

    await page.context().clearCookies({ name: 'visitor' })
    await goAndSignIn(page, shop, email)
    await isAt(page, '/account')
  })

  test('where a second proof is required, the first sign-in sets one up', async () => {
    await letIn(shop)
    const email = 'required@example.com'
    await join(shop, email)
    await letIn(shop, { mfa: 'REQUIRED' })
    await using visit = await browser.visit({ width: 390 })
    const { page, audit } = visit
    await goAndSignIn(page, shop, email)
    await page.getByRole('heading', { name: 'One more lock' }).waitFor()
    await audit('the choice of a second proof')
    await press(page, 'An app on my phone')
    await page.getByRole('heading', { name: 'Set up the app' }).waitFor()
    await audit('the key for the app')
    await writeFigures(page, figuresNow(await page.locator('.totp code').innerText()))
    await press(page, 'Go on')
    await page.getByRole('heading', { name: 'You are in' }).waitFor()
    await audit('the codes for when the phone is gone')
    const code = await page.locator('.codes code').first().innerText()
    await page.getByRole('link', { name: 'I have kept them, go on' }).click()
    await notNow(page)
    await isAt(page, '/account')

    await page.context().clearCookies()
    await goAndSignIn(page, shop, email)
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await press(page, 'Go on')
    await notNow(page)
    await isAt(page, '/account')
  })

  test('a passkey is made after a sign-in, and is enough for the next one', async () => {
    await letIn(shop)
    const email = 'touching@example.com'
    await join(shop, email)
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    const device = await addDevice(page)
    await goAndSignIn(page, shop, email)
    await press(page, 'Make a passkey')
    await isAt(page, '/account')
    assert.equal(await device.holds(), 1)
    await page.context().clearCookies()
    await arrive(page, `${shop.url}/login`)
    // This device offers its passkey in the field for the address, and says yes by itself.
    await isAt(page, '/account')

    await page.context().clearCookies()
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
    await arrive(page, `${shop.url}/login`)
    await press(page, 'With a passkey')
    await isAt(page, '/account')
  })

  test('who waits for the shop gets in when it has said yes, and is told when it has closed the account', async () => {
    await letIn(shop, { registration: 'APPROVAL' })
    await using visit = await browser.visit({ width: 1440, theme: 'dark' })
    const { page, audit } = visit
    const email = 'waiting@example.com'
    await arrive(page, `${shop.url}/register`)
    const agreed = page.getByText('With this you agree to Terms.')
    assert.equal(await agreed.getByRole('link', { name: 'Terms' }).getAttribute('href'), '/terms')
    await writeRegistration(page, email)
    await page.getByRole('heading', { name: 'Nearly there' }).waitFor()
    await audit('the wait')
    await goAndSignIn(page, shop, email)
    await page.getByRole('heading', { name: 'Nearly there' }).waitFor()

    const id = await idOf(shop, email)
    await approve(shop, id)
    await goAndSignIn(page, shop, email)
    await notNow(page)
    await isAt(page, '/account')

    await block(shop, id)
    await page.context().clearCookies()
    await goAndSignIn(page, shop, email)
    await page.getByRole('heading', { name: 'We have closed this account' }).waitFor()
    await audit('the closed account')
  })

  test('an account at another provider opens one here, and nobody can be sent in by a link', async () => {
    await using provider = await identityProvider(`${shop.url}/_api/iam/authentication/v1/callback`)
    const { issuer, clientId, clientSecret } = provider
    await letIn(shop, {}, [{ name: 'Example', issuer, clientId, clientSecret }])
    provider.account = { sub: 'lene', email: 'lene@example.com', email_verified: true, given_name: 'Lene' }
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    await arrive(page, `${shop.url}/login?to=/account/orders`)
    await audit('the sign-in with another account')
    provider.declines = true
    await press(page, 'Example')
    await page.getByText('You did not let the other account answer.').waitFor()
    provider.declines = false
    await press(page, 'Example')
    await isAt(page, '/account/orders')
    await page.context().clearCookies()
    await arrive(page, `${shop.url}/login/back?sessionToken=somebody-else&signInState=SUCCESS&to=/?state=guessed`)
    await page.getByText('The other account did not answer as it should.').waitFor()
    await arrive(page, `${shop.url}/account`)
    await isAt(page, '/login')
  })

  test('another app sends somebody to sign in, is let in by them, and gets their tokens', async () => {
    await letIn(shop)
    const email = 'abroad@example.com'
    await join(shop, email)
    await using app = await openForeignApp(shop, 'Kaffeehaus Nord')
    await using visit = await browser.visit({ width: 390 })
    const { page, audit } = visit
    await page.goto(app.begin('consent'))
    await page.getByText('Kaffeehaus Nord').waitFor()
    await writeSignIn(page, email)
    await page.getByRole('heading', { name: 'May Kaffeehaus Nord know you?' }).waitFor()
    await audit('the consent')
    await press(page, 'No, go back')
    await page.getByText('access_denied').waitFor()

    await page.goto(app.begin('select_account'))
    await page.getByRole('heading', { name: 'Which one?' }).waitFor()
    await audit('the choice of an account')
    await press(page, new RegExp(email))
    await page.getByRole('heading', { name: 'You are in' }).waitFor()
    assert.equal(await app.whoIsIn(), email)
  })

  test('no way out of the shop is taken from an address', async () => {
    await letIn(shop)
    await join(shop, 'straight@example.com')
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await arrive(page, `${shop.url}/login?${new URLSearchParams({ to: '//evil.example' })}`)
    await writeSignIn(page, 'straight@example.com')
    await notNow(page)
    await isAt(page, '/account')
    assert.equal(new URL(page.url()).host, new URL(shop.url).host)
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example' }, body: new URLSearchParams() }
    for (const path of ['/login', '/register', '/logout', '/reset', '/login/passkey'])
      assert.ok([400, 403].includes((await fetch(shop.url + path, foreign)).status), path)
  })
})
