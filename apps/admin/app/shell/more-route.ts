export { More as Component } from './more.tsx'
