export { Home as Component, loader } from './home.tsx'
