export { EntryPanel as Component, loader } from './entry.tsx'
