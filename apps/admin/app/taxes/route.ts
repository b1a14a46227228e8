export { loader } from './taxed.ts'
export { Taxes as Component } from './taxes.tsx'
