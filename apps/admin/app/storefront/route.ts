export { loader, Storefront as Component } from './storefront.tsx'
