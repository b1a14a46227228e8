export { loader, OrderPage as Component } from './order.tsx'
