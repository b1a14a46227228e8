import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient, visitor } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import { members } from '@vitrine/client/account'
import { coupons, giftCards, memberAdmin, memberManagement } from '@vitrine/client/back-office'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { withKeys, withMouse } from './input.ts'
import { goAndSignIn, notNow, password, setUpApp } from './joining.ts'
import { awaitEmail } from './shopper.ts'
import { idOf, letIn } from './sign-in-settings.ts'
import { sizes } from './sizes.ts'

suite('members in the admin', () => {
  let admin: OpenAdmin
  const office = () =>
    createClient({
      baseUrl: admin.shop.url,
      auth: apiKey(admin.shop.apiKey),
      modules: { members, memberAdmin, memberManagement, coupons, giftCards },
    })
  before(async () => {
    admin = await openAdmin()
    for (const [firstName, lastName] of [
      ['Judith', 'Klein'],
      ['Elif', 'Yildiz'],
      ['Owen', 'Reilly'],
      ['Nadia', 'Spam'],
      ['Tobias', 'Spam'],
    ] as const)
      await office().memberManagement.createMember({
        member: { loginEmail: `${firstName.toLowerCase()}@${lastName.toLowerCase()}.example`, contact: { firstName, lastName } },
      })
  })
  after(() => admin?.[Symbol.asyncDispose]())

  /** Somebody with a password, who is signed in at so many places. */
  async function signedIn(firstName: string, places: number): Promise<string> {
    const email = `${firstName.toLowerCase()}@sessions.example`
    const { authentication } = createClient({ baseUrl: admin.shop.url, auth: visitor({ clientId: admin.shop.clientId }), modules: account })
    await authentication.register({ loginId: { email }, password, profile: { firstName, lastName: 'Stern' } })
    for (let i = 1; i < places; i++) await authentication.login({ loginId: { email }, password })
    return email
  }

  const rows = (page: Page) => page.locator('[data-rows] tbody tr')
  const row = (page: Page, name: string) => rows(page).filter({ hasText: name })

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [820, 'dark'],
  ] as const))
    test(`a member is found, opened, blocked with a way back, noted about, and deleted only by their name, ${width} px wide, ${theme}`, async () => {
      await using visit = await admin.enter({ width, theme }, '/members')
      const { page, audit } = visit
      await rows(page).nth(4).waitFor()
      await audit('the list of members')
      await page.getByRole('searchbox').fill('judi')
      await row(page, 'Owen').waitFor({ state: 'detached' })
      await row(page, 'Judith Klein').getByRole('link', { name: 'Judith Klein' }).click()
      await page.getByRole('heading', { name: 'Judith Klein', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Block', exact: true }).click()
      await page.getByRole('button', { name: 'Unblock' }).waitFor()
      await page.getByRole('button', { name: 'Undo' }).first().click()
      await page.getByRole('button', { name: 'Block', exact: true }).waitFor()
      const note = `Ring twice, ${width}.`
      await page.getByLabel('Note').fill(note)
      await page.getByRole('button', { name: 'Save note' }).click()
      await page.getByRole('button', { name: 'Save note' }).waitFor({ state: 'detached' })
      const body = { message: 'no', details: { applicationError: { code: 'MEMBER_NOT_FOUND', description: 'no', data: {} } } }
      await page.route(/\/deletion/, (route) => route.fulfill({ status: 404, json: body }))
      await page.getByRole('button', { name: 'Delete…' }).click()
      await page.getByText('What this touches could not be read.').waitFor()
      await page.keyboard.press('Escape')
      await page.unroute(/\/deletion/)
      await page.getByRole('button', { name: 'Delete…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete Judith Klein?' })
      const does = dialog.getByRole('button', { name: 'Delete in 30 days' })
      await dialog.getByRole('row', { name: /^Account, .* deleted$/ }).waitFor()
      assert.equal(await does.isDisabled(), true)
      await audit('the question before a deletion')
      await dialog.getByLabel('Type the name to go on').fill('Judith Klein')
      await does.click()
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.getByRole('button', { name: 'Delete…' }).waitFor()
      await audit('a member')
      const { members: found } = await office().memberAdmin.searchMembers({ search: { search: { expression: 'judith' } } })
      const { note: saved } = await office().memberAdmin.getMember({ id: found[0]!.member.id! })
      assert.deepEqual([saved, found[0]!.member.status], [note, 'APPROVED'])
    })

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [390, 'dark'],
  ] as const))
    test(`somebody is invited, chooses a password by the link, and gets an order from their page, ${width} px wide, ${theme}`, async () => {
      const email = `invited-${width}@guests.example`
      await using visit = await admin.enter({ width, theme }, '/members')
      const { page, audit } = visit
      await page.getByText(/^[\d,]+, [\d,]+ new in [A-Z]/).waitFor()
      await page.getByRole('button', { name: 'Invite' }).filter({ visible: true }).click()
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill('judith@klein.example')
      await page.getByRole('button', { name: 'Invite judith@klein.example' }).click()
      await page.getByText('There is an account with that email already.').waitFor()
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
      await page.getByLabel('First name').fill('Ines')
      await page.getByLabel('Last name').fill('Roth')
      await audit('an invitation')
      await page.getByRole('button', { name: `Invite ${email}` }).click()
      await page.getByText(`An email with a link is on its way to ${email}.`).waitFor()
      await page.getByRole('heading', { level: 1, name: 'Ines Roth' }).waitFor()
      const { text: first } = await awaitEmail(admin.shop, email)
      assert.match(first, /good for\s+seven days/)
      await page.getByRole('button', { name: 'Send the invitation again' }).click()
      await page.getByText('An email with a new link is on its way.').waitFor()
      await audit('somebody who was invited')
      const [link] = /https?:\S*\/reset\/new\S*/.exec(first)!
      await using guest = await admin.visit({ width })
      await guest.page.goto(link)
      await guest.page.getByLabel('New password', { exact: true }).fill(password)
      await guest.page.getByRole('button', { name: 'Keep it and sign in' }).click()
      await guest.page.waitForURL((url) => !url.pathname.startsWith('/reset'))

      await page.reload()
      await page.getByText('Password', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'New order' }).filter({ visible: true }).click()
      await page.waitForURL(/\/drafts\//)
      await page.getByText(email).first().waitFor()
    })

  test('all that a filter finds are blocked at once by the keys, after a look at how many, and let in again by one undo', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/members?q=spam')
    const { page } = visit
    await rows(page).nth(1).waitFor()
    assert.equal(await rows(page).count(), 2)
    const state = async () =>
      (await office().memberAdmin.countMembers({ filters: [{ 'contact.lastName': 'Spam', status: 'BLOCKED' }, { status: 'BLOCKED' }] }))
        .counts
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('X')
    await page.keyboard.press('b')
    await page.getByText('2 members blocked.').waitFor()
    assert.deepEqual(await state(), [2, 2], 'and nobody else')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await page.waitForFunction(() => document.querySelectorAll('[data-rows] tbody [data-tone="bad"]').length === 0)
    for (let tries = 0; (await state())[0] !== 0; tries++) assert.ok(tries < 50, 'still blocked')
  })

  for (const [width, theme] of sizes([
    [1440, 'dark'],
    [820, 'light'],
  ] as const))
    test(`sessions are ended, and a member who is asked for a new password is led to one by the shop, ${width} px wide, ${theme}`, async () => {
      const email = await signedIn(width === 820 ? 'Mara' : 'Jonas', 3)
      const name = width === 820 ? 'Mara Stern' : 'Jonas Stern'
      await using visit = await admin.enter({ width, theme }, `/members/${await idOf(admin.shop, email)}`)
      const { page, audit } = visit
      const sessions = page.getByRole('table', { name: 'Sessions' }).getByRole('row').filter({ hasText: '127.0.0.1' })
      await sessions.nth(2).waitFor()
      await audit('a member with sessions')
      await sessions.first().getByRole('button', { name: /^End / }).click()
      await page.getByRole('button', { name: 'End both' }).waitFor()
      assert.equal(await sessions.count(), 2)
      await page.getByRole('button', { name: 'Ask for a new password…' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: `Ask ${name} for a new password?` })
      await dialog.waitFor()
      await audit('the question before a new password')
      await page.keyboard.press('Control+Enter')
      await page.getByText('Signed in nowhere.').waitFor()
      await page.getByText('refused until there is a new one').waitFor()
      if (width === 820) return
      await using theirs = await admin.visit({ width })
      await goAndSignIn(theirs.page, admin.shop, email)
      await theirs.page.getByText('The shop asks you for a new password, once.').waitFor()
      assert.equal(await theirs.page.getByLabel('E-mail').inputValue(), email)
    })

  for (const [width, theme] of sizes([
    [1440, 'light'],
    [820, 'dark'],
  ] as const))
    test(`whoever has lost the phone and the codes is let in again by the password alone, ${width} px wide, ${theme}`, async () => {
      const email = await signedIn(width === 820 ? 'Rosa' : 'Emil', 1)
      const name = width === 820 ? 'Rosa Stern' : 'Emil Stern'
      await using theirs = await admin.visit({ width })
      await goAndSignIn(theirs.page, admin.shop, email)
      await notNow(theirs.page)
      // That they were asked is stored in a cookie, too, which has to be there before all are taken away.
      await theirs.page.waitForURL((url) => url.pathname === '/account')
      await setUpApp(admin.shop, theirs.page)
      await theirs.page.context().clearCookies()
      await goAndSignIn(theirs.page, admin.shop, email)
      await theirs.page.getByRole('heading', { name: 'Six figures, please' }).waitFor()

      await using visit = await admin.enter({ width, theme }, `/members/${await idOf(admin.shop, email)}`)
      const { page, audit } = visit
      const input = width === 820 ? withKeys(page) : withMouse
      const away = page.getByRole('button', { name: 'Take away the second step…' })
      await page.getByText('authenticator app').waitFor()
      await input.press(away)
      const dialog = page.getByRole('dialog', { name: `Take away the second step of ${name}?` })
      await dialog.waitFor()
      await audit('the question before a second step is taken away')
      await input.press(dialog.getByRole('button', { name: 'Take it away' }))
      await page.getByText(`${name} signs in without a second step`).waitFor()
      await page.getByText('Signed in nowhere.').waitFor()
      await away.waitFor({ state: 'detached' })

      await goAndSignIn(theirs.page, admin.shop, email)
      await notNow(theirs.page)
      await theirs.page.waitForURL((url) => url.pathname === '/account')
    })

  test('whoever waits for approval is on the home page, and all that a filter finds are blocked after a look at whom, with a way back later', async () => {
    const crowd = 52
    const { createMember } = office().memberManagement
    for (let i = 0; i < crowd; i++)
      await createMember({ member: { loginEmail: `${i}@crowd.example`, contact: { firstName: `Number${i}`, lastName: 'Crowd' } } })
    await letIn(admin.shop, { registration: 'APPROVAL' })
    try {
      for (const name of ['Wanda', 'Walter', 'Willa']) await signedIn(name, 1)
    } finally {
      await letIn(admin.shop)
    }
    await using visit = await admin.enter({ width: 1440 }, '/')
    const { page, audit } = visit
    await page.getByRole('link', { name: /members wait for approval/ }).click()
    await row(page, 'Wanda Stern').waitFor()
    assert.equal(await rows(page).count(), 3)
    await page.goto(`${admin.shop.url}/admin/members?q=crowd`)
    await row(page, 'Crowd').nth(49).waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: `All ${crowd} in view` }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Block' }).click()
    const dialog = page.getByRole('dialog', { name: 'Block all that the list finds?' })
    await dialog.getByText(`It touches ${crowd} members.`).waitFor()
    await dialog.getByRole('link', { name: `Number${crowd - 1} Crowd` }).waitFor()
    await audit('the look at whom it touches')
    await dialog.getByRole('button', { name: `Block ${crowd} members` }).click()
    await page.getByText(`${crowd} members blocked.`).waitFor()
    const blocked = async () =>
      (await office().memberAdmin.countMembers({ filters: [{ 'contact.lastName': 'Crowd', status: 'BLOCKED' }, { status: 'PENDING' }] }))
        .counts
    assert.deepEqual(await blocked(), [crowd, 3])
    await page.getByRole('button', { name: 'Bulk changes' }).click()
    const many = page.getByRole('dialog', { name: 'Bulk changes' })
    await many.getByRole('button', { name: `Undo: ${crowd} members blocked` }).click()
    const job = many.getByRole('row').filter({ hasText: `${crowd} members blocked` })
    await job.getByRole('cell', { name: 'taken back', exact: true }).waitFor()
    await audit('what was done to many')
    assert.deepEqual(await blocked(), [0, 3])
  })

  test('the palette finds members, coupons and gift cards by their names, and a whole code of a card', async () => {
    const { coupons, giftCards } = office()
    await coupons.createCoupon({
      specification: { name: 'For the long nights', code: 'LANTERN24', percentOffRate: 10, startTime: String(Date.now()) },
    })
    const { giftCard } = await giftCards.createGiftCard({
      giftCard: {
        initialValue: { amount: '40.00' },
        code: 'GLOW2026LAMP4421',
        currency: 'EUR',
        source: 'MANUAL',
        notificationInfo: { recipient: { name: 'Lantern Keeper', email: 'keeper@lantern.example' } },
      },
      idempotencyKey: 'lantern',
    })
    await using visit = await admin.enter({ width: 1440 }, '/')
    const { page, audit } = visit
    await page.getByRole('heading', { name: 'To do now' }).waitFor()
    const box = page.getByRole('combobox')
    await page.keyboard.press('Control+k')
    await box.fill('lantern')
    await page
      .getByRole('group', { name: 'Promotions' })
      .getByRole('option', { name: /^LANTERN24/ })
      .waitFor()
    await page
      .getByRole('group', { name: 'Gift cards' })
      .getByRole('option', { name: /Lantern Keeper/ })
      .waitFor()
    await audit('the palette with a coupon and a gift card')
    await box.fill('GLOW2026LAMP4421')
    await page.getByText('1 result').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: new RegExp(`Gift card .*${giftCard.codeSuffix}`) }).waitFor()
    await page.keyboard.press('Control+k')
    await box.fill('@reilly')
    await page
      .getByRole('group', { name: 'Members' })
      .getByRole('option', { name: /^Owen Reilly/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Owen Reilly', level: 1 }).waitFor()
  })
})
