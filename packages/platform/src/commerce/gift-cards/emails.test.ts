import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConnectedDatabase, connectedDatabase } from '@vitrine/testing/connected'
import { newId } from '../../kernel/db/id.ts'
import { sql } from '../../kernel/db/sql.ts'
import { createSite } from '../../kernel/sites/directory.ts'
import { hashOf, newCode, sealCode } from './code.ts'
import { type EmailsDeps, sendDueEmails } from './emails.ts'
import { insertCard } from './store.ts'

let database: ConnectedDatabase
before(async () => {
  database = await connectedDatabase()
})
after(() => database?.close())

const now = new Date('2026-11-21T10:00:00.000Z')
const key = Buffer.alloc(32, 7)

/** A shop with a card whose email is due. */
async function dueCard() {
  const site = newId()
  const code = newCode()
  const id = await database.transact(async (db) => {
    await createSite(db, { id: site, name: 'Shop' }, now)
    const card = await insertCard(
      { db, site, now },
      {
        hash: hashOf(key, code),
        sealed: sealCode(key, code),
        suffix: code.slice(-4),
        initial: 2500,
        currency: 'EUR',
        expiresAt: null,
        source: 'ORDER',
        orderId: newId(),
        idempotencyKey: null,
        document: { notification: { recipient: { email: 'marta@example.com' } } },
        notifyAt: now,
        copyAt: null,
      },
    )
    return card!.id
  })
  const counted: string[] = []
  const sent: string[] = []
  const deps: EmailsDeps = {
    db: database,
    clock: { now: () => now },
    real: { now: () => now },
    keys: { find: async () => key, get: async () => key },
    sites: async () => [site],
    takeOfRecipient: async (_, { card }) => void counted.push(card.id),
    send: async (_, { card }) => void sent.push(card.id),
  }
  const due = async () => {
    const [row] = await database.query<{ at: Date | null; lease: Date | null }>(sql`
      select notify_at as at, email_lease as lease from gift_card where site = ${site} and id = ${id}`)
    return row!
  }
  return { id, deps, counted, sent, due }
}

test('two runs at once count an email once and send it once', async () => {
  const { id, deps, counted, sent, due } = await dueCard()
  await sendDueEmails({
    ...deps,
    // The second run comes and goes while the first one counts.
    takeOfRecipient: async (site, email) => {
      const wait = await deps.takeOfRecipient(site, email)
      await sendDueEmails(deps)
      return wait
    },
  })
  assert.deepEqual([counted, sent], [[id], [id]])
  assert.deepEqual(await due(), { at: null, lease: null })
})

test('an email that is put off by one of two runs is put off once', async () => {
  const { id, deps, counted, sent, due } = await dueCard()
  await sendDueEmails({
    ...deps,
    takeOfRecipient: async (site, email) => {
      await deps.takeOfRecipient(site, email)
      await sendDueEmails(deps)
      return 60
    },
  })
  assert.deepEqual([counted, sent], [[id], []])
  assert.deepEqual(await due(), { at: new Date(now.getTime() + 60_000), lease: null })
})

test('an email that could not be sent is tried again, and one whose process died once its time is over', async () => {
  const { id, deps, sent, due } = await dueCard()
  const failing = { ...deps, send: async () => Promise.reject(new Error('no mail server')) }
  await assert.rejects(sendDueEmails(failing), /could not be mailed/)
  assert.deepEqual(await due(), { at: now, lease: null })
  const later = new Date(now.getTime() + 1)
  await database.query(sql`update gift_card set email_lease = ${later} where id = ${id}`)
  await sendDueEmails(deps)
  assert.deepEqual(sent, [])
  await sendDueEmails({ ...deps, real: { now: () => later } })
  assert.deepEqual(sent, [id])
})
