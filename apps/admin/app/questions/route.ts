export { loader, Questions as Component } from './questions.tsx'
