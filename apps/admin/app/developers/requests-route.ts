export { loader, Requests as Component } from './requests.tsx'
