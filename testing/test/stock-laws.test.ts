// Law: whatever is done with stock, in whatever order and at once, no unit is made or lost, and nothing is sold that is not there.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { type Moved, putBackImported, setImported } from '@vitrine/platform/commerce/inventory/imported'
import { putBack, setStock, take, takeLastly } from '@vitrine/platform/commerce/inventory/stock'
import { newId } from '@vitrine/platform/kernel/db/id'
import { type Db, sql } from '@vitrine/platform/kernel/db/sql'
import { refuse } from '@vitrine/platform/kernel/refusal'
import fc from 'fast-check'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'

const shared = '00000000-0000-0000-0000-000000000000'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
let places: string[]

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  for (const name of ['North', 'South']) await office.stockLocations.createLocation({ location: { name } })
  places = (await office.stockLocations.listLocations({})).locations.map(({ id }) => id)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

/** One thing that is done with stock. */
type Step =
  | { readonly kind: 'buy' | 'buyLastly'; readonly goods: readonly number[] }
  | { readonly kind: 'giveBack'; readonly which: number; readonly quantity: number | undefined }
  | { readonly kind: 'count'; readonly of: number; readonly at: number | undefined; readonly quantity: number }
  | { readonly kind: 'receive'; readonly of: number; readonly at: number | undefined; readonly quantity: number }
  | { readonly kind: 'increment' | 'decrement' | 'set' | 'import'; readonly of: number; readonly quantity: number }
  | { readonly kind: 'transfer'; readonly of: number; readonly from: number; readonly to: number; readonly quantity: number }
  | { readonly kind: 'bring'; readonly of: number; readonly quantity: number; readonly at: readonly number[] | undefined }
  | { readonly kind: 'undo'; readonly which: number }
  | { readonly kind: 'send' | 'cancel'; readonly which: number }
  | { readonly kind: 'arrive'; readonly which: number; readonly quantity: number; readonly close: boolean }
  | { readonly kind: 'arrange'; readonly order: readonly number[]; readonly main: number }
  | { readonly kind: 'empty'; readonly from: number; readonly to: number }

const product = fc.nat(1)
const place = fc.nat(2)
const units = fc.integer({ min: 1, max: 9 })
const which = fc.nat(20)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('buy', 'buyLastly'), goods: fc.array(fc.nat(6), { minLength: 2, maxLength: 2 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('giveBack'), which, quantity: fc.option(units, { nil: undefined }) }) },
  fc.record({ kind: fc.constant('count'), of: product, at: fc.option(place, { nil: undefined }), quantity: fc.nat(12) }),
  fc.record({ kind: fc.constant('receive'), of: product, at: fc.option(place, { nil: undefined }), quantity: units }),
  fc.record({ kind: fc.constantFrom('increment', 'decrement', 'set', 'import'), of: product, quantity: units }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bring'),
      of: product,
      quantity: fc.nat(20),
      at: fc.option(fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo'), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('transfer'), of: product, from: place, to: place, quantity: units }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('send', 'cancel'), which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('arrive'), which, quantity: units, close: fc.boolean() }) },
  fc.record({ kind: fc.constant('arrange'), order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), main: place }),
  fc.record({ kind: fc.constant('empty'), from: place, to: place }),
) as fc.Arbitrary<Step>

interface History {
  readonly products: readonly string[]
  readonly orders: string[]
  readonly transfers: string[]
  readonly imports: (readonly Moved[])[]
}

/** A history of two products: one that can be preordered a little, and one that cannot. */
async function begin(): Promise<History> {
  const products: string[] = []
  for (const stock of [8, 8]) {
    const { id } = await addProduct(shop.platform, { site: shop.site, name: 'Bowl', price: 2000, stock }, shop.clock.now())
    products.push(id)
  }
  await office.merchantInventory.setPreorders({ productId: products[0]!, preorderInfo: { enabled: true, limit: 3 } })
  return { products, orders: [], transfers: [], imports: [] }
}

const pick = <T>(all: readonly T[], i: number): T | undefined => all[i % Math.max(1, all.length)]
const database = () => shop.platform.database

