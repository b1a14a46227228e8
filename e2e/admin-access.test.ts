import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient, visitor } from '@vitrine/client'
import { authentication } from '@vitrine/client/account'
import { audit, developers, signInSettings } from '@vitrine/client/back-office'
import { type OpenDesk, openDesk } from './desk.ts'
import { withKeys, withMouse } from './hand.ts'

const patienceMs = 10_000

suite('who gets in, as the admin says it', () => {
  let desk: OpenDesk
  before(async () => {
    desk = await openDesk()
  })
  after(() => desk?.[Symbol.asyncDispose]())

  const behind = (key = desk.shop.apiKey) =>
    createClient({ baseUrl: desk.shop.url, auth: apiKey(key), modules: { audit, developers, signInSettings } })

  /** All that the audit log says of late. */
  async function written(): Promise<string> {
    const { audit: log } = behind()
    const { entries } = await log.queryAudit({ query: { cursorPaging: { limit: 20 } } })
    assert.notEqual(entries.length, 0)
    return JSON.stringify(await Promise.all(entries.map(({ id }) => log.getAuditEntry({ id }))))
  }

  test('two people set at once who becomes a member: nothing is lost, and what was chosen holds for the next who registers', async () => {
    const { signInSettings: settings } = behind()
    await using visit = await desk.enter({ width: 1440 }, '/')
    const { page } = visit
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign-in' }).click()
    await page.getByRole('radio', { name: 'Whom you approve' }).check()
    await page.getByRole('switch', { name: 'Code by mail' }).uncheck()
    await page.getByRole('switch', { name: 'Passkey' }).uncheck()
    await page.getByRole('switch', { name: 'Password', exact: true }).uncheck()
    await page.getByText('Leave at least one way to sign in.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Save', exact: false }).first().isDisabled())
    await page.getByRole('switch', { name: 'Password', exact: true }).check()

    await page.getByRole('link', { name: 'Payments' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByText('Not saved: Registration, code by mail, passkey.').waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()

    const { signIn } = await settings.getSignInSettings({})
    await settings.setSignInSettings({ signIn: { ...signIn, registration: 'CLOSED', captcha: 'NEVER' } })
    await page.keyboard.press('ControlOrMeta+s')
    const conflict = page.getByRole('alertdialog')
    await conflict.getByRole('radio', { name: 'Registration: yours, Whom you approve' }).waitFor()
    await conflict.getByRole('row', { name: /^Captcha/ }).waitFor()
    await visit.audit('conflict about sign-in')
    await conflict.getByRole('button', { name: 'Keep all of mine' }).click()
    await page.getByText('Members sign in like this from now on.').waitFor()
    const { signIn: kept } = await settings.getSignInSettings({})
    const { password, emailCode, passkey } = kept.methods
    assert.deepEqual([kept.registration, kept.captcha, password, emailCode, passkey], ['APPROVAL', 'NEVER', true, false, false])
    assert.ok(await page.getByRole('radio', { name: 'Never' }).isChecked(), 'what somebody else chose stands here')
    await visit.audit('sign-in')

    const shopper = createClient({
      baseUrl: desk.shop.url,
      auth: visitor({ clientId: desk.shop.clientId }),
      modules: { authentication },
    })
    const { state } = await shopper.authentication.register({
      loginId: { email: 'late@example.com' },
      password: 'four brown mugs at dawn',
    })
    assert.equal(state, 'REQUIRE_OWNER_APPROVAL')
  })

  test('a provider is added by the keys; its secret is written and never read again', async () => {
    await using visit = await desk.enter({ width: 820, theme: 'dark' }, '/member-sign-in')
    const { page } = visit
    const hand = withKeys(page)
    await hand.press(page.getByRole('button', { name: 'Add a provider' }))
    const dialog = page.getByRole('dialog', { name: 'Add a provider' })
    await hand.write(dialog.getByRole('textbox', { name: 'Name' }), 'Potters’ Guild')
    await hand.write(dialog.getByRole('textbox', { name: 'Issuer' }), 'http://guild.example')
    await hand.write(dialog.getByRole('textbox', { name: 'Client id' }), 'morrow')
    await hand.write(dialog.getByLabel('Client secret'), 'fired-at-1240')
    await page.keyboard.press('ControlOrMeta+Enter')
    await dialog.getByText('It has to be an https address').waitFor()
    await visit.audit('provider')
    await hand.write(dialog.getByRole('textbox', { name: 'Issuer' }), 'https://guild.example')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('row', { name: /Potters’ Guild.*https:\/\/guild\.example.*kept/ }).waitFor()
    const { signIn } = await behind().signInSettings.getSignInSettings({})
    assert.ok(signIn.methods.social[0]!.clientSecretSet)

    await hand.press(page.getByRole('button', { name: 'Edit Potters’ Guild' }))
    const edit = page.getByRole('dialog', { name: 'Edit Potters’ Guild' })
    assert.equal(await edit.getByLabel('Client secret').inputValue(), '')
    await hand.write(edit.getByRole('textbox', { name: 'Name' }), 'The Guild')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('row', { name: /The Guild.*kept/ }).waitFor()
    assert.ok(!(await page.content()).includes('fired-at-1240'))
    const log = await written()
    assert.ok(log.includes('https://guild.example') && !log.includes('fired-at-1240'), 'the audit log knows of it, and of no secret')
    await visit.audit('sign-in, dark')
  })

  test('a key is made, shown once, does what it may and no more, and stops when it is revoked', async () => {
    await using visit = await desk.enter({ width: 1440 }, '/developers')
    const { page } = visit
    await page.getByRole('button', { name: 'API key' }).click()
    const dialog = page.getByRole('dialog', { name: 'New API key' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Auditor')
    assert.ok(await dialog.getByRole('button', { name: 'Make the key' }).isDisabled(), 'a key that may do nothing is none')
    await dialog.getByRole('group', { name: 'Settings' }).getByRole('button', { name: 'See' }).click()
    await visit.audit('new key')
    await dialog.getByRole('button', { name: 'Make the key' }).click()
    await page.getByText('Key “Auditor” is made.').waitFor()
    const secret = await page.locator('.note .secret').innerText()
    const row = page.getByRole('row', { name: /^Auditor/ })
    await row.filter({ hasText: 'settings read' }).filter({ hasText: 'never' }).waitFor()

    const auditor = behind(secret)
    const { signIn } = await auditor.signInSettings.getSignInSettings({})
    await assert.rejects(auditor.signInSettings.setSignInSettings({ signIn }), { code: 'PERMISSION_DENIED' })
    await assert.rejects(auditor.developers.listApiKeys({}), { code: 'PERMISSION_DENIED' })

    const log = await written()
    assert.ok(log.includes('Auditor') && !log.includes(secret), 'the audit log knows of it, and does not say it')

    await page.reload()
    await row.filter({ hasNotText: 'never' }).waitFor()
    assert.ok(!(await page.content()).includes(secret), 'it is shown once')
    await page.getByRole('button', { name: 'Revoke Auditor' }).click()
    await page.getByRole('dialog', { name: 'Revoke Auditor?' }).getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Auditor is revoked.').waitFor()
    await row.waitFor({ state: 'detached' })
    const until = Date.now() + patienceMs
    const refused = () =>
      auditor.signInSettings.getSignInSettings({}).then(
        () => false,
        () => true,
      )
    while (!(await refused())) {
      assert.ok(Date.now() < until, 'a key that is revoked stops within seconds')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })

  for (const [width, name, hold] of [
    [1440, 'Phone app', () => withMouse],
    [820, 'Till app', withKeys],
  ] as const)
    test(`an app is registered, changed and revoked; what is wrong with its list is said by line: ${width} px`, async () => {
      const { developers: apps } = behind()
      const listed = async () => (await apps.listApps({})).apps.find((app) => app.name.startsWith(name))
      await using visit = await desk.enter({ width, theme: width === 820 ? 'dark' : 'light' }, '/developers')
      const { page } = visit
      const hand = hold(page)
      await hand.press(page.getByRole('button', { name: 'App', exact: true }))
      const dialog = page.getByRole('dialog', { name: 'Register an app' })
      const list = dialog.getByRole('textbox', { name: 'Returns to' })
      await hand.write(dialog.getByRole('textbox', { name: 'Name' }), name)
      await hand.write(list, 'https://app.example/back\nhttp://app.example/back\nnowhere')
      await page.keyboard.press('Shift+Tab')
      await dialog.getByText('Line 2 has to begin with https://. Line 3 is no address.').waitFor()
      assert.ok(await dialog.getByRole('button', { name: 'Register' }).isDisabled())
      if (width === 820) await visit.audit('app')
      await hand.write(list, 'https://app.example/back\nhttp://localhost:*')
      await hand.press(dialog.getByRole('button', { name: 'Register' }))
      await page.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor()
      assert.deepEqual((await listed())?.redirectUris, ['https://app.example/back', 'http://localhost:*'])

      await hand.press(page.getByRole('button', { name: `Edit ${name}` }))
      const edit = page.getByRole('dialog', { name: `Edit ${name}` })
      // Somebody else renames it meanwhile: both stand.
      const { id, revision } = (await listed())!
      await apps.updateApp({ app: { id, revision, name: `${name} 2` } })
      await hand.write(edit.getByRole('textbox', { name: 'Returns to' }), 'https://app.example/home')
      await hand.press(edit.getByRole('button', { name: 'Save' }))
      await page.getByRole('row', { name: new RegExp(`^${name} 2.*https://app.example/home`) }).waitFor()
      const after = await listed()
      assert.deepEqual([after?.name, after?.redirectUris], [`${name} 2`, ['https://app.example/home']])
      await visit.audit('developers')

      await hand.press(page.getByRole('button', { name: `Revoke ${name} 2` }))
      await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke' }))
      await page.getByText(`${name} 2 is revoked.`).waitFor()
      assert.equal(await listed(), undefined)
    })
})
