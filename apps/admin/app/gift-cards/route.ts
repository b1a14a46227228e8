export { GiftCards as Component, loader } from './gift-cards.tsx'
