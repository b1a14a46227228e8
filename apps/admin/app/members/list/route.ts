export { shouldRevalidate } from '../../list/load.ts'
export { loader, Members as Component } from './members.tsx'
