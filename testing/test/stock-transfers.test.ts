import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { startLocatingShop } from '../src/locating-shop.ts'
import type { TestProduct } from '../src/products.ts'
import { codeOf, refusedWith } from '../src/refused.ts'

const { office, stocked, locations, create, count, levelOf, heldOf, movementsOf, order, threeLocations } = await startLocatingShop()
const { first, north, south } = await threeLocations()

describe('a transfer', () => {
  const expectedDate = '2027-02-01T09:00:00.000Z'
  const draft = async (product: TestProduct, quantity: number) =>
    (
      await office.stockTransfers.createTransfer({
        transfer: {
          fromLocationId: first.id,
          toLocationId: north.id,
          lines: [{ productId: product.id, quantity }],
          reference: 'Van 2',
          expectedDate,
        },
      })
    ).transfer
  const receive = (id: string, revision: string, product: TestProduct, quantity: number, close?: boolean) =>
    office.stockTransfers.receiveTransfer({ transferId: id, revision, received: [{ productId: product.id, quantity }], close })

  test('leaves, is on its way, arrives in parts, and what did not arrive is missing', async () => {
    const bowl = await stocked(10)
    const made = await draft(bowl, 7)
    const { id } = made
    assert.deepEqual([made.status, made.quantity, made.lines[0]!.available, made.createdBy.kind], ['DRAFT', 7, 10, 'API_KEY'])
    assert.deepEqual(await heldOf(bowl), { First: 10, all: 10 })
    const sent = (await office.stockTransfers.sendTransfer({ transferId: id, revision: made.revision })).transfer
    assert.equal(sent.status, 'IN_TRANSIT')
    assert.deepEqual(await heldOf(bowl), { First: 3, all: 3 })
    assert.equal((await order(bowl, 4)).code, 'FULL_OUT_OF_STOCK')
    // Sent twice it leaves once.
    assert.equal(await codeOf(office.stockTransfers.sendTransfer({ transferId: id, revision: made.revision })), 'STALE_REVISION')
    const found = { query: { filter: { incoming: { $gte: 7 }, productId: bowl.id } } }
    const levels = async (locationId?: string) => (await office.merchantInventory.queryStock({ ...found, locationId })).levels
    assert.deepEqual((await levels())[0]?.incoming, { quantity: 7, expectedDate })
    assert.deepEqual((await levels(north.id))[0]?.incoming, { quantity: 7, expectedDate })
    assert.deepEqual(await levels(first.id), [])
    const part = (await receive(id, sent.revision, bowl, 4)).transfer
    assert.deepEqual((await levelOf(bowl)).incoming, { quantity: 3, expectedDate })
    assert.deepEqual([part.status, part.received], ['IN_TRANSIT', 4])
    assert.deepEqual(await heldOf(bowl), { First: 3, North: 4, all: 7 })
    assert.equal(await codeOf(receive(id, sent.revision, bowl, 4)), 'STALE_REVISION')
    const done = (await receive(id, part.revision, bowl, 1, true)).transfer
    assert.equal((await levelOf(bowl)).incoming, undefined)
    assert.deepEqual([done.status, done.received, done.lines[0]!.missing], ['RECEIVED', 5, 2])
    assert.deepEqual(await heldOf(bowl), { First: 3, North: 5, all: 8 })
    const moves = (await movementsOf(bowl)).map(({ kind, change, transfer }) => [kind, change, transfer?.number])
    assert.deepEqual(moves.slice(0, 3), [
      ['TRANSFER', 1, done.number],
      ['TRANSFER', 4, done.number],
      ['TRANSFER', -7, done.number],
    ])
    assert.deepEqual((await refusedWith(office.stockTransfers.cancelTransfer({ transferId: id, revision: done.revision })))?.data, {
      status: 'RECEIVED',
    })
  })

  test('that is canceled on its way is back where it left, but for what arrived', async () => {
    const bowl = await stocked(10)
    const { id, revision } = await draft(bowl, 6)
    const sent = (await office.stockTransfers.sendTransfer({ transferId: id, revision })).transfer
    const part = (await receive(id, sent.revision, bowl, 2)).transfer
    const gone = (await office.stockTransfers.cancelTransfer({ transferId: id, revision: part.revision })).transfer
    assert.equal(gone.status, 'CANCELED')
    assert.deepEqual(await heldOf(bowl), { First: 8, North: 2, all: 10 })
  })

  test('is changed while it is a draft; then only its words', async () => {
    const [bowl, mug] = [await stocked(4), await stocked(4)]
    const { id, revision } = await draft(bowl, 2)
    const update = (given: string, more: object) => office.stockTransfers.updateTransfer({ transfer: { id, revision: given, ...more } })
    const lines = [{ productId: mug.id, quantity: 3 }]
    const changed = (await update(revision, { lines, toLocationId: south.id, expectedDate: '2026-12-01T00:00:00.000Z' })).transfer
    assert.deepEqual(
      [changed.lines[0]!.productId, changed.toLocationId, changed.expectedDate],
      [mug.id, south.id, '2026-12-01T00:00:00.000Z'],
    )
    assert.equal(await codeOf(update(changed.revision, { toLocationId: first.id })), 'INVALID_ARGUMENT')
    const sent = (await office.stockTransfers.sendTransfer({ transferId: id, revision: changed.revision })).transfer
    assert.equal(await codeOf(update(sent.revision, { lines })), 'TRANSFER_STATUS')
    const noted = (await update(sent.revision, { note: 'Two boxes', reference: null })).transfer
    assert.deepEqual([noted.note, noted.reference], ['Two boxes', undefined])
    const close = (await locations()).find(({ id: other }) => other === south.id)!
    const closing = office.stockLocations.updateLocation({ location: { id: south.id, revision: close.revision, active: false } })
    const held = (await refusedWith(closing))!.data as { readonly transfers: number }
    assert.equal(held.transfers, 1)
    const { transfers } = await office.stockTransfers.queryTransfers({ query: { filter: { toLocationId: south.id } } })
    assert.deepEqual(
      transfers.map((transfer) => [transfer.id, transfer.status, transfer.lineCount, transfer.quantity]),
      [[id, 'IN_TRANSIT', 1, 3]],
    )
    assert.equal((await office.stockTransfers.getTransfer({ transferId: id })).transfer.note, 'Two boxes')
    await receive(id, noted.revision, mug, 3)
    assert.equal((await office.stockTransfers.getTransfer({ transferId: id })).transfer.status, 'RECEIVED')
  })

  test('is refused where it asks for what is not there', async () => {
    const [bowl, none] = [await stocked(4), { id: newId() } as TestProduct]
    const { id, revision } = await draft(bowl, 5)
    assert.deepEqual((await refusedWith(office.stockTransfers.sendTransfer({ transferId: id, revision })))?.data, {
      items: [{ productId: bowl.id, variantId: '00000000-0000-0000-0000-000000000000', requested: 5, available: 4 }],
    })
    const between = (fromLocationId: string, toLocationId: string, line: object = { productId: bowl.id, quantity: 1 }) =>
      codeOf(
        office.stockTransfers.createTransfer({
          transfer: { fromLocationId, toLocationId, lines: [line as { productId: string; quantity: number }] },
        }),
      )
    assert.equal(await between(first.id, newId()), 'LOCATION_NOT_FOUND')
    assert.equal(await between(first.id, first.id), 'INVALID_ARGUMENT')
    assert.equal(await between(first.id, north.id, { productId: none.id, quantity: 1 }), 'PRODUCT_NOT_FOUND')
    assert.equal(await between(first.id, north.id, { productId: bowl.id, variantId: newId(), quantity: 1 }), 'INVENTORY_VARIANT_NOT_FOUND')
    const update = (more: object) => codeOf(office.stockTransfers.updateTransfer({ transfer: { id, revision, ...more } }))
    assert.equal(await update({ toLocationId: newId() }), 'LOCATION_NOT_FOUND')
    assert.equal(await update({ lines: [{ productId: none.id, quantity: 1 }] }), 'PRODUCT_NOT_FOUND')
    assert.equal(await update({ lines: [{ productId: bowl.id, variantId: newId(), quantity: 1 }] }), 'INVENTORY_VARIANT_NOT_FOUND')
    const west = await create('West of transfers')
    await office.stockLocations.updateLocation({ location: { id: west.id, revision: west.revision, active: false } })
    assert.equal(await between(first.id, west.id), 'LOCATION_INACTIVE')
    assert.equal(await update({ toLocationId: west.id }), 'LOCATION_INACTIVE')
    const empty = (
      await office.stockTransfers.createTransfer({ transfer: { fromLocationId: first.id, toLocationId: north.id, lines: [] } })
    ).transfer
    assert.equal(await codeOf(office.stockTransfers.sendTransfer({ transferId: empty.id, revision: '1' })), 'TRANSFER_EMPTY')
    const steps = (transferId: string, given: string) => [
      () => office.stockTransfers.sendTransfer({ transferId, revision: given }),
      () => receive(transferId, given, bowl, 1),
      () => office.stockTransfers.cancelTransfer({ transferId, revision: given }),
      () => office.stockTransfers.updateTransfer({ transfer: { id: transferId, revision: given } }),
    ]
    for (const call of steps(newId(), '1')) assert.equal(await codeOf(call()), 'TRANSFER_NOT_FOUND')
    for (const call of steps(id, '0')) assert.equal(await codeOf(call()), 'STALE_REVISION')
    assert.equal(await codeOf(office.stockTransfers.getTransfer({ transferId: newId() })), 'TRANSFER_NOT_FOUND')
    assert.equal(await codeOf(receive(id, revision, bowl, 1)), 'TRANSFER_STATUS')
    await count(bowl, first.id, 5)
    const sent = (await office.stockTransfers.sendTransfer({ transferId: id, revision })).transfer
    assert.equal(await codeOf(office.stockTransfers.sendTransfer({ transferId: id, revision: sent.revision })), 'TRANSFER_STATUS')
    assert.equal(await codeOf(receive(id, sent.revision, none, 1)), 'TRANSFER_LINE_NOT_FOUND')
    const unreadable = office.stockTransfers.queryTransfers({ query: { filter: { colour: 'red' } } })
    assert.equal(await codeOf(unreadable), 'INVALID_ARGUMENT')
  })

  test('whose product is deleted on its way can be closed or canceled, not received', async () => {
    const bowl = await stocked(4)
    const { id, revision } = await draft(bowl, 2)
    const { id: closed, revision: first } = await draft(bowl, 1)
    const { id: unsent, revision: second } = await draft(bowl, 1)
    const sent = (await office.stockTransfers.sendTransfer({ transferId: id, revision })).transfer
    const other = (await office.stockTransfers.sendTransfer({ transferId: closed, revision: first })).transfer
    await office.merchantProducts.deleteProduct({ id: bowl.id })
    assert.equal(await codeOf(office.stockTransfers.sendTransfer({ transferId: unsent, revision: second })), 'INVENTORY_VARIANT_NOT_FOUND')
    assert.equal(await codeOf(receive(id, sent.revision, bowl, 1)), 'INVENTORY_VARIANT_NOT_FOUND')
    const gone = (await office.stockTransfers.cancelTransfer({ transferId: id, revision: sent.revision })).transfer
    assert.deepEqual([gone.status, gone.lines[0]!.missing, gone.lines[0]!.name], ['CANCELED', 2, ''])
    const done = await office.stockTransfers.receiveTransfer({ transferId: closed, revision: other.revision, close: true })
    assert.deepEqual([done.transfer.status, done.transfer.lines[0]!.missing], ['RECEIVED', 1])
  })
})
