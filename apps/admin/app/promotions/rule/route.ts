export { loader, RulePage as Component } from './rule.tsx'
