import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Request } from 'playwright-core'
import { arrive, type Window } from './browser.ts'
import { openForAll } from './open-for-all.ts'
import type { OpenShop } from './shop.ts'
import { addToCart, cartAnswer, checkOut, comeToPayment, leftOf, press, snatch } from './shopper.ts'
import { sizes } from './sizes.ts'

const oatPlate = { slug: 'dinner-plate', choices: { Glaze: 'Oat' } }
const ink = { slug: 'espresso-cup', choices: { Glaze: 'Ink' } }
const largeMug = { slug: 'morning-mug', choices: { Glaze: 'Ink', Size: 'Large, 360 ml' } }
const bowl = { slug: 'cereal-bowl', choices: { Glaze: 'Oat' } }
const plate = { slug: 'dinner-plate', choices: { Glaze: 'Chalk' } }

suite('the bag, and what becomes of it', () => {
  let shop: OpenShop
  let browser: Window
  openForAll((opened) => {
    ;[shop, browser] = opened
  })

  test('what is wholly sold out in the checkout is not paid for, and in the bag it has one button', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page, audit } = visit
    await addToCart(page, shop, largeMug)
    await comeToPayment(page, shop, 'all-gone@example.com')
    await page.getByText(/^With €[\d.]+ VAT\./).waitFor()
    await snatch(shop, largeMug, await leftOf(shop, largeMug))
    await page.reload()
    await page.getByText(/sold out while you were here/).waitFor()
    assert.equal(await page.getByRole('button', { name: /^(Pay|Order|Go on)/ }).count(), 0)
    assert.equal(await page.getByText('To pay', { exact: true }).count(), 0)
    await audit('a checkout of which all is sold out')

    await arrive(page, `${shop.url}/cart`)
    await page.getByRole('button', { name: 'Take it out' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)
    await press(page, 'Take it out')
    await page.getByText('Nothing in the bag yet.').waitFor()
  })

  for (const script of [true, false])
    test(`more than is left: the line is set to what is left, and the sum with it, ${script ? 'with' : 'without'} script`, async () => {
      const cups = script ? ink : oatPlate
      await using visit = await browser.visit({ width: script ? 1440 : 390, script })
      const { page, audit } = visit
      await addToCart(page, shop, { ...cups, quantity: 3 })
      await snatch(shop, cups, (await leftOf(shop, cups)) - 2)
      const set = script && cartAnswer(page)
      await arrive(page, `${shop.url}/cart`)
      await page.getByText('Two are left, you asked for three.').waitFor()
      const assertSum = async () => {
        const sum = (await page.getByRole('complementary', { name: 'Sum' }).innerText()).replace(/\s+/g, ' ')
        const [more, units, total] = script ? ['€32', '€48.00', '€52.90'] : ['€16', '€64.00', '€68.90']
        assert.match(
          sum,
          new RegExp(`${more} more and delivery is free\\. (Two pieces|Pieces) ${units} Delivery to Germany €4\\.90 To pay .*${total}`),
        )
      }
      await assertSum()
      if (!script) await press(page, 'Take two')
      else await page.getByText('We set the line to two.').waitFor()
      // The page says so before the shop has answered.
      await set
      assert.equal(await page.locator('[name^="quantity."]').first().inputValue(), '2')
      await audit('a line that was set to what is left')
      await assertSum()
      await page.goto(`${shop.url}/cart`)
      assert.equal(await page.getByText('We set the line to two.').count(), 0, 'it is said once')
    })

  test('what is taken off without a code is not said to be saved by one', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    await addToCart(page, shop, { slug: 'morning-blend', choices: { Weight: '250 g', Grind: 'Whole bean' }, quantity: 3 })
    await arrive(page, `${shop.url}/cart`)
    const sum = page.getByRole('complementary', { name: 'Sum' })
    await sum
      .getByText(/^Three bags of coffee/)
      .first()
      .waitFor()
    await sum.getByText('A gift card pays at the last step.').waitFor()
    assert.equal(await page.getByText(/saves you/).count(), 0)
  })

  test('by an IP address its pictures are shown, on the first page, in the bag and in the checkout', async () => {
    await using visit = await browser.visit({ width: 1440 })
    const { page } = visit
    const byAddress = { ...shop, url: shop.url.replace('localhost', '127.0.0.1') }
    const picture = page.locator('img').filter({ visible: true })
    const isShown = (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)
    await arrive(page, byAddress.url)
    assert.ok(await page.locator('main').locator(picture).first().evaluate(isShown))
    await addToCart(page, byAddress, plate)
    assert.ok(await page.getByRole('dialog').locator('img').first().evaluate(isShown))
    await checkOut(page, byAddress)
    assert.ok(await picture.first().evaluate(isShown))
  })

  test('another window that changes the bag is heard, where it is shown and where it is paid', async () => {
    await using visit = await browser.visit({ width: 1440, fresh: true })
    const { page } = visit
    await addToCart(page, shop, bowl)
    await addToCart(page, shop, plate)
    await arrive(page, `${shop.url}/cart`)
    const other = await page.context().newPage()
    await arrive(other, `${shop.url}/cart`)
    await other.getByRole('button', { name: 'Remove Slow Bowl' }).click()
    await page.getByText('Your bag has changed in another window.').waitFor()
    await page.locator('.lines').getByRole('link', { name: 'Slow Bowl' }).first().waitFor({ state: 'detached' })
    await checkOut(page, shop)
    await other.getByRole('button', { name: 'Remove Table Plate' }).click()
    await page.getByText('This order is still what it was').waitFor()
  })

  test('where postcode and town are both missing, each says so under itself', async () => {
    await using visit = await browser.visit({ width: 390 })
    const { page, audit } = visit
    await addToCart(page, shop, bowl)
    await checkOut(page, shop)
    await press(page, 'Go on to the delivery day')
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN
    const places = await Promise.all(['#postcode', '#postcode-says', '#town', '#town-says'].map(top))
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    )
    await audit('an address of which nothing is written')
  })

  test('without script the sign for the menu leads to what says that it is the menu; a page that is missing has one title', async () => {
    await using visit = await browser.visit({ width: 390, script: false })
    const { page } = visit
    await page.goto(`${shop.url}/nothing-here`)
    assert.equal(await page.locator('title').count(), 1)
    await page.getByRole('link', { name: 'Menu' }).click()
    await page.getByRole('heading', { name: 'Menu' }).waitFor()
    assert.match(page.url(), /#menu$/)
  })

  for (const width of sizes([390, 1440]))
    test(`an addition to the bag shows at once, also after the drawer was closed and opened again, ${width} px wide`, async () => {
      await using visit = await browser.visit({ width })
      const { page } = visit
      await arrive(page, `${shop.url}/products`)
      let letGo = () => {}
      const held = new Promise<void>((resolve) => (letGo = resolve))
      await page.route('**/cart.data*', async (route) => {
        if (route.request().method() === 'POST') await held
        await route.continue()
      })
      const names: string[] = []
      const drawer = page.getByRole('dialog', { name: 'Your bag' })
      for (const at of [0, 1]) {
        const add = page.getByRole('button', { name: /^Add .* to the bag$/ }).nth(at)
        names.push(/^Add (.*) to the bag$/.exec((await add.getAttribute('aria-label')) ?? '')?.[1] ?? '')
        await add.click()
        await drawer.getByRole('heading', { name: names[at]! }).waitFor()
        await drawer.getByRole('button', { name: 'Close' }).click()
        await drawer.waitFor({ state: 'hidden' })
      }
      await page.getByRole('link', { name: /^Bag/ }).click()
      for (const name of names) await drawer.getByRole('heading', { name }).waitFor()
      assert.equal(await drawer.getByText('Nothing in it yet.').count(), 0)
      let answered = 0
      const isAdd = (request: Request) => request.method() === 'POST' && new URL(request.url()).pathname === '/cart.data'
      const both = page.waitForResponse((answer) => isAdd(answer.request()) && ++answered === 2)
      letGo()
      await both
      await page.goto(`${shop.url}/cart`)
      // Both requests are of a new visitor.
      for (const name of names) await page.getByRole('heading', { name }).waitFor()
    })

  test('a card of a list is put into the bag, and on a wish list, without script', async () => {
    await using visit = await browser.visit({ width: 390, script: false })
    const { page } = visit
    await page.goto(`${shop.url}/products`)
    const add = page.getByRole('button', { name: /^Add .* to the bag$/ }).first()
    const name = /^Add (.*) to the bag$/.exec((await add.getAttribute('aria-label')) ?? '')?.[1] ?? ''
    await add.click()
    await page.getByRole('heading', { name: 'Your bag' }).waitFor()
    await page.getByRole('heading', { name }).waitFor()
  })
})
