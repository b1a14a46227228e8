export { Drafts as Component, loader } from './drafts.tsx'
