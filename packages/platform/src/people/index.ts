export { longestTokenSeconds } from './identity/keys.ts'
export { findNames } from './staff/store.ts'
