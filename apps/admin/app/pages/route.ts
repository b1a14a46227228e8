export { loader, Pages as Component } from './pages.tsx'
