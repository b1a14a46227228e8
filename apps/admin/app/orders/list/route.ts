export { shouldRevalidate } from '../../list/load.ts'
export { loader, Orders as Component } from './orders.tsx'
