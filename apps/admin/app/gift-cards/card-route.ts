export { CardPanel as Component, loader } from './card.tsx'
