export { loader, System as Component } from './system.tsx'
