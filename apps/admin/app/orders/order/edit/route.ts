export { EditOrder as Component, loader } from './edit.tsx'
