import assert from 'node:assert/strict'
import { apiKey, createClient } from '@vitrine/client'
import { merchantInventory, merchantProducts, stockLocations, stockTransfers } from '@vitrine/client/back-office'
import { collections, orders, products, search } from '@vitrine/client/modules'
import type { CollectionRule, MerchantCollectionInput, MerchantProductInput } from '@vitrine/contract'
import { priced, sellingFacts, variantsOf, writeProduct } from '@vitrine/platform/commerce/catalogue/document'
import type { ProductDraft } from '@vitrine/platform/commerce/catalogue/product'
import { traitsOf } from '@vitrine/platform/commerce/catalogue/rules/traits'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer } from './buyer.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { takes } from './rule-evaluator.ts'

export const ruled = (...conditions: CollectionRule['conditions']): CollectionRule => ({ match: 'ALL', conditions })

/** For a file of tests of collections by rule: a shop, and what is in its collections. */
export async function startCollectingShop() {
  const shop = await startPlatformForFile()
  const office = createClient({
    baseUrl: shop.url,
    auth: apiKey(shop.apiKey),
    modules: { merchantProducts, merchantInventory, stockLocations, stockTransfers, products, collections, orders, search },
  })

  const idsIn = async (id: string) =>
    (await office.merchantProducts.listCollectionProducts({ id, limit: 100 })).products.map((product) => product.id)
  const allProducts = async () => {
    const rows = await shop.platform.database.query<{ id: string }>(sql`select id from product where site = ${shop.site} order by id`)
    return Promise.all(rows.map(async ({ id }) => (await office.merchantProducts.readProduct({ id })).product))
  }

  return {
    shop,
    office,
    add: async (product: Partial<MerchantProductInput> = {}) =>
      (await office.merchantProducts.addProduct({ product: { name: 'Mug', priceData: { price: 26 }, ...product } })).product,
    async addCollection(name: string, given: MerchantCollectionInput = {}): Promise<string> {
      const { collection } = await office.merchantProducts.createCollection({ collection: { name } })
      await office.merchantProducts.saveCollection({ id: collection.id!, collection: given })
      return collection.id!
    },
    inIt: async (id: string) => new Set(await idsIn(id)),
    allProducts,

    /** Holds every collection against what its rule says of every product, wherever that can be read. */
    async lawful(): Promise<void> {
      const all = await allProducts()
      const now = shop.clock.now()
      for (const collection of (await office.merchantProducts.listCollections({})).collections) {
        if (!collection.rule) continue
        assert.equal(collection.updating, false)
        const wanted = all.filter((product) => product.collectionIds.includes(collection.id) || takes(collection.rule!, product, now))
        const what = JSON.stringify(collection.rule)
        assert.deepEqual(
          (await idsIn(collection.id)).sort(),
          wanted.map(({ id }) => id),
          what,
        )
        assert.equal(collection.products, wanted.length, what)
        const seen = wanted.filter(({ visible }) => visible).map(({ id }) => id)
        const visitor = newBuyer(shop)
        const listed = await visitor.products.queryProducts({
          query: { filter: { 'collections.id': { $hasSome: [collection.id] } }, paging: { limit: 100 } },
        })
        assert.deepEqual(listed.products.map(({ id }) => id).sort(), seen, what)
        assert.equal(listed.metadata.total, seen.length, what)
        for (const { collectionIds } of listed.products) assert.ok(collectionIds.includes(collection.id), what)
      }
    },

    /** What is prepared for each product is what would be derived from it now. */
    async preparedAnew(): Promise<void> {
      const rows = await shop.platform.database.query<{
        draft: ProductDraft
        document: string
        facts: object
        traits: object
        ruleIds: string[]
        collectionIds: string[]
        numericId: number
        createdAt: Date
        updatedAt: Date
      }>(sql`
        select draft, document, facts, traits, rule_collection_ids as "ruleIds", collection_ids as "collectionIds", numeric_id as "numericId",
          created_at as "createdAt", updated_at as "updatedAt"
        from product where site = ${shop.site}`)
      for (const { draft, document, facts, traits, ruleIds, collectionIds, ...times } of rows) {
        const all = [...new Set([...draft.collectionIds, ...ruleIds])]
        const anew = { ...priced(draft), collectionIds: all }
        assert.deepEqual(collectionIds, all)
        assert.equal(document, writeProduct(anew, { currency: 'EUR', locale: 'en-IE' }, times))
        assert.deepEqual(facts, JSON.parse(JSON.stringify(sellingFacts(anew))))
        assert.deepEqual(traits, traitsOf(anew, variantsOf(anew)))
      }
      const counted = await shop.platform.database.query<{ id: string; products: number; visible: number; counts: number[] }>(sql`
        select id, products, visible_products as visible, array(
          select count(*) from product where product.site = collection.site and collection_ids @> array[collection.id]
          union all
          select count(*) from product where product.site = collection.site and collection_ids @> array[collection.id] and product.visible) as counts
        from collection where site = ${shop.site}`)
      for (const { products: every, visible, counts } of counted) assert.deepEqual([every, visible], counts.map(Number))
    },
  }
}
