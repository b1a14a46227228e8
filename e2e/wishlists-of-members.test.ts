import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive } from './browser.ts'
import { goAndSignIn, join } from './joining.ts'
import { addToCart } from './shopper.ts'

suite('wish lists of members', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  for (const { width, theme } of [
    { width: 390, theme: 'dark' },
    { width: 820, theme: 'light' },
    { width: 1440, theme: 'light' },
  ] as const)
    test(`a list is named, shared by a link and added to the bag, and a price alert is one press, ${width} px wide, ${theme}`, async () => {
      const { shop } = admin
      const email = `lists-${width}@example.com`
      await join(shop, email)
      await using visit = await admin.visit({ width, theme })
      const { page, audit } = visit
      await addToCart(page, shop, { slug: 'cereal-bowl', choices: { Glaze: 'Oat' } })
      await addToCart(page, shop, { slug: 'dinner-plate', choices: { Glaze: 'Chalk' } })

      // Saving a line of the cart saves its chosen options.
      const asked = page.waitForResponse((answer) => answer.url().endsWith('/wishlists/hearts'))
      await page.goto(`${shop.url}/cart`)
      await asked
      for (const name of ['Slow Bowl, Oat', 'Table Plate, Chalk']) {
        await page.getByRole('button', { name: `On your wish list: ${name}`, pressed: false }).click()
        await page.getByRole('button', { name: `On your wish list: ${name}`, pressed: true }).waitFor()
      }
      await audit('a bag with hearts on its lines')

      // What a visitor saved belongs to the member after the login.
      await goAndSignIn(page, shop, email)
      await page.waitForURL(({ pathname }) => /^\/(account|passkey)/.test(pathname))
      const lists = `${shop.url}/account/wishlists`
      await arrive(page, lists)
      await page.getByText('Two objects', { exact: false }).first().waitFor()
      await page.getByLabel('A new list').fill('For the new flat')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      const nav = page.getByRole('navigation', { name: 'Your lists' })
      await nav.getByRole('link', { name: 'For the new flat' }).waitFor()
      await audit('two lists of a member')

      await arrive(page, lists)
      await page.getByText('Change Slow Bowl').click()
      await page.getByLabel('A note').filter({ visible: true }).fill('The large one, please')
      await page.getByLabel('On the list').filter({ visible: true }).selectOption({ label: 'For the new flat' })
      await page.getByRole('button', { name: 'Save' }).filter({ visible: true }).click()
      await page.getByText('Slow Bowl is on the other list now.').waitFor()
      await nav.getByRole('link', { name: 'For the new flat' }).click()
      await page.getByRole('heading', { level: 1, name: 'For the new flat' }).waitFor()
      await page.getByText('Rename').click()
      await page.getByLabel('Name of the list').fill('For the new kitchen')
      await page.getByLabel('A note for those who see it').fill('We move in May.')
      const day = new Date(Date.now() + 20 * 24 * 3_600_000)
      await page.getByLabel('Who gives what stays hidden from you until').fill(day.toISOString().slice(0, 10))
      await page.getByRole('button', { name: 'Save' }).filter({ visible: true }).first().click()
      await page.getByRole('heading', { level: 1, name: 'For the new kitchen' }).waitFor()

      await page.getByRole('button', { name: /^Tell me when it costs less ?: Slow Bowl/ }).click()
      await page.getByText(`One email to ${email} when it costs less: Slow Bowl`).waitFor()
      await page.getByRole('button', { name: /^Tell me when it costs less ?: Slow Bowl/ }).click()
      await page.getByText('You wait for that already: Slow Bowl').waitFor()

      await page.getByRole('button', { name: 'Share by link' }).click()
      const link = await page.getByLabel('The link').inputValue()
      await audit('a list that is shared')
      await using friend = await admin.visit({ width, theme })
      await arrive(friend.page, link)
      await friend.page.getByRole('heading', { level: 1, name: 'For the new kitchen' }).waitFor()
      await friend.page.getByText('“We move in May.”').waitFor()
      await friend.page.getByText('The large one, please').waitFor()
      await friend.audit('the list of somebody else')
      const dayText = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(day)
      await friend.page.getByText(`does not see who gives what before ${dayText}.`).waitFor()

      // Giving puts it into the bag; others see that it is given, the owner sees nothing of it, and it can be taken back.
      await friend.page.getByRole('button', { name: 'I give this Slow Bowl' }).click()
      const drawer = friend.page.getByRole('dialog', { name: 'Your bag' })
      await drawer.getByRole('heading', { name: 'Slow Bowl' }).waitFor()
      await friend.page.keyboard.press('Escape')
      await friend.page.getByText('You give this.').waitFor()
      await friend.page.getByText('One object, one already given.').waitFor()
      await friend.audit('the list of somebody else, with what one gives')
      await using third = await admin.visit({ width, theme, script: false })
      await third.page.goto(link)
      await third.page.getByText(/^Given, on \d+ \p{L}+$/u).waitFor()
      assert.equal(await third.page.getByRole('button', { name: /^(I give|Rather not)/ }).count(), 0)
      await third.audit('a list of which all is given, without script')
      await page.goto(link)
      await page.getByText('This is yours.').waitFor()
      assert.equal(await page.getByText(/[Gg]iven/).count(), 0)
      await friend.page.getByRole('button', { name: 'Rather not Slow Bowl' }).click()
      await friend.page.getByText('You do not give it.').waitFor()
      await third.page.reload()
      await third.page.getByRole('button', { name: 'I give this Slow Bowl' }).click()
      await third.page.getByText('You give it, and it is in your bag.').waitFor()
      await third.page.getByRole('button', { name: 'Rather not Slow Bowl' }).click()
      await third.page.getByText('You do not give it.').waitFor()
      await page.goto(lists)
      await nav.getByRole('link', { name: 'For the new kitchen' }).click()
      await page.getByText(`Who gives what stays hidden from you until ${dayText}.`).waitFor()

      await page.getByRole('button', { name: 'Stop sharing' }).click()
      await page.getByText('The links to this list are over.').waitFor()
      const over = await friend.page.goto(link)
      assert.equal(over?.status(), 404)
      await friend.page.getByRole('heading', { level: 1, name: 'This list is not shared any more' }).waitFor()
      await friend.audit('a list that is not shared any more')

      await page.getByRole('button', { name: 'Move to the bag Slow Bowl' }).click()
      await page.getByText('Nothing is on this list yet.').waitFor()
      await page.goto(`${shop.url}/cart`)
      await page.getByRole('heading', { name: 'Slow Bowl' }).first().waitFor()

      await arrive(page, `${shop.url}/account/alerts`)
      const stop = (await page.getByRole('button', { name: /^Stop/ }).first().boundingBox())!
      const picture = (await page.locator('.srow img').first().boundingBox())!
      assert.ok(picture.width >= 40 && stop.x >= picture.x + picture.width, JSON.stringify({ picture, stop }))
      await page.getByText('when it costs less than').waitFor()
      await audit('what a member waits for')
      await page.getByRole('button', { name: 'Stop watching the price of Slow Bowl' }).click()
      await page.getByText('No alerts yet.').waitFor()
      await arrive(page, lists)
      await nav.getByRole('link', { name: 'For the new kitchen' }).click()
      await page.getByText('Rename').click()
      await page.getByRole('button', { name: 'Delete the list' }).click()
      await page.getByRole('heading', { level: 1, name: 'For the new kitchen' }).waitFor({ state: 'detached' })
    })
})
