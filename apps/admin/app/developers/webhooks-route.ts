export { loader, Webhooks as Component } from './webhooks.tsx'
