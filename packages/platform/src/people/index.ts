export type { CommerceFacts } from './flows/commerce-facts.ts'
export { longestTokenSeconds } from './identity/keys.ts'
export { findNames } from './staff/store.ts'
