import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { card, newBuyer, toCheckout } from './buyer.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { addProduct, type TestProduct } from './products.ts'

/** For a file of tests of stock at several locations: a shop, its locations, what they hold, and orders that take from them. */
export async function startLocatingShop() {
  const shop = await startPlatformForFile()
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const stocked = (stock: number | null): Promise<TestProduct> =>
    addProduct(shop.platform, { site: shop.site, name: 'Bowl', price: 2000, stock }, shop.clock.now())

  const locations = async () => (await office.stockLocations.listLocations({})).locations
  const create = async (name: string) => (await office.stockLocations.createLocation({ location: { name } })).location
  const count = ({ id }: TestProduct, locationId: string, quantity: number) =>
    office.merchantInventory.countStock({ counts: [{ productId: id, quantity }], locationId })
  const levelOf = async ({ id }: TestProduct, locationId?: string) =>
    (await office.merchantInventory.queryStock({ query: { filter: { productId: id } }, locationId })).levels[0]!
  /** What each location has of a product, by name, and their sum. */
  async function heldOf(product: TestProduct): Promise<Record<string, number | undefined>> {
    const [level, all] = await Promise.all([levelOf(product), locations()])
    const nameOf = (id: string) => all.find((location) => location.id === id)!.name
    const at = (level.locations ?? [])
      .filter(({ quantity }) => quantity !== 0)
      .map(({ locationId, quantity }) => [nameOf(locationId), quantity])
    return { ...(Object.fromEntries(at) as Record<string, number>), all: level.quantity }
  }
  const movementsOf = async ({ id }: TestProduct, locationId?: string) =>
    (await office.merchantInventory.listMovements({ productId: id, locationId })).movements

  async function order(product: TestProduct, quantity: number): Promise<{ code: string; orderId?: string }> {
    const buyer = newBuyer(shop)
    const [refused, id] = await attempt(toCheckout(buyer, [{ product, quantity }]))
    if (refused) return { code: refused.code }
    const [no, placed] = await attempt(
      buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: 'http://localhost/back' }),
    )
    return no ? { code: no.code } : { code: placed.status, orderId: placed.orderId }
  }

  return {
    shop,
    office,
    cancel: (id: string) =>
      createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).orders.cancelOrder({ id, restockAllItems: true }),
    stocked,
    locations,
    create,
    count,
    levelOf,
    heldOf,
    movementsOf,
    order,
    /** Names the location that every shop has, and makes two more. */
    async threeLocations() {
      const { id, revision } = (await locations())[0]!
      const north = await create('North')
      const south = await create('South')
      const { location: first } = await office.stockLocations.updateLocation({ location: { id, revision, name: 'First' } })
      return { first, north, south }
    },
  }
}
