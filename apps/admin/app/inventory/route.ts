export { shouldRevalidate } from '../list/load.ts'
export { Inventory as Component, loader } from './inventory.tsx'
