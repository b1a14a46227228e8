export { Join as Component, loader } from './join.tsx'