async function buy({ products, orders }: History, goods: readonly number[], lastly: boolean): Promise<void> {
  const lines = goods.flatMap((quantity, i) => (quantity > 0 ? [{ productId: products[i]!, variantId: shared, quantity }] : []))
  if (lines.length === 0) return
  const orderId = newId()
  const taking = { orderId, reason: 'ORDER_1' }
  const sold = lastly
    ? await database()
        .optimistic(async (db) => takeLastly(db, shop.site, lines, taking, shop.clock.now()), { once: true })
        .then(
          () => true,
          () => false,
        )
    : (await database().transact(async (db) => {
        const short = await take(db, shop.site, lines, taking, shop.clock.now())
        return short.length > 0 ? refuse('FULL_OUT_OF_STOCK', { lineItemIds: [] }) : orderId
      })) === orderId
  if (sold) orders.push(orderId)
}

const importing = () => ({
  mover: { caller: { kind: 'app' as const, site: shop.site, appId: 'an ERP' } },
  keepByStock: async () => {},
})

/** Takes back an import: never below what may be sold, what there was before it, or what there is, and what is missing is told. */
async function undo({ products }: History, moved: readonly Moved[]): Promise<void> {
  await database().transact(async (db) => {
    const now = () =>
      db.query<{ id: string; quantity: number; limit: number }>(sql`
        select product_id as id, quantity, backorder_limit as limit from stock
        where site = ${shop.site} and product_id = any(${products}::uuid[]) for update`)
    const before = await now()
    const { saved, short } = await putBackImported({ db, site: shop.site, now: shop.clock.now() }, moved, importing())
    assert.deepEqual(saved, [])
    const after = await now()
    for (const { productId, before: was, after: left } of moved) {
      const of = (rows: typeof before) => rows.find(({ id }) => id === productId)!
      const { quantity, limit } = of(before)
      const then = of(after).quantity
      assert.ok(then >= Math.min(-limit, quantity, was.quantity), `${quantity} fell to ${then}`)
      const missing = short.reduce((sum, { units }) => sum + units, 0)
      assert.equal(then, quantity - left.quantity + was.quantity + missing)
    }
  })
}

