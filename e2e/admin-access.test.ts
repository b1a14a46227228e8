import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient, visitor } from '@vitrine/client'
import { authentication } from '@vitrine/client/account'
import { audit, coupons, developers, signInSettings } from '@vitrine/client/back-office'
import { type Right, rightsOf, type StaffRole } from '@vitrine/contract'
import type { Page } from 'playwright-core'
import { leave } from './abandoned.ts'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { comeIn, employ } from './colleagues.ts'
import { withKeys, withMouse } from './input.ts'
import { sizes } from './sizes.ts'

const patienceMs = 10_000

interface Place {
  readonly name: string
  readonly path: string
  readonly needs: Right
  /** Its first heading, where that is not its name. */
  readonly heading?: string | RegExp
  /** What can be done there, by the beginnings of its buttons, and by what right. */
  readonly acts?: readonly (readonly [name: string, needs: Right])[]
}

const menu: readonly Place[] = [
  { name: 'Home', path: '/', needs: 'orders.read', heading: /^\w+day, / },
  { name: 'Orders', path: '/orders', needs: 'orders.read' },
  { name: 'Draft orders', path: '/drafts', needs: 'orders.read', acts: [['New draft', 'orders.write']] },
  {
    name: 'Abandoned checkouts',
    path: '/abandoned',
    needs: 'orders.read',
    heading: 'Abandoned checkouts',
    acts: [['Reminder rules', 'settings.write']],
  },
  { name: 'Members', path: '/members', needs: 'members.read' },
  {
    name: 'Promotions',
    path: '/promotions',
    needs: 'promotions.read',
    acts: [
      ['Automatic', 'promotions.write'],
      ['Coupon', 'promotions.write'],
    ],
  },
  {
    name: 'Gift cards',
    path: '/gift-cards',
    needs: 'giftCards.read',
    acts: [
      ['Batch', 'giftCards.write'],
      ['Issue a card', 'giftCards.write'],
    ],
  },
  { name: 'Cart tester', path: '/cart-tester', needs: 'promotions.read', heading: 'What would this cart pay?' },
  {
    name: 'Shipping',
    path: '/shipping',
    needs: 'delivery.read',
    acts: [
      ['Zone', 'delivery.write'],
      ['Edit zone', 'delivery.write'],
      ['Rate', 'delivery.write'],
    ],
  },
  { name: 'Weight-based rates', path: '/shipping/weights', needs: 'delivery.read', acts: [['Step', 'delivery.write']] },
  { name: 'Pick-up & slots', path: '/shipping/slots', needs: 'delivery.read', acts: [['Close a day', 'delivery.write']] },
  {
    name: 'Pick-up points',
    path: '/shipping/pickup-points',
    needs: 'delivery.read',
    acts: [
      ['Point', 'delivery.write'],
      ['Delete', 'delivery.write'],
    ],
  },
  {
    name: 'Taxes',
    path: '/taxes',
    needs: 'taxes.read',
    acts: [
      ['Region', 'taxes.write'],
      ['Edit Austria', 'taxes.write'],
    ],
  },
  {
    name: 'Payments',
    path: '/payments',
    needs: 'settings.read',
    acts: [
      ['Add a payment method', 'settings.write'],
      ['Edit Bank transfer', 'settings.write'],
    ],
  },
  { name: 'Email notifications', path: '/mail', needs: 'settings.read', acts: [['Sender and footer', 'settings.write']] },
  { name: 'Sign-in', path: '/member-sign-in', needs: 'settings.read', acts: [['Add a provider', 'settings.write']] },
  { name: 'Shop', path: '/shop', needs: 'settings.read' },
  {
    name: 'Store clock',
    path: '/clock',
    needs: 'settings.read',
    acts: [
      ['Freeze', 'settings.write'],
      ['For the next payment', 'settings.write'],
    ],
  },
  { name: 'Audit log', path: '/audit', needs: 'audit.read' },
  {
    name: 'Developers',
    path: '/developers',
    needs: 'developers.read',
    acts: [
      ['API key', 'developers.write'],
      ['App', 'developers.write'],
      ['Sign with a new key', 'developers.write'],
    ],
  },
]

const nobody = '00000000-0000-4000-8000-000000000000'
/** To an address of the admin without loading it all again. */
const turnTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)

