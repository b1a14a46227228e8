export { loader, Promotions as Component } from './promotions.tsx'