let returns = 0
async function act(step: Step, history: History): Promise<void> {
  const { products, orders, transfers } = history
  const { site, clock } = shop
  const inTransaction = (work: (db: Db) => Promise<unknown>) => database().transact(work)
  const transfer = async (i: number) => {
    const transferId = pick(transfers, i)
    return transferId && (await office.stockTransfers.getTransfer({ transferId })).transfer
  }
  switch (step.kind) {
    case 'buy':
    case 'buyLastly':
      return buy(history, step.goods, step.kind === 'buyLastly')
    case 'giveBack': {
      const orderId = pick(orders, step.which)
      const lines = step.quantity && products.map((productId) => ({ productId, variantId: shared, quantity: step.quantity! }))
      if (orderId) {
        const back = { orderId, reason: `RELEASE_${++returns}`, ...(lines && { lines }) }
        await inTransaction((db) => putBack(db, site, back, clock.now()))
        // The same once more changes nothing.
        await inTransaction((db) => putBack(db, site, back, clock.now()))
      }
      return
    }
    case 'count':
    case 'receive': {
      const row = { productId: products[step.of]!, quantity: step.quantity }
      const locationId = step.at === undefined ? undefined : places[step.at]
      await (step.kind === 'count'
        ? office.merchantInventory.countStock({ counts: [row], locationId })
        : office.merchantInventory.receiveGoods({ goods: [row], locationId }))
      return
    }
    case 'increment':
      await office.inventory.incrementInventory({ incrementData: [{ productId: products[step.of]!, incrementBy: step.quantity }] })
      return
    case 'decrement':
      await attempt(office.inventory.decrementInventory({ decrementData: [{ productId: products[step.of]!, decrementBy: step.quantity }] }))
      return
    case 'set':
      await office.inventory.updateInventoryVariants({
        inventoryItem: {
          productId: products[step.of]!,
          trackQuantity: true,
          variants: [{ variantId: shared, quantity: step.quantity }],
        },
      })
      return
    case 'import': {
      const counted = [{ productId: products[step.of]!, variantId: shared, quantity: step.quantity }]
      await inTransaction((db) => setStock(db, site, counted, clock.now(), 'IMPORT'))
      return
    }
    case 'bring': {
      const at = step.at && Object.fromEntries(step.at.map((units, i) => [places[i]!, units]))
      const quantity = step.at ? step.at.reduce((sum, each) => sum + each, 0) : step.quantity
      const said = [{ productId: products[step.of]!, variantId: shared, stock: { quantity, ...(at && { at }) } }]
      const moved = await database().transact((db) => setImported({ db, site, now: clock.now() }, said, importing()))
      if (moved.length > 0) history.imports.push(moved)
      return
    }
    case 'undo': {
      const moved = pick(history.imports, step.which)
      if (!moved) return
      history.imports.splice(history.imports.indexOf(moved), 1)
      await undo(history, moved)
      return
    }
    case 'transfer': {
      if (step.from === step.to) return
      const lines = [{ productId: products[step.of]!, quantity: step.quantity }]
      const given = { fromLocationId: places[step.from]!, toLocationId: places[step.to]!, lines }
      transfers.push((await office.stockTransfers.createTransfer({ transfer: given })).transfer.id)
      return
    }
    case 'send':
    case 'cancel': {
      const found = await transfer(step.which)
      if (!found) return
      const call = { transferId: found.id, revision: found.revision }
      await attempt(step.kind === 'send' ? office.stockTransfers.sendTransfer(call) : office.stockTransfers.cancelTransfer(call))
      return
    }
    case 'arrive': {
      const found = await transfer(step.which)
      if (!found) return
      const received = [{ productId: found.lines[0]!.productId, quantity: step.quantity }]
      const call = { transferId: found.id, revision: found.revision, received, close: step.close }
      await attempt(office.stockTransfers.receiveTransfer(call))
      return
    }
    case 'arrange':
      await office.stockLocations.arrangeLocations({ locationIds: step.order.map((i) => places[i]!) })
      await office.stockLocations.setDefaultLocation({ locationId: places[step.main]! })
      return
    case 'empty':
      await office.stockLocations.moveStock({ locationId: places[step.from]!, toLocationId: places[step.to]! })
  }
}

interface Ledger {
  readonly product: string
  readonly quantity: number
  readonly limit: number
  readonly moved: number
  readonly elsewhere: Readonly<Record<string, number>> | null
  readonly movedElsewhere: Readonly<Record<string, number>>
  readonly sent: number
  readonly arrived: number
  readonly onItsWay: number
  readonly missing: number
  readonly surplus: number
}

