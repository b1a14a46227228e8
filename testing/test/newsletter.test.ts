/** Who is subscribed to the newsletter, and how the shop knows that they wanted it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { subscribeAtCheckout } from '@vitrine/platform/people/flows/newsletter'
import { attack } from '../src/attack.ts'
import { newBuyer } from '../src/buyer.ts'
import { startMailServer } from '../src/mail-server.ts'
import { emailsTo } from '../src/mailbox.ts'
import { giveAddress, newsletterToken, subscriberId } from '../src/newsletter-writes.ts'
import { startTestPlatform } from '../src/platform.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { holds } from '../src/query-law.ts'
import { fillWithSubscribers, newsletterLaws } from '../src/query-laws-newsletter.ts'
import { codeOf } from '../src/refused.ts'
import { newMember } from '../src/subscribed-member.ts'
import { newVisitor, send } from '../src/wire.ts'

const day = 24 * 3600_000
const shop = await startPlatformForFile()
const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

const find = async (email: string) =>
  (await office.newsletterManagement.searchSubscribers({ search: { filter: { email } } })).subscribers[0]
const emailsAboutIt = async (email: string) =>
  (await emailsTo(shop, email)).filter(({ text }) => text.includes('/newsletter/confirm')).length

test('an address is subscribed when its link is used, and the proof says when, where and to which words', async () => {
  const email = 'ada@letters.example'
  const askedAt = shop.clock.now().toISOString()
  const { newsletter } = await giveAddress(shop, email, {
    place: 'footer',
    page: '/products/morning-mug',
  })
  assert.equal((await find(email))?.state, 'PENDING')
  assert.deepEqual((await find(email))?.consents, [])
  const token = (await newsletterToken(shop, email))!
  assert.deepEqual(await newsletter.readNewsletterLink({ token }), { email, state: 'PENDING' })
  shop.clock.advance(3600_000)
  assert.deepEqual(await newsletter.confirmByLink({ token }), { email, state: 'CONFIRMED' })
  const said = await find(email)
  assert.equal(said?.state, 'CONFIRMED')
  assert.equal(said?.confirmedDate, shop.clock.now().toISOString())
  assert.deepEqual(said?.consents, [
    {
      given: true,
      words: `News from ${(await newBuyer(shop).shop.getShop()).shop.name}. Now and then, by email. You can unsubscribe with one click.`,
      place: 'footer',
      page: '/products/morning-mug',
      askedDate: askedAt,
      saidDate: shop.clock.now().toISOString(),
    },
  ])
  await newsletter.confirmByLink({ token })
  assert.equal((await find(email))?.consents.length, 1, 'the second click changes nothing')
})

test('the consent holds the words of the settings', async () => {
  await office.newsletterManagement.setSettings({ settings: { title: 'A letter, when the kiln is opened', text: 'Once a month.' } })
  const email = 'settings@letters.example'
  const { newsletter } = await giveAddress(shop, email)
  await newsletter.confirmByLink({ token: (await newsletterToken(shop, email))! })
  assert.equal((await find(email))?.consents[0]?.words, 'A letter, when the kiln is opened. Once a month.')
  await office.newsletterManagement.setSettings({ settings: { title: '', text: '' } })
  assert.match((await office.newsletterManagement.getSettings({})).settings.title, /^News from /)
})

test(
  attack({
    area: 'Personal data',
    tries: 'somebody gives addresses for the newsletter to learn which of them are subscribed or belong to members',
    answer: 'the answer is the same for each, and an address that is subscribed gets no email',
  }),
  async () => {
    const [known, unknown] = ['known@letters.example', 'unknown@letters.example']
    const { newsletter } = await giveAddress(shop, known)
    await newsletter.confirmByLink({ token: (await newsletterToken(shop, known))! })
    await newMember(shop, (await office.memberManagement.createMember({ member: { loginEmail: 'm@letters.example' } })).member.id)
    const somebody = newBuyer(shop)
    shop.clock.advance(day)
    for (const email of [known, unknown, 'm@letters.example'])
      assert.deepEqual(await somebody.newsletter.subscribe({ email }), { confirmed: false })
    await shop.platform.jobs.settle()
    assert.equal(await emailsAboutIt(known), 1, 'only the one of the first time')
    assert.equal((await find(known))?.state, 'CONFIRMED')
    assert.equal(await emailsAboutIt(unknown), 1)
    assert.equal(await emailsAboutIt('m@letters.example'), 1)
  },
)

test('one address gets one email in five minutes, whoever gives it how often, also at once', async () => {
  const email = 'often@letters.example'
  await Promise.all(Array.from({ length: 6 }, () => newBuyer(shop).newsletter.subscribe({ email })))
  await shop.platform.jobs.settle()
  assert.equal(await emailsAboutIt(email), 1)
  assert.equal((await office.newsletterManagement.searchSubscribers({ search: { filter: { email } } })).subscribers.length, 1)
  shop.clock.advance(5 * 60_000)
  await giveAddress(shop, email)
  assert.equal(await emailsAboutIt(email), 2)
})

test('410 NEWSLETTER_LINK_EXPIRED for a link that is a week old, one that a later email replaced, and what is no link', async () => {
  const email = 'late@letters.example'
  const { newsletter } = await giveAddress(shop, email)
  const first = (await newsletterToken(shop, email))!
  shop.clock.advance(6 * 60_000)
  await giveAddress(shop, email)
  const second = (await newsletterToken(shop, email))!
  assert.equal(await codeOf(newsletter.confirmByLink({ token: first })), 'NEWSLETTER_LINK_EXPIRED')
  assert.equal(await codeOf(newsletter.readNewsletterLink({ token: first })), 'NEWSLETTER_LINK_EXPIRED')
  shop.clock.advance(7 * day)
  assert.equal(await codeOf(newsletter.confirmByLink({ token: second })), 'NEWSLETTER_LINK_EXPIRED')
  assert.equal(await codeOf(newsletter.unsubscribeByLink({ token: 'x' })), 'NEWSLETTER_LINK_EXPIRED')
  assert.equal((await find(email))?.state, 'PENDING')
})

test('unsubscribing by link ends it, the link agrees to nothing any more, and giving the address again begins anew', async () => {
  const email = 'leaves@letters.example'
  const { newsletter } = await giveAddress(shop, email)
  const token = (await newsletterToken(shop, email))!
  await newsletter.confirmByLink({ token })
  assert.deepEqual(await newsletter.unsubscribeByLink({ token }), { email, state: 'UNSUBSCRIBED' })
  await newsletter.unsubscribeByLink({ token })
  const left = await find(email)
  assert.deepEqual(
    [left?.state, left?.consents.map(({ given, place }) => [given, place])],
    [
      'UNSUBSCRIBED',
      [
        [false, 'email'],
        [true, 'api'],
      ],
    ],
  )
  assert.equal(await codeOf(newsletter.confirmByLink({ token })), 'NEWSLETTER_LINK_EXPIRED')
  shop.clock.advance(6 * 60_000)
  await giveAddress(shop, email)
  assert.equal((await find(email))?.state, 'PENDING')
  await newsletter.confirmByLink({ token: (await newsletterToken(shop, email))! })
  assert.equal((await find(email))?.state, 'CONFIRMED')
})

test('what nobody confirms is forgotten after thirty days; who had subscribed before stays unsubscribed', async () => {
  const [never, before] = ['never@letters.example', 'before@letters.example']
  const { newsletter } = await giveAddress(shop, before)
  const token = (await newsletterToken(shop, before))!
  await newsletter.confirmByLink({ token })
  await newsletter.unsubscribeByLink({ token })
  shop.clock.advance(6 * 60_000)
  await giveAddress(shop, before)
  await giveAddress(shop, never)
  shop.clock.advance(29 * day)
  await shop.platform.everyMinute()
  assert.deepEqual([(await find(before))?.state, (await find(never))?.state], ['PENDING', 'PENDING'])
  shop.clock.advance(2 * day)
  await shop.platform.everyMinute()
  assert.deepEqual([(await find(before))?.state, (await find(never))?.state], ['UNSUBSCRIBED', undefined])
})

test('a no by the link of an email that nobody agreed to stays, whoever gives the address again', async () => {
  const email = 'no@letters.example'
  const { newsletter } = await giveAddress(shop, email)
  await newsletter.unsubscribeByLink({ token: (await newsletterToken(shop, email))! })
  shop.clock.advance(6 * 60_000)
  await giveAddress(shop, email)
  shop.clock.advance(31 * day)
  await shop.platform.everyMinute()
  const found = await find(email)
  assert.deepEqual([found?.state, found?.consents.map(({ given }) => given)], ['UNSUBSCRIBED', [false]])
})

test('the box of a checkout whose order stands only later gives way to a no that was said meanwhile', async () => {
  const email = 'later@letters.example'
  const { newsletter } = await giveAddress(shop, email)
  const saidAt = shop.clock.now()
  shop.clock.advance(6 * 60_000)
  await newsletter.unsubscribeByLink({ token: (await newsletterToken(shop, email))! })
  const wantLink = async () => {}
  const orderStands = (at: Date) =>
    subscribeAtCheckout({ database: shop.platform.database, clock: shop.clock }, wantLink, () => {})(shop.site, {
      email,
      words: 'News',
      memberId: undefined,
      saidAt: at,
    })
  await orderStands(saidAt)
  assert.equal((await find(email))?.state, 'UNSUBSCRIBED')
  shop.clock.advance(1000)
  await orderStands(shop.clock.now())
  assert.equal((await find(email))?.state, 'PENDING')
})

test('409 NEWSLETTER_CLOSED where the shop does not ask, and pages are not told of it', async () => {
  const { newsletter, shop: read } = newBuyer(shop)
  assert.ok((await read.getShop()).shop.newsletter)
  await office.newsletterManagement.setSettings({ settings: { shown: false } })
  assert.equal((await read.getShop()).shop.newsletter, undefined)
  assert.equal(await codeOf(newsletter.subscribe({ email: 'closed@letters.example' })), 'NEWSLETTER_CLOSED')
  await office.newsletterManagement.setSettings({ settings: { shown: true } })
})

test('members who give their own proven address are subscribed at once, and their account says it; guests’ consents join it', async () => {
  const email = 'member@letters.example'
  const asGuest = await giveAddress(shop, email, { place: 'checkout' })
  await asGuest.newsletter.confirmByLink({ token: (await newsletterToken(shop, email))! })
  const { member } = await office.memberManagement.createMember({ member: { loginEmail: email } })
  const { client } = await newMember(shop, member.id)
  const newsOf = async () => (await client.myAccount.getMyMarketingConsents({})).consents.find(({ kind }) => kind === 'NEWSLETTER')!
  assert.deepEqual([(await newsOf()).given, (await newsOf()).proof.length], [false, 0], 'nobody has proven that the address is theirs')
  await shop.platform.database.query(sql`update member set login_email_verified = true where site = ${shop.site} and id = ${member.id!}`)
  assert.deepEqual([(await newsOf()).given, (await newsOf()).proof.map(({ place }) => place)], [true, ['checkout']])
  assert.equal((await find(email))?.memberId, member.id)
  shop.clock.advance(1000)
  await client.myAccount.setMarketingConsent({ kind: 'NEWSLETTER', given: false, words: 'No more.' })
  assert.equal((await find(email))?.state, 'UNSUBSCRIBED')
  shop.clock.advance(1000)
  const before = await emailsAboutIt(email)
  assert.deepEqual(await client.newsletter.subscribe({ email }), { confirmed: true })
  assert.equal(await emailsAboutIt(email), before)
  assert.deepEqual([(await find(email))?.state, (await newsOf()).given, (await newsOf()).proof.length], ['CONFIRMED', true, 3])
  const { data } = await client.myAccount.exportMyData({})
  assert.equal((data['newsletter'] as { email: string }[])[0]?.email, email)
})

test('a member whose address is not proven is asked by email, and is not written to before', async () => {
  const email = 'unproven@letters.example'
  const { member } = await office.memberManagement.createMember({ member: { loginEmail: email } })
  const { client } = await newMember(shop, member.id)
  await client.myAccount.setMarketingConsent({ kind: 'NEWSLETTER', given: true, words: 'Yes.', place: 'register' })
  await shop.platform.jobs.settle()
  assert.equal((await find(email))?.state, 'PENDING')
  const token = (await newsletterToken(shop, email))!
  await newBuyer(shop).newsletter.confirmByLink({ token })
  assert.equal((await find(email))?.state, 'CONFIRMED')
  shop.clock.advance(1000)
  await newBuyer(shop).newsletter.unsubscribeByLink({ token })
  const { consents } = await client.myAccount.getMyMarketingConsents({})
  assert.equal(consents.find(({ kind }) => kind === 'NEWSLETTER')?.given, false, 'the no of the link is a no in the account')
})

test(
  attack({
    area: 'Personal data',
    tries: 'an account with somebody else’s address reads whether its holder was subscribed before',
    answer: 'only a no to what was said in that account shows',
  }),
  async () => {
    const email = 'watched@letters.example'
    const { newsletter } = await giveAddress(shop, email)
    const token = (await newsletterToken(shop, email))!
    await newsletter.confirmByLink({ token })
    await newsletter.unsubscribeByLink({ token })
    shop.clock.advance(day)
    const { member } = await office.memberManagement.createMember({ member: { loginEmail: email } })
    const { client } = await newMember(shop, member.id)
    await client.myAccount.setMarketingConsent({ kind: 'NEWSLETTER', given: true, words: 'Yes.', place: 'account' })
    const proof = async () =>
      (await client.myAccount.getMyMarketingConsents({})).consents
        .find(({ kind }) => kind === 'NEWSLETTER')!
        .proof.map(({ place }) => place)
    assert.deepEqual(await proof(), ['account'])
    await shop.platform.jobs.settle()
    shop.clock.advance(1000)
    await newsletter.unsubscribeByLink({ token: (await newsletterToken(shop, email))! })
    assert.deepEqual(await proof(), ['email', 'account'])
  },
)

test(
  attack({
    area: 'Personal data',
    tries: 'words of a buyer’s own for the email about the newsletter, to an address of somebody else',
    answer: '400 FIELD_NOT_ALLOWED; and an account with that address asks in the shop’s words',
  }),
  async () => {
    const email = 'lured@letters.example'
    const lure = 'You have won. evil.example'
    const { token } = await newVisitor(shop)
    const refused = await send(shop, {
      method: 'POST',
      path: '/vitrine/v1/newsletter/subscriptions',
      headers: { authorization: token },
      body: { email, words: lure },
    })
    assert.equal(refused.status, 400)
    const { member } = await office.memberManagement.createMember({ member: { loginEmail: email } })
    const { client } = await newMember(shop, member.id)
    await client.myAccount.setMarketingConsent({ kind: 'NEWSLETTER', given: true, words: lure, place: 'register' })
    await shop.platform.jobs.settle()
    const [message] = await emailsTo(shop, email)
    assert.match(message!.text, /unsubscribe with one click/)
    assert.ok(!message!.text.includes('evil.example'))
  },
)

test('staff find subscribers, unsubscribe one who asked by telephone, and export with a link that unsubscribes', async () => {
  const email = 'phones@letters.example'
  const { newsletter } = await giveAddress(shop, email, { place: '=SUM(1)' })
  await newsletter.confirmByLink({ token: (await newsletterToken(shop, email))! })
  const found = await office.newsletterManagement.searchSubscribers({ search: { search: { expression: 'PHONES@' } } })
  assert.deepEqual(
    found.subscribers.map((one) => one.email),
    [email],
  )
  assert.ok(found.totals.confirmed > 0)
  const { link } = await office.newsletterManagement.exportSubscribers({ format: 'CSV', filter: { state: 'CONFIRMED' } })
  const { pathname, search } = new URL(link)
  const { status, body } = await shop.platform.exports({ site: shop.site, method: 'GET', path: pathname + search })
  assert.equal(status, 200)
  const parts: Buffer[] = []
  for await (const part of body as AsyncIterable<Uint8Array | string>) parts.push(Buffer.from(part))
  const text = Buffer.concat(parts).toString()
  const line = text.split('\r\n').find((one) => one.startsWith(email))!
  assert.match(line, /'=SUM\(1\)/, 'no spreadsheet runs it')
  assert.ok(!text.includes('leaves@letters.example') || !/PENDING|UNSUBSCRIBED/.test(text))
  const token = decodeURIComponent(/newsletter\/off\?token=([^\s",]+)/.exec(line)![1]!)
  assert.equal(await codeOf(newsletter.confirmByLink({ token })), 'NEWSLETTER_LINK_EXPIRED', 'it agrees to nothing')
  const id = await subscriberId(shop, email)
  const { subscriber } = await office.newsletterManagement.unsubscribe({ id })
  assert.deepEqual([subscriber.state, subscriber.consents[0]?.place], ['UNSUBSCRIBED', 'admin'])
  assert.deepEqual(await newsletter.unsubscribeByLink({ token }), { email, state: 'UNSUBSCRIBED' })
  assert.equal(await codeOf(office.newsletterManagement.unsubscribe({ id: shop.site })), 'NEWSLETTER_SUBSCRIBER_NOT_FOUND')
})

test('a guest’s subscription is in what is exported of them, and is erased with them', async () => {
  const email = 'erased@letters.example'
  const { newsletter } = await giveAddress(shop, email, { place: 'Erase me' })
  await newsletter.confirmByLink({ token: (await newsletterToken(shop, email))! })
  const { data } = await office.personalData.exportPersonalData({ email })
  assert.match(JSON.stringify(data['newsletter']), /Erase me/)
  await office.personalData.erasePersonalData({ email })
  assert.equal(await find(email), undefined)
  const rows = await shop.platform.database.query(sql`select from newsletter_consent where site = ${shop.site} and place = 'Erase me'`)
  assert.deepEqual(rows, [])
})

test('the email has the one-click header of RFC 8058', async () => {
  const mail = await startMailServer()
  try {
    await using other = await startTestPlatform({ smtpUrl: mail.url })
    await newBuyer(other).newsletter.subscribe({ email: 'header@letters.example' })
    await other.platform.jobs.settle()
    await other.platform.everyMinute()
    const [message] = mail.delivered.filter(({ to }) => to === 'header@letters.example')
    assert.match(message?.raw ?? '', /^List-Unsubscribe:\s+<http[^>]+\/newsletter\/off\?token=/m)
    assert.match(message?.raw ?? '', /^List-Unsubscribe-Post:\s+List-Unsubscribe=One-Click/m)
  } finally {
    await mail.close()
  }
})

test('law: POST /vitrine/v1/newsletter/subscribers/search', async () => {
  await using other = await startTestPlatform()
  await fillWithSubscribers(other)
  const line = 'POST /vitrine/v1/newsletter/subscribers/search'
  await holds(other, line, newsletterLaws[line]!)
})
