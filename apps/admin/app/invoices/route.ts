export { shouldRevalidate } from '../list/load.ts'
export { Invoices as Component, loader } from './invoices.tsx'
