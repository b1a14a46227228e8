import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type LiveEvent, liveTypes, rightsOf, rightToHear } from '@vitrine/contract'
import type { Listener, LiveFeed } from './feed.ts'
import { type LiveRequest, liveRoute } from './routes.ts'

const site = '11111111-1111-4111-8111-111111111111'
const id = '01935f00-0000-7000-8000-000000000001'
const event: LiveEvent = { id, type: 'wix.ecom.v1.order_approved', entityId: 'o1', revision: 2 }

function stand(options: { readonly rights?: boolean; readonly beatMs?: number; readonly lastsMs?: number } = {}) {
  const listening = new Set<Listener>()
  const froms: (string | undefined)[] = []
  const feed: LiveFeed = {
    async listen(listener, from) {
      froms.push(from)
      listening.add(listener)
      return () => void listening.delete(listener)
    },
    poke() {},
    async close() {},
  }
  const faults: unknown[] = []
  const route = liveRoute({
    feed,
    rightsOf: async (_, cookie) => (cookie === 'mine' && options.rights !== false ? rightsOf.OWNER : undefined),
    report: (fault) => faults.push(fault),
    ...(options.beatMs !== undefined && { beatMs: options.beatMs }),
    ...(options.lastsMs !== undefined && { lastsMs: options.lastsMs }),
  })
  const ask = (headers: LiveRequest['headers'] = {}, method = 'GET', search = '') =>
    route.open({ site, method, search, headers: { cookie: 'mine', ...headers } })
  return { route, ask, listening, froms, faults }
}

const only = (listening: ReadonlySet<Listener>): Listener => [...listening][0]!

describe('who may listen', () => {
  test('204 where the session is over: a browser does not ask again', async () => {
    const { ask, listening } = stand({ rights: false })
    assert.equal((await ask()).status, 204)
    assert.equal(listening.size, 0)
  })

  test('403 for a page of another site, 405 for another method', async () => {
    const { ask } = stand()
    assert.equal((await ask({ 'sec-fetch-site': 'cross-site' })).status, 403)
    const { status, headers } = await ask({}, 'POST')
    assert.deepEqual([status, headers['allow']], [405, 'GET'])
  })

  test('each event that is told of takes a right, and a role without it does not hear it', () => {
    assert.ok(liveTypes.includes('wix.ecom.v1.order_approved'))
    assert.ok(!liveTypes.includes('wix.ecom.v1.cart_updated'))
    const heard = (type: (typeof liveTypes)[number]) => rightsOf.DEVELOPER.has(rightToHear(type)!)
    assert.ok(heard('wix.ecom.v1.order_created'))
    assert.ok(!heard('wix.ecom.v1.order_transactions_updated'))
  })
})

describe('what is said', () => {
  test('a greeting, what happened with the place to go on from, and a beat', async () => {
    const { ask, listening, froms } = stand({ beatMs: 5 })
    const { status, headers, body } = await ask({ 'last-event-id': id })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8')
    only(listening).hear([event], id)
    let text = ''
    for await (const chunk of body!) {
      text += chunk
      if (text.includes('event: beat')) break
    }
    assert.match(text, /^retry: \d+\nevent: hello\ndata: 1\n\nid: 01935f00-0000-7000-8000-000000000001\nevent: happened\ndata: \[\{/)
    assert.deepEqual(froms, [id])
    await turn()
    assert.equal(listening.size, 0, 'whoever leaves is forgotten')
  })

  test('a page that came back by itself says its place in the address; its browser knows better', async () => {
    const { ask, froms } = stand()
    const later = id.replace(/1$/, '2')
    for (const { body } of [await ask({}, 'GET', `after=${id}`), await ask({ 'last-event-id': later }, 'GET', `after=${id}`)])
      body!.destroy()
    assert.deepEqual(froms, [id, later])
  })

  test('a place that is none is not gone on from', async () => {
    const { ask, froms } = stand()
    const { body } = await ask({ 'last-event-id': "1' or true" })
    assert.deepEqual(froms, [undefined])
    body!.destroy()
  })

  test('who reads too slowly is told that they lost some, and nothing piles up for them', async () => {
    const { ask, listening } = stand()
    const { body } = await ask()
    const much = Array.from({ length: 200 }, () => event)
    for (let i = 0; i < 1000; i++) only(listening).hear(much, id)
    assert.ok(body!.readableLength < 200_000, `${body!.readableLength} bytes wait`)
    let text = ''
    for await (const chunk of body!) {
      text += chunk
      if (text.includes('event: lost')) break
    }
    assert.ok(text.endsWith('event: lost\ndata: 1\n\n'))
  })
})

describe('the end', () => {
  test('it ends by itself, so that whoever comes back is looked at again', async () => {
    const { ask, listening } = stand({ lastsMs: 20 })
    const { body } = await ask()
    for await (const _ of body!);
    await turn()
    assert.equal(listening.size, 0)
  })

  test('closing lets everybody go, and nobody new in', async () => {
    const { route, ask, listening, faults } = stand()
    const [one, other] = [(await ask()).body!, (await ask()).body!]
    await route.close()
    for await (const _ of one);
    for await (const _ of other);
    await turn()
    assert.equal(listening.size, 0)
    assert.equal((await ask()).status, 503)
    assert.deepEqual(faults, [])
  })
})
