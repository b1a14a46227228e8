export { Imports as Component, loader } from './imports.tsx'
