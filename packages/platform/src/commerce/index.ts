/** What other areas know of commerce. */
export { inventoryIdOf } from './selling/inventory-id.ts'
export { readDocument } from './selling/written-product.ts'
