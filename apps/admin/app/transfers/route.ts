export { loader, Transfer as Component } from './transfer.tsx'
