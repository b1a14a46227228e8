import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import type { CollectionRule, MerchantCollectionInput, MerchantProduct } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer } from '../src/buyer.ts'
import { ruled, startCollectingShop } from '../src/collecting-shop.ts'
import { codeOf } from '../src/refused.ts'

const { shop, office, add, addCollection, inIt, allProducts, lawful, preparedAnew } = await startCollectingShop()

describe('a rule', () => {
  const isNew = (value: string) => ({ field: 'RIBBON', operator: 'IS', value }) as const

  test('is tried before it is saved: how many it would take of how many, and the newest of them', async () => {
    const made = [await add({ name: 'Tried one', ribbon: 'Tried' }), await add({ name: 'Tried two', ribbon: 'tríed' })]
    const { matches, of, products: some } = await office.merchantProducts.previewCollectionRule({ rule: ruled(isNew('TRIED')), limit: 1 })
    assert.deepEqual([matches, of, some.map(({ id }) => id)], [2, (await allProducts()).length, [made[1]!.id]])
  })

  test('begins and ends: products picked by hand leave or stay, those that it took stay or leave', async () => {
    const [one, two] = [await add({ name: 'One', ribbon: 'Kept' }), await add({ name: 'Two' })]
    const id = await addCollection('Begins')
    await office.merchantProducts.addProductsToCollection({ id, productIds: [two.id] })
    const save = (collection: MerchantCollectionInput) => office.merchantProducts.saveCollection({ id, collection })
    await save({ rule: ruled(isNew('kept')), keepProducts: true })
    assert.deepEqual(await inIt(id), new Set([one.id, two.id]))
    const { products: both } = await office.merchantProducts.listCollectionProducts({ id })
    assert.deepEqual(
      new Map(both.map((product) => [product.id, product.by])),
      new Map([
        [one.id, 'RULE'],
        [two.id, 'HAND'],
      ]),
    )
    await save({ rule: null })
    assert.deepEqual(await inIt(id), new Set([one.id, two.id]))
    assert.deepEqual((await office.merchantProducts.readProduct({ id: one.id })).product.collectionIds, [id])
    await save({ rule: ruled(isNew('kept')) })
    assert.deepEqual(await inIt(id), new Set([one.id]))
    await save({ rule: null, keepProducts: false })
    assert.deepEqual(await inIt(id), new Set())
    await preparedAnew()
  })

  test('keeps what it takes: removing that by hand is refused and changes nothing; what is picked besides can be taken back', async () => {
    const [byRule, both, picked] = [
      await add({ name: 'Ruled', ribbon: 'Held' }),
      await add({ name: 'Both', ribbon: 'held' }),
      await add({ name: 'Picked' }),
    ]
    const id = await addCollection('Holds', { rule: ruled(isNew('held')) })
    await office.merchantProducts.addProductsToCollection({ id, productIds: [both.id, picked.id] })
    const remove = (...productIds: string[]) => office.merchantProducts.removeProductsFromCollection({ id, productIds })
    const [refusal] = await attempt(remove(picked.id, byRule.id))
    assert.equal(refusal?.code, 'INVALID_ARGUMENT')
    const [violation] = (refusal.data as { fieldViolations: { field: string; description: string }[] }).fieldViolations
    assert.deepEqual([violation!.field, violation!.description.includes(byRule.id)], ['productIds', true])
    assert.deepEqual(await inIt(id), new Set([byRule.id, both.id, picked.id]))
    await remove(picked.id, both.id)
    assert.deepEqual(await inIt(id), new Set([byRule.id, both.id]))
    assert.equal(await codeOf(remove(both.id)), 'INVALID_ARGUMENT')
    await remove(picked.id)
    await lawful()
  })

  test('what it cannot ask is refused with the field', async () => {
    const id = await addCollection('Refuses')
    const refused = async (condition: CollectionRule['conditions'][number]) => {
      const [refusal] = await attempt(office.merchantProducts.saveCollection({ id, collection: { rule: ruled(condition) } }))
      return (refusal!.data as { fieldViolations: { field: string }[] }).fieldViolations[0]!.field
    }
    assert.equal(await refused({ field: 'PRICE', operator: 'CONTAINS', value: '1' }), 'collection.rule.conditions[0].operator')
    assert.equal(await refused({ field: 'PRICE', operator: 'AT_MOST', value: '1.999' }), 'collection.rule.conditions[0].value')
    assert.equal(await refused({ field: 'AGE', operator: 'AT_MOST', value: '-1' }), 'collection.rule.conditions[0].value')
    assert.equal(await refused({ field: 'STOCK', operator: 'IS', value: 'perhaps' }), 'collection.rule.conditions[0].value')
    assert.equal(await refused({ field: 'CHOICE', operator: 'IS', value: 'Sage' }), 'collection.rule.conditions[0].option')
    assert.equal(await refused({ field: 'NAME', operator: 'CONTAINS', value: ' ' }), 'collection.rule.conditions[0].value')
  })

  test('of a shop with many products is followed portion by portion, and by whatever is saved meanwhile', async () => {
    const { database } = shop.platform
    const many = 1200
    await database.query(sql`
      insert into product (site, id, revision, numeric_id, slug, name, name_key, description, sku, product_type, brand, visible, collection_ids,
        choices, price, full_price, search, facts, document, draft, traits, created_at, updated_at)
      select site, gen_random_uuid(), revision, numeric_id + n, slug || '-copy-' || n, name, name_key, description, sku, product_type, brand, false,
        '{}', choices, price, full_price, search, facts, document, null, jsonb_set(traits, '{ribbon}', '"portions"'), created_at, updated_at
      from (select * from product where site = ${shop.site} limit 1) product, generate_series(1, ${many}) n`)
    await database.query(sql`update catalogue set products = products + ${many} where site = ${shop.site}`)
    const id = await addCollection('Portions')
    const { collection } = await office.merchantProducts.saveCollection({ id, collection: { rule: ruled(isNew('portions')) } })
    assert.ok(collection.products < many)
    const late = await add({ name: 'Late', ribbon: 'Portions' })
    await shop.platform.everyMinute()
    const found = (await office.merchantProducts.listCollections({})).collections.find((one) => one.id === id)!
    assert.deepEqual([found.updating, found.products], [false, many + 1])
    assert.deepEqual((await office.products.getProduct({ id: late.id })).product.collectionIds.includes(id), true)
    await office.merchantProducts.deleteCollection({ id })
    const [left] = await database.query<{ count: number }>(sql`
      select count(*) as count from product where site = ${shop.site} and (${id} = any(collection_ids) or strpos(document, ${id}) > 0)`)
    assert.equal(left!.count, 0)
    await database.query(sql`delete from product where site = ${shop.site} and draft is null`)
    await database.query(sql`update catalogue set products = products - ${many} where site = ${shop.site}`)
  })
})