/** What the buttons do, to nobody and nothing. */
const calls: readonly (readonly [line: string, needs: Right])[] = [
  [`PATCH /ecom/v1/orders/${nobody}`, 'orders.write'],
  [`POST /ecom/v1/orders/${nobody}/cancel`, 'orders.write'],
  [`POST /ecom/v1/fulfillments/orders/${nobody}/create-fulfillment`, 'orders.write'],
  ['POST /ecom/v1/draft-orders', 'orders.write'],
  ['POST /ecom/v1/order-billing/refund-payments', 'payments.write'],
  ['POST /ecom/v1/order-billing/capture-authorized-payments', 'payments.write'],
  ['POST /stores/v2/coupons', 'promotions.write'],
  ['POST /ecom/v1/discount-rules', 'promotions.write'],
  ['POST /gift-cards/v1/gift-cards', 'giftCards.write'],
  [`DELETE /members/v1/members/${nobody}`, 'members.write'],
  ['POST /ecom/v1/shipping-options', 'delivery.write'],
  ['POST /billing/v1/tax-groups', 'taxes.write'],
  ['PATCH /vitrine/v1/payment-settings', 'settings.write'],
  ['POST /vitrine/v1/api-keys', 'developers.write'],
]

suite('who gets in, as the admin says it', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const behind = (key = admin.shop.apiKey) =>
    createClient({ baseUrl: admin.shop.url, auth: apiKey(key), modules: { audit, developers, signInSettings } })

  /** All that the audit log says of late. */
  async function written(): Promise<string> {
    const { audit: log } = behind()
    const { entries } = await log.queryAudit({ query: { cursorPaging: { limit: 20 } } })
    assert.notEqual(entries.length, 0)
    return JSON.stringify(await Promise.all(entries.map(({ id }) => log.getAuditEntry({ id }))))
  }

  test('two people set at once who becomes a member: nothing is lost, and what was chosen holds for the next who registers', async () => {
    const { signInSettings: settings } = behind()
    await using visit = await admin.enter({ width: 1440 }, '/')
    const { page } = visit
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign-in' }).click()
    await page.getByRole('radio', { name: 'Whom you approve' }).check()
    await page.getByRole('switch', { name: 'Code by email' }).uncheck()
    await page.getByRole('switch', { name: 'Passkey' }).uncheck()
    await page.getByRole('switch', { name: 'Password', exact: true }).uncheck()
    await page.getByText('Leave at least one way to sign in.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Save', exact: false }).first().isDisabled())
    await page.getByRole('switch', { name: 'Password', exact: true }).check()

    await page.getByRole('link', { name: 'Payments' }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByText('Not saved: Registration, code by email, passkey.')
      .waitFor()
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
    const { signIn: saved } = await settings.getSignInSettings({})
    const { password, emailCode, passkey } = saved.methods
    assert.deepEqual([saved.registration, saved.captcha, password, emailCode, passkey], ['APPROVAL', 'NEVER', true, false, false])
    await page.getByRole('radio', { name: 'Never', checked: true }).waitFor() // what somebody else chose
    await visit.audit('sign-in')

    const shopper = createClient({
      baseUrl: admin.shop.url,
      auth: visitor({ clientId: admin.shop.clientId }),
      modules: { authentication },
    })
    const { state } = await shopper.authentication.register({
      loginId: { email: 'late@example.com' },
      password: 'four brown mugs at dawn',
    })
    assert.equal(state, 'REQUIRE_OWNER_APPROVAL')
  })

  test('a provider is added by the keys; its secret is written and never read again', async () => {
    await using visit = await admin.enter({ width: 820, theme: 'dark' }, '/member-sign-in')
    const { page } = visit
    const input = withKeys(page)
    await input.press(page.getByRole('button', { name: 'Add a provider' }))
    const dialog = page.getByRole('dialog', { name: 'Add a provider' })
    await input.write(dialog.getByRole('textbox', { name: 'Name' }), 'Potters’ Guild')
    await input.write(dialog.getByRole('textbox', { name: 'Issuer' }), 'http://guild.example')
    await input.write(dialog.getByRole('textbox', { name: 'Client id' }), 'morrow')
    await input.write(dialog.getByLabel('Client secret'), 'fired-at-1240')
    await page.keyboard.press('ControlOrMeta+Enter')
    await dialog.getByText('It has to be an https address').waitFor()
    await visit.audit('provider')
    await input.write(dialog.getByRole('textbox', { name: 'Issuer' }), 'https://guild.example')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('row', { name: /Potters’ Guild.*https:\/\/guild\.example.*saved/ }).waitFor()
    const { signIn } = await behind().signInSettings.getSignInSettings({})
    assert.ok(signIn.methods.social[0]!.clientSecretSet)

    await input.press(page.getByRole('button', { name: 'Edit Potters’ Guild' }))
    const edit = page.getByRole('dialog', { name: 'Edit Potters’ Guild' })
    assert.equal(await edit.getByLabel('Client secret').inputValue(), '')
    await input.write(edit.getByRole('textbox', { name: 'Name' }), 'The Guild')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('row', { name: /The Guild.*saved/ }).waitFor()
    assert.ok(!(await page.content()).includes('fired-at-1240'))
    const log = await written()
    assert.ok(log.includes('https://guild.example') && !log.includes('fired-at-1240'), 'the audit log knows of it, and of no secret')
    await visit.audit('sign-in, dark')
  })

  test('a key is made, shown once, does what it may and no more, and stops when it is revoked', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/developers')
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
    const used = row.locator('[data-l="Last used"]')
    await row.filter({ hasText: 'settings read' }).filter({ hasText: 'no end' }).waitFor()
    assert.equal(await used.innerText(), 'never')

    const auditor = behind(secret)
    const { signIn } = await auditor.signInSettings.getSignInSettings({})
    await assert.rejects(auditor.signInSettings.setSignInSettings({ signIn }), { code: 'PERMISSION_DENIED' })
    await assert.rejects(auditor.developers.listApiKeys({}), { code: 'PERMISSION_DENIED' })

    const log = await written()
    assert.ok(log.includes('Auditor') && !log.includes(secret), 'the audit log knows of it, and does not say it')

    await page.reload()
    await used.filter({ hasText: /, from / }).waitFor()
    assert.ok(!(await page.content()).includes(secret), 'it is shown once')
    await page.getByRole('button', { name: 'When Auditor runs out' }).click()
    const end = page.getByRole('dialog', { name: 'When Auditor runs out' })
    await end.getByLabel('Runs out').fill(`${new Date().getUTCFullYear() + 1}-12-31`)
    await visit.audit('the end of a key')
    await end.getByRole('button', { name: 'Set the end' }).click()
    await row.filter({ hasNotText: 'no end' }).waitFor()
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

  for (const [width, name, hold] of sizes([
    [1440, 'Phone app', () => withMouse],
    [820, 'Till app', withKeys],
  ] as const))
    test(`an app is registered, changed and revoked; what is wrong with its list is said by line: ${width} px`, async () => {
      const { developers: apps } = behind()
      const listed = async () => (await apps.listApps({})).apps.find((app) => app.name.startsWith(name))
      await using visit = await admin.enter({ width, theme: width === 820 ? 'dark' : 'light' }, '/developers')
      const { page } = visit
      await page.getByRole('region', { name: 'Calls, last 24 hours' }).getByText('Slowest 1 %').waitFor()
      const input = hold(page)
      await input.press(page.getByRole('button', { name: 'App', exact: true }))
      const dialog = page.getByRole('dialog', { name: 'Register an app' })
      const list = dialog.getByRole('textbox', { name: 'Returns to' })
      await input.write(dialog.getByRole('textbox', { name: 'Name' }), name)
      await input.write(list, 'https://app.example/back\nhttp://app.example/back\nnowhere')
      await page.keyboard.press('Shift+Tab')
      await dialog.getByText('Line 2 has to begin with https://. Line 3 is no address.').waitFor()
      assert.ok(await dialog.getByRole('button', { name: 'Register' }).isDisabled())
      if (width === 820) await visit.audit('app')
      await input.write(list, 'https://app.example/back\nhttp://localhost:*')
      await input.press(dialog.getByRole('button', { name: 'Register' }))
      await page.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor()
      assert.deepEqual((await listed())?.redirectUris, ['https://app.example/back', 'http://localhost:*'])

      await input.press(page.getByRole('button', { name: `Edit ${name}` }))
      const edit = page.getByRole('dialog', { name: `Edit ${name}` })
      // Somebody else renames it meanwhile: both stand.
      const { id, revision } = (await listed())!
      await apps.updateApp({ app: { id, revision, name: `${name} 2` } })
      await input.write(edit.getByRole('textbox', { name: 'Returns to' }), 'https://app.example/home')
      await input.press(edit.getByRole('button', { name: 'Save' }))
      await page.getByRole('row', { name: new RegExp(`^${name} 2.*https://app.example/home`) }).waitFor()
      const after = await listed()
      assert.deepEqual([after?.name, after?.redirectUris], [`${name} 2`, ['https://app.example/home']])
      await visit.audit('developers')

      await input.press(page.getByRole('button', { name: `Revoke ${name} 2` }))
      await input.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke' }))
      await page.getByText(`${name} 2 is revoked.`).waitFor()
      assert.equal(await listed(), undefined)
    })

  suite('of every role', () => {
    const roles = Object.keys(rightsOf) as StaffRole[]
    let beside: readonly Place[]
    before(async () => {
      await employ(admin.shop, roles)
      const office = createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { coupons } })
      const [{ id: order, number }, { id: left }, { id: coupon }] = await Promise.all([
        admin.buy('every-role@example.com'),
        leave(admin.shop, 'left-by@example.com'),
        office.coupons.createCoupon({ specification: { name: 'Any role', code: 'ANYROLE', percentOffRate: 10 } }),
      ])
      const write = (...names: string[]) => names.map((name) => [name, 'orders.write'] as const)
      beside = [
        {
          name: 'Promotions',
          path: `/promotions/coupons/${coupon}`,
          needs: 'promotions.read',
          acts: [['Pause', 'promotions.write']],
        },
        {
          name: 'an order',
          path: `/orders/${order}`,
          needs: 'orders.read',
          heading: new RegExp(number.replace(/(?=(\d{3})$)/, '.')),
          acts: [...write('Fulfil', 'Edit', 'Change', 'Tag'), ['Refund', 'payments.write']],
        },
        { name: 'Edit an order', path: `/orders/${order}/edit`, needs: 'orders.write', heading: /^Edit / },
        {
          name: 'who left',
          path: `/abandoned/${left}`,
          needs: 'orders.read',
          heading: 'Nora Fuchs',
          acts: write('Forget it', 'Write to Nora'),
        },
        { name: 'New automatic discount', path: '/promotions/rules/new', needs: 'promotions.write' },
        {
          name: 'New coupon',
          path: '/promotions/coupons/new',
          needs: 'promotions.write',
          heading: 'Promotions',
          acts: [['Make it', 'promotions.write']],
        },
      ]
    })

    for (const role of roles)
      test(`${role}: what is not theirs is in no menu, on no page and behind no address, and is refused`, async () => {
        const has = ({ needs }: { readonly needs: Right }) => rightsOf[role].has(needs)
        const theirs = (of: readonly Place[]) => of.filter(has).map(({ name }) => name)
        await using visit = await admin.visit({ width: role === 'SUPPORT' ? 820 : 1440, theme: role === 'DEVELOPER' ? 'dark' : 'light' })
        const { page } = visit
        const token = await comeIn(page, admin.shop, role)
        const named = (names: readonly string[]) => menu.map(({ name }) => name).filter((name) => names.includes(name))

        await page.goto(`${admin.shop.url}/admin/more`)
        const all = page.getByRole('main')
        await all.getByRole('heading', { level: 1, name: 'Everything' }).waitFor()
        // How many wait there stands beside a name, and is no part of it.
        const links = await all.getByRole('link').evaluateAll((each) =>
          each.map((link) => {
            const shown = link.cloneNode(true) as Element
            for (const part of shown.querySelectorAll('[aria-hidden="true"]')) part.remove()
            return shown.textContent.trim()
          }),
        )
        assert.deepEqual(named(links), theirs(menu))
        await page.keyboard.press('ControlOrMeta+k')
        await page.keyboard.type('/')
        const goTo = page.getByRole('group', { name: 'Go to' }).getByRole('option')
        await goTo.first().waitFor()
        const found = await goTo.evaluateAll((options) => options.map((option) => option.querySelector('.p-t')?.textContent ?? ''))
        assert.deepEqual(named(found), theirs(menu))
        await page.keyboard.press('Escape')

        let isRefused = false
        for (const place of [...menu, ...beside]) {
          const { name, path, needs, heading = name, acts = [] } = place
          // The first that they may not see from outside, the others as one goes back to an address.
          if (!has(place) && !isRefused) {
            isRefused = true
            await page.goto(`${admin.shop.url}/admin${path}`)
          } else await turnTo(page, `/admin${path}`)
          if (!has(place)) {
            await all.getByText(`Missing right: ${needs}`).waitFor()
            await all.getByRole('heading', { level: 1, name: `${name}: not for your role` }).waitFor()
            assert.equal(await all.getByRole('button').count(), 0, `${role} can do nothing at ${path}`)
            continue
          }
          await all.getByRole('heading', { level: 1, name: heading }).waitFor()
          for (const [act, right] of acts) {
            const button = page
              .getByRole('button', { name: new RegExp(`^${act}`) })
              .or(page.getByRole('link', { name: new RegExp(`^${act}`) }))
              .filter({ visible: true })
            if (rightsOf[role].has(right)) await button.first().waitFor()
            else assert.equal(await button.count(), 0, `${role} does not find “${act}” at ${path}`)
          }
        }
        await visit.audit(`the last of the pages of ${role}`)

        for (const [line, needs] of calls) {
          const [method = '', path = ''] = line.split(' ')
          const answer = await page.request.fetch(`${admin.shop.url}${path}`, { method, data: {}, headers: { authorization: token } })
          assert.equal(
            answer.status() === 403 && (await answer.text()).includes('PERMISSION_DENIED'),
            !has({ needs }),
            `${role}: ${line} ${answer.status()}`,
          )
        }
      })
  })
})
