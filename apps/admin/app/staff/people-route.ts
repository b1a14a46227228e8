export { loader, People as Component } from './people.tsx'
