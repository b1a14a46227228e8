import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import { type EmailActivity, type Mail, type MailOfSite } from './mail.ts'
import { type MailerDeps, mailer, messageIdOf } from './mailer.ts'
import { claimDelivery, countInbox, findInboxMail, listInbox, settleDelivery } from './store.ts'
import { countWaiting } from './waiting.ts'

let db: Database
before(async () => {
  db = await connectedDatabase()
})
after(() => db?.close())

const noon = new Date('2026-11-21T12:00:00Z')

function post(options: Partial<MailerDeps> = {}) {
  const faults: string[] = []
  const activities: EmailActivity[] = []
  const made = mailer({
    db,
    now: () => noon,
    domain: 'morrow.example',
    inbox: true,
    noteActivity: async (_, activity) => void activities.push(activity),
    report: (fault) => faults.push(String(fault)),
    ...options,
  })
  return { ...made, faults, activities }
}

const mail = (site: string, more: Partial<Mail> = {}): Mail => ({
  site,
  key: 'order-confirmation:1',
  from: 'Morrow <shop@morrow.example>',
  to: 'hanna@example.com',
  replyTo: 'lene@morrow.example',
  subject: 'Thank you, Hanna. We are wrapping. Ünïcode ✓',
  html: '<p>Grüße &amp; mehr</p>',
  text: 'Grüße & mehr\n.\nFrom here on',
  ...more,
})

const deliveries = (site: string) =>
  db.query<{ key: string; state: string; attempts: number; answer: string | null }>(
    sql`select key, state, attempts, answer from mail_delivery where site = ${site} order by key`,
  )

/** A mail server on the loopback that takes what `accept` lets through. */
async function smtp(accept: (recipient: string) => Error | undefined = () => undefined) {
  const received: { email: Email; envelope: readonly string[] }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (address, _session, done) => done(accept(address.address)),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const email = await PostalMime.parse(Buffer.concat(parts))
        received.push({ email, envelope: session.envelope.rcptTo.map(({ address }) => address) })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
  const { port } = server.server.address() as { port: number }
  return { received, url: `smtp://127.0.0.1:${port}`, close: () => new Promise<void>((closed) => server.close(() => closed())) }
}

const smtpError = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode })

