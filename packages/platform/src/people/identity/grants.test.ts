import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Db } from '../../kernel/db/sql.ts'
import { codeSeconds, findLiveSession, graceMs, makeCode, redeemCode, secretHash, turn } from './grants.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
const at = (ms: number) => new Date(now.getTime() + ms)
const sessionId = '0199aaaa-0000-7000-8000-000000000001'
const grantId = '0199aaaa-0000-7000-8000-000000000002'
const live = { id: sessionId, memberId: 'm1', visitorId: 'v1' }

/** A database with one row of each table, which remembers what was written to which. */
function shopOf(rows: { readonly code?: object; readonly session?: object; readonly grant?: object }) {
  const written: string[] = []
  const db: Db = {
    query: async <Row>({ strings, values }: { readonly strings: readonly string[]; readonly values: readonly unknown[] }) => {
      const text = strings.join('?')
      const write = /^\s*(insert into|update) (\w+)/.exec(text)
      if (write) {
        const because = values.find((value) => value === 'REPLAYED' || value === 'STOLEN')
        const what = text.includes('used_at')
          ? 'used'
          : text.includes('generation')
            ? `generation ${String(values[0])}`
            : (because ?? 'new')
        written.push(`${write[2]}: ${what}`)
        return [{ id: sessionId }] as Row[]
      }
      const row = text.includes('from authorization_code') ? rows.code : text.includes('from member_grant') ? rows.grant : rows.session
      return (row ? [row] : []) as Row[]
    },
  }
  return { context: { db, site: 's1', now }, written }
}

describe('an authorization code', () => {
  const verifier = 'a-verifier-of-43-characters-or-more-as-it-says'
  const code = {
    sessionId,
    clientId: 'app',
    redirectUri: 'https://shop.example/in',
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    visitorId: 'v2',
    createdAt: now,
    usedAt: null,
  }
  const asked = { code: 'secret', clientId: 'app', redirectUri: 'https://shop.example/in' as string | undefined, verifier }
  const redeem = async (row: object | undefined, more: object = {}, session: object | undefined = live) => {
    const { context, written } = shopOf({ ...(row && { code: row }), ...(session && { session }) })
    return { redeemed: await redeemCode(context, { ...asked, ...more }), written }
  }

  test('stands for its session, once: it is marked as used before anything is checked', async () => {
    const { redeemed, written } = await redeem(code)
    assert.deepEqual(redeemed, { session: live, visitorId: 'v2' })
    assert.deepEqual(written, ['authorization_code: used'])
  })

  test('that comes a second time ends the session that it gave', async () => {
    const { redeemed, written } = await redeem({ ...code, usedAt: now })
    assert.equal(redeemed, undefined)
    assert.deepEqual(written, ['member_session: REPLAYED'])
  })

  test('is over after a minute', async () => {
    const age = (ms: number) => redeem({ ...code, createdAt: at(-ms) })
    assert.ok((await age(codeSeconds * 1000 - 1)).redeemed)
    assert.equal((await age(codeSeconds * 1000)).redeemed, undefined)
  })

  test('is for the app, the redirect address and the verifier that it was made for; a wrong try uses it up', async () => {
    for (const more of [
      { clientId: 'another' },
      { redirectUri: 'https://shop.example/in2' },
      { redirectUri: undefined },
      { verifier: `${verifier}x` },
      { verifier: code.challenge },
    ]) {
      const { redeemed, written } = await redeem(code, more)
      assert.equal(redeemed, undefined, JSON.stringify(more))
      assert.deepEqual(written, ['authorization_code: used'], JSON.stringify(more))
    }
    assert.ok((await redeem({ ...code, redirectUri: null }, { redirectUri: undefined })).redeemed, 'a frame that waits has no address')
    assert.equal((await redeem({ ...code, redirectUri: null })).redeemed, undefined)
  })

  test('gives nothing where nobody has made it, or its session is over', async () => {
    assert.deepEqual(await redeem(undefined), { redeemed: undefined, written: [] })
    const { context } = shopOf({ code })
    assert.equal(await redeemCode(context, asked), undefined)
  })

  test('is kept as a hash that does not tell it', async () => {
    const values: unknown[] = []
    const db: Db = {
      query: async (statement) => {
        values.push(...statement.values)
        return []
      },
    }
    const secret = await makeCode(db, 's1', { sessionId, clientId: 'app', challenge: 'c' }, now)
    assert.equal(values.includes(secret), false)
    assert.ok(values.some((value) => Buffer.isBuffer(value) && value.equals(secretHash(secret))))
  })
})

describe('a refresh token', () => {
  const row = { generation: 5, turnedAt: at(-graceMs - 1), memberId: 'm1', on: true }
  const come = async (generation: number, grant: object | undefined = row) => {
    const { context, written } = shopOf(grant ? { grant } : {})
    return [await turn(context, { sessionId, family: { grantId, generation } }), written] as const
  }
  const used = 'member_session: used'

  test('of the newest generation is followed by the next', async () => {
    assert.deepEqual(await come(5), [{ is: 'on', next: 6 }, [used]])
  })

  test('that is newer than all before becomes the newest', async () => {
    assert.deepEqual(await come(6), [{ is: 'on', next: 7 }, ['member_grant: generation 6', used]])
  })

  test('that is older than one that was used ends the session: somebody else has it', async () => {
    assert.deepEqual(await come(4), [{ is: 'stolen', memberId: 'm1' }, ['member_session: STOLEN']])
  })

  test('that is older may still come for a minute, from another tab or after a lost answer', async () => {
    assert.deepEqual(await come(4, { ...row, turnedAt: at(-graceMs) }), [{ is: 'on', next: 6 }, [used]])
  })

  test('that never was replaced goes on for good, as the published client uses it', async () => {
    assert.deepEqual(await come(0, { ...row, generation: 0 }), [{ is: 'on', next: 1 }, [used]])
  })

  test('of a session that is over, of no grant, or of no id at all gives nothing', async () => {
    assert.deepEqual(await come(5, { ...row, on: false }), [{ is: 'over' }, []])
    assert.deepEqual(await come(4, { ...row, on: false }), [{ is: 'over' }, []], 'and nothing is ended twice')
    const { context } = shopOf({})
    assert.deepEqual(await turn(context, { sessionId, family: { grantId, generation: 0 } }), { is: 'over' })
    const { context: known } = shopOf({ grant: row })
    for (const ids of [
      { sessionId: 'x', family: { grantId, generation: 5 } },
      { sessionId, family: { grantId: 'x', generation: 5 } },
    ])
      assert.deepEqual(await turn(known, ids), { is: 'over' })
  })
})

test('a session is not even looked for under what is no id', async () => {
  const { context } = shopOf({ session: live })
  assert.equal(await findLiveSession(context.db, 's1', "' or true", now), undefined)
  assert.deepEqual(await findLiveSession(context.db, 's1', sessionId, now), live)
})
