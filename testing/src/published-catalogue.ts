import assert from 'node:assert/strict'
import * as categories from '@wix/auto_sdk_categories_categories'
import { currentCart } from '@wix/ecom'
import * as today from '@wix/sdk'
import {
  brandsV3,
  catalogVersioning,
  collections,
  customizationsV3,
  infoSectionsV3,
  inventory,
  inventoryItemsV3,
  products,
  productsV3,
  readOnlyVariantsV3,
  ribbonsV3,
  storesLocationsV3,
} from '@wix/stores'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import { publishedHosts } from './published-client.ts'

/** How the published client names the app that products are of, and the tree that their categories stand in. */
export const storesApp = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
export const treeReference = { appNamespace: '@wix/stores', treeKey: null }

/** Everything of the published client that is about products and stock. */
export const catalogueModules = {
  brandsV3,
  catalogVersioning,
  categories,
  collections,
  customizationsV3,
  infoSectionsV3,
  inventory,
  inventoryItemsV3,
  products,
  productsV3,
  readOnlyVariantsV3,
  ribbonsV3,
  storesLocationsV3,
}
const modules = { ...catalogueModules, currentCart }

const shopperBy = ({ createClient, OAuthStrategy }: typeof today, { clientId }: TestPlatform) =>
  createClient({ modules, auth: OAuthStrategy({ clientId }) })
const merchantBy = ({ createClient, ApiKeyStrategy }: typeof today, { apiKey, site: siteId }: TestPlatform) =>
  createClient({ modules, auth: ApiKeyStrategy({ apiKey, siteId }) })

export interface PublishedCatalogue extends AsyncDisposable {
  readonly shop: TestPlatform
  /** A new published client of a shopper, and of a program with an API key; by another version of the client where one is given. */
  readonly shopper: (sdk?: typeof today) => ReturnType<typeof shopperBy>
  readonly merchant: (sdk?: typeof today) => ReturnType<typeof merchantBy>
}

/** A shop of its own, with the published client's hosts led to it until it is disposed of. */
export async function publishedCatalogue(): Promise<PublishedCatalogue> {
  const shop = await startTestPlatform()
  const hosts = publishedHosts(shop.url)
  return {
    shop,
    shopper: (sdk = today) => shopperBy(sdk, shop),
    merchant: (sdk = today) => merchantBy(sdk, shop),
    async [Symbol.asyncDispose]() {
      hosts[Symbol.dispose]()
      await shop[Symbol.asyncDispose]()
      assert.deepEqual(shop.faults, [])
    },
  }
}
