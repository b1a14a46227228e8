export { Left as Component, loader } from './left.tsx'
