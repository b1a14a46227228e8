export { loader, NewPassword as Component } from './new-password.tsx'
