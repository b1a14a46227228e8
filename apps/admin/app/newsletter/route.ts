export { loader, Newsletter as Component } from './newsletter.tsx'
