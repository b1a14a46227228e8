export { shouldRevalidate } from '../../list/load.ts'
export { loader, Products as Component } from './products.tsx'
