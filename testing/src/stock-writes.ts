import type { Route } from '@vitrine/contract'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'

/** The writes of stock, each of a product that nobody orders. */
export function stockWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const product = () => addProduct(shop.platform, { site: shop.site, name: 'Counted', price: 900, stock: 5 }, shop.clock.now())
  const write =
    (body: (productId: string) => object): (() => Promise<ReadyWrite>) =>
    async () => {
      const { id } = await product()
      return { params: { 'inventoryItem.productId': id }, body: body(id) }
    }
  return {
    'PATCH /stores/v2/inventoryItems/product/{inventoryItem.productId}': write(() => ({
      inventoryItem: { trackQuantity: true, variants: [{ variantId: '00000000-0000-0000-0000-000000000000', quantity: 7 }] },
    })),
    'POST /stores/v2/inventoryItems/increment': write((productId) => ({ incrementData: [{ productId, incrementBy: 1 }] })),
    'POST /stores/v2/inventoryItems/decrement': write((productId) => ({ decrementData: [{ productId, decrementBy: 1 }] })),
    'POST /vitrine/v1/inventory/count': write((productId) => ({ counts: [{ productId, quantity: 7 }] })),
    'POST /vitrine/v1/inventory/receive': write((productId) => ({ goods: [{ productId, quantity: 7 }] })),
    'PUT /vitrine/v1/inventory/preorder': write((productId) => ({ productId, preorderInfo: { enabled: true, limit: 2 } })),
  }
}
