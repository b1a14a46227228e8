import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { orderFulfillments } from '@vitrine/client/modules'
import type { Page } from 'playwright-core'
import { prepareLink } from './agreed.ts'
import { figuresNow } from './authenticator.ts'
import { arrive, type Visit, type Window } from './browser.ts'
import { withKeys, withMouse } from './input.ts'
import { goAndSignIn, join, password, readFigures } from './joining.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart, awaitEmail, cards, press, readOrder, writeCard, writeWhere } from './shopper.ts'

/** Its bank asks whoever pays, whether it is saved or not. */
const asksEachTime = '4000 0027 6000 3184'
const mug = { slug: 'morning-mug', choices: { Glaze: 'Oat', Size: 'Regular, 280 ml' } }
suite('a member’s own pages', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  async function enter(page: Page, email: string, secret = password): Promise<void> {
    await goAndSignIn(page, shop, email, secret)
    await page.waitForURL(({ pathname }) => /^\/(account|passkey)/.test(pathname))
  }

  /** The link at which somebody pays for what was agreed by telephone. */
  async function askFor(email: string, amount: string): Promise<string> {
    const { id, links } = await prepareLink(shop, email, amount, [
      { productName: { original: 'A new handle' }, quantity: 1, price: { amount }, itemType: { preset: 'SERVICE' } },
    ])
    return (await links.getPaymentLink({ id })).url
  }

  test('order to a kept address, see it in the account, and change what is kept', async () => {
    const email = 'hanna@example.com'
    await join(shop, email)
    await using visit: Visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    await enter(page, email)

    await arrive(page, `${shop.url}/account/profile`)
    await page.getByLabel('Last name').fill('Keller')
    await press(page, 'Keep changes')
    await page.getByText(/^Kept at/).waitFor()
    await arrive(page, `${shop.url}/account/addresses/new`)
    await audit('a new address')
    await page.locator('#street').fill('Kastanienallee 24')
    await page.locator('#postcode').fill('1043')
    await page.locator('#town').fill('Berlin')
    await press(page, 'Keep the address')
    await page.getByText('A German postcode has five figures; this one has four.').waitFor()
    await page.locator('#postcode').fill('10435')
    await press(page, 'Keep the address')
    await page.getByText('First choice').waitFor()

    await addToCart(page, shop, mug)
    await arrive(page, `${shop.url}/cart`)
    await page.getByRole('button', { name: 'Check out' }).filter({ visible: true }).first().click()
    await page.getByText('Good to see you, Hanna.').waitFor()
    await page.getByText('Kastanienallee 24', { exact: false }).first().waitFor()
    await audit('the checkout of a member')
    await page.getByRole('link', { name: 'Change Where does it go?' }).click()
    await page.getByRole('radio', { name: 'Another address' }).check()
    await writeWhere(page)
    await page.locator('#street').fill('Prinzenstraße 1')
    await page.getByLabel('Keep this address in my account').check()
    await press(page, 'Go on to the delivery day')
    await page.getByRole('button', { name: 'Go on to payment' }).click()
    await writeCard(page, asksEachTime)
    await page.getByLabel(/^Keep this card for my next orders/).check()
    await audit('a card to be kept')
    await press(page, /^Pay/)
    await press(page, 'Confirm')
    const { id, number } = await readOrder(page)

    const { order } = await shop.merchant.orders.getOrder({ id })
    assert.ok(order.buyerInfo?.memberId, 'the order is the member’s')
    assert.equal(order.buyerInfo?.email, email)
    await arrive(page, `${shop.url}/account`)
    await page.getByRole('heading', { level: 2, name: 'One piece is being wrapped' }).waitFor()
    await audit('the overview')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('link', { name: new RegExp(number) }).click()
    await page.getByRole('heading', { level: 1, name: 'We are wrapping' }).waitFor()
    await audit('an order in the account')

    await addToCart(page, shop, mug)
    await arrive(page, `${shop.url}/cart`)
    await page.getByRole('button', { name: 'Check out' }).filter({ visible: true }).first().click()
    await page.getByText('Visa ending 3184, good until 09 / 39').waitFor()
    await audit('a card at hand')
    const code = 'HANNA-CARD-7K2P'
    await shop.cardAdmin.createGiftCard({ giftCard: { code, initialValue: { amount: '10' }, currency: 'EUR', source: 'MANUAL' } })
    await page.locator('#voucher').fill(code)
    await press(page, 'Add')
    await page.getByText('The card pays €10,').first().waitFor()
    await press(page, /^Pay/)
    await press(page, 'No, that is not me')
    await page.getByRole('alert').getByText('The payment was not confirmed at your bank.').waitFor()
    assert.ok(await page.getByRole('radio', { name: /^Visa ending 3184/ }).isChecked())
    await audit('the cards to choose from')
    await page.getByRole('radio', { name: /^Another card/ }).check()
    await writeCard(page, cards.good)
    await page.getByLabel(/^Keep this card for my next orders/).check()
    await press(page, /pay/i)
    const second = await readOrder(page)
    assert.notEqual(second.id, id)

    await arrive(page, `${shop.url}/account/profile`)
    await press(page, /^Make it the first ?: Visa ending 4242$/)
    await page.getByRole('button', { name: /^Make it the first ?: Visa ending 3184$/ }).waitFor()
    await arrive(page, await askFor(email, '12.00'))
    assert.ok(await page.getByRole('radio', { name: /^Visa ending 4242/ }).isChecked())
    await page.getByRole('radio', { name: /^Visa ending 3184/ }).check()
    await audit('the cards that are kept, where a link is paid')
    await press(page, /^Pay €12/)
    await press(page, 'Confirm')
    await page.getByRole('heading', { level: 1, name: 'Thank you, it is paid' }).waitFor()

    await arrive(page, `${shop.url}/account/profile`)
    await page.locator('summary', { hasText: 'Remove Visa ending 3184' }).click()
    await page.locator('summary', { hasText: 'How we know that Visa ending 3184' }).click()
    await page.getByText('Keep this card for my next orders').filter({ visible: true }).waitFor()
    await audit('the cards of a member')
    await press(page, 'Take it out')
    await page.getByText('Visa ending 3184').first().waitFor({ state: 'detached' })
    await page.locator('.addr p', { hasText: 'Prinzenstraße 1' }).waitFor()
    await page.getByLabel('Last name').fill('Kessler')
    await page.getByLabel('Phone').fill('+49 30 1234567')
    await press(page, 'Keep changes')
    await page.getByText(/^Kept at/).waitFor()
    await audit('the profile')
    await press(page, 'Undo')
    await page.waitForFunction(() => (document.getElementById('lastName') as HTMLInputElement | null)?.value === 'Keller')

    await arrive(page, `${shop.url}/account`)
    assert.equal(await page.getByRole('heading', { name: 'How was it?' }).count(), 0, 'nothing has come yet')
    const giftCard = page.getByRole('region', { name: 'Gift card' })
    await giftCard.getByText(`The card ending ${code.slice(-4)} is used up.`).waitFor()
    await giftCard.getByRole('link', { name: 'Add another' }).waitFor()
    await audit('the overview with a gift card')
    const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { orderFulfillments } })
    const lineItems = order.lineItems.map((line) => ({ id: line.id, quantity: line.quantity }))
    await office.orderFulfillments.createFulfillment({ orderId: id, fulfillment: { lineItems, status: 'Delivered' } })
    await arrive(page, `${shop.url}/account`)
    await page.getByRole('heading', { level: 2, name: 'How was it?' }).waitFor()
    await audit('the overview, with something to review')
    await page.getByRole('link', { name: 'Write a review of Morning Mug' }).click()
    await page.getByRole('radio', { name: '4, Good' }).check()
    await page.getByLabel('In a few words').fill('The good hour')
    await page.getByLabel('What should others know?').fill('I hoped for a mug to drink from and got one to hold.')
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByRole('heading', { name: /^Thank you, /, level: 1 }).waitFor()
    await arrive(page, `${shop.url}/account`)
    assert.equal(await page.getByRole('heading', { name: 'How was it?' }).count(), 0, 'it is reviewed')
  })

  for (const script of [true, false])
    test(`another address to sign in with, by email, ${script ? 'by the keys alone' : 'without script'}`, async () => {
      const [email, next] = script ? ['ida@example.com', 'by-keys@example.org'] : ['edda@example.com', 'plainly@example.org']
      await join(shop, email)
      await using visit: Visit = await browser.visit({ width: script ? 820 : 390, script, ...(script && { theme: 'dark' }) })
      const { page, audit } = visit
      await enter(page, email)
      await arrive(page, `${shop.url}/account/security`)
      const input = script ? withKeys(page) : withMouse
      await input.press(page.locator('summary', { hasText: 'Change the e-mail' }))
      await input.write(page.locator('#new-email'), next)
      await input.write(page.locator('#email-again'), 'some other words')
      await input.press(page.getByRole('button', { name: 'Send the code' }))
      await page.getByText('This is not the password you have.').waitFor()
      await input.write(page.locator('#email-again'), password)
      await input.press(page.getByRole('button', { name: 'Send the code' }))
      await page.getByText(`If ${next} is free, six figures went there.`).waitFor()
      await audit('an address that is to be proved')
      await input.write(page.locator('#email-code'), await readFigures(shop, next))
      await input.press(page.getByRole('button', { name: 'Take this address' }))
      await page.getByText(`From now on you sign in with ${next}.`).waitFor()
      await awaitEmail(shop, email, /with another address/)
      await using fresh: Visit = await browser.visit({ width: 390 })
      await enter(fresh.page, next)
    })

  test('a page in the community under an address of one’s own, and none after leaving', async () => {
    const email = 'marta@example.com'
    await join(shop, email)
    await using visit: Visit = await browser.visit({ width: 390, theme: 'dark' })
    const { page, audit } = visit
    await enter(page, email)
    await arrive(page, `${shop.url}/account/community`)
    await audit('outside the community')
    await press(page, 'Join the community')
    await page.getByLabel('Shown as').fill('Marta K.')
    const before = await page.getByLabel('Address of your page').inputValue()
    await page.getByLabel('Address of your page').fill('marta-k')
    await page.getByLabel('A line about you').fill('Two mugs a day, both before nine.')
    await press(page, 'Keep changes')
    await page.getByText(/^Kept at/).waitFor()
    await audit('in the community')
    await arrive(page, `${shop.url}/people/${before}`)
    assert.match(page.url(), /\/people\/marta-k$/)
    await page.getByRole('heading', { level: 1, name: 'Marta K.' }).waitFor()
    await audit('a member’s page')
    await arrive(page, `${shop.url}/account/community`)
    await press(page, 'Leave the community')
    await page.getByText('You have left.').waitFor()
    const gone = await fetch(`${shop.url}/people/marta-k`)
    assert.equal(gone.status, 404)
  })

  test('password, app, sessions elsewhere; then the account is closed, and comes back', async () => {
    const email = 'lene@example.com'
    await join(shop, email)
    await using elsewhere: Visit = await browser.visit({ width: 390 })
    await enter(elsewhere.page, email)
    await using visit: Visit = await browser.visit({ width: 1440, theme: 'dark' })
    const { page, audit } = visit
    await enter(page, email)
    await arrive(page, `${shop.url}/account/security`)
    await audit('security')

    await press(page, /^Switch on/)
    const key = await page.locator('.totp-set-up__key').innerText()
    await page.getByLabel('Your password, for the recovery codes').fill(password)
    await page.locator('#app-code').fill(figuresNow(key))
    await audit('an app that is being set up')
    await press(page, 'Switch it on')
    await page.getByText('The app is on.').waitFor()
    assert.equal(await page.locator('.codes__all li').count(), 10)
    await audit('recovery codes')
    await page.locator('summary', { hasText: 'Switch off' }).click()
    await page.locator('#again').fill(password)
    await press(page, 'Switch it off')
    await page.getByText('The app is off.').waitFor()

    await press(page, 'Sign out everywhere else')
    await page.getByText(/Signed out in/).waitFor()
    // A session that was ended is over within two seconds.
    for (let look = 0; look < 30 && !/\/login/.test(elsewhere.page.url()); look++) {
      await arrive(elsewhere.page, `${shop.url}/account`)
      await elsewhere.page.waitForTimeout(200)
    }
    assert.match(elsewhere.page.url(), /\/login/)

    await page.locator('summary', { hasText: 'Change the password' }).click()
    await page.locator('#old').fill('something else')
    await page.locator('#fresh').fill('a kettle that sings at seven')
    await press(page, 'Change it')
    await page.getByText('This is not the password you have.').waitFor()
    await page.locator('#old').fill(password)
    await page.locator('#fresh').fill('a kettle that sings at seven')
    await press(page, 'Change it')
    await page.getByText('Your password is changed').waitFor()

    await page.getByRole('link', { name: 'Letters and data' }).click()
    await page.getByLabel(/When there is something new/).check()
    await page.getByText(/^Kept at/).waitFor()
    await audit('letters and data')
    const file = (await (await page.request.get(`${shop.url}/account/data`)).json()) as object
    assert.ok(JSON.stringify(file).includes(email))
    await page.getByRole('link', { name: 'See what would go' }).click()
    await audit('before closing')
    await page.getByLabel('Write your e-mail here once more').fill(email)
    await press(page, 'Close the account')
    await page.getByRole('heading', { level: 1, name: 'Closed, and thank you' }).waitFor()
    await audit('closed')
    await enter(page, email, 'a kettle that sings at seven')
    await arrive(page, `${shop.url}/account`)
    await page.getByRole('heading', { level: 1, name: /Hanna$/ }).waitFor()
  })
})
