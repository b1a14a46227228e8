// A service for recommendations: what somebody who knows the goods would put beside them. A shop would learn that from its own numbers.
import { type Asked, Refuses, serveFromEnvironment } from './serve.ts'

interface Item {
  readonly appId: string
  readonly catalogItemId: string
}

interface Request {
  readonly items?: readonly Item[]
  readonly algorithmIds: readonly string[]
}

/** What the merchant names with the service, under these ids. */
export const pairingAlgorithm = '5b0c1f0e-6a57-4a40-9d3b-0f6c7d2e8a11'
export const editorsChoice = '5b0c1f0e-6a57-4a40-9d3b-0f6c7d2e8a12'

const storesApp = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const item = (catalogItemId: string): Item => ({ appId: storesApp, catalogItemId })

/** @param pairs what goes with a product, by its id
 * @param choice what is recommended to everybody */
export const recommendationsOf = (pairs: ReadonlyMap<string, readonly string[]>, choice: readonly string[]) => ({
  '/v1/get-recommendations': ({ request: { items = [], algorithmIds } }: Asked<Request>) => {
    if (items.some(({ appId }) => appId !== storesApp)) throw new Refuses(400, 'ITEM_APP_ID_NOT_SUPPORTED')
    const recommendationPerAlgorithm = algorithmIds.map((algorithmId) => {
      switch (algorithmId) {
        case pairingAlgorithm:
          return { algorithmId, recommendedItems: items.flatMap(({ catalogItemId }) => pairs.get(catalogItemId) ?? []).map(item) }
        case editorsChoice:
          return { algorithmId, recommendedItems: choice.map(item) }
        default:
          throw new Refuses(400, 'ALGORITHM_NOT_SUPPORTED')
      }
    })
    return { recommendationPerAlgorithm }
  },
})

if (import.meta.main) serveFromEnvironment(recommendationsOf(new Map(), (process.env['PRODUCTS'] ?? '').split(',').filter(Boolean)))
