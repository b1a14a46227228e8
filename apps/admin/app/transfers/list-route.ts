export { shouldRevalidate } from '../list/load.ts'
export { loader, Transfers as Component } from './transfers.tsx'
