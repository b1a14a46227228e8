export { loader, Wishlists as Component } from './wishlists.tsx'