/** Whether the books agree: what there is with what moved, at each location and on the way, and with what programs and merchants read. */
async function lawful({ products }: History, story: string): Promise<void> {
  const rows = await database().query<Ledger>(sql`
    select stock.product_id as product, stock.quantity, stock.backorder_limit as limit, stock.elsewhere,
      (select sum(m.quantity) from stock_movement m where m.site = stock.site and m.product_id = stock.product_id)::bigint as moved,
      coalesce((select jsonb_object_agg(key, units) filter (where units <> 0) from (
        select part.key, sum(part.value::bigint) as units from stock_movement m cross join jsonb_each_text(m.elsewhere) part
        where m.site = stock.site and m.product_id = stock.product_id group by part.key) summed), '{}') as "movedElsewhere",
      (select coalesce(-sum(m.quantity), 0) from stock_movement m
        where m.site = stock.site and m.product_id = stock.product_id and m.transfer_id is not null)::bigint as sent,
      (select coalesce(sum(l.received), 0) from stock_transfer_line l where l.site = stock.site and l.product_id = stock.product_id)::bigint as arrived,
      lines."onItsWay", lines.missing, lines.surplus
    from stock cross join lateral (
      select coalesce(sum(l.quantity - l.received) filter (where t.status = 'IN_TRANSIT' and l.quantity > l.received), 0)::bigint as "onItsWay",
        coalesce(sum(l.missing), 0)::bigint as missing,
        coalesce(sum(l.received - l.quantity) filter (where l.received > l.quantity), 0)::bigint as surplus
      from stock_transfer_line l join stock_transfer t on t.site = l.site and t.id = l.transfer_id
      where l.site = stock.site and l.product_id = stock.product_id) lines
    where stock.site = ${shop.site} and stock.product_id = any(${products}::uuid[])`)
  assert.equal(rows.length, products.length)
  for (const row of rows) {
    const what = `${story} ${JSON.stringify(row)}`
    // Opening and movements are what there is, in all and at each location.
    assert.equal(row.quantity, row.moved, what)
    assert.deepEqual(row.elsewhere ?? {}, row.movedElsewhere, what)
    // What transfers took and did not bring is on its way, or is known to be missing.
    assert.equal(row.sent, row.onItsWay + row.missing - row.surplus, what)
    const { levels } = await office.merchantInventory.queryStock({ query: { filter: { productId: row.product } } })
    const { inventoryItem } = await office.inventory.getInventoryVariants({ inventoryId: 'x', productId: row.product })
    assert.equal(levels[0]!.quantity, row.quantity, what)
    assert.equal(inventoryItem.variants[0]!.quantity, row.quantity, what)
    assert.equal(
      levels[0]!.locations!.reduce((sum, { quantity }) => sum + quantity, 0),
      row.quantity,
      what,
    )
    // Each history ends with what the location has.
    for (const { locationId, quantity } of levels[0]!.locations!) {
      const { movements } = await office.merchantInventory.listMovements({ productId: row.product, locationId, limit: 100 })
      assert.equal(movements[0]?.quantity ?? 0, quantity, what)
      assert.equal(
        movements.reduce((sum, { change }) => sum + change, 0),
        quantity,
        what,
      )
    }
  }
}

test('stock is conserved over sales, returns, counts, receipts, corrections, imports and their undo, and transfers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
      const history = await begin()
      for (const [i, each] of steps.entries()) {
        const before = await sellable(history)
        const sold = history.orders.length
        await act(each, history)
        // Only as much is sold as may be.
        if (history.orders.length > sold && 'goods' in each)
          each.goods.forEach((quantity, of) => assert.ok(quantity <= before[of]!, `${JSON.stringify(steps.slice(0, i + 1))}`))
      }
      await lawful(history, JSON.stringify(steps))
    }),
    { numRuns: 25, seed: 781 },
  )
})

test('stock is conserved when all of it happens at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 3, maxLength: 8 }), { minLength: 3, maxLength: 4 }), async (rounds) => {
      const history = await begin()
      for (const round of rounds) await Promise.all(round.map((each) => attempt(act(each, history))))
      await lawful(history, JSON.stringify(rounds))
    }),
    { numRuns: 15, seed: 782 },
  )
})

test('of the last units at several locations no more are sold than there are, however many ask at once', async () => {
  await act({ kind: 'arrange', order: [1, 0, 2], main: 0 }, { products: [], orders: [], transfers: [], imports: [] })
  const history = await begin()
  const [, bowl] = history.products
  for (const at of [1, 2]) await act({ kind: 'count', of: 1, at, quantity: 3 }, history)
  await Promise.all(Array.from({ length: 12 }, (_, i) => buy(history, [0, 2], i % 2 === 0)))
  assert.ok(history.orders.length <= 7)
  await Promise.all(Array.from({ length: 8 }, () => buy(history, [0, 2], false)))
  assert.equal(history.orders.length, 7)
  const [row] = await database().query<{ quantity: number; elsewhere: unknown }>(
    sql`select quantity, elsewhere from stock where site = ${shop.site} and product_id = ${bowl}`,
  )
  assert.deepEqual(row, { quantity: 0, elsewhere: {} })
  await lawful(history, 'the last units')
})

async function sellable({ products }: History): Promise<readonly number[]> {
  const rows = await database().query<{ id: string; units: number }>(sql`
    select product_id as id, greatest(0, quantity + backorder_limit)::bigint as units from stock
    where site = ${shop.site} and product_id = any(${products}::uuid[])`)
  return products.map((id) => rows.find((row) => row.id === id)!.units)
}
