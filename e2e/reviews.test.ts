import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { storeClock } from '@vitrine/client/back-office'
import { orderFulfillments } from '@vitrine/client/modules'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { hydrated } from './browser.ts'

suite('reviews', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const product = '/products/morning-mug'

  test('what people say of a product is filtered, sorted, shown further and found helpful', async () => {
    await using visit = await admin.visit({ width: 1440 })
    const { page, audit } = visit
    await page.goto(admin.shop.url + product)
    await page.getByRole('link', { name: '4.3 from 8 reviews' }).click()
    const section = page.getByRole('region', { name: 'What people say' })
    await section.getByRole('heading', { name: 'The one everyone reaches for' }).waitFor()
    assert.equal(
      await section
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 3 }) })
        .count(),
      5,
    )
    await audit('the reviews of a product')

    // Before that its links lead to a page of their own, which says nothing of how many it shows.
    await (await hydrated(section.getByRole('link', { name: 'Show three more' }))).click()
    await section.getByRole('link', { name: 'Show three more' }).waitFor({ state: 'detached' })
    await section.getByRole('link', { name: /^2 stars/ }).click()
    await section.getByText('one review shown').waitFor({ state: 'attached' })
    await section.getByRole('link', { name: 'All reviews' }).click()
    await section.getByText('five reviews shown').waitFor({ state: 'attached' })
    await section.getByRole('link', { name: 'Most helpful' }).click()
    const first = section.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'The one everyone reaches for' }) })
    await first.getByRole('button', { name: 'Helpful, 31' }).click()
    await first.getByRole('button', { name: 'Helpful, 32', pressed: true }).waitFor()
    await first.getByRole('button', { name: 'Helpful, 32', pressed: true }).click()
    await first.getByRole('button', { name: 'Helpful, 31', pressed: false }).waitFor()
    const data = await page.locator('script[type="application/ld+json"]').first().textContent()
    assert.equal(JSON.parse(data ?? '').aggregateRating.reviewCount, 8)
  })

  for (const { width, theme } of [
    { width: 390, theme: 'dark' },
    { width: 1440, theme: 'light' },
  ] as const)
    test(`cards say how a product is rated, lists narrow down by stars, and a review that shows is on the next page, ${width} px wide`, async () => {
      await using visit = await admin.visit({ width, theme })
      const { page, audit } = visit
      await page.goto(`${admin.shop.url}/products?sort=bestRated`)
      const cardOf = (name: string) => page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) })
      await cardOf('Morning Mug').getByText('rated 4.3 (8)').waitFor()
      if (width < 1000) await page.getByRole('button', { name: 'Filter', exact: true }).click()
      const filters = width < 1000 ? page.getByRole('dialog', { name: 'Filter' }) : page.getByRole('complementary', { name: 'Filters' })
      await filters.getByText('Rating', { exact: true }).click()
      await filters.getByRole('checkbox', { name: /^4 and up/ }).check()
      await page.waitForURL(/rating=4/)
      if (width < 1000) await page.getByRole('button', { name: /^Show \w+ objects/ }).click()
      await page.getByRole('link', { name: 'Remove: Rating 4 and up' }).waitFor()
      for (const said of await page.locator('.card__rate').allTextContents()) assert.ok(Number(/rated ([\d.]+)/.exec(said)?.[1]) >= 4, said)
      await audit('a list of what is rated well')
      await page.goto(`${admin.shop.url}/search?q=morning+mug`)
      await cardOf('Morning Mug').getByText('rated 4.3 (8)').waitFor()

      const { reviews, products: catalogue } = admin.shop.merchant
      const { products } = await catalogue.queryProducts({ query: { filter: { slug: 'morning-mug' } } })
      const content = { rating: 1, title: 'Broke at once', body: 'It fell on the stone floor of our kitchen.' }
      const { review } = await reviews.createReview({ review: { namespace: 'stores', entityId: products[0]!.id, content } })
      await page.reload()
      await cardOf('Morning Mug').getByText('rated 3.9 (9)').waitFor()
      await reviews.deleteReview({ reviewId: review.id })
      await page.reload()
      await cardOf('Morning Mug').getByText('rated 4.3 (8)').waitFor()
    })

  for (const script of [true, false])
    test(`home and lists say what buyers liked, and lead to it on the product's page, ${script ? 'with' : 'without'} script`, async () => {
      await using visit = await admin.visit({ width: 1440, script })
      const { page, audit } = visit
      await page.goto(`${admin.shop.url}/`)
      const section = page.getByRole('region', { name: 'Letters to the studio' })
      assert.equal(await section.getByRole('figure').count(), 3)
      await audit('the home page with reviews')
      const first = section.getByRole('figure').first()
      const said = (await first.getByRole('blockquote').innerText()).trim()
      await first.getByRole('link').click()
      await page.waitForURL(/\/products\/.+#review-/)
      const led = page.locator('.review:target')
      await led.getByText(said).waitFor()
      await page.goto(`${admin.shop.url}/collections/tableware`)
      const among = page
        .getByRole('main')
        .getByRole('figure')
        .filter({ has: page.getByRole('blockquote') })
      assert.equal(await among.count(), 1)
      await audit('a collection with a review')
      await page.goto(`${admin.shop.url}/collections/tableware?in-stock=yes`)
      assert.equal(await among.count(), 0, 'whoever looks for something is shown nothing else')
    })

  test('without script a filter is an address and a vote a form', async () => {
    await using visit = await admin.visit({ width: 390, theme: 'dark', script: false })
    const { page, audit } = visit
    await page.goto(admin.shop.url + product)
    const section = page.getByRole('region', { name: 'What people say' })
    await section.getByRole('link', { name: /^3 stars/ }).click()
    await page.waitForURL(/stars=3/)
    await section.getByRole('heading', { name: 'Colour lighter than on my screen' }).waitFor()
    assert.equal(await section.getByRole('heading', { level: 3 }).count(), 1)
    await section.getByRole('button', { name: 'Helpful' }).click()
    await page.waitForURL(/morning-mug#review-/)
    await audit('reviews without script')
  })

  test('somebody writes a review with a picture, changes it and takes it back; until it is read nobody else sees it', async () => {
    await using visit = await admin.visit({ width: 820 })
    const { page, audit } = visit
    await page.goto(admin.shop.url + product)
    await page.getByRole('link', { name: 'Write a review' }).click()
    await page.getByRole('heading', { name: 'How is it?', level: 1 }).waitFor()
    await page.getByLabel('What should others know?').fill('Lovely.')
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByText('A little more, please: twenty letters at least.').waitFor()
    await page.getByText('How many stars?').waitFor()
    await audit('a review with what is wrong with it')
    await page.getByRole('radio', { name: '4, Good' }).check()
    await page.getByLabel('In a few words').fill('The good hour')
    await page.getByLabel('What should others know?').fill('I hoped for a mug to drink from and got one to hold.')
    await page.getByLabel('Shown as').fill('Hanna Q.')
    const buffer = await readFile(new URL('../demo/shop/images/morning-mug/pair.webp', import.meta.url))
    await page.locator('input[type=file]').setInputFiles({ name: 'mug.webp', mimeType: 'image/webp', buffer })
    await page.getByRole('img', { name: 'Yours, number 1' }).waitFor()
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByRole('heading', { name: 'Thank you, we read it next', level: 1 }).waitFor()
    await page.getByRole('img', { name: 'Picture by Hanna Q.' }).waitFor()
    await audit('a review that waits')

    await page.getByRole('link', { name: 'Change' }).click()
    await page.getByLabel('In a few words').fill('The good quarter of an hour')
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByRole('heading', { name: 'The good quarter of an hour' }).waitFor()
    await using other = await admin.visit({ width: 390 })
    await other.page.goto(`${admin.shop.url}${product}?reviews=newest&upto=20`)
    await other.page.getByRole('region', { name: 'What people say' }).waitFor()
    assert.equal(await other.page.getByText('The good quarter of an hour').count(), 0)
    await other.audit('a product page with its reviews')
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.waitForURL(admin.shop.url + product)
  })

  for (const { width, theme } of [
    { width: 390, theme: 'dark' },
    { width: 1440, theme: 'light' },
  ] as const)
    test(`an email asks for a review, its link needs no sign-in, and one click ends such emails, ${width} px wide`, async () => {
      const { shop } = admin
      const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { orderFulfillments, storeClock } })
      const { inbox, orders, reviews } = shop.merchant
      const email = `asked-${width}@example.com`
      const { id: orderId } = await admin.buy(email)
      const { order } = await orders.getOrder({ id: orderId })
      const lineItems = order.lineItems.map(({ id, quantity }) => ({ id, quantity }))
      await office.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems } })
      const { storeClock: clock } = await office.storeClock.getStoreClock()
      // The shop plans what it asks when it hears that the goods have left.
      let text = ''
      for (let minutes = 8 * 24 * 60; text === ''; minutes++) {
        const to = new Date(Date.parse(clock.now) + minutes * 60_000).toISOString()
        await office.storeClock.advance({ to })
        const { messages } = await inbox.listMessages()
        const found = messages.find((message) => message.to.includes(email) && message.subject.startsWith('How is '))
        if (found) text = (await inbox.getMessage({ id: found.id })).message.text
      }
      await office.storeClock.returnToRealTime()
      const links = text.match(/http[^\s)]+/g) ?? []

      await using visit = await admin.visit({ width, theme })
      const { page, audit } = visit
      const link = links.find((each) => each.includes('/review?token=')) ?? assert.fail(text)
      await page.goto(link)
      await page.getByText('You have bought it.').waitFor()
      assert.equal(new URL(page.url()).search, '')
      assert.equal(await page.getByRole('radio', { checked: true }).count(), 0)
      await page.goto(`${link}&stars=5`)
      await page.getByRole('radio', { name: '5, ', checked: true }).waitFor({ state: 'attached' })
      assert.equal(new URL(page.url()).search, '?stars=5')
      await audit('a review by the link of an email')
      await page.getByLabel('What should others know?').fill(`It holds exactly ${width} raindrops, I have counted them.`)
      await page.getByRole('button', { name: 'Send it' }).click()
      await page.getByRole('heading', { name: 'Thank you, it is shown', level: 1 }).waitFor()

      const off = links.find((link) => link.includes('/review-emails/off')) ?? assert.fail(text)
      await page.goto(off)
      await page.getByRole('heading', { name: 'We ask no more', level: 1 }).waitFor()
      await audit('no more emails that ask for reviews')
      await page.getByRole('button', { name: 'Ask me again' }).click()
      await page.getByRole('heading', { name: 'We will ask again', level: 1 }).waitFor()
      // A mail program posts to the link itself, with nothing but this.
      const oneClick = await fetch(off, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
      assert.equal(oneClick.status, 200)
      const token = new URL(off).searchParams.get('token')!
      assert.deepEqual(await reviews.readReviewLink({ token }), { wanted: false })
    })

  for (const { width, theme, script } of [
    { width: 390, theme: 'light', script: false },
    { width: 820, theme: 'dark', script: true },
    { width: 1440, theme: 'light', script: true },
  ] as const)
    test(`a shopper reports a review, and the shop reads why, ${width} px wide`, async () => {
      await using visit = await admin.visit({ width, theme, script })
      const { page, audit } = visit
      await page.goto(`${admin.shop.url}${product}?reviews=helpful`)
      const section = page.getByRole('region', { name: 'What people say' })
      await section.getByRole('link', { name: 'Report' }).first().click()
      await page.getByRole('heading', { name: 'What is wrong with it?', level: 1 }).waitFor()
      await audit('a review that is to be reported')
      await page.getByRole('radio', { name: 'It is not true, or about another product' }).check()
      await page.getByLabel('More about it, if you like').fill(`It is about a bowl, ${width}.`)
      await page.getByRole('button', { name: 'Report it' }).click()
      await page.getByRole('heading', { name: 'Thank you, we read it', level: 1 }).waitFor()
      await audit('a review that was reported')
      await using office = await admin.enter({ width, theme }, '/reviews?show=reported')
      await office.page.getByText(`It is about a bowl, ${width}.`).waitFor()
      await office.audit('reported reviews')
    })

  test('the shop reads what waits by the keys: publishes, turns down, takes it back, and answers', async () => {
    await using visit = await admin.enter({ width: 1440 }, '/')
    const { page, audit } = visit
    const toRead = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Reviews to read' }) })
    await toRead.getByText('Pauline M. · 2 pictures').waitFor()
    await toRead.getByText('Suspicious').waitFor()
    await audit('home, with reviews to read')
    await toRead.getByRole('link', { name: 'Lid arrived with a hairline' }).click()
    const reading = page.getByRole('region', { name: 'The review' })
    await reading.getByRole('heading', { name: 'Lid arrived with a hairline' }).waitFor()
    await page.getByText('Few stars: the rules say a person decides').waitFor()
    await audit('reviews that wait')
    await page.keyboard.press('ArrowRight')
    await reading.getByText('2 of 2').waitFor()
    await page.keyboard.press('z')
    const large = page.getByRole('dialog', { name: 'Picture 2 of 2 by Pauline M.' })
    await large.getByRole('img', { name: '2 of 2 by Pauline M.' }).waitFor()
    await audit('a picture of a review')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('dialog', { name: 'Picture 1 of 2 by Pauline M.' }).waitFor()
    await page.keyboard.press('Escape')
    await reading.getByText('1 of 2').waitFor()

    const marks = page.getByRole('complementary', { name: 'Marks' })
    await marks.getByText('user_88213 looks suspicious').waitFor()
    await marks.getByRole('button', { name: 'Turn it down' }).click()
    await page.getByText('1 review turned down.').waitFor()
    await marks.getByText('user_88213 looks suspicious').waitFor({ state: 'detached' })
    await reading.getByRole('heading', { name: 'Lid arrived with a hairline' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('Taken back.').waitFor()
    await marks.getByText('user_88213 looks suspicious').waitFor()

    await page.keyboard.press('j')
    await reading.getByRole('heading', { name: 'best candle!!! visit my shop' }).waitFor()
    await page.keyboard.press('d')
    await reading.getByRole('heading', { name: 'best candle!!! visit my shop' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByRole('link', { name: /best candle/ }).waitFor()

    await page.getByRole('link', { name: /Every morning since/ }).click()
    await reading.getByRole('heading', { name: 'Every morning since' }).waitFor()
    await page.keyboard.press('r')
    await page.keyboard.type('Thank you, Noor: soup is what it was made for.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Published with your reply.').waitFor()
    await using shopper = await admin.visit({ width: 390 })
    await shopper.page.goto(`${admin.shop.url}/products/cereal-bowl?reviews=newest`)
    await shopper.page.getByText('Thank you, Noor: soup is what it was made for.').waitFor()

    await page.getByRole('button', { name: 'Rules' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rules for reviews' })
    await dialog.getByLabel('Moderate reviews with these words').fill('scam')
    await audit('rules for reviews')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Reviews that come from now on go by these rules.').waitFor()
  })

  test('on a phone the reviews that wait are a strip, and the bar under the thumb publishes, turns down and answers', async () => {
    await using visit = await admin.enter({ width: 390, theme: 'dark', touch: true }, '/reviews')
    const { page, audit } = visit
    const reading = page.getByRole('region', { name: 'The review' })
    const bar = page.getByRole('region', { name: 'Main action' })
    const card = (name: string) => page.locator('.picklist').getByRole('link', { name })
    await reading.getByRole('heading', { name: 'Lid arrived with a hairline' }).waitFor()
    const [first, second] = await Promise.all(['Lid arrived', 'best candle'].map((name) => card(name).boundingBox()))
    assert.equal(first!.y, second!.y)
    assert.ok(second!.x > first!.x)
    for (const button of await bar.getByRole('button').all()) assert.ok((await button.boundingBox())!.height >= 44)
    await audit('reviews that wait, on a phone')

    await card('The seam is the best part').tap()
    await reading.getByRole('heading', { name: 'The seam is the best part' }).waitFor()
    const { x, width } = (await card('The seam').boundingBox())!
    assert.ok(x >= 0 && x + width <= 390, `the one that is read stands from ${x} to ${x + width}`)
    await bar.getByRole('button', { name: 'Reply' }).tap()
    await page.keyboard.type('Thank you, Lena.')
    await bar.getByRole('button', { name: 'Publish with reply' }).tap()
    await page.getByText('Published with your reply.').waitFor()
    await card('The switch is stiff').tap()
    await reading.getByRole('heading', { name: 'The switch is stiff' }).waitFor()
    await bar.getByRole('button', { name: 'Turn down' }).tap()
    await page.getByText('1 review turned down.').waitFor()
    await card('Lid arrived').tap()
    await reading.getByRole('heading', { name: 'Lid arrived' }).waitFor()
    await bar.getByRole('button', { name: 'Publish' }).tap()
    await page.getByText('1 review published.').waitFor()
  })

  for (const eyes of [{ width: 390 }, { width: 820, theme: 'dark' }] as const)
    test(`the queue at ${eyes.width} pixels`, async () => {
      await using visit = await admin.enter(eyes, '/reviews?show=published')
      await visit.page.getByRole('region', { name: 'The review' }).waitFor()
      await visit.audit('published reviews')
    })
})
