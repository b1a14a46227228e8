export { loader, Sessions as Component } from './sessions.tsx'
