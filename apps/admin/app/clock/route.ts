export { ClockPage as Component, loader } from './clock.tsx'
