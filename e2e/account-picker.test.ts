import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { createClient, token, visitor } from '@vitrine/client'
import { authentication, mySecurity } from '@vitrine/client/account'
import { oauth } from '@vitrine/client/modules'
import type { Page } from 'playwright-core'
import { addDevice } from './authenticator.ts'
import { arrive, type Window } from './browser.ts'
import { openForeignApp } from './foreign-app.ts'
import { withKeys } from './input.ts'
import { goAndSignIn, join, password, writeSignIn } from './joining.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart, press } from './shopper.ts'
import { letIn } from './sign-in-settings.ts'

const mug = { slug: 'morning-mug', choices: { Glaze: 'Oat', Size: 'Regular, 280 ml' } }

suite('several accounts on one device', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })
  // Nobody is offered a passkey in between.
  before(() => letIn(shop, { methods: { passkey: false } }))

  const isIn = async (page: Page, name: string) => {
    await page.waitForURL(`${shop.url}/account`)
    await page.getByRole('heading', { level: 1, name: new RegExp(`${name}$`) }).waitFor()
  }
  const openPicker = async (page: Page) => {
    await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Switch account' }).click()
    await page.getByRole('heading', { name: 'Which one?' }).waitFor()
  }
  const goToSignIn = async (page: Page) => {
    await arrive(page, `${shop.url}/account`)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  }
  const addAnother = async (page: Page, email: string) => {
    await page.getByRole('link', { name: 'Another account' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await writeSignIn(page, email)
  }
  /** Each row in its words: initial, name, email, status. */
  const rows = (page: Page) =>
    page
      .locator('.who')
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('small, .tag')].map((part) => part.textContent?.trim())))
  const accountCookies = async (page: Page) => (await page.context().cookies()).filter(({ name }) => name.startsWith('accounts'))

  /** Signs in somewhere else, and out everywhere but there. */
  async function endElsewhere(email: string): Promise<void> {
    const { url: baseUrl, clientId } = shop
    const elsewhere = createClient({ baseUrl, auth: visitor({ clientId }), modules: { authentication, oauth } })
    const { sessionToken = '' } = await elsewhere.authentication.login({ loginId: { email }, password })
    const { access_token } = await elsewhere.oauth.exchangeToken({ grantType: 'authorized_client', clientId, sessionToken })
    await createClient({ baseUrl, auth: token(access_token), modules: { mySecurity } }).mySecurity.endMyOtherSessions({})
  }

  test('two members: each with their own bag, one ended elsewhere, one signed out, one taken off, and all signed out', async () => {
    const [hanna, marta] = ['hanna@picker.example', 'marta@picker.example']
    await join(shop, hanna, 'Hanna')
    await join(shop, marta, 'Marta')
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    await goToSignIn(page)
    assert.equal(await page.getByRole('link', { name: 'Accounts on this device' }).count(), 0, 'nobody has signed in here')
    await writeSignIn(page, hanna)
    await isIn(page, 'Hanna')
    await addToCart(page, shop, mug)

    await arrive(page, `${shop.url}/account`)
    await openPicker(page)
    assert.deepEqual(await rows(page), [[hanna, 'Signed in']])
    await addAnother(page, marta)
    await isIn(page, 'Marta')
    await page.getByRole('banner').getByRole('link', { name: 'Bag', exact: true }).waitFor()
    const [cookie, ...others] = await accountCookies(page)
    assert.deepEqual([others.length, cookie?.name, cookie?.httpOnly, cookie?.sameSite], [0, 'accounts', true, 'Lax'])
    const said = (cookie?.value ?? '').split('~').map((one) => JSON.parse(Buffer.from(one.split('.')[1] ?? '', 'base64url').toString()))
    assert.deepEqual(
      said.map(({ is }) => Object.keys(is)),
      [['sessionId'], ['sessionId']],
      'it names nobody',
    )

    await openPicker(page)
    assert.deepEqual(await rows(page), [
      [marta, 'Signed in'],
      [hanna, 'Signed in'],
    ])
    await audit('the choice of an account')
    await press(page, new RegExp(hanna))
    await isIn(page, 'Hanna')
    await page.getByRole('banner').getByRole('link', { name: 'Bag 1 piece' }).waitFor()

    await endElsewhere(marta)
    await openPicker(page)
    assert.deepEqual(await rows(page), [
      [hanna, 'Signed in'],
      [marta, 'Asks for the password'],
    ])
    await page.getByRole('link', { name: marta }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.equal(await page.getByLabel('E-mail').inputValue(), marta)
    await writeSignIn(page, marta)
    await isIn(page, 'Marta')

    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByRole('heading', { name: 'See you soon' }).waitFor()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await page.getByRole('link', { name: 'Accounts on this device' }).click()
    await page.getByRole('heading', { name: 'Which one?' }).waitFor()
    assert.deepEqual(await rows(page), [
      [hanna, 'Signed in'],
      [marta, 'Asks for the password'],
    ])
    await press(page, new RegExp(hanna))
    await isIn(page, 'Hanna')

    await openPicker(page)
    await page.getByRole('link', { name: 'Take one off this device' }).click()
    await page.getByRole('heading', { name: 'Which one goes?' }).waitFor()
    await audit('the choice of the account that goes')
    await press(page, `Take off ${marta}`)
    await page.getByRole('heading', { name: 'Which one?' }).waitFor()
    assert.deepEqual(await rows(page), [[hanna, 'Signed in']])

    await press(page, 'Sign out of all')
    await page.getByRole('heading', { name: 'See you soon' }).waitFor()
    assert.deepEqual(await accountCookies(page), [])
    await arrive(page, `${shop.url}/account-picker`)
    assert.equal(new URL(page.url()).pathname, '/login')
    await arrive(page, `${shop.url}/account`)
    assert.equal(new URL(page.url()).pathname, '/login')
  })

  test('without script, in the dark, on a phone: to another account and back; a forged cookie opens nothing', async () => {
    const [ada, lene] = ['ada@picker.example', 'lene@picker.example']
    await join(shop, ada, 'Ada')
    await join(shop, lene, 'Lene')
    await using visit = await browser.visit({ width: 390, theme: 'dark', script: false })
    const { page, audit } = visit
    await goToSignIn(page)
    await writeSignIn(page, ada)
    await isIn(page, 'Ada')
    await openPicker(page)
    await addAnother(page, lene)
    await isIn(page, 'Lene')
    await openPicker(page)
    await audit('the choice of an account')
    await press(page, new RegExp(ada))
    await isIn(page, 'Ada')

    await openPicker(page)
    await page.getByRole('link', { name: 'Take one off this device' }).click()
    await press(page, `Take off ${ada}`)
    await page.getByRole('heading', { name: 'Which one?' }).waitFor()
    assert.deepEqual(await rows(page), [[lene, 'Signed in']])
    await arrive(page, `${shop.url}/account`)
    assert.equal(new URL(page.url()).pathname, '/login', 'who was taken off is signed out')

    const [cookie] = await accountCookies(page)
    const [head = '', body = '', signature = ''] = (cookie?.value ?? '').split('.')
    const forged = `${head}.${body}.${signature.split('').reverse().join('')}`
    await page.context().addCookies([{ name: 'accounts', value: forged, url: shop.url }])
    await arrive(page, `${shop.url}/account-picker`)
    assert.equal(new URL(page.url()).pathname, '/login')
    assert.equal(await page.getByRole('link', { name: 'Accounts on this device' }).count(), 0)
  })

  test('by the keys alone; who does not stay is forgotten when the browser is closed', async () => {
    const [ines, jon] = ['ines@picker.example', 'jon@picker.example']
    await join(shop, ines, 'Ines')
    await join(shop, jon, 'Jon')
    await using visit = await browser.visit({ width: 820 })
    const { page } = visit
    const { press: go } = withKeys(page)
    await goToSignIn(page)
    await page.getByLabel('Stay signed in on this device').uncheck()
    await writeSignIn(page, ines)
    await isIn(page, 'Ines')
    await openPicker(page)
    await addAnother(page, jon)
    await isIn(page, 'Jon')
    const lasts = async () => Object.fromEntries((await page.context().cookies()).map(({ name, expires }) => [name, expires > 0]))
    assert.deepEqual([(await lasts())['accounts'], (await lasts())['accounts-until-closed']], [true, false])
    await openPicker(page)
    await go(page.getByRole('button', { name: new RegExp(ines) }))
    await isIn(page, 'Ines')
    assert.equal((await lasts())['visitor'], false, 'switching does not make anybody stay')
  })

  test('who has a passkey is asked for it', async () => {
    await letIn(shop)
    const email = 'touch@picker.example'
    await join(shop, email, 'Tove')
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await addDevice(page)
    await goAndSignIn(page, shop, email)
    await press(page, 'Make a passkey')
    await isIn(page, 'Tove')
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByRole('heading', { name: 'See you soon' }).waitFor()
    await arrive(page, `${shop.url}/account-picker`)
    assert.deepEqual(await rows(page), [[email, 'Asks for the passkey']])
    // This device says yes by itself.
    await page.getByRole('link', { name: email }).click()
    await isIn(page, 'Tove')
    await letIn(shop, { methods: { passkey: false } })
  })

  test('another app, without script: a sign-in there leaves the shop’s and its bag as they are, and either account goes on', async () => {
    const [olga, piet] = ['olga@picker.example', 'piet@picker.example']
    await join(shop, olga, 'Olga')
    await join(shop, piet, 'Piet')
    await using app = await openForeignApp(shop, 'Kaffeehaus Nord')
    await using visit = await browser.visit({ width: 390, script: false })
    const { page, audit } = visit
    await goToSignIn(page)
    await writeSignIn(page, olga)
    await isIn(page, 'Olga')
    await addToCart(page, shop, mug)

    await page.goto(app.begin('login'))
    await writeSignIn(page, piet)
    await page.getByRole('heading', { name: 'You are in' }).waitFor()
    assert.equal(await app.whoIsIn(), piet)
    await arrive(page, `${shop.url}/account`)
    await isIn(page, 'Olga')

    await page.goto(app.begin('select_account'))
    await page.getByRole('heading', { name: 'Which one?' }).waitFor()
    await page.getByText('You go on to Kaffeehaus Nord.').waitFor()
    await audit('the choice of an account for an app')
    await press(page, new RegExp(olga))
    await page.getByRole('heading', { name: 'You are in' }).waitFor()
    assert.equal(await app.whoIsIn(), olga)

    await page.goto(app.begin('select_account'))
    await page.getByRole('heading', { name: 'Which one?' }).waitFor()
    await press(page, new RegExp(piet))
    await page.getByRole('heading', { name: 'You are in' }).waitFor()
    assert.equal(await app.whoIsIn(), piet)
    await arrive(page, `${shop.url}/account`)
    await isIn(page, 'Olga')
    await arrive(page, `${shop.url}/cart`)
    await page.getByRole('main').getByText('Oat, Regular, 280 ml').first().waitFor()
  })
})
