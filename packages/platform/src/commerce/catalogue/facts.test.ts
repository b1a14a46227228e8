import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Plan } from '../selling/plans.ts'
import { givePlans } from './plans/store.ts'
import { caller, exampleMug, exampleProduct, now, save, stockUp } from './test/example.ts'

const stores = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const olderStores = '1380b703-ce81-ff05-f115-39571d94dfcd'
const noVariant = '00000000-0000-0000-0000-000000000000'

let db: Database
before(async () => {
  db = await connectedDatabase()
})
after(() => db?.close())

async function shop() {
  const site = await openSite(db)
  const mug = exampleMug({ fullPrice: minor(3200), taxGroupId: 'food' })
  const board = exampleProduct({
    name: 'Board',
    sku: 'BRD',
    price: minor(5800),
    texts: [{ title: 'Engraving', maxLength: 10, mandatory: true }],
  })
  const file = exampleProduct({ name: 'File', itemType: 'DIGITAL' })
  const hidden = exampleProduct({ name: 'Hidden', visible: false })
  await save(db, site, mug, board, file, hidden)
  await stockUp(db, site, mug, [3, 0, 2, null])
  await stockUp(db, site, board, [7])
  await stockUp(db, site, file, [null])
  return { site, mug, board, file, hidden, sellables: caller(db).facts.sellables }
}

test('a variant by its id or its choices, under both ids of the catalogue, with what selling needs', async () => {
  const { site, mug, sellables } = await shop()
  const large = mug.variants[3]!
  const [byId, byChoices, byValue] = await sellables(db, site, [
    { appId: stores, catalogItemId: mug.id, options: { variantId: large.id.toUpperCase() } },
    { appId: olderStores, catalogItemId: mug.id.toUpperCase(), options: { options: { Size: 'Large', Glaze: 'Ink' } } },
    { appId: stores, catalogItemId: mug.id, options: { options: { Size: 'Regular', Glaze: '#9AA58F' } } },
  ])
  assert.deepEqual(byId, byChoices)
  assert.deepEqual(byId, {
    productId: mug.id,
    stock: { productId: mug.id, variantId: large.id },
    sku: 'MUG-Ink-Large',
    name: 'Morning Mug',
    slug: 'morning-mug',
    price: 3000,
    fullPrice: 3000,
    image: { id: 'ink~mv2.webp', url: 'https://shop.example/media/ink~mv2.webp', width: 1000, height: 1250, altText: 'A mug in ink' },
    descriptionLines: [
      { name: { original: 'Glaze' }, colorInfo: { original: 'Ink', code: '#2E3A4B' }, lineType: 'COLOR' },
      { name: { original: 'Size' }, plainText: { original: 'Large' }, lineType: 'PLAIN_TEXT' },
    ],
    weight: 0.38,
    shippable: true,
    itemType: 'PHYSICAL',
    taxGroupId: 'food',
    catalog: { appId: '215238eb-22a5-4c36-9e7b-e7c08025e04e', collectionIds: ['00000000-000000-000000-000000000001'] },
    available: null,
    state: byId?.state,
  })
  assert.deepEqual([byValue?.sku, byValue?.available], ['MUG-Sage-Regular', 3])
})

test('answers in the order asked, undefined where nothing is to be had', async () => {
  const { site, mug, board, file, hidden, sellables } = await shop()
  const engraved = { customTextFields: { Engraving: 'For Ada' } }
  const asked = [
    { appId: stores, catalogItemId: newId() },
    { appId: stores, catalogItemId: file.id },
    { appId: stores, catalogItemId: mug.id },
    { appId: stores, catalogItemId: mug.id, options: { options: { Glaze: 'Ink' } } },
    { appId: stores, catalogItemId: mug.id, options: { options: { Glaze: 'Ink', Size: 'Huge' } } },
    { appId: stores, catalogItemId: mug.id, options: { options: { Glaze: 'Ink', Size: 'Large', More: 'x' } } },
    { appId: stores, catalogItemId: mug.id, options: { variantId: newId() } },
    { appId: stores, catalogItemId: board.id, options: engraved },
    { appId: stores, catalogItemId: board.id },
    { appId: stores, catalogItemId: board.id, options: { customTextFields: { Engraving: 'Far too long a text' } } },
    { appId: stores, catalogItemId: board.id, options: { customTextFields: { Engraving: 'x', Other: 'y' } } },
    { appId: stores, catalogItemId: hidden.id },
    { appId: 'another app', catalogItemId: file.id },
    { appId: stores, catalogItemId: 'no id at all' },
    { appId: stores, catalogItemId: board.id, options: { variantId: noVariant, ...engraved } },
  ]
  const found = await sellables(db, site, asked)
  assert.deepEqual(
    found.map((item) => item?.sku),
    [
      undefined,
      'FIL',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'BRD',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'BRD',
    ],
  )
  assert.deepEqual(found[7]?.descriptionLines, [
    { name: { original: 'Engraving' }, plainText: { original: 'For Ada' }, lineType: 'PLAIN_TEXT' },
  ])
  assert.deepEqual([found[7]?.stock?.variantId, found[7]?.available], [noVariant, 7])
  assert.deepEqual([found[1]?.shippable, found[1]?.itemType, found[1]?.available], [false, 'DIGITAL', null])
})

