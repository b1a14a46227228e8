export { loader, Payments as Component } from './payments.tsx'
