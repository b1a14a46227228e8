export { Left as Component, loader } from './checkout.tsx'
