import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import type { Database } from '../../kernel/db/pool.ts'
import { sql } from '../../kernel/db/sql.ts'
import { noWrap } from '../../kernel/key-wrap/key-wrap.ts'
import { type PostmanDeps, postman, wantSealed } from './postman.ts'
import { secrets as newSecrets } from './secrets.ts'

let database: Database
before(async () => {
  database = await connectedDatabase()
})
after(() => database?.close())

const noon = new Date('2026-11-21T12:00:00Z')
const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const secrets = newSecrets(noWrap)

function post(site: string, now: () => Date, more: Partial<PostmanDeps> = {}) {
  const sent: string[] = []
  const send: PostmanDeps['send'] = async (ofSite, _, { kind }) => void (ofSite === site && sent.push(kind))
  return { ...postman({ database, secrets, now, send, report: assert.ifError, goodForMs: { code: 15 * 60_000 }, ...more }), sent }
}

async function wanted(...kinds: readonly string[]): Promise<string> {
  const site = await openSite(database)
  for (const kind of kinds) await wantSealed(database, site, secrets, { kind, to: site, about: {} }, noon)
  return site
}

const left = async (site: string) =>
  (await database.query<{ kind: string }>(sql`select kind from sign_in_email where site = ${site} order by kind`)).map(({ kind }) => kind)

test('while nobody delivers emails, what goes another way goes, and the others wait', async () => {
  const site = await wanted('code', 'notice', 'told')
  const { run, sent } = post(site, () => noon, { onlyKinds: ['told'] })
  await run()
  assert.deepEqual([sent, await left(site)], [['told'], ['code', 'notice']])
  const later = post(site, () => minutesLater(14))
  await later.run()
  assert.deepEqual([later.sent.toSorted(), await left(site)], [['code', 'notice'], []])
})

// attack: Operations and defaults | a sign-in code waits for a mail server until after its end | it is dropped, never sent
test('a code that has expired meanwhile is dropped; a notice is sent after a month', async () => {
  const site = await wanted('code', 'notice')
  const held = post(site, () => minutesLater(16), { onlyKinds: ['told'] })
  await held.run()
  assert.deepEqual([held.sent, await left(site)], [[], ['notice']])
  const { run, sent } = post(site, () => minutesLater(30 * 24 * 60))
  await run()
  assert.deepEqual([sent, await left(site)], [['notice'], []])
})

test('one that expired between two looks is not sent either', async () => {
  const site = await wanted('code')
  const { settle, sent } = post(site, () => minutesLater(16))
  await settle()
  assert.deepEqual([sent, await left(site)], [[], []])
})