describe('the order of a collection', () => {
  const search = async (collection: string, more: object = {}) =>
    (await newBuyer(shop).search.searchProducts({ collection, ...more })).products.map(({ name }) => name)

  test('is the merchant’s where a shopper chooses none: by hand, those without a place behind, page by page', async () => {
    const goods: MerchantProduct[] = []
    for (const [i, name] of ['C', 'A', 'E', 'B', 'D'].entries()) {
      shop.clock.advance(60_000)
      goods.push(await add({ name: `Ordered ${name}`, ribbon: 'Ordered', priceData: { price: 10 + ((i * 7) % 5) } }))
    }
    const id = await addCollection('Ordered', { rule: ruled({ field: 'RIBBON', operator: 'IS', value: 'ordered' }) })
    const short = async (more?: object) => (await search('ordered', more)).map((name) => name?.at(-1)).join('')
    assert.equal(await short(), 'DBEAC')
    await office.merchantProducts.sortCollectionProducts({ id, productIds: [goods[0]!.id, goods[3]!.id] })
    assert.equal(await short(), 'CBDEA')
    assert.equal(await short({ limit: 2, offset: 1 }), 'BD')
    assert.equal(await short({ sort: 'name' }), 'ABCDE')
    assert.deepEqual(
      (await office.merchantProducts.listCollectionProducts({ id, limit: 3, offset: 1 })).products.map(({ name }) => name.at(-1)).join(''),
      'BDE',
    )
    await office.merchantProducts.sortCollectionProducts({ id, productIds: [goods[1]!.id] })
    assert.equal(await short(), 'ACBDE')
    await office.merchantProducts.deleteProduct({ id: goods[2]!.id })
    assert.equal(await short(), 'ACBD')
    await shop.platform.database.query(sql`update product set best_selling = 5 where site = ${shop.site} and id = ${goods[3]!.id}`)
    for (const [sort, letters] of [
      ['NAME', 'ABCD'],
      ['NEWEST', 'DBAC'],
      ['PRICE_ASC', 'CBAD'],
      ['PRICE_DESC', 'DABC'],
      ['BEST_SELLING', 'BDAC'],
      ['MANUAL', 'ACBD'],
    ] as const) {
      await office.merchantProducts.saveCollection({ id, collection: { sort } })
      const { products: listed } = await office.merchantProducts.listCollectionProducts({ id })
      assert.equal(listed.map(({ name }) => name.at(-1)).join(''), letters, sort)
      assert.equal(await short(), letters, sort)
    }
    assert.equal(
      await codeOf(office.merchantProducts.sortCollectionProducts({ id, productIds: [(await add({ name: 'Elsewhere' })).id] })),
      'PRODUCT_NOT_FOUND',
    )
    const nobody = '99999999-9999-4999-8999-999999999999'
    for (const call of [
      () => office.merchantProducts.sortCollectionProducts({ id: nobody, productIds: [goods[0]!.id] }),
      () => office.merchantProducts.listCollectionProducts({ id: nobody }),
      () => office.merchantProducts.saveCollection({ id: nobody, collection: { name: 'Nobody' } }),
    ])
      assert.equal(await codeOf(call()), 'COLLECTION_NOT_FOUND')
  })
})

describe('the address of a collection', () => {
  test('that it had before leads to it; of one that was deleted it is said; what search engines show is kept and taken back', async () => {
    const id = await addCollection('Winter cups', { seo: { title: 'Cups for winter', description: 'Warm hands.' } })
    const save = (collection: MerchantCollectionInput) => office.merchantProducts.saveCollection({ id, collection })
    const where = (slug: string) => newBuyer(shop).collections.findFormerSlug({ slug })
    await save({ slug: 'cups-of-winter' })
    await office.merchantProducts.updateCollection({ collection: { id, slug: 'winter' } })
    for (const slug of ['winter-cups', 'cups-of-winter']) assert.deepEqual(await where(slug), { slug: 'winter', deleted: false })
    const again = await addCollection('Winter cups')
    assert.deepEqual(await where('winter-cups'), { deleted: false })
    assert.equal(await codeOf(save({ slug: 'winter-cups' })), 'COLLECTION_SLUG_TAKEN')
    const { collection } = await save({ seo: { title: '' } })
    assert.deepEqual(collection.seo, { description: 'Warm hands.' })
    await save({ visible: false })
    assert.deepEqual(await where('cups-of-winter'), { deleted: false })
    await office.merchantProducts.deleteCollection({ id })
    for (const slug of ['winter', 'cups-of-winter']) assert.deepEqual(await where(slug), { deleted: true })
    await office.merchantProducts.deleteCollection({ id: again })
  })
})
