export { ProductPage as Component } from './editor.tsx'
export { loader } from './loaded.ts'
