export { Locations as Component, loader } from './locations.tsx'
