export { loader, Redirects as Component } from './redirects.tsx'
