export { Import as Component, loader } from './import.tsx'