describe('through a mail server', () => {
  test('sent: the email arrives whole, in both forms, with an id that stays', async () => {
    const site = await openSite(db)
    const server = await smtp()
    const { send, [Symbol.asyncDispose]: close } = post({ smtpUrl: server.url })
    assert.equal(await send(mail(site)), 'sent')
    assert.equal(await send(mail(site)), 'before')
    assert.equal(await send(mail(site, { key: 'order-confirmation:2', to: 'jonas@example.com', subject: 'Two\r\nBcc: x@y.z' })), 'sent')
    await close()
    await server.close()
    const [first, second] = server.received
    assert.equal(server.received.length, 2)
    assert.equal(first!.email.subject, 'Thank you, Hanna. We are wrapping. Ünïcode ✓')
    assert.deepEqual(first!.email.from, { address: 'shop@morrow.example', name: 'Morrow' })
    assert.deepEqual(first!.email.to, [{ address: 'hanna@example.com', name: '' }])
    assert.deepEqual(first!.email.replyTo, [{ address: 'lene@morrow.example', name: '' }])
    assert.equal(first!.email.messageId, messageIdOf(site, 'order-confirmation:1', 'morrow.example'))
    assert.equal(first!.email.date, noon.toISOString())
    assert.equal(first!.email.html?.trim(), '<p>Grüße &amp; mehr</p>')
    assert.equal(first!.email.text?.replaceAll('\r\n', '\n').trim(), 'Grüße & mehr\n.\nFrom here on')
    assert.ok(first!.email.headers.some(({ key, value }) => key === 'auto-submitted' && value === 'auto-generated'))
    assert.equal(second!.email.subject, 'Two Bcc: x@y.z')
    assert.deepEqual(second!.envelope, ['jonas@example.com'])
    assert.notEqual(second!.email.messageId, first!.email.messageId)
    assert.deepEqual(
      (await deliveries(site)).map(({ state, attempts }) => [state, attempts]),
      [
        ['sent', 1],
        ['sent', 1],
      ],
    )
    assert.equal(await countInbox(db, site), 0)
  })

  test('a passing no is thrown, so that the job comes back; then it is sent', async () => {
    const site = await openSite(db)
    let busy = true
    const server = await smtp(() => (busy ? smtpError('greylisted', 451) : undefined))
    const { send, [Symbol.asyncDispose]: close } = post({ smtpUrl: server.url })
    await assert.rejects(send(mail(site)), /greylisted/)
    assert.deepEqual(
      (await deliveries(site)).map(({ state }) => state),
      ['failed'],
    )
    busy = false
    assert.equal(await send(mail(site)), 'sent')
    await close()
    await server.close()
    assert.equal(server.received.length, 1)
    assert.deepEqual(
      (await deliveries(site)).map(({ state, attempts }) => [state, attempts]),
      [['sent', 2]],
    )
  })

  test('refused: a no for good is noted, told to us and not tried again', async () => {
    const site = await openSite(db)
    let asked = 0
    const server = await smtp(() => (asked++, smtpError('no such user', 550)))
    const { send, faults, [Symbol.asyncDispose]: close } = post({ smtpUrl: server.url })
    assert.equal(await send(mail(site)), 'refused')
    assert.equal(await send(mail(site)), 'refused')
    await close()
    await server.close()
    assert.equal(asked, 1)
    assert.equal(faults.length, 1)
    assert.match((await deliveries(site))[0]!.answer!, /no such user/)
  })

  test('a server that is not there is a passing no', async () => {
    const site = await openSite(db)
    const gone = await smtp()
    await gone.close()
    const { send, [Symbol.asyncDispose]: close } = post({ smtpUrl: gone.url })
    await assert.rejects(send(mail(site)))
    await close()
    assert.deepEqual(
      (await deliveries(site)).map(({ state }) => state),
      ['failed'],
    )
  })

  test('an email that died with its process is sent again, under the same id, when its lease is over', async () => {
    const site = await openSite(db)
    const server = await smtp()
    const messageId = messageIdOf(site, 'order-confirmation:1', 'morrow.example')
    const died = { site, key: 'order-confirmation:1', messageId, recipient: 'hanna@example.com', subject: 'x', now: noon }
    await claimDelivery(db, { ...died, leasedUntil: new Date(noon.getTime() + 180_000) })
    let time = noon
    const { send, [Symbol.asyncDispose]: close } = post({ smtpUrl: server.url, now: () => time })
    await assert.rejects(send(mail(site)), /being sent by another process/)
    time = new Date(noon.getTime() + 180_001)
    assert.equal(await send(mail(site)), 'sent')
    await close()
    await server.close()
    assert.deepEqual(
      server.received.map(({ email }) => email.messageId),
      [messageId],
    )
  })
})

