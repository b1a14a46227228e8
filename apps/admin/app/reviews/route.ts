export { loader, Reviews as Component } from './reviews.tsx'
