export { loader, Slots as Component } from './slots.tsx'
