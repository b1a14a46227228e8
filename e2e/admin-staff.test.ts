import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { audit, developers, staff } from '@vitrine/client/back-office'
import { figuresAt } from '@vitrine/testing/code-app'
import type { Page } from 'playwright-core'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { type Input, withKeys, withMouse } from './input.ts'
import { awaitTold } from './shopper.ts'

const password = 'kettle fox marble'

suite('the people of the shop', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const behind = () => createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { audit, developers, staff } })

  /** Somebody who joined, by the API. */
  async function joined(email: string, name: string, role: 'SUPPORT' | 'ORDERS' | 'DEVELOPER'): Promise<string> {
    const { joinLink } = await behind().staff.invite({ staffInvitation: { email, role } })
    await behind().staff.acceptInvitation({ token: joinLink!.split('#')[1]!, name, password })
    return (await behind().staff.listStaff()).staffMembers.find((one) => one.email === email)!.id
  }
  const figures = (secret: string, steps = 0) => figuresAt(secret, Date.now() + steps * 30_000)
  const secretOn = async (page: Page) => (await page.locator('.pairing .secret').innerText()).replace(/\s/g, '')
  async function signsIn(page: Page, input: Input, email: string): Promise<void> {
    await page.goto(`${admin.shop.url}/admin/account`)
    await input.write(page.getByLabel('Email'), email)
    await input.write(page.getByLabel('Password'), password)
    await input.press(page.getByRole('button', { name: 'Sign in' }))
  }
  const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

  test('somebody is invited, joins by the link, sees what their role may see, and is out when they are removed; an undo brings them back', async () => {
    const email = 'tom@morrow.example'
    await using owners = await admin.enter({ width: 1440 }, '/')
    const { page } = owners
    await menu(page).getByRole('link', { name: 'Staff' }).click()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite to the staff' })
    await dialog.getByLabel('Email').fill('mira@morrow.example')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    await dialog.getByText('Somebody with this address is on the staff.').waitFor()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('radio', { name: 'Warehouse' }).check()
    await owners.audit('invite')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    await page
      .getByRole('table', { name: 'Invited' })
      .getByRole('row', { name: /tom@morrow\.example.*Warehouse.*link made/ })
      .waitFor()
    const secret = page.getByRole('status').locator('.secret')
    const first = await secret.innerText()
    await owners.audit('the link, shown once')
    await page.getByRole('button', { name: `New link for ${email}` }).click()
    await page.getByText(`${email} has a new link. The one before is of no more use.`).waitFor()
    const link = await secret.innerText()
    assert.match(link, /\/admin\/join#[\w-]{43}$/)
    assert.notEqual(link, first)
    const { messages } = await admin.shop.merchant.inbox.listMessages({ limit: 50 })
    assert.ok(!messages.some(({ to }) => to.includes(email)), 'the inbox is open to everybody')

    await using theirs = await admin.visit({ width: 1440, theme: 'dark' })
    const tom = theirs.page
    await tom.goto(first)
    await tom.getByRole('heading', { name: 'This link is over' }).waitFor()
    await theirs.audit('an invitation that is over')
    await tom.goto('about:blank')
    await tom.goto(link)
    await tom.getByRole('heading', { name: 'Accept your invitation' }).waitFor()
    await tom.getByText('as Warehouse').waitFor()
    await tom.getByLabel('Your name').fill('Tom Okafor')
    await tom.getByLabel('Password').fill('tomokafor')
    await tom.getByRole('button', { name: /^Join/ }).click()
    await tom.getByText('It says too much of you or of the shop.').waitFor()
    await theirs.audit('join')
    await tom.getByLabel('Password').fill(password)
    await tom.getByRole('button', { name: /^Join/ }).click()
    await menu(tom).getByText('Tom Okafor').waitFor()
    await menu(tom).getByRole('link', { name: 'Orders' }).waitFor()
    for (const name of ['Staff', 'Promotions', 'Taxes', 'Developers'])
      assert.equal(await menu(tom).getByRole('link', { name, exact: true }).count(), 0, `${name} is not for the warehouse`)
    await tom.goto(`${admin.shop.url}/admin/staff`)
    await tom.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await tom.getByRole('table', { name: 'People' }).count(), 0)

    await page.reload()
    const row = page.getByRole('row', { name: /Tom Okafor/ })
    await row.filter({ hasText: 'Warehouse' }).waitFor()
    await page.getByRole('button', { name: 'More about Tom Okafor' }).click()
    await page.getByRole('menuitem', { name: 'Another role' }).click()
    const roles = page.getByRole('dialog', { name: 'Role of Tom Okafor' })
    await roles.getByRole('radio', { name: 'Support' }).check()
    await roles.getByRole('button', { name: 'Make Tom Okafor Support' }).click()
    // Where the focus is, what can be taken back stays.
    const lowered = page.getByRole('status').filter({ hasText: 'Tom Okafor is Support now.' }).getByRole('button', { name: 'Undo' })
    await lowered.focus()
    await row.filter({ hasText: 'Support' }).waitFor()
    await lowered.click()
    await row.filter({ hasText: 'Warehouse' }).waitFor()
    await owners.audit('people')

    await page.getByRole('button', { name: 'More about Tom Okafor' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    const removal = page.getByRole('dialog', { name: 'Remove Tom Okafor?' })
    await removal
      .getByRole('button', { name: /^Cancel/ })
      .and(page.locator(':focus'))
      .waitFor()
    await removal.getByRole('button', { name: 'Remove Tom Okafor' }).click()
    const removed = page.getByRole('status').filter({ hasText: 'Tom Okafor is off the staff.' }).getByRole('button', { name: 'Undo' })
    await removed.focus()
    await row.waitFor({ state: 'detached' })
    await tom.goto(`${admin.shop.url}/admin/account`)
    await tom.getByRole('button', { name: 'Sign in' }).waitFor()
    await removed.click()
    await row.filter({ hasText: 'Warehouse' }).waitFor()

    await page.getByRole('link', { name: 'Rules' }).click()
    await page.getByRole('radio', { name: 'Everybody' }).check()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Set up your own second step first').waitFor()
    await owners.audit('rules')
    const { entries } = await behind().audit.queryAudit({ query: { filter: { kind: 'staffMember' }, cursorPaging: { limit: 20 } } })
    const told = entries.filter(({ name }) => name === 'Tom Okafor').map(({ act }) => act)
    assert.deepEqual(told, ['CREATED', 'DELETED', 'CHANGED', 'CHANGED', 'CREATED'])
  })

  test('whoever is removed has keys: they are listed, and are handed over or end', async () => {
    for (const fate of ['Hand them over to me', 'Revoke them']) {
      const email = `jonas-${fate.length}@morrow.example`
      const name = `Jonas ${fate.length}`
      const id = await joined(email, name, 'DEVELOPER')
      const session = await fetch(`${admin.shop.url}/admin/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      const { accessToken } = (await session.json()) as { accessToken: string }
      const auth = { headers: () => ({ Authorization: accessToken }) }
      const theirs = createClient({ baseUrl: admin.shop.url, auth: () => auth, modules: { developers } })
      const { key } = await theirs.developers.createApiKey({ apiKey: { name: `Feed ${fate.length}`, scopes: ['developers.read'] } })
      await using visit = await admin.enter({ width: 1440 }, '/staff')
      const { page } = visit
      await page.getByRole('button', { name: `More about ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      const dialog = page.getByRole('dialog', { name: `Remove ${name}?` })
      await dialog.getByText(`Feed ${fate.length}`).waitFor()
      await dialog.getByRole('radio', { name: fate }).check()
      await visit.audit('remove somebody who has keys')
      await dialog.getByRole('button', { name: `Remove ${name}` }).click()
      const saved = fate !== 'Revoke them'
      await page.getByText(saved ? '1 API key is yours now.' : '1 API key is revoked.').waitFor()
      const { apiKeys } = await behind().developers.listApiKeys()
      assert.equal(apiKeys.find((one) => one.hint === key.slice(-4))?.createdBy?.staffMemberId === id, false)
      assert.equal(
        apiKeys.some((one) => one.name === `Feed ${fate.length}`),
        saved,
      )
    }
  })

  test('a second step is set up by the keys, asked for at the next sign-in, and not where the browser is known: 820 px', async () => {
    const email = 'lea@morrow.example'
    await joined(email, 'Lea Brandt', 'SUPPORT')
    await using visit = await admin.visit({ width: 820, theme: 'dark' })
    const { page } = visit
    const input = withKeys(page)
    await signsIn(page, input, email)
    await input.press(page.getByRole('button', { name: 'Set it up' }))
    const first = page.getByRole('dialog', { name: 'Set up your second step' })
    await input.write(first.getByLabel('Your password'), 'not this one')
    await page.keyboard.press('ControlOrMeta+Enter')
    await first.getByText('That is not your password. 4 more tries, then a pause.').waitFor()
    await input.write(first.getByLabel('Your password'), password)
    await page.keyboard.press('ControlOrMeta+Enter')
    const pairing = page.getByRole('dialog', { name: 'Pair your app' })
    await pairing.getByRole('img', { name: /Code for your app/ }).waitFor()
    const secret = await secretOn(page)
    await visit.audit('pair')
    await input.write(pairing.getByLabel('Six digits from the app'), figures(secret))
    await page.keyboard.press('ControlOrMeta+Enter')
    const saved = page.getByRole('dialog', { name: 'Keep these' })
    await saved.getByRole('list', { name: 'Recovery codes' }).waitFor()
    assert.equal(await saved.getByRole('listitem').count(), 10)
    await visit.audit('recovery codes')
    await input.press(saved.getByRole('button', { name: 'I have them' }))
    await page.getByText('10 recovery codes left for a lost phone.').waitFor()
    await visit.audit('account')

    await page.request.delete(`${admin.shop.url}/admin/session`)
    await signsIn(page, input, email)
    await page.getByRole('heading', { name: 'And the code' }).waitFor()
    await visit.audit('code')
    await input.write(page.getByLabel('Six digits from the app'), '000000')
    await page.keyboard.press('Enter')
    await page.getByText('The code is not right, or was used.').waitFor()
    await input.write(page.getByLabel('Six digits from the app'), figures(secret, 1))
    const remember = page.getByRole('checkbox', { name: 'No code on this browser for 30 days' })
    await input.choose(remember)
    await input.press(page.getByRole('button', { name: 'Sign in' }))
    await page.getByRole('table', { name: 'Browsers that need no code' }).waitFor()

    await page.request.delete(`${admin.shop.url}/admin/session`)
    await signsIn(page, input, email)
    const places = page.getByRole('table', { name: 'Where you are signed in' })
    await places.getByRole('row', { name: /password, known browser.*here, now/ }).waitFor()
  })

  test('where the shop demands it, whoever has no second step sets one up on the way in: 820 px', async () => {
    const email = 'ana@morrow.example'
    await joined(email, 'Ana Duarte', 'ORDERS')
    await behind().staff.updateRules({ staffRules: { secondStep: 'EVERYBODY', from: null } })
    try {
      await using visit = await admin.visit({ width: 820 })
      const { page } = visit
      await signsIn(page, withMouse, email)
      await page.getByRole('heading', { name: 'Set up your second step' }).waitFor()
      await visit.audit('set up on the way in')
      await page.getByLabel('Six digits from the app').fill(figures(await secretOn(page)))
      await page.getByRole('button', { name: 'Pair and sign in' }).click()
      await page.getByRole('heading', { name: 'Keep these' }).waitFor()
      await page.getByRole('button', { name: 'I have them, go on' }).click()
      await page
        .getByRole('table', { name: 'Where you are signed in' })
        .getByRole('row', { name: /password and code.*here, now/ })
        .waitFor()
    } finally {
      await behind().staff.updateRules({ staffRules: { secondStep: 'NOBODY' } })
    }
  })

  test('whoever has forgotten the password chooses another one by the email, once, by the keys on a phone', async () => {
    const email = 'jonas@morrow.example'
    await joined(email, 'Jonas Weber', 'SUPPORT')
    await using visit = await admin.visit({ width: 390, theme: 'dark' })
    const { page } = visit
    const input = withKeys(page)
    await page.goto(`${admin.shop.url}/admin/sign-in`)
    await visit.audit('the sign-in')
    await input.press(page.getByRole('link', { name: 'Forgot your password?' }))
    await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor()
    await input.write(page.getByLabel('Email'), email)
    await visit.audit('a forgotten password')
    await input.press(page.getByRole('button', { name: 'Send the link' }))
    await page.getByText(`If ${email} is on the staff, a link has been sent. It works once, for thirty minutes.`).waitFor()
    const link = await awaitTold(admin.shop, new RegExp(`^${email} .* (\\S+/admin/new-password#[\\w.-]+)$`, 'm'))
    const { messages } = await admin.shop.merchant.inbox.listMessages()
    assert.ok(!messages.some(({ subject }) => subject.startsWith('A new password')), 'the inbox is open to everybody')
    await page.goto(link)
    await input.write(page.getByLabel('New password'), 'password')
    await input.press(page.getByRole('button', { name: 'Keep it' }))
    await page.getByText('That is among the first that somebody would try.').waitFor()
    await visit.audit('another password')
    await input.write(page.getByLabel('New password'), 'seven brass owls')
    await input.press(page.getByRole('button', { name: 'Keep it' }))
    await page.getByText('To do now').first().waitFor()
    await using late = await admin.visit({ width: 1440 })
    await late.page.goto(link)
    await late.page.getByLabel('New password').fill('nine copper bells')
    await late.page.getByRole('button', { name: 'Keep it' }).click()
    await late.page.getByRole('heading', { level: 1, name: 'This link is over' }).waitFor()
    await late.audit('a link that is over')
  })
})
