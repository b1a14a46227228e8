export { Audit as Component, loader } from './audit.tsx'
