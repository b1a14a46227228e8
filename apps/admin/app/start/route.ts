export { loader, Start as Component } from './start.tsx'
