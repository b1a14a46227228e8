export { Abandoned as Component, loader } from './abandoned.tsx'
