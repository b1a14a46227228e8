export { loader, Taxes as Component } from './taxes.tsx'
