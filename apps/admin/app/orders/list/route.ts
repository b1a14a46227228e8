export { loader, Orders as Component } from './orders.tsx'
