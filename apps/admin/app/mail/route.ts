export { loader, Mail as Component } from './mail.tsx'
