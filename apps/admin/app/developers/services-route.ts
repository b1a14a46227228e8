export { loader, Services as Component } from './services.tsx'
