export { Media as Component } from './media.tsx'
export { loader, shouldRevalidate } from './read.ts'
