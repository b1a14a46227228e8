export { DocumentPanel as Component, loader } from './document.tsx'
