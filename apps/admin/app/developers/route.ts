export { Developers as Component, loader } from './developers.tsx'
