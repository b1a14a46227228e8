export { Labels as Component, loader } from './labels.tsx'
