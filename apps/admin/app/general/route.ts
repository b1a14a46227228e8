export { General as Component, loader } from './general.tsx'