describe('several at once', () => {
  const key = (n: number) => `order-confirmation:${n}`
  const some = (...numbers: readonly number[]): MailOfSite[] =>
    numbers.map((n) => {
      const { site: _, ...rest } = mail('', { key: key(n), to: `buyer${n}@example.com`, subject: `Order ${n}` })
      return rest
    })
  const subjects = async (site: string) => (await listInbox(db, site, { limit: 50, offset: 0 })).map(({ subject }) => subject)

  test('go to the inbox in their order, each whole and once; those that were there before stay as they were', async () => {
    const site = await openSite(db)
    const { sendAll } = post()
    assert.deepEqual(await sendAll(site, some(2)), ['sent'])
    assert.deepEqual(await sendAll(site, some(1, 2, 3)), ['sent', 'before', 'sent'])
    assert.deepEqual(await sendAll(site, some(1, 2, 3)), ['before', 'before', 'before'])
    assert.deepEqual(await subjects(site), ['Order 3', 'Order 1', 'Order 2'])
    const [last] = await listInbox(db, site, { limit: 1, offset: 0 })
    assert.deepEqual(await findInboxMail(db, site, last!.id), {
      id: last!.id,
      sender: 'Morrow <shop@morrow.example>',
      recipient: 'buyer3@example.com',
      replyTo: 'lene@morrow.example',
      subject: 'Order 3',
      html: '<p>Grüße &amp; mehr</p>',
      body: 'Grüße & mehr\n.\nFrom here on',
      createdAt: noon,
    })
    assert.deepEqual(
      await deliveries(site),
      [1, 2, 3].map((n) => ({ key: key(n), state: 'sent', attempts: 1, answer: 'inbox' })),
    )
  })

  test('of two with one key the first goes out; what the shop sends none of is refused; of none nothing is asked', async () => {
    const site = await openSite(db)
    const { sendAll } = post()
    const [first, off, again] = [some(1)[0]!, { ...some(2)[0]!, off: true }, { ...some(1)[0]!, subject: 'The other' }]
    assert.deepEqual(await sendAll(site, [first, off, again]), ['sent', 'refused', 'before'])
    assert.deepEqual([await subjects(site), (await deliveries(site)).length], [['Order 1'], 1])
    assert.deepEqual([await sendAll(site, [off]), await sendAll(site, [])], [['refused'], []])
    assert.deepEqual((await deliveries(site)).length, 1)
  })

  test('one that failed before has its try; one whose note cannot be kept leaves nothing of any', async () => {
    const site = await openSite(db)
    const { sendAll } = post()
    const failed = { site, key: key(1), messageId: 'x', recipient: 'x', subject: 'x', now: noon, leasedUntil: noon }
    await claimDelivery(db, failed)
    await settleDelivery(db, site, key(1), 'failed', 'greylisted', noon)
    const [one, two] = some(1, 2)
    const ofNoOrder = { orderId: newId(), kind: 'ORDER_CONFIRMATION' as const, about: {} }
    await assert.rejects(sendAll(site, [one!, { ...two!, note: ofNoOrder }]), /order_email/)
    assert.deepEqual([await subjects(site), (await deliveries(site)).map(({ state }) => state)], [[], ['failed']])
    assert.deepEqual(await sendAll(site, [one!, two!]), ['sent', 'sent'])
    assert.deepEqual(
      (await deliveries(site)).map(({ state }) => state),
      ['sent', 'sent'],
    )
  })

  test('sent at once by several, each goes out once', async () => {
    const site = await openSite(db)
    const { sendAll } = post()
    const numbers = Array.from({ length: 20 }, (_, n) => n)
    const answers = await Promise.all(Array.from({ length: 4 }, () => sendAll(site, some(...numbers))))
    for (const n of numbers) assert.equal(answers.filter((answer) => answer[n] === 'sent').length, 1)
    assert.equal(await countInbox(db, site), 20)
  })

  test('go through a mail server one after the other; behind a passing no the others come with the next try', async () => {
    const site = await openSite(db)
    let busy = true
    const server = await smtp((to) => (busy && to === 'buyer2@example.com' ? smtpError('greylisted', 451) : undefined))
    const { sendAll, [Symbol.asyncDispose]: close } = post({ smtpUrl: server.url })
    await assert.rejects(sendAll(site, some(1, 2, 3)), /greylisted/)
    busy = false
    const off = { ...some(4)[0]!, off: true }
    assert.deepEqual(await sendAll(site, [...some(1, 2), off, ...some(3)]), ['before', 'sent', 'refused', 'sent'])
    await close()
    await server.close()
    assert.deepEqual(
      server.received.map(({ envelope }) => envelope),
      [['buyer1@example.com'], ['buyer2@example.com'], ['buyer3@example.com']],
    )
  })
})

