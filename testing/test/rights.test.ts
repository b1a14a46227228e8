// What staff and keys may do of what buyers may do, too: without the right they are visitors like any other.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { contract, type Operation, type Route, rightFor } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { everyKey, everyRole, type RightsHolder } from '../src/every-caller.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { fillStock, type StockItems } from '../src/populate.ts'
import { type AboutOthers, type Ask, sharedOperations } from '../src/shared-operations.ts'
import { newVictim, type Victim, victimsRows } from '../src/victim.ts'
import { newVisitor, pathOf, type RawAnswer, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
let stockItems: StockItems
let victim: Victim
let callers: readonly RightsHolder[]

before(async () => {
  shop = await startTestPlatform()
  stockItems = await fillStock(shop)
  victim = await newVictim(shop, stockItems)
  callers = [...(await everyRole(shop)), ...(await everyKey(shop))]
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const lines = Object.keys(contract) as Route[]
const aboutOthers = Object.entries(sharedOperations).filter((entry): entry is [Route, AboutOthers] => entry[1] !== 'own')

function ask(line: Route, { params = {}, ...rest }: Ask, authorization: string): Promise<RawAnswer> {
  const [method, template] = line.split(' ') as [string, string]
  const path = pathOf(template, (name) => params[name] ?? newId())
  return send(shop, { method, path, headers: { authorization }, ...rest })
}
const withoutIds = ({ status, text }: RawAnswer) => `${status} ${text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')}`

/** So many at once that the database is busy, and none waits for a connection. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let one = rest.pop(); one !== undefined; one = rest.pop()) await work(one)
    }),
  )
}

describe('on what is somebody else’s', () => {
  test('each operation’s merchant is who has the right that its row names', () => {
    for (const [line, { right }] of aboutOthers) assert.equal(rightFor(line, contract[line]), right, line)
  })

  test('each role and a key of each single scope get 403, 404 or what any visitor gets, and change nothing, unless the right is there', async () => {
    const rows = await victimsRows(shop, victim)
    const unauthenticated = (await newVisitor(shop)).token
    let asked = 0
    await each(aboutOthers, async ([line, { right, asks }]) => {
      for (const request of asks(victim, stockItems)) {
        const visitors = withoutIds(await ask(line, request, unauthenticated))
        for (const { name, rights, token } of callers) {
          if (rights.has(right)) continue
          const answer = await ask(line, request, token)
          const isHeldOff = answer.status === 403 || answer.status === 404 || withoutIds(answer) === visitors
          assert.ok(
            isHeldOff,
            `${line} as ${name}: ${answer.status} ${answer.text.slice(0, 300)}; a visitor gets ${visitors.slice(0, 300)}`,
          )
          asked++
        }
      }
    })
    assert.ok(asked > 2000, `asked ${asked} times`)
    assert.deepEqual(await victimsRows(shop, victim), rows)
  })

  test('a key with that right alone reads it', async () => {
    const unauthenticated = (await newVisitor(shop)).token
    const reads = aboutOthers.filter(([line, { right }]) => right.endsWith('.read') && !isOfOnesOwn(line))
    await each(reads, async ([line, { right, asks }]) => {
      const key = callers.find(({ rights }) => rights.size === 1 && rights.has(right))!
      for (const request of asks(victim, stockItems)) {
        const answer = await ask(line, request, key.token)
        assert.equal(answer.status, 200, `${line}: ${answer.text}`)
        assert.notEqual(withoutIds(answer), withoutIds(await ask(line, request, unauthenticated)), line)
      }
    })
  })
})

test('who may not read the shop’s products does not learn from stock of the newer catalogue where it lies', async () => {
  const { token } = await newVisitor(shop)
  const key = callers.find(({ rights }) => rights.size === 1 && rights.has('products.read'))!
  const items = 'GET /stores/v3/inventory-items/query'
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  await office.stockLocations.createLocation({ location: { name: 'Back room' } })
  const merchants = await ask(items, {}, key.token)
  const locations = new Set(itemsOf(merchants).map(({ locationId }) => locationId))
  assert.ok(locations.size > 1, merchants.text.slice(0, 300))
  for (const authorization of [token, ...callers.filter(({ rights }) => !rights.has('products.read')).map((caller) => caller.token)]) {
    const answer = await ask(items, {}, authorization)
    if (answer.status === 403) continue
    assert.deepEqual([...new Set(itemsOf(answer).map(({ locationId }) => locationId))], [shop.site])
  }
})

const itemsOf = ({ text }: RawAnswer) => (JSON.parse(text) as { inventoryItems: { locationId: string }[] }).inventoryItems

/** Where even the shop has a cart or an account of its own. */
const isOfOnesOwn = (line: Route): boolean => /\/carts\/|\/members\/my/.test(line)

test('each operation for administrators answers 403 PERMISSION_DENIED to each role and each single scope without its right', async () => {
  const operations = lines.filter((line) => contract[line].as === 'user')
  let refused = 0
  await each(operations, async (line) => {
    const operation: Operation = contract[line]
    const right = rightFor(line, operation)
    for (const { name, rights, token } of callers) {
      if (rights.has(right)) continue
      const answer = await ask(line, line.startsWith('GET') || line.startsWith('DELETE') ? {} : { body: {} }, token)
      assert.equal(refusalOf(answer), 'PERMISSION_DENIED', `${line} as ${name}`)
      refused++
    }
  })
  assert.ok(refused > 5000, `refused ${refused} times`)
})
