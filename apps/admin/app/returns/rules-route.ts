export { loader, ReturnRules as Component } from './rules.tsx'
