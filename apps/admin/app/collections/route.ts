export { Collections as Component, loader } from './collections.tsx'
