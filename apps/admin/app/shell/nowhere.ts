export { Nowhere as Component } from './nowhere-page.tsx'
