export { Jobs as Component, loader } from './jobs.tsx'
