export { DraftPage as Component, loader } from './draft.tsx'
