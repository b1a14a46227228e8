export { loader, Rules as Component } from './rules.tsx'
