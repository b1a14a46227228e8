import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { storeClock } from '@vitrine/client/back-office'
import { type OpenAdmin, openAdmin } from './admin-pages.ts'
import { arrive, hydrated } from './browser.ts'
import { goAndSignIn, join, notNow, writeSignIn } from './joining.ts'
import { awaitEmail } from './shopper.ts'

suite('questions', () => {
  let admin: OpenAdmin
  before(async () => {
    admin = await openAdmin()
  })
  after(() => admin?.[Symbol.asyncDispose]())

  const product = '/products/morning-mug'
  const text = 'Is the bare foot rough on a wooden table?'
  /** Emails about answers are sent each minute. */
  async function aMinuteLater() {
    const office = createClient({ baseUrl: admin.shop.url, auth: apiKey(admin.shop.apiKey), modules: { storeClock } })
    const { storeClock: clock } = await office.storeClock.getStoreClock()
    await office.storeClock.advance({ to: new Date(Date.parse(clock.now) + 90_000).toISOString() })
    await office.storeClock.returnToRealTime()
  }

  test('asked before signing in, answered by the shop, told by email and shown to everybody', async () => {
    const email = 'keller@example.com'
    await join(admin.shop, email)
    await using visit = await admin.visit({ width: 1440 })
    const { page, audit } = visit
    await arrive(page, admin.shop.url + product)
    const section = page.getByRole('region', { name: 'Questions', exact: true })
    await section.getByText('Four, all answered.').waitFor()
    const field = await hydrated(section.getByLabel('Yours'))
    await field.fill('Is the handle wide enough for')
    await section.getByRole('link', { name: 'How many fingers does the handle take?' }).waitFor()
    await audit('a question that is close to another one')
    await field.fill(text)
    await section.getByRole('button', { name: 'Ask it' }).click()

    await writeSignIn(page, email)
    await page.waitForURL(({ pathname }) => /^\/(passkey|products)/.test(pathname))
    if (new URL(page.url()).pathname === '/passkey') await notNow(page)
    await page.waitForURL(({ pathname, search }) => pathname === `${product}/questions` && search.startsWith('?ask='))
    await page.getByRole('heading', { name: 'Questions', level: 1 }).waitFor()
    assert.equal(await page.getByLabel('Yours').inputValue(), text, 'what was written is still there')
    await (await hydrated(page.getByRole('button', { name: 'Ask it' }))).click()
    const own = page.getByRole('listitem').filter({ hasText: 'Yours, waits for an answer' })
    await own.getByRole('heading', { name: text }).waitFor()
    await own.getByText(`We write to ${email} when someone answers.`).waitFor()
    assert.equal(await page.getByLabel('Yours').inputValue(), '')
    await audit('a question that waits')

    await using office = await admin.enter({ width: 1440 }, '/reviews')
    await office.page.getByRole('link', { name: /^Questions/ }).click()
    await office.page.getByRole('link', { name: new RegExp(`^${text.slice(0, 20)}`) }).click()
    const reading = office.page.getByRole('region', { name: 'The question' })
    await reading.getByRole('heading', { name: text }).waitFor()
    await office.audit('questions to answer')
    await office.page.keyboard.press('r')
    await reading.getByLabel('Answer as Morrow').fill('It is sanded by hand. A felt under it keeps oiled wood as it is.')
    await office.page.keyboard.press('Control+Enter')
    await office.page.getByText('Your answer is published.').waitFor()

    await aMinuteLater()
    const message = await awaitEmail(admin.shop, email, /is answered$/)
    assert.match(message.text.replaceAll(/\s+/g, ' '), /Is the bare foot rough on a wooden table\?.*It is sanded by hand\./)
    await using other = await admin.visit({ width: 390, theme: 'dark' })
    await other.page.goto(/http\S+#questions/.exec(message.text)?.[0] ?? assert.fail(message.text))
    const shown = other.page.getByRole('listitem').filter({ has: other.page.getByRole('heading', { name: text }) })
    await shown.getByText('It is sanded by hand.').waitFor()
    await (await hydrated(shown.getByRole('button', { name: /^Helpful/ }))).click()
    await shown.getByText(/1 found it helpful/).waitFor()
    await shown.getByRole('button', { name: /^Helpful/, pressed: true }).waitFor()
    await other.audit('a question that is answered')
    await other.page.getByRole('link', { name: 'All five questions' }).click()
    await other.page.getByRole('heading', { name: 'Questions', level: 1 }).waitFor()
    assert.equal(await other.page.getByRole('listitem').getByRole('heading', { level: 2 }).count(), 5)
    await other.audit('the questions of a product')
  })

  test('without script somebody asks and takes it back, and says what is helpful', async () => {
    const email = 'weber@example.com'
    await join(admin.shop, email)
    await using visit = await admin.visit({ width: 820, script: false })
    const { page } = visit
    await goAndSignIn(page, admin.shop, email)
    await page.waitForURL(({ pathname }) => /^\/(account|passkey)/.test(pathname))
    await page.goto(admin.shop.url + product)
    const section = page.getByRole('region', { name: 'Questions', exact: true })
    await section.getByLabel('Yours').fill('Does it ring when it is tapped?')
    await section.getByRole('button', { name: 'Ask it' }).click()
    await page.waitForURL(/morning-mug\/questions#questions/)
    const own = page.getByRole('listitem').filter({ hasText: 'Yours, waits for an answer' })
    await own.getByRole('heading', { name: 'Does it ring when it is tapped?' }).waitFor()
    await page.getByLabel('Yours').fill('does it ring when it is tapped')
    await page.getByRole('button', { name: 'Ask it' }).click()
    await page.getByText('You have asked this already.').waitFor()
    assert.equal(await page.getByLabel('Yours').inputValue(), 'does it ring when it is tapped')
    await own.getByRole('button', { name: /^Take it back/ }).click()
    await page.getByText('Yours, waits for an answer').waitFor({ state: 'detached' })
    const asked = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'How many fingers does the handle take?' }) })
    await asked.getByRole('button', { name: /^Helpful/ }).click()
    await page.waitForURL(/#question-/)
    await asked.getByText(/1 found it helpful/).waitFor()
  })

  test('on a phone the shop publishes what waits, turns it down, and finds it again', async () => {
    await using visit = await admin.enter({ width: 390, theme: 'dark' }, '/questions')
    const { page, audit } = visit
    await page.getByRole('link', { name: /^Is it the same as on www/ }).click()
    const reading = page.getByRole('region', { name: 'The question' })
    await reading.getByText('Waits to be read').waitFor()
    await page.getByRole('complementary', { name: 'Marks' }).getByText('A link or an address in it').waitFor()
    await audit('a question with a link')
    await page.getByRole('button', { name: 'Turn down' }).last().click()
    await page.getByText('The question is turned down.').waitFor()
    await page.getByRole('link', { name: 'Turned down 1' }).click()
    await reading.getByRole('heading', { name: /^Is it the same/ }).waitFor()
    await page.getByRole('button', { name: 'Publish' }).last().click()
    await page.getByText('The question is published.').waitFor()
    await page.getByRole('heading', { name: 'Nothing turned down' }).waitFor()
  })

  test('a member’s page shows what they chose and nothing else', async () => {
    const { shop } = admin
    const email = 'liv@example.com'
    await join(shop, email, 'Liv')
    await using visit = await admin.visit({ width: 1440, theme: 'dark' })
    const { page, audit } = visit
    await goAndSignIn(page, shop, email)
    await page.waitForURL(({ pathname }) => /^\/(account|passkey)/.test(pathname))
    await page.goto(`${shop.url}/products/moon-vase/review`)
    await page.getByRole('radio', { name: '5, ' }).check()
    await page.getByLabel('In a few words').fill('One branch is enough')
    await page.getByLabel('What should others know?').fill('It stands on the floor by the window and has not moved since.')
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByRole('heading', { name: 'Thank you, we read it next', level: 1 }).waitFor()
    await using office = await admin.enter({ width: 1440 }, '/reviews?q=One+branch')
    await office.page.getByRole('region', { name: 'The review' }).getByRole('button', { name: 'Publish', exact: true }).click()
    await office.page.getByText('1 review published.').waitFor()

    await arrive(page, `${shop.url}/account/community`)
    await page.getByRole('button', { name: 'Join the community' }).click()
    await page.getByText('One review of yours is published.').waitFor()
    const address = `${shop.url}/people/${await page.getByLabel('Address of your page').inputValue()}`
    const seen = async () => (await fetch(address)).text()
    assert.doesNotMatch(await seen(), /One branch is enough/)
    assert.match(await seen(), /name="robots" content="noindex"/)
    await page.getByLabel('My reviews and answers').check()
    await page.getByLabel('Search engines may find the page').check()
    await page.getByLabel('Shown as').fill('Liv')
    await page.getByRole('button', { name: 'Keep changes' }).click()
    await page.getByText(/^Kept at/).waitFor()
    await audit('what a page of a member shows')
    assert.match(await seen(), /One branch is enough/)
    assert.doesNotMatch(await seen(), /name="robots" content="noindex"|bought it/)
    await arrive(page, address)
    await page.getByText('One review.').waitFor()
    await audit('a page of a member with a review')
    await arrive(page, `${shop.url}/account/community`)
    await page.getByLabel('My reviews and answers').uncheck()
    await page.getByRole('button', { name: 'Keep changes' }).click()
    await page.getByText(/^Kept at/).waitFor()
    assert.doesNotMatch(await seen(), /One branch is enough/)
  })
})
