export { shouldRevalidate } from '../list/load.ts'
export { loader, Returns as Component } from './list.tsx'
