import { apiKey, createClient } from '@vitrine/client'
import { merchantInventory, shopSettings, stockLocations, stockTransfers } from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'

/** The writes of locations and of transfers between them, each of a location or a transfer that nobody else changes. */
export function locationWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const modules = { merchantInventory, shopSettings, stockLocations, stockTransfers }
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules })
  const addLocation = async () => (await office.stockLocations.createLocation({ location: { name: 'Written' } })).location
  const defaultLocation = async () => (await office.stockLocations.listLocations({})).locations.find((location) => location.default)!
  const addStocked = async (locationId: string) => {
    const { id } = await addProduct(shop.platform, { site: shop.site, name: 'Moved', price: 900, stock: 0 }, shop.clock.now())
    await office.merchantInventory.countStock({ counts: [{ productId: id, quantity: 5 }], locationId })
    return id
  }
  const newTransfer = async () => {
    const [from, to] = [await defaultLocation(), await addLocation()]
    const lines = [{ productId: await addStocked(from.id), quantity: 2 }]
    return { fromLocationId: from.id, toLocationId: to.id, lines }
  }
  const draft = async () => (await office.stockTransfers.createTransfer({ transfer: await newTransfer() })).transfer
  const sent = async () => {
    const { id, revision } = await draft()
    return (await office.stockTransfers.sendTransfer({ transferId: id, revision })).transfer
  }
  return {
    'POST /vitrine/v1/inventory/locations': async () => ({ params: {}, body: { location: { name: 'Written' } } }),
    'PATCH /vitrine/v1/inventory/locations/{location.id}': async () => {
      const { id, revision } = await addLocation()
      return { params: { 'location.id': id }, body: { location: { revision, name: 'Renamed' } } }
    },
    'PUT /vitrine/v1/inventory/locations/order': async () => {
      const { locations } = await office.stockLocations.listLocations({})
      return { params: {}, body: { locationIds: locations.map(({ id }) => id) } }
    },
    'POST /vitrine/v1/inventory/locations/{locationId}/set-default': async () => ({
      params: { locationId: (await addLocation()).id },
      body: {},
    }),
    'POST /vitrine/v1/inventory/locations/{locationId}/move-stock': async () => {
      const [from, to] = [await addLocation(), await addLocation()]
      await addStocked(from.id)
      return { params: { locationId: from.id }, body: { toLocationId: to.id } }
    },
    'DELETE /vitrine/v1/inventory/locations/{locationId}': async () => ({ params: { locationId: (await addLocation()).id }, body: {} }),
    'POST /locations/v1/locations': async () => ({ params: {}, body: { location: { name: 'Written', address: {} } } }),
    'PUT /locations/v1/locations/{location.id}': async () => {
      const { id, revision } = await addLocation()
      return { params: { 'location.id': id }, body: { location: { revision, name: 'Renamed', address: {} } } }
    },
    'POST /locations/v1/locations/{id}/archive': async () => ({ params: { id: (await addLocation()).id }, body: {} }),
    'POST /locations/v1/locations/{id}/set-default': async () => ({ params: { id: (await addLocation()).id }, body: {} }),
    'PATCH /locations/v1/locations/{id}/add-type': async () => ({
      params: { id: (await addLocation()).id },
      body: { locationType: 'BRANCH' },
    }),
    'PATCH /locations/v1/locations/{id}/remove-type': async () => {
      const { id } = await addLocation()
      await office.shopSettings.addTypeToLocation({ id, locationType: 'OFFICES' })
      return { params: { id }, body: { locationType: 'OFFICES' } }
    },
    'POST /vitrine/v1/inventory/transfers': async () => ({ params: {}, body: { transfer: await newTransfer() } }),
    'PATCH /vitrine/v1/inventory/transfers/{transfer.id}': async () => {
      const { id, revision } = await draft()
      return { params: { 'transfer.id': id }, body: { transfer: { revision, note: 'Two boxes' } } }
    },
    'POST /vitrine/v1/inventory/transfers/{transferId}/send': async () => {
      const { id, revision } = await draft()
      return { params: { transferId: id }, body: { revision } }
    },
    'POST /vitrine/v1/inventory/transfers/{transferId}/receive': async () => {
      const { id, revision } = await sent()
      return { params: { transferId: id }, body: { revision, close: true } }
    },
    'POST /vitrine/v1/inventory/transfers/{transferId}/cancel': async () => {
      const { id, revision } = await sent()
      return { params: { transferId: id }, body: { revision } }
    },
  }
}