test('price and stock are those of this moment, though facts are kept', async () => {
  const { site, mug, sellables } = await shop()
  const reference = { appId: stores, catalogItemId: mug.id, options: { variantId: mug.variants[0]!.id } }
  const now = async () => {
    const [item] = await sellables(db, site, [reference])
    return [item?.price, item?.available]
  }
  assert.deepEqual(await now(), [2600, 3])
  await stockUp(db, site, mug, [1, 0, 2, null])
  assert.deepEqual(await now(), [2600, 1])
  await save(db, site, { ...mug, variants: mug.variants.map((variant) => ({ ...variant, price: minor(2700) })) })
  assert.deepEqual(await now(), [2700, 1])
  await save(db, site, { ...mug, variants: mug.variants.slice(1) })
  assert.deepEqual(await now(), [undefined, undefined])
  await save(db, site, { ...mug, visible: false })
  assert.deepEqual(await now(), [undefined, undefined])
})

test('variants that are not managed share the stock of their product', async () => {
  const { site, sellables } = await shop()
  const mug = exampleMug({ name: 'Shared Mug', manageVariants: false })
  await save(db, site, mug)
  await stockUp(db, site, mug, [4])
  const found = await sellables(
    db,
    site,
    mug.variants.map(({ id }) => ({ appId: stores, catalogItemId: mug.id, options: { variantId: id } })),
  )
  assert.deepEqual(
    found.map((item) => [item?.stock?.variantId, item?.available]),
    mug.variants.map(() => [noVariant, 4]),
  )
})

test('a plan by its id costs less and says how it goes on; one that is not there is nothing', async () => {
  const site = await openSite(db)
  const settings = { frequency: 'MONTH', interval: 1, autoRenewal: true, enableCustomerCancellation: true } as const
  const plan = { id: newId(), title: 'Every month', settings, percentOff: '10' }
  const coffee = exampleProduct({ payment: { option: 'DEPOSIT_ONLINE', deposit: minor(500) }, collectionIds: [newId()] })
  await save(db, site, coffee)
  const offer = (soldOnce: boolean, ...plans: Plan[]) =>
    db.transact((tx) => givePlans({ db: tx, site, now }, coffee.id, plans, { soldOnce, currency: 'EUR' }))
  await offer(true, plan)
  const reference = (subscriptionOptionId?: string) => ({
    appId: stores,
    catalogItemId: coffee.id,
    options: { ...(subscriptionOptionId && { subscriptionOptionId }) },
  })
  const { sellables } = caller(db).facts
  const ask = () => sellables(db, site, [reference(), reference(plan.id.toUpperCase()), reference(coffee.id)])
  const [once, monthly, never] = await ask()
  assert.deepEqual([once?.plan, once?.payment, once?.price], [undefined, { option: 'DEPOSIT_ONLINE', deposit: 500 }, 2600])
  assert.equal(once?.catalog?.collectionIds[1], coffee.collectionIds[0])
  assert.deepEqual([monthly?.plan, monthly?.price, monthly?.fullPrice], [plan, 2340, 2600])
  assert.equal(never, undefined)

  const other = { id: newId(), title: 'Each year', settings: { ...settings, frequency: 'YEAR' }, amountOff: minor(9900) } as const
  await offer(false, other)
  assert.deepEqual(await ask(), [undefined, undefined, undefined], 'it is sold by the other plan alone')
  const [yearly] = await sellables(db, site, [reference(other.id)])
  assert.deepEqual([yearly?.plan, yearly?.price, yearly?.fullPrice], [other, 0, 2600])
  await save(db, site, { ...coffee, price: minor(10_000) })
  const [dearer] = await sellables(db, site, [reference(other.id)])
  assert.deepEqual([dearer?.price, dearer?.fullPrice], [100, 10_000], 'a product that is written again keeps its plans')
  await offer(false)
  assert.deepEqual(
    (await ask()).map((item) => item?.price),
    [10_000, undefined, undefined],
    'without plans it is sold once',
  )
})