describe('without a mail server', () => {
  test('emails go to the inbox, once a key, however many send it at once; the newest is first', async () => {
    const site = await openSite(db)
    const other = await openSite(db)
    const { send } = post()
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => send(mail(site))))
    assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value === 'sent').length, 1)
    assert.equal(await send(mail(site)), 'before')
    assert.equal(await send(mail(other)), 'sent', 'another site may use the same key')
    assert.equal(await send(mail(site, { key: 'order-confirmation:2', subject: 'Second' })), 'sent')
    assert.deepEqual(
      (await listInbox(db, site, { limit: 10, offset: 0 })).map(({ subject }) => subject),
      ['Second', mail(site).subject],
    )
    assert.deepEqual([await countInbox(db, site), await countInbox(db, other)], [2, 1])
  })

  test('the inbox forgets the oldest beyond a thousand', async () => {
    const site = await openSite(db)
    const rows = Array.from({ length: 1000 }, (_, i) => ({ id: newId(), key: `k${i}` }))
    await db.query(sql`
      insert into inbox_mail (site, id, key, sender, recipient, subject, html, body, created_at)
      select ${site}, id, key, 'a', 'b', key, '', '', ${noon} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, key text)`)
    await post().send(mail(site, { subject: 'Newest' }))
    assert.equal(await countInbox(db, site), 1000)
    assert.equal((await listInbox(db, site, { limit: 1, offset: 0 }))[0]!.subject, 'Newest')
    assert.equal((await listInbox(db, site, { limit: 1, offset: 999 }))[0]!.subject, 'k1')
    await db.query(sql`delete from inbox_mail where site = ${site}`)
    assert.equal(await post().send(mail(site, { subject: 'Newest' })), 'before', 'what it has forgotten was delivered all the same')
  })
})

describe('without a mail server and without the inbox', () => {
  const waiting = { inbox: false }
  const activity = { orderId: newId(), id: newId(), type: 'SHIPPING_CONFIRMATION_EMAIL_SENT' as const }

  test('emails wait, once a key, and go out when there is a mail server: then their activity is written down', async () => {
    const site = await openSite(db)
    const { send, sendWaiting, activities } = post(waiting)
    assert.equal(await send(mail(site, { activity })), 'waiting')
    assert.equal(await send(mail(site, { activity })), 'waiting')
    await sendWaiting()
    assert.deepEqual([await countWaiting(db, site), await deliveries(site), activities, await countInbox(db, site)], [1, [], [], 0])
    const server = await smtp()
    const later = post({ smtpUrl: server.url })
    await later.sendWaiting()
    await later[Symbol.asyncDispose]()
    await server.close()
    assert.deepEqual([server.received.length, later.activities, await countWaiting(db, site)], [1, [activity], 0])
    assert.equal(server.received[0]!.email.messageId, messageIdOf(site, 'order-confirmation:1', 'morrow.example'))
    assert.equal(server.received[0]!.email.html?.trim(), '<p>Grüße &amp; mehr</p>')
    assert.equal(await send(mail(site)), 'before', 'what went out does not wait again')
    assert.equal(await countWaiting(db, site), 0)
  })

  test('one that says nothing any more is dropped; the others wait as long as it takes', async () => {
    const site = await openSite(db)
    let time = noon
    const { send, sendWaiting } = post({ ...waiting, now: () => time })
    await send(mail(site, { key: 'reminder:1', goodUntil: new Date('2026-11-24T12:00:00Z') }))
    await send(mail(site))
    time = new Date('2026-11-24T11:59:00Z')
    await sendWaiting()
    assert.equal(await countWaiting(db, site), 2)
    time = new Date('2027-11-24T12:00:00Z')
    await sendWaiting()
    assert.equal(await countWaiting(db, site), 1)
    const open = post({ now: () => time })
    await open.sendWaiting()
    assert.deepEqual(
      (await listInbox(db, site, { limit: 10, offset: 0 })).map(({ subject }) => subject),
      ['Thank you, Hanna. We are wrapping. Ünïcode ✓'],
    )
  })

  test('a mail server that does not take them keeps them waiting', async () => {
    const site = await openSite(db)
    await post(waiting).send(mail(site))
    const gone = await smtp()
    await gone.close()
    const { sendWaiting, [Symbol.asyncDispose]: close } = post({ smtpUrl: gone.url })
    await assert.rejects(sendWaiting())
    await close()
    assert.equal(await countWaiting(db, site), 1)
  })
})
